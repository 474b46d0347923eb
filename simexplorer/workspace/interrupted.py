"""What became of files while the log could not tell: the program ended in the midst, or somebody put them back."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile

from simexplorer.documents.moving import digest, identity
from simexplorer.workspace.deeds import DONE, FOLDER, GONE, LEFT, TRASH, Deed, deed
from simexplorer.workspace.free_names import numbered_names
from simexplorer.workspace.moved import UNKNOWN, Moved, moved_away, seconds_of
from simexplorer.workspace.putting_back import back_deed
from simexplorer.workspace.returns import NOT_IN_TRASH, is_back, is_beginning, objection
from simexplorer.workspace.store import Workspace
from simexplorer.workspace.trash_notes import remove_note, trashed_from

ENDED = "the program ended before it was moved"
FOUND_MOVED = "the program ended midway; it was found where it was going"
FOUND_BACK = "it was found at its old place"
_MOST_NAMES = 10_000  # that are looked at


def close_gaps(workspace: Workspace) -> None:
    """Look at the disk for what the log does not tell, and write what is found there into the log.

    What is found nowhere stays open: its disk may be absent today.
    """
    if not workspace.writable:
        return
    away = moved_away(workspace.deeds())
    told = [*_moves_told(away), *_returns_told(away)]
    if told:
        workspace.write_deeds(told)


def tell_losses(workspace: Workspace, seen: Collection[int]) -> None:
    """Write into the log that the trash was emptied of these files (numbers of their lines), where that is certain.

    A trash that is not there at all may be that of a disk that is absent today: its files stay open.
    """
    if not workspace.writable:
        return
    act = uuid.uuid4().hex
    lost = [one for one in moved_away(workspace.deeds()) if one.number in seen and _is_lost(one)]
    if lost:
        workspace.write_deeds([back_deed(one, act, GONE, NOT_IN_TRASH) for one in lost])


def _is_lost(one: Moved) -> bool:
    there = one.to_trash and bool(one.target) and os.path.isdir(os.path.dirname(one.target))
    return there and not os.path.lexists(one.target) and objection(one) == NOT_IN_TRASH


def _returns_told(away: Sequence[Moved]) -> Iterator[Deed]:
    """Lines about files that are back without the log's knowing."""
    act = uuid.uuid4().hex
    for one in away:
        if one.certain and is_back(one):
            if one.to_trash and one.target:
                remove_note(one.target)
            yield back_deed(one, act, DONE, FOUND_BACK)


def _moves_told(away: Sequence[Moved]) -> Iterator[Deed]:
    """Lines about moves of which only the beginning is told."""
    begun, sizes = [one for one in away if not one.certain], {one.size for one in away}
    trashed = trashed_from(one.file for one in begun if one.to_trash)
    for one in begun:
        if _is(one, one.file):
            _clear_copy(one, sizes)
            yield _deed(one, LEFT, b"", ENDED)
            continue
        places = trashed.get(one.file, []) if one.to_trash else _names(one.target)
        found = [place for place in places if _is(one, place)]
        if found:
            yield _deed(one, DONE, found[0], FOUND_MOVED)


def _names(target: bytes) -> Iterator[bytes]:
    """The names that a file may have been given in the folder, as far as they are taken."""
    return takewhile(os.path.lexists, islice(numbered_names(target), _MOST_NAMES if target else 0))


def _clear_copy(one: Moved, sizes: Collection[int]) -> None:
    """Remove what the interrupted move left where the file was to go: the beginning of it, under its name.

    Nothing is lost, for the file stands whole where it was. What is older than the move, or has one of ``sizes``, those
    of all files that were moved, stays: a document that went there may be the beginning of this one.
    """
    began = seconds_of(one.at)
    if one.to_trash or began is None:
        return
    for place in list(_names(one.target)):
        about = os.lstat(place)
        fresh = min(about.st_ctime, about.st_mtime) >= began
        if fresh and about.st_nlink == 1 and about.st_size not in sizes and is_beginning(place, one.file):
            with contextlib.suppress(OSError):
                os.unlink(place)


def _is(one: Moved, path: bytes) -> bool:
    """Whether this is the file that was to be moved, by all that the log kept of it."""
    about = identity(path)
    if about is None or (one.size != UNKNOWN and about[2] != one.size):
        return False
    try:
        return digest(path).hex() == one.sha256 if one.sha256 else one.modified_ns in (UNKNOWN, about[3])
    except OSError:
        return False


def _deed(one: Moved, outcome: str, target: bytes, reason: str) -> Deed:
    """A line that ends what was begun."""
    return deed(
        TRASH if one.to_trash else FOLDER,
        one.act,
        outcome,
        reason,
        at=one.at,
        of=one.number,
        path=one.path,
        file=one.file,
        shown=one.shown,
        target=target,
        size=one.size,
        modified=one.modified_ns,
        sha256=one.sha256,
    )

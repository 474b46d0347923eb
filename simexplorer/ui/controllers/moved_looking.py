"""What the log knows of moved files beside what the disk shows, in the thread of the workspace, ready to be shown."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import shown_path
from simexplorer.offsets import offsets_of
from simexplorer.ui.controllers.deed_words import log_rows
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.models.moved_tree import NOTHING, MovedRows
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.theme import moments, numbers
from simexplorer.workspace.deeds import TRASH

if TYPE_CHECKING:
    from simexplorer.workspace.returns import Return

_MOST_BELOW = 2_000  # files below one line


class Looked(Struct, frozen=True):
    """What can be put back.

    returns : in the order of ``rows``: newest act first, files of an act in the order in which they went
    stay, wanted : those that cannot go back, with the reason; (n,) whether each is checked at first
    made_again : (n,) whether the folder of each is gone and would be made again
    roots, root_of : the folders below which they were, as texts, and (n,) int64 which of them each was below
    log : the whole log, as it is shown; writable : whether anything can be put back from here
    workspace : path of the one whose log that is
    """

    returns: list[Return]
    rows: MovedRows
    stay: TextRows
    wanted: NDArray[np.bool_]
    made_again: NDArray[np.bool_]
    roots: list[str]
    root_of: NDArray[np.int64]
    log: TextRows
    writable: bool
    workspace: bytes = b""


def count_moved(kept: KeptWorkspace) -> int:
    """How many files are away by the log."""
    from simexplorer.workspace.moved import moved_away

    return 0 if kept.workspace is None else len(moved_away(kept.workspace.deeds()))


def tell_lost(kept: KeptWorkspace, path: bytes, seen: frozenset[int]) -> None:
    """Have the log of this workspace, if it is open, tell that the trash was emptied of these files.

    They are not listed again.
    """
    from simexplorer.workspace.interrupted import tell_losses

    if kept.workspace is not None and kept.workspace.path == path:
        tell_losses(kept.workspace, seen)


def look_at_moved(kept: KeptWorkspace, failed: Mapping[int, str], unchecked: set[int]) -> Looked:
    """What is away and would go back, after the log was told what the disk shows.

    failed, unchecked : why files that were tried stayed, and which are not to go, by their numbers in the log
    """
    from simexplorer.workspace.interrupted import close_gaps
    from simexplorer.workspace.moved import moved_away
    from simexplorer.workspace.returns import MADE_AGAIN, look

    workspace = kept.workspace
    if workspace is None:
        none = np.empty(0, np.bool_)
        return Looked([], NOTHING, TextRows.of([]), none, none, [], np.empty(0, np.int64), log_rows([]), False)
    close_gaps(workspace)
    deeds = workspace.deeds()
    acts: dict[str, list[Return]] = {}
    for one in look(moved_away(deeds)):
        acts.setdefault(one.moved.act, []).append(one)
    for files in acts.values():
        files.reverse()
    returns = [one for files in acts.values() for one in files]
    spans = [(files, span) for files in acts.values() for span in _spans(len(files))]
    rows = MovedRows(
        titles=[_title(files, span) for files, span in spans],
        begins=offsets_of([len(span) for _, span in spans]),
        lines=[(shown_path(one.moved.path), _went_to(one), _words(one, failed)) for one in returns],
        places=[(shown_path(one.moved.file), shown_path(one.moved.target)) for one in returns],
        sizes=np.array([one.moved.size for one in returns], np.int64),
        goes=np.array([one.goes for one in returns], np.bool_),
    )
    goes = np.array([one.goes and one.moved.number not in failed for one in returns], np.bool_)
    stay = TextRows.of([(rows.lines[row][0], rows.lines[row][2]) for row in np.flatnonzero(~goes).tolist()])
    held = np.array([one.moved.number in unchecked for one in returns], np.bool_)
    again = np.array([one.words == MADE_AGAIN for one in returns], np.bool_)
    roots: dict[bytes, int] = {}
    root_of = [roots.setdefault(_root(one), len(roots)) for one in returns]
    named = [shown_path(root) for root in roots]
    log, writable = log_rows(deeds), workspace.writable
    of = np.array(root_of, np.int64)
    return Looked(returns, rows, stay, goes & ~held, again, named, of, log, writable, workspace.path)


def _words(one: Return, failed: Mapping[int, str]) -> str:
    """What will become of it, or why it stayed when it was tried."""
    return failed.get(one.moved.number, one.words)


def _root(one: Return) -> bytes:
    """The folder of the collection that a file was part of."""
    file, path = one.moved.file, one.moved.path
    return file[: -len(path) - 1] or b"/" if path and file.endswith(b"/" + path) else os.path.dirname(file)


def _spans(count: int) -> list[range]:
    """The files of an act that stand below one line each: a tree takes its time over each file that it opens on."""
    return [range(first, min(count, first + _MOST_BELOW)) for first in range(0, count, _MOST_BELOW)]


def _title(files: Sequence[Return], span: range) -> tuple[str, str]:
    """When and how many, or which of so many; where to."""
    targets = [os.path.dirname(one.moved.target) for one in files if one.moved.target and not one.moved.to_trash]
    where = shown_path(os.path.commonpath(targets)) if targets else TRASH if files[0].moved.to_trash else ""
    told = numbers.counted(len(files), "file")
    if len(span) < len(files):
        told = f"{numbers.count(span.start + 1)} to {numbers.count(span.stop)} of {told}"
    return f"{moments.second(files[0].moved.at)}: {told}", where


def _went_to(one: Return) -> str:
    return TRASH if one.moved.to_trash else shown_path(one.moved.target)

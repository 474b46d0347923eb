"""What would become of moved files if they were put back: looked at on the disk, one by one, nothing is touched."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents.moving import digest, identity
from simexplorer.errors import reason_of
from simexplorer.workspace.moved import UNKNOWN, Moved
from simexplorer.workspace.trash_notes import came_from, trashed_from

GOES = "goes back to its place"
FINISHED = "goes back; what an interrupted putting back left in its place is replaced"
MADE_AGAIN = "goes back; its folder is gone and is made again"
UNCHECKED = "goes back; its log line is from an older version, which kept no checksum to compare it with"
TAKEN = "its old place is taken, and nothing is overwritten"
CHANGED = "it changed since it was moved"
LATER_ONE = "a file that was moved later goes back to the same place first"
IS_BACK = "it is back at its old place"
NOT_IN_TRASH = "it is not in the trash any more"
LOST_FROM_SIGHT = "the program ended while it was moved, and it is found neither where it was nor where it was to go"
_MOST_COMPARED = 1 << 20


class Return(Struct, frozen=True):
    """What would become of one file: whether it goes back, and in words how, or why not.

    moved : with the place in the trash filled in where it was found by the trash's own notes
    """

    moved: Moved
    goes: bool
    words: str


def look(moved: Sequence[Moved]) -> list[Return]:
    """What would become of each file, the last moved first."""
    places = trashed_from(one.file for one in moved if one.to_trash and not one.target)
    claimed: set[bytes] = set()
    found: list[Return] = []
    for one in reversed(moved):
        if one.to_trash and not one.target:
            one = _found_in_trash(one, places.get(one.file, ()))
        reason = objection(one)
        if not reason and one.file in claimed:
            reason = LATER_ONE
        if not reason:
            claimed.add(one.file)
        found.append(Return(one, not reason, reason or _how(one)))
    return found


def objection(moved: Moved, *, thorough: bool = False) -> str:
    """Why a file cannot be put back as things are; empty if it can. ``thorough`` reads all of it."""
    if not moved.certain:
        return LOST_FROM_SIGHT
    if is_back(moved):
        return IS_BACK
    return _not_to_be_had(moved) or _not_the_same(moved, thorough) or _no_place(moved)


def is_back(moved: Moved) -> bool:
    """Whether the file stands where it was, and no longer where it went: put back by hand, or before a crash."""
    about = identity(moved.file)
    if about is None or moved.size == UNKNOWN or about[2] != moved.size:
        return False
    if moved.target and os.path.lexists(moved.target):
        return False
    return about[3] == moved.modified_ns or _has_digest(moved.file, moved.sha256)


def is_leftover(moved: Moved) -> bool:
    """Whether at the old place stands what a putting back in the midst left: the beginning of the file, or all of it.

    Nothing is lost with it, for the file itself is still where it went.
    """
    return moved.returning and is_beginning(moved.file, moved.target)


def is_beginning(path: bytes, of: bytes) -> bool:
    """Whether one file holds nothing but the beginning of another one, or all of it."""
    left, whole = identity(path), identity(of)
    if left is None or whole is None or left[2] > whole[2] or left[:2] == whole[:2]:
        return False
    try:
        with open(path, "rb") as begun, open(of, "rb") as file:
            while block := begun.read(_MOST_COMPARED):
                if block != file.read(len(block)):
                    return False
    except OSError:
        return False
    return True


def _not_to_be_had(moved: Moved) -> str:
    """Why the file cannot be taken from where it went."""
    if not moved.target:
        return _by_hand()
    try:
        mode = os.lstat(moved.target).st_mode
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            return f"it cannot be reached where it went: {reason_of(error)}"
        return NOT_IN_TRASH if moved.to_trash else "it is no longer where it was moved to"
    if not stat.S_ISREG(mode):
        return "something else is where it was moved to"
    if not os.access(os.path.dirname(moved.target), os.W_OK | os.X_OK):
        return "nothing may be taken out of the folder it lies in"
    if moved.to_trash and came_from(moved.target) not in (None, moved.file):
        return "another file has its name in the trash now"
    return ""


def _not_the_same(moved: Moved, thorough: bool) -> str:
    """Why what lies there is not the file that was moved."""
    about = identity(moved.target)
    if about is None or (moved.size != UNKNOWN and about[2] != moved.size):
        return CHANGED
    if not moved.sha256 or (about[3] == moved.modified_ns and not thorough):
        return ""
    return "" if _has_digest(moved.target, moved.sha256) else CHANGED


def _no_place(moved: Moved) -> str:
    """Why it cannot stand where it was."""
    if os.path.lexists(moved.file) and not is_leftover(moved):
        return TAKEN
    folder = nearest = os.path.dirname(moved.file)
    while not os.path.lexists(nearest) and nearest != os.path.dirname(nearest):
        nearest = os.path.dirname(nearest)
    if os.path.realpath(nearest) != nearest:
        return "its folder is a link to another place now"
    if not os.path.isdir(nearest):
        return "a file is where its folder was"
    if not os.access(nearest, os.W_OK | os.X_OK):
        return "its folder cannot be written" if nearest == folder else "its folder is gone and cannot be made again"
    return ""


def _how(moved: Moved) -> str:
    if os.path.lexists(moved.file):
        return FINISHED
    if not os.path.lexists(os.path.dirname(moved.file)):
        return MADE_AGAIN
    return GOES if moved.sha256 else UNCHECKED


def _found_in_trash(moved: Moved, places: Sequence[bytes]) -> Moved:
    """With its place in the trash, where the trash's notes tell of one file only that it can be."""
    fits = [place for place in places if not _not_the_same(replace(moved, target=place), thorough=False)]
    return replace(moved, target=fits[0]) if len(fits) == 1 else moved


def _has_digest(path: bytes, sha256: str) -> bool:
    try:
        return bool(sha256) and digest(path).hex() == sha256
    except OSError:
        return False


def _by_hand(platform: str = sys.platform) -> str:
    """How a person takes a file out of the trash that did not tell where it keeps it."""
    if platform == "darwin":
        return "open the Trash in the Finder, select it there and choose File, Put Back: its place is not known"
    return "open the trash in the file manager, select it there and choose Restore: its place is not known"

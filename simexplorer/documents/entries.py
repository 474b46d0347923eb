"""The entries of an open folder as compiled calls find them, in room that each thread keeps."""

from __future__ import annotations

import threading
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.names import Names

# mode, size, time of change, time at which the system noted a change
About: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
ASKED_AT_ONCE = 1 << 10  # names
_USUAL_ROOM = 1 << 16  # bytes, for a folder of a thousand names


class Entries(NamedTuple):
    """Names of all but folders, sorted, and of the folders, each ending in ``/``.

    about : of the names; None where they are more than ASKED_AT_ONCE
    """

    names: Names
    folders: list[bytes]
    about: About | None


def listed_entries(descriptor: int) -> Entries | None:
    """All entries but ``.`` and ``..``; None where calls fail or the file system does not tell folders from files."""
    from simexplorer.documents.folder_kernels import FULL, list_folder

    room = _ROOMS.usual
    room.filled[0] = 0
    while True:
        names, folders = list_folder(
            descriptor, room.records, room.filled, room.places, room.spare, room.folders, room.joined, room.offsets,
            room.mode, room.size, room.modified_ns, room.noted_ns,
        )  # fmt: skip
        if names != FULL:
            break
        room = room.grown()
    if names < 0:
        return None
    told = room.records[: room.filled[0]].tobytes() if folders else b""
    return Entries(
        Names(room.joined[: room.offsets[names]].copy(), room.offsets[: names + 1].copy()),
        sorted(told[at : told.index(b"\0", at)] + b"/" for at in room.folders[:folders].tolist()),
        room.about(names) if names <= ASKED_AT_ONCE else None,
    )


class _Room:
    """What ``list_folder`` works in."""

    def __init__(self, size: int) -> None:
        from simexplorer.documents.folder_kernels import LEAST_ENTRY

        self.records, self.joined = np.empty(size, np.uint8), np.empty(size, np.uint8)
        self.filled = np.zeros(1, np.int64)
        self.places, self.spare, self.folders, self.offsets = np.empty((4, size // LEAST_ENTRY + 1), np.int64)
        self.mode = np.empty(ASKED_AT_ONCE, np.int32)
        self.size, self.modified_ns, self.noted_ns = np.empty((3, ASKED_AT_ONCE), np.int64)

    def grown(self) -> _Room:
        """A larger one with the same records."""
        larger = _Room(4 * self.records.size)
        larger.filled[:] = self.filled
        larger.records[: self.filled[0]] = self.records[: self.filled[0]]
        return larger

    def about(self, names: int) -> About:
        """What was asked of so many names."""
        size, modified_ns, noted_ns = (one[:names].copy() for one in (self.size, self.modified_ns, self.noted_ns))
        return self.mode[:names].copy(), size, modified_ns, noted_ns


class _Rooms(threading.local):
    """A room for each thread: to find memory for one takes longer than to list a small folder."""

    def __init__(self) -> None:
        self.usual = _Room(_USUAL_ROOM)


_ROOMS = _Rooms()

"""Trees of small folders as rows, each listed by one compiled call in room that each thread keeps."""

from __future__ import annotations

import os
import threading

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents import system_calls
from simexplorer.documents.folder import open_below

_ROWS, _BYTES, _FOLDERS = 1 << 14, 1 << 21, 1 << 12  # of one tree
_PATH_BYTES = 4096


class Tree(Struct, frozen=True):
    """All that is below a folder, sorted by path, the folders aside, but for those that are still to be listed.

    names, ends : the paths, joined, and (n + 1,) int64 where each ends, from 0 on
    mode : (n,) int32; size, modified_ns, noted_ns : (n,) int64
    left : rows that are such a folder: its path ends in ``/``
    folders : (device, inode) of all folders that were listed
    """

    names: bytes
    ends: NDArray[np.int64]
    mode: NDArray[np.int32]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    noted_ns: NDArray[np.int64]
    left: list[int]
    folders: list[tuple[int, int]]

    def __len__(self) -> int:
        return self.mode.size

    def path(self, row: int) -> bytes:
        """The path of one row."""
        return self.names[self.ends[row] : self.ends[row + 1]]


def list_below(root: bytes, prefix: bytes, below: bytes) -> Tree | None:
    """The tree of the folder ``below`` the folder ``root``; None where it is no folder of the plain kind.

    All paths begin with ``prefix`` and ``below``, both of which are empty or end in ``/``.
    """
    from simexplorer.documents.tree_kernels import LEFT, list_tree

    room, path = _ROOMS.room, prefix + below
    if len(path) >= _PATH_BYTES:
        return None
    try:
        descriptor = open_below(root, below.rstrip(b"/"), system_calls.OPEN_FOLDER_FLAGS)
    except OSError:
        return None
    try:
        room.path[: len(path)] = np.frombuffer(path, np.uint8)
        rows = list_tree(descriptor, len(path), room)
    finally:
        os.close(descriptor)
    if rows < 0:
        return None
    ends, mode = room.ends[: rows + 1].copy(), room.row_mode[:rows].copy()
    return Tree(
        room.names[: ends[-1]].tobytes(),
        ends,
        mode,
        room.row_size[:rows].copy(),
        room.row_modified_ns[:rows].copy(),
        room.row_noted_ns[:rows].copy(),
        np.flatnonzero(mode == LEFT).tolist(),
        _identities(room.folders[: room.at[0]]),
    )


def _identities(folders: NDArray[np.uint64]) -> list[tuple[int, int]]:
    """Devices and inodes as the system's other calls tell them."""
    devices = {word: os.makedev(word & 0xFFFFFFFF, word >> 32) for word in set(folders[:, 0].tolist())}
    return [(devices[device], inode) for device, inode in folders.tolist()]


class _Rooms(threading.local):
    """Room for each thread: to find memory for it takes longer than to list a small tree."""

    def __init__(self) -> None:
        from simexplorer.documents.folder_kernels import ENTRIES_AT_ONCE, LEAST_ENTRY
        from simexplorer.documents.tree_kernels import DEPTH, FRAME_FIELDS, TreeRoom

        records = np.empty(_BYTES + ENTRIES_AT_ONCE, np.uint8)
        most = records.size // LEAST_ENTRY
        places, spare, size, modified_ns, noted_ns = np.empty((5, most), np.int64)
        self.room = TreeRoom(
            records=records,
            filled=np.zeros(1, np.int64),
            places=places,
            spare=spare,
            mode=np.empty(most, np.int32),
            size=size,
            modified_ns=modified_ns,
            noted_ns=noted_ns,
            frames=np.empty((DEPTH, FRAME_FIELDS), np.int64),
            path=np.zeros(_PATH_BYTES, np.uint8),
            record=np.zeros(system_calls.STATX_BYTES, np.uint8),
            at=np.zeros(4, np.int64),
            folders=np.empty((_FOLDERS, 2), np.uint64),
            names=np.empty(_BYTES, np.uint8),
            ends=np.empty(_ROWS + 1, np.int64),
            row_mode=np.empty(_ROWS, np.int32),
            row_size=np.empty(_ROWS, np.int64),
            row_modified_ns=np.empty(_ROWS, np.int64),
            row_noted_ns=np.empty(_ROWS, np.int64),
        )


_ROOMS = _Rooms()

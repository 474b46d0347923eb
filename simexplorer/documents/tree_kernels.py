"""A folder with all that is below it, listed by one compiled call: of many small folders Python takes most of the time.

Folders that are not plain (large ones, too deep ones, hidden ones, any that cannot be opened or asked about) are named
and left to whoever called, as are all others once there is no room: what is left is listed on its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel_part, lean_kernel
from simexplorer.documents.folder_kernels import ENTRIES_AT_ONCE, FAILED, LEAST_ENTRY, entry_at, sort_places
from simexplorer.documents.system_calls import (
    AT_EMPTY_PATH,
    AT_SYMLINK_NOFOLLOW,
    ENTRY_TYPE_AT,
    OPEN_FOLDER_FLAGS,
    STATX_IDENTITY,
    STATX_WANTED,
    TYPE_FOLDER,
    TYPE_UNKNOWN,
    close,
    file_identity,
    file_status,
    getdents64,
    openat,
    statx,
)

DEPTH = 40  # folders in each other
LEFT = -1  # the mode of a row that is a folder left to others
FRAME_FIELDS = 7
_MOST_BYTES = 3 * ENTRIES_AT_ONCE  # of the entries of a folder: many names are better asked about by several threads
_LONGEST_NAME = 255
_DOT, _SLASH = 46, 47
_DESCRIPTOR, _FIRST, _COUNT, _NEXT, _RECORDS, _LENGTH, _LISTED = range(FRAME_FIELDS)
_FOLDERS, _ROWS, _BYTES, _FULL = range(4)


class TreeRoom(NamedTuple):
    """What a tree is listed in, and its rows; a folder's row, mode LEFT, ends in ``/``.

    records, filled : entries of the folders from the first to the present one, as the system tells them; their number
    places : (m,) int64, where in ``records`` their names begin, those of a folder sorted; spare : (m,) scratch
    mode, size, modified_ns, noted_ns : (m,) of these entries
    frames : (DEPTH, FRAME_FIELDS) int64, the folders on the way
    path : uint8, what all rows begin with, the last byte 0; record : STATX_BYTES of scratch
    at : (4,) int64, folders listed so far; rows and bytes that are needed; whether there is no more room
    folders : (f, 2) uint64, out, device and inode of each folder that was listed
    names, ends : out, paths of the rows, joined, and where each ends: (r + 1,) int64 from 0 on
    row_mode, row_size, row_modified_ns, row_noted_ns : (r,), out
    """

    records: NDArray[np.uint8]
    filled: NDArray[np.int64]
    places: NDArray[np.int64]
    spare: NDArray[np.int64]
    mode: NDArray[np.int32]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    noted_ns: NDArray[np.int64]
    frames: NDArray[np.int64]
    path: NDArray[np.uint8]
    record: NDArray[np.uint8]
    at: NDArray[np.int64]
    folders: NDArray[np.uint64]
    names: NDArray[np.uint8]
    ends: NDArray[np.int64]
    row_mode: NDArray[np.int32]
    row_size: NDArray[np.int64]
    row_modified_ns: NDArray[np.int64]
    row_noted_ns: NDArray[np.int64]


@kernel_part
def _is_below_itself(descriptor: Int, depth: Int, room: TreeRoom) -> bool:
    """Whether a folder is one of those on the way to it, or cannot be asked about; else it is noted as listed."""
    address, nothing = U(room.record.ctypes.data), U(room.path.ctypes.data) + U(room.path.size - 1)
    if statx(np.int32(descriptor), nothing, np.int32(AT_EMPTY_PATH), U32(STATX_IDENTITY), address) != 0:
        return True
    listed = room.at[_FOLDERS]
    room.folders[listed, 0], room.folders[listed, 1] = file_identity(address)
    for above in range(depth):
        other = room.frames[above, _LISTED]
        if room.folders[other, 0] == room.folders[listed, 0] and room.folders[other, 1] == room.folders[listed, 1]:
            return True
    room.frames[depth, _LISTED] = listed
    return False


@kernel_part
def _entries_read(descriptor: Int, room: TreeRoom) -> bool:
    """Append all entries of an open folder to ``records``; False where they are many or cannot be had."""
    begin = room.filled[0]
    while True:
        free = room.records.size - room.filled[0]
        if free < ENTRIES_AT_ONCE:
            room.at[_FULL] = 1
            return False
        if room.filled[0] - begin > _MOST_BYTES:
            return False
        count = getdents64(np.int32(descriptor), U(room.records.ctypes.data) + U(room.filled[0]), U(ENTRIES_AT_ONCE))
        if count <= 0:
            return bool(count == 0)
        room.filled[0] += count


@kernel_part
def _entries_found(at: Int, first: Int, room: TreeRoom) -> tuple[Int, Int]:
    """(number, bytes of all names) of the entries in ``records`` from ``at`` on, whose places go to ``first`` and on.

    A folder's name gets a slash in place of its NUL: so it sorts as the paths below it do. FAILED where the file system
    does not tell which entries are folders.
    """
    found, total, records = 0, 0, room.records
    while at < room.filled[0]:
        kind = records[at + ENTRY_TYPE_AT]
        name, length, at = entry_at(records, at)
        if length == 0:
            continue
        if kind == TYPE_UNKNOWN:
            return FAILED, 0
        if kind == TYPE_FOLDER:
            records[name + length] = _SLASH
            length += 1
        room.places[first + found] = name
        found, total = found + 1, total + length
    return found, total


@kernel_part
def _asked_about(descriptor: Int, first: Int, count: Int, room: TreeRoom) -> bool:
    """Fill in mode, size and times of change of all entries that are no folders; False where one cannot be asked about.

    The names of folders end in a slash.
    """
    address = U(room.record.ctypes.data)
    for entry in range(first, first + count):
        last = room.places[entry]
        while room.records[last] != 0 and room.records[last] != _SLASH:
            last += 1
        if room.records[last] == 0:
            name = U(room.records.ctypes.data) + U(room.places[entry])
            if statx(np.int32(descriptor), name, np.int32(AT_SYMLINK_NOFOLLOW), U32(STATX_WANTED), address) != 0:
                return False
            mode, size, modified, noted = file_status(address)
            room.mode[entry], room.size[entry] = mode, size
            room.modified_ns[entry], room.noted_ns[entry] = modified, noted
    return True


@kernel_part
def _enter(descriptor: Int, depth: Int, length: Int, room: TreeRoom) -> bool:
    """Make an open folder the one at this depth, all its entries at hand; False where it is left to others.

    length : bytes of its path, which ends in a slash or is empty
    """
    frames, begin, first = room.frames, np.int64(0), np.int64(0)
    if depth > 0:
        begin, first = room.filled[0], frames[depth - 1, _FIRST] + frames[depth - 1, _COUNT]
    if length + _LONGEST_NAME + 2 >= room.path.size or _is_below_itself(descriptor, depth, room):
        return False
    if _entries_read(descriptor, room):
        most = (room.filled[0] - begin) // LEAST_ENTRY + 1
        if first + most > room.places.size:
            room.at[_FULL] = 1
        else:
            count, total = _entries_found(begin, first, room)
            rows, needed = room.at[_ROWS] + count, room.at[_BYTES] + total + count * length
            if rows > room.row_mode.size or needed > room.names.size:
                room.at[_FULL] = 1
            elif count >= 0:
                sort_places(room.records, first, count, room.places, room.spare)
                if _asked_about(descriptor, first, count, room):
                    room.at[_FOLDERS] += 1
                    room.at[_ROWS], room.at[_BYTES] = rows, needed
                    frames[depth, _DESCRIPTOR], frames[depth, _FIRST], frames[depth, _COUNT] = descriptor, first, count
                    frames[depth, _NEXT], frames[depth, _RECORDS], frames[depth, _LENGTH] = 0, begin, length
                    return True
    room.filled[0] = begin
    return False


@kernel_part
def _descend(depth: Int, length: Int, room: TreeRoom) -> bool:
    """Enter the folder whose path, with its slash, is ``path[:length]``, from the one at ``depth`` that it is in."""
    if room.at[_FULL] == 1 or depth + 1 == DEPTH or room.at[_FOLDERS] == room.folders.shape[0]:
        return False
    if room.path[room.frames[depth, _LENGTH]] == _DOT:
        return False
    name = U(room.path.ctypes.data) + U(room.frames[depth, _LENGTH])
    room.path[length - 1] = 0
    descriptor = openat(np.int32(room.frames[depth, _DESCRIPTOR]), name, np.int32(OPEN_FOLDER_FLAGS))
    room.path[length - 1] = _SLASH
    if descriptor < 0:
        return False
    if _enter(descriptor, depth + 1, length, room):
        return True
    close(np.int32(descriptor))
    return False


@lean_kernel
def list_tree(descriptor: Int, length: Int, room: TreeRoom) -> Int:
    """Write rows for all that is below an open folder, sorted by path; their number, FAILED if the folder is not plain.

    length : bytes in ``path``, which all paths begin with; it ends in a slash or is empty
    """
    for field in range(4):
        room.at[field] = 0
    room.filled[0] = room.ends[0] = 0
    if not _enter(descriptor, 0, length, room):
        return FAILED
    depth, rows, frames = 0, 0, room.frames
    while depth >= 0:
        if frames[depth, _NEXT] == frames[depth, _COUNT]:
            if depth > 0:
                close(np.int32(frames[depth, _DESCRIPTOR]))
            room.filled[0] = frames[depth, _RECORDS]
            depth -= 1
            continue
        entry, end = frames[depth, _FIRST] + frames[depth, _NEXT], frames[depth, _LENGTH]
        frames[depth, _NEXT] += 1
        name, is_folder = room.places[entry], False
        while room.records[name] != 0 and not is_folder:
            is_folder = room.records[name] == _SLASH
            room.path[end] = room.records[name]
            name, end = name + 1, end + 1
        room.path[end] = 0
        if is_folder and _descend(depth, end, room):
            depth += 1
            continue
        written = room.ends[rows]
        for k in range(end):
            room.names[written + k] = room.path[k]
        room.ends[rows + 1] = written + end
        room.row_mode[rows] = LEFT if is_folder else room.mode[entry]
        room.row_size[rows] = 0 if is_folder else room.size[entry]
        room.row_modified_ns[rows] = 0 if is_folder else room.modified_ns[entry]
        room.row_noted_ns[rows] = 0 if is_folder else room.noted_ns[entry]
        rows += 1
    return rows

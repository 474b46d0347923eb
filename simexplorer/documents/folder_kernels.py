"""A folder's entries without the interpreter: listed, sorted by name, and asked for mode, size and times of change."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel, kernel_part, lean_kernel
from simexplorer.documents.system_calls import (
    AT_SYMLINK_NOFOLLOW,
    ENTRY_LENGTH_AT,
    ENTRY_NAME_AT,
    ENTRY_TYPE_AT,
    STATX_BYTES,
    STATX_WANTED,
    TYPE_FOLDER,
    TYPE_UNKNOWN,
    file_status,
    getdents64,
    statx,
)
from simexplorer.kernel_words import load64, trailing_zeros

ENTRIES_AT_ONCE = 1 << 15  # bytes of room for one call
LEAST_ENTRY = 24  # bytes
FULL, FAILED = -1, -2
_ONES, _HIGH_BITS = U(0x0101010101010101), U(0x8080808080808080)


@lean_kernel
def read_entries(folder: Int, records: NDArray[np.uint8], filled: NDArray[np.int64]) -> Int:
    """Append the entries of an open folder as the system tells them to ``records[:filled[0]]``.

    0 at the folder's end, with ENTRIES_AT_ONCE bytes to spare; FULL where there are fewer: go on with a larger copy;
    FAILED.
    """
    while records.size - filled[0] >= ENTRIES_AT_ONCE:
        count = getdents64(np.int32(folder), U(records.ctypes.data) + U(filled[0]), U(records.size - filled[0]))
        if count < 0:
            return FAILED
        if count == 0:
            return 0
        filled[0] += count
    return FULL


@inlined
def entry_at(records: NDArray[np.uint8], at: Int) -> tuple[Int, Int, Int]:
    """(name, length, next) of an entry: where its name begins, its bytes (0 of ``.`` and ``..``), the next entry."""
    name, length = at + ENTRY_NAME_AT, 0
    while records[name + length] != 0:
        length += 1
    if length <= 2 and records[name] == 46 and (length == 1 or records[name + 1] == 46):
        length = 0
    following = at + (np.int64(records[at + ENTRY_LENGTH_AT]) | (np.int64(records[at + ENTRY_LENGTH_AT + 1]) << 8))
    return name, length, following


@lean_kernel
def find_names(
    records: NDArray[np.uint8], filled: Int, places: NDArray[np.int64], folders: NDArray[np.int64]
) -> tuple[Int, Int]:
    """Where in ``records[:filled]`` the names of all but folders begin, and those of folders; ``.`` and ``..`` aside.

    places, folders : (filled / LEAST_ENTRY,), out. (names, folders); FAILED where the file system does not tell which
    entries are folders.
    """
    names, inner, at = 0, 0, np.int64(0)
    while at < filled:
        kind = records[at + ENTRY_TYPE_AT]
        name, length, at = entry_at(records, at)
        if length == 0:
            continue
        if kind == TYPE_UNKNOWN:
            return FAILED, 0
        if kind == TYPE_FOLDER:
            folders[inner] = name
            inner += 1
        else:
            places[names] = name
            names += 1
    return names, inner


@kernel_part
def _is_before(records: NDArray[np.uint8], one: Int, other: Int) -> bool:
    """Whether the name at ``one`` sorts before that at ``other``, byte by byte; both end in a NUL."""
    base = U(records.ctypes.data)
    while True:
        a, b = load64(base + U(one)), load64(base + U(other))
        if a != b:
            shift = trailing_zeros(a ^ b) & U(56)
            return bool((a >> shift) & U(255) < (b >> shift) & U(255))
        if (a - _ONES) & ~a & _HIGH_BITS != U(0):  # both ended: the folder changed while it was listed
            return False
        one, other = one + 8, other + 8


@kernel_part
def sort_places(
    records: NDArray[np.uint8], first: Int, n: Int, places: NDArray[np.int64], spare: NDArray[np.int64]
) -> None:
    """Put the places of ``n`` names, from ``places[first]`` on, in the order of the names; spare : (n,) scratch.

    By merging, which takes O(n log n) however they stand.
    """
    width = 1
    while width < n:
        for begin in range(0, n, 2 * width):
            middle, last = min(begin + width, n), min(begin + 2 * width, n)
            a, b = begin, middle
            for t in range(begin, last):
                one, other = places[first + min(a, n - 1)], places[first + min(b, n - 1)]
                if b == last or (a < middle and not _is_before(records, other, one)):
                    spare[t] = one
                    a += 1
                else:
                    spare[t] = other
                    b += 1
        for t in range(n):
            places[first + t] = spare[t]
        width *= 2


@lean_kernel
def sort_names(
    records: NDArray[np.uint8],
    n: Int,
    places: NDArray[np.int64],
    spare: NDArray[np.int64],
    joined: NDArray[np.uint8],
    offsets: NDArray[np.int64],
) -> None:
    """Write the names at the first ``n`` places to ``joined`` in their order, each with its NUL, and where they begin.

    spare : (n,) scratch; offsets : (n + 1,)
    """
    sort_places(records, 0, n, places, spare)
    written = 0
    for i in range(n):
        offsets[i] = written
        at = places[i]
        while records[at] != 0:
            joined[written] = records[at]
            at, written = at + 1, written + 1
        joined[written] = 0
        written += 1
    offsets[n] = written


@kernel
def stat_names(
    folder: Int,
    names: NDArray[np.uint8],
    mode: NDArray[np.int32],
    size: NDArray[np.int64],
    modified_ns: NDArray[np.int64],
    noted_ns: NDArray[np.int64],
) -> None:
    """Fill the columns for names that each end in a NUL, relative to the open ``folder``; all 0 where statx failed."""
    record = np.zeros(STATX_BYTES, np.uint8)
    at = 0
    for i in range(mode.size):
        address = U(names.ctypes.data) + U(at)
        failed = statx(np.int32(folder), address, np.int32(AT_SYMLINK_NOFOLLOW), U32(STATX_WANTED), record.ctypes.data)
        mode[i], size[i], modified_ns[i], noted_ns[i] = 0, 0, 0, 0
        if failed == 0:
            mode[i], size[i], modified_ns[i], noted_ns[i] = file_status(U(record.ctypes.data))
        while names[at] != 0:
            at += 1
        at += 1


@kernel
def list_folder(
    folder: Int,
    records: NDArray[np.uint8],
    filled: NDArray[np.int64],
    places: NDArray[np.int64],
    spare: NDArray[np.int64],
    folders: NDArray[np.int64],
    joined: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    mode: NDArray[np.int32],
    size: NDArray[np.int64],
    modified_ns: NDArray[np.int64],
    noted_ns: NDArray[np.int64],
) -> tuple[Int, Int]:
    """The sorted names of all but folders to ``joined`` and ``offsets``, of folders where they are in ``records``.

    (names, folders), or FULL or FAILED and 0. records, filled : as in ``read_entries``
    places, spare, folders : (m,) with LEAST_ENTRY m bytes of records; joined : as many bytes; offsets : (m + 1,)
    mode, size, modified_ns, noted_ns : (most,), filled in as by ``stat_names`` where there are no more names
    """
    ended = read_entries(folder, records, filled)
    if ended != 0:
        return ended, 0
    names, inner = find_names(records, filled[0], places, folders)
    if names >= 0:
        sort_names(records, names, places, spare, joined, offsets)
    if 0 < names <= mode.size:
        stat_names(folder, joined, mode[:names], size[:names], modified_ns[:names], noted_ns[:names])
    return names, inner

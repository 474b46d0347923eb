"""Whole chunks of files read and checked without the interpreter: one compiled call, the GIL released throughout."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel_part, lean_kernel
from simexplorer.documents.page_starts import SAID_WITHIN, begins_with, first_word, may_be_mail, may_be_page
from simexplorer.documents.short_texts import copy_text
from simexplorer.documents.system_calls import (
    AT_EMPTY_PATH,
    LEAVE_TIME,
    OPEN_FLAGS,
    STATX_WANTED,
    close,
    file_status,
    openat,
    pread,
    read,
    statx,
)
from simexplorer.documents.utf8 import ASCII, ODD, VISIBLE, count_characters, survey, unfinished, utf8_prefix

# Where the text of a row is; zero and above is an offset in the spool
UNREAD, PLAIN, NO_TEXT = -1, -2, -3

# What became of a row in a reading
DONE, LOOK, FAILED, READER = 0, 1, 2, 3

# What ``judge`` says in place of a size: it may be plain for all that, or only a reader can tell
_LOOK_AGAIN, _FOR_A_READER = -1, -2

_BYTE_ORDER_MARK = 3
_LONGEST_PATH = 4095
PATH_BYTES = _LONGEST_PATH + 1
_LARGEST_READ = 1 << 30
GLANCE_ABOVE, _GLANCE = 1 << 16, 1 << 13  # the latter as much as ``extract`` looks at

_FROM = np.array(list(b"from "), np.uint8)


class ReadOrder(NamedTuple):
    """What is to be read: column ``i`` of each is row ``i`` of the chunk.

    names : the table's path buffer; path_start, path_end : (m,) int64 into it; folder : (m,) int32 open root folder
    place : (m,) int64; size, modified_ns : (m,) int64 as listed; wanted : (m,) int64 bytes of the file to read,
        of the spool where ``place`` is an offset; text_bytes : (m,) int64, of a PLAIN row's text
    kept : (m,) int64 into ``short``, texts that need no reading; -1 elsewhere
    """

    names: NDArray[np.uint8]
    path_start: NDArray[np.int64]
    path_end: NDArray[np.int64]
    folder: NDArray[np.int32]
    place: NDArray[np.int64]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    wanted: NDArray[np.int64]
    text_bytes: NDArray[np.int64]
    kept: NDArray[np.int64]
    short: NDArray[np.uint8]


class Spooled(NamedTuple):
    """Where made texts lie: offsets below ``recalled_size`` in the file of an earlier run, later ones in the spool."""

    descriptor: int
    recalled: int
    recalled_start: int
    recalled_size: int


@kernel_part
def _open(order: ReadOrder, row: Int, path: NDArray[np.uint8], flags: Int) -> tuple[Int, Int]:
    """(descriptor of the row's file, or a negative number; flags to open the next file with).

    flags : with LEAVE_TIME until there is a file that can be opened without it alone
    """
    start, end = order.path_start[row], order.path_end[row]
    length = end - start
    if length > _LONGEST_PATH or order.folder[row] < 0:
        return -1, flags
    for place in range(length):  # copied one by one: an assigned slice takes seconds to compile
        path[place] = order.names[start + place]
    path[length] = 0
    descriptor = openat(order.folder[row], path.ctypes.data, np.int32(flags))
    if descriptor >= 0 or flags == OPEN_FLAGS:
        return descriptor, flags
    descriptor = openat(order.folder[row], path.ctypes.data, np.int32(OPEN_FLAGS))
    return descriptor, flags if descriptor < 0 else OPEN_FLAGS


@kernel_part
def _fill(descriptor: Int, data: NDArray[np.uint8], start: Int, room: Int) -> Int:
    """Bytes read into ``data[start:start + room]``; fewer at the end of the file; -1 if reading failed."""
    done = 0
    while done < room:
        count = read(np.int32(descriptor), U(data.ctypes.data) + U(start + done), U(room - done))
        if count < 0:
            return -1
        done += count
        # a regular file gives less than was asked for at its end alone (Linux stops at 2 GB as well)
        if count == 0 or count < _LARGEST_READ:
            break
    return done


@kernel_part
def _read_spooled(order: ReadOrder, spool: Spooled, first: Int, data: NDArray[np.uint8], start: Int) -> Int:
    """Read the made text of row ``first``, with those after it that follow it in the spool as well: short ones, mostly.

    They go to ``data[start:]``; returns the row after the last one that was read whole.
    """
    row: Int = first
    size: Int = 0
    place = order.place[first]
    recalled = place < spool.recalled_size
    while row < order.place.size and order.place[row] == place + size and size < _LARGEST_READ:
        if (order.place[row] < spool.recalled_size) != recalled:
            break
        size += order.wanted[row]
        row += 1
    source = spool.recalled if recalled else spool.descriptor
    at = place + spool.recalled_start if recalled else place - spool.recalled_size
    count = pread(np.int32(source), U(data.ctypes.data) + U(start), U(size), np.int64(at))
    row = first
    while size > 0 and row < order.place.size and order.place[row] == place and order.wanted[row] <= count:
        count -= order.wanted[row]
        size -= order.wanted[row]
        place += order.wanted[row]
        row += 1
    return row


@kernel_part
def _begins_with_nul(descriptor: Int, data: NDArray[np.uint8], start: Int) -> bool:
    """Whether a NUL is among the first 8 KB: a large picture or film is not worth reading to its end."""
    count = pread(np.int32(descriptor), U(data.ctypes.data) + U(start), U(_GLANCE), 0)
    nul = False
    for i in range(start, start + count):
        nul = nul or data[i] == 0
    return nul


@kernel_part
def _unchanged(
    descriptor: Int, order: ReadOrder, row: Int, record: NDArray[np.uint8], empty: NDArray[np.uint8]
) -> bool:
    """Whether the open file still has the size and the time of change that were listed."""
    if (
        statx(np.int32(descriptor), empty.ctypes.data, np.int32(AT_EMPTY_PATH), U32(STATX_WANTED), record.ctypes.data)
        != 0
    ):
        return False
    _, size, modified, _ = file_status(U(record.ctypes.data))
    return bool(size == order.size[row] and modified == order.modified_ns[row])


@kernel_part
def _holds_time(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether the first line tells a time of day, as the line that opens each mail of a mailbox does."""
    for i in range(start + 2, min(start + SAID_WITHIN, end - 2)):
        if data[i] == 10:
            return False
        before, after = data[i - 1], data[i + 1]
        if data[i] == 58 and before >= 48 and before <= 57 and after >= 48 and after <= 57:
            return True
    return False


@kernel_part
def _looks_plain(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether nothing at the text's beginning speaks of markup, mail or a known container (those with NULs aside)."""
    i = first_word(data, start, end)
    if end - i < 5:
        return True
    first, second, third = data[i], data[i + 1], data[i + 2]
    if first == 60 and may_be_page(data, i, end):  # <
        return False
    if first == 123 and second == 92 and third == 114:  # {\r of RTF
        return False
    if first == 37 and second == 80 and third == 68 and data[i + 3] == 70:  # %PDF
        return False
    if begins_with(data, i, end, _FROM):
        return not _holds_time(data, i, end)
    return not may_be_mail(data, i, end)


@lean_kernel
def without_mark(data: NDArray[np.uint8], start: Int, count: Int) -> Int:
    """Take a byte order mark off in place; bytes that are left."""
    if count < _BYTE_ORDER_MARK or data[start] != 0xEF or data[start + 1] != 0xBB or data[start + 2] != 0xBF:
        return count
    for i in range(start, start + count - _BYTE_ORDER_MARK):
        data[i] = data[i + _BYTE_ORDER_MARK]
    return count - _BYTE_ORDER_MARK


@kernel_part
def _is_foreign(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether a text begins like a page or with a mark of UTF-16, or is no UTF-8 though no byte of it is a NUL."""
    i = first_word(data, start, end)
    if i < end and data[i] == 60 and may_be_page(data, i, end):
        return True
    if end - start > 1 and data[start] == 0x1F and data[start + 1] == 0x8B:  # gzip
        return False
    if end - start > 1 and min(data[start], data[start + 1]) == 254 and max(data[start], data[start + 1]) == 255:
        return True
    while i < end and data[i] != 0:
        i += 1
    return bool(i == end and count_characters(data, start, end) < 0)


@lean_kernel
def verdict_of(size: Int) -> Int:
    """DONE, LOOK or READER: what follows from the size that ``judge`` gives."""
    return DONE if size >= 0 else LOOK if size == _LOOK_AGAIN else READER


@lean_kernel
def judge(data: NDArray[np.uint8], start: Int, count: Int, cut: bool) -> tuple[Int, Int, Int]:
    """(bytes, code points, VISIBLE or 0) of a raw text that may stay as it is; else the first says who looks at it."""
    end = start + without_mark(data, start, count)
    found = survey(data, start, end)
    if (found & ODD) != 0 or not _looks_plain(data, start, end):
        marked = end < start + count
        return _FOR_A_READER if marked or _is_foreign(data, start, end) else _LOOK_AGAIN, 0, 0
    characters = end - start
    if (found & ASCII) == 0:
        characters = count_characters(data, start, end)
        if characters < 0:
            valid, characters = utf8_prefix(data, start, end)
            if not (cut and unfinished(data, valid, end)):
                return _FOR_A_READER, 0, 0
            end = valid
    return end - start, characters, found & VISIBLE


@lean_kernel
def read_rows(
    order: ReadOrder,
    spool: Spooled,
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    verdict: NDArray[np.uint8],
    characters: NDArray[np.int64],
    visible: NDArray[np.bool_],
    path: NDArray[np.uint8],
    record: NDArray[np.uint8],
) -> None:
    """Write the texts of all rows to ``data``, one after the other; four system calls a file.

    data : room for the sum of ``wanted`` and 64 bytes more; offsets : (m + 1,) int64, out
    verdict : (m,) uint8, out: DONE; LOOK where a look at the bytes may tell what they are, and ``data`` has them as
        they are, of a large file its beginning; READER where it takes more; FAILED where they could not be had
    characters, visible : (m,), out, of rows that were UNREAD and are DONE
    path, record : PATH_BYTES and STATX_BYTES of scratch, the last byte of ``path`` 0
    """
    offsets[0], made, flags = 0, 0, OPEN_FLAGS | LEAVE_TIME
    for row in range(order.place.size):
        start = offsets[row]
        offsets[row + 1] = start
        verdict[row] = DONE
        place, wanted = order.place[row], order.wanted[row]
        if place == NO_TEXT or (wanted == 0 and place != UNREAD):
            continue
        kept = order.kept[row]
        if kept >= 0:
            size = order.text_bytes[row]
            copy_text(U(order.short.ctypes.data) + U(kept), U(data.ctypes.data) + U(start), U(size))
            offsets[row + 1] = start + size
            continue
        verdict[row] = FAILED
        if place >= 0:
            if row >= made:
                made = _read_spooled(order, spool, row, data, start)
            if row < made:
                offsets[row + 1] = start + wanted
                verdict[row] = DONE
            continue
        descriptor, flags = _open(order, row, path, flags)
        if descriptor < 0:
            continue
        if place == UNREAD and wanted > GLANCE_ABOVE and _begins_with_nul(descriptor, data, start):
            verdict[row] = LOOK
            offsets[row + 1] = start + _GLANCE
        else:
            # one byte more than was listed: a file that has grown shows it
            cut = order.size[row] > wanted
            count = _fill(descriptor, data, start, wanted if cut else wanted + 1)
            if count != wanted or not _unchanged(descriptor, order, row, record, path[_LONGEST_PATH:]):
                pass  # what was read may be half of one text and half of another
            elif place == PLAIN:
                without_mark(data, start, count)
                offsets[row + 1] = start + order.text_bytes[row]
                verdict[row] = DONE
            else:
                size, points, seen = judge(data, start, count, cut)
                verdict[row] = verdict_of(size)
                offsets[row + 1] = start + (count if verdict[row] == LOOK else max(size, 0))
                characters[row], visible[row] = points, seen != 0
        close(np.int32(descriptor))

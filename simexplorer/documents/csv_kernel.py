"""Rows of CSV found in raw bytes: where each begins and ends, and what stands in the columns that are wanted.

What ends a cell or a row is what ends it for Python's ``csv`` (RFC 4180, section 2, and what that leaves open): a
quotation mark that does not begin a cell is a letter, and so is all that follows the closing one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import ONE, bytes_within, copy_64_bytes, trailing_zeros

BEGIN, END, CELL_END, CELLS = 0, 1, 2, 3  # columns of what is known of a row
_QUOTE, _LF, _CR = U(34), U(10), U(13)
_ALL = ~U(0)


@kernel_part
def _put_cell(data: NDArray[np.uint8], begin: Int, end: Int, simple: Int, cells: NDArray[np.uint8], at: Int) -> Int:
    """Write the cell ``data[begin:end]`` to ``cells`` from ``at`` on; where it ends there.

    simple : not 0 where marks stand around all of a cell that begins with one, and nowhere else in it
    """
    if begin == end or U(data[begin]) != _QUOTE or simple != 0:
        marks = U(begin < end and U(data[begin]) == _QUOTE)
        for p in range(begin + marks, end - marks):
            cells[at + p - begin - marks] = data[p]
        return at + end - begin - marks - marks
    source, target = U(data.ctypes.data), U(cells.ctypes.data)
    quoted, p = True, begin + ONE
    while p < end:
        copy_64_bytes(source + p, target + at)
        signs = bytes_within(source + p, _QUOTE, ONE)
        plain = min(trailing_zeros(signs) if signs != U(0) else U(64), end - p)
        p, at = p + plain, at + plain
        if plain == U(64) or p >= end:
            continue
        doubled = quoted and p + ONE < end and U(data[p + ONE]) == _QUOTE
        if doubled or not quoted:
            cells[at] = data[p]
            at += ONE
        quoted = doubled
        p += ONE + U(doubled)
    return at


@kernel_part
def _blank_at(text: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """Bytes of the white space that stands at ``p``, as Unicode has it; 0 where none does."""
    byte = text[p]
    if byte < 128:
        return U(byte == 32 or 9 <= byte <= 13 or 28 <= byte <= 31)
    if byte == 0xC2:
        return U(2) * U(p + U(1) < end and (text[p + U(1)] == 0x85 or text[p + U(1)] == 0xA0))
    if p + U(2) >= end or not 0xE1 <= byte <= 0xE3:
        return U(0)
    second, third = text[p + U(1)], text[p + U(2)]
    ogham, wide = byte == 0xE1 and second == 0x9A, byte == 0xE3 and second == 0x80
    spaces = third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF
    general = byte == 0xE2 and ((second == 0x80 and spaces) or (second == 0x81 and third == 0x9F))
    return U(3) * U(general or ((ogham or wide) and third == 0x80))


@kernel_part
def _blank_before(text: NDArray[np.uint8], begin: Int, p: Int) -> Int:
    """Bytes of the white space that ends at ``p``."""
    for size in (U(1), U(2), U(3)):
        if p - begin >= size and _blank_at(text, p - size, p) == size:
            return size
    return U(0)


@kernel_part
def _put_word(
    data: NDArray[np.uint8], begin: Int, end: Int, simple: Int, cells: NDArray[np.uint8], first: Int, at: Int
) -> Int:
    """Append a cell without the white space around it, behind a blank where something was written from ``first`` on."""
    start = at + U(at > first)
    low, high = start, _put_cell(data, begin, end, simple, cells, start)
    while low < high and _blank_at(cells, low, high) != U(0):
        low += _blank_at(cells, low, high)
    while low < high and _blank_before(cells, low, high) != U(0):
        high -= _blank_before(cells, low, high)
    if low == high:
        return at
    if start > at:
        cells[at] = 32
    for p in range(high - low):
        cells[start + p] = cells[low + p]
    return start + high - low


@lean_kernel
def cut_csv(
    data: NDArray[np.uint8],
    first: Int,
    end: Int,
    delimiter: Int,
    wanted: NDArray[np.bool_],
    joins: Int,
    cells: NDArray[np.uint8],
    rows: NDArray[np.int64],
) -> tuple[Int, Int]:
    """Write the rows that end in ``data[first:end]`` and hold a cell to ``rows``; (where the next begins, how many).

    wanted : whether each column is; the last one stands for those beyond, too
    joins : not 0 where cells lose the white space around them and are joined by a blank
    rows : (room, 4) where a row begins and ends, where its text ends in ``cells``, how many cells it has
    cells : for the wanted cells of all rows, joined: 64 bytes more than all of the data, which has as many beyond
    """
    base, stop = U(data.ctypes.data), U(end)
    row, cell, closed, count, written, number = U(first), U(first), U(0), U(0), U(0), U(0)
    quoted, simple, block, beyond, text = False, 1, U(first), U(wanted.size) - ONE, U(0)
    while block < stop and count < U(rows.shape[0]):
        within = _ALL if stop - block >= U(64) else (ONE << (stop - block)) - ONE
        marks = bytes_within(base + block, _QUOTE, ONE) & within
        signs = bytes_within(base + block, _LF, ONE) | bytes_within(base + block, _CR, ONE)
        signs = ((signs | bytes_within(base + block, U(delimiter), ONE)) & within) | marks
        left = marks if quoted else signs
        while left != U(0):
            bit = trailing_zeros(left)
            p = block + bit
            left &= left - ONE
            if (marks >> bit) & ONE != U(0):
                if quoted:
                    quoted, closed = False, p + ONE
                    left = signs & ((_ALL << bit) << ONE)
                elif p in (cell, closed):  # the second of two is one inside the cell
                    quoted, simple = True, simple & int(p == cell)
                    left = marks & ((_ALL << bit) << ONE)
                continue
            ends_row = U(data[p]) != U(delimiter)
            if not ends_row or p > row:
                simple &= int(closed == p)
                if wanted[min(number, beyond)] and joins != 0:
                    written = _put_word(data, cell, p, simple, cells, text, written)
                elif wanted[min(number, beyond)]:
                    written = _put_cell(data, cell, p, simple, cells, written)
                number += ONE
            cell, simple = p + ONE, 1
            if ends_row:
                if number > U(0):
                    rows[count, BEGIN], rows[count, END] = np.int64(row), np.int64(p)
                    rows[count, CELL_END], rows[count, CELLS] = np.int64(written), np.int64(number)
                    count += ONE
                row, number, text = cell, U(0), written
                if count == U(rows.shape[0]):
                    break
        block += U(64)
    return np.int64(row), np.int64(count)

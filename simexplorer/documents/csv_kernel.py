"""Rows of CSV found in raw bytes: where each begins and ends, and what stands in its one column that is wanted.

What ends a cell or a row is what ends it for Python's ``csv`` (RFC 4180, section 2, and what that leaves open): a
quotation mark that does not begin a cell is a letter, and so is all that follows the closing one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import bytes_within, trailing_zeros

BEGIN, END, CELL_END, CELLS = 0, 1, 2, 3  # columns of what is known of a row
_QUOTE, _LF, _CR = U(34), U(10), U(13)
_ONE, _ALL = U(1), ~U(0)


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
    quoted, p = True, begin + _ONE
    while p < end:
        byte = data[p]
        p += _ONE
        if quoted and U(byte) == _QUOTE:
            quoted = p < end and U(data[p]) == _QUOTE
            if not quoted:
                continue
            p += _ONE
        cells[at] = byte
        at += _ONE
    return at


@lean_kernel
def cut_csv(
    data: NDArray[np.uint8],
    first: Int,
    end: Int,
    delimiter: Int,
    column: Int,
    cells: NDArray[np.uint8],
    rows: NDArray[np.int64],
) -> tuple[Int, Int]:
    """Write the rows that end in ``data[first:end]`` and hold a cell to ``rows``; (where the next begins, how many).

    rows : (room, 4) where a row begins and ends, where its cell ends in ``cells``, how many cells it has
    cells : for the cells of one column, joined: room for all of the data. 64 bytes beyond it are readable.
    """
    base, stop = U(data.ctypes.data), U(end)
    row, cell, closed, count, written, number = U(first), U(first), U(0), U(0), U(0), U(0)
    quoted, simple, block = False, 1, U(first)
    while block < stop and count < U(rows.shape[0]):
        within = _ALL if stop - block >= U(64) else (_ONE << (stop - block)) - _ONE
        marks = bytes_within(base + block, _QUOTE, _ONE) & within
        signs = bytes_within(base + block, _LF, _ONE) | bytes_within(base + block, _CR, _ONE)
        signs = ((signs | bytes_within(base + block, U(delimiter), _ONE)) & within) | marks
        left = marks if quoted else signs
        while left != U(0):
            bit = trailing_zeros(left)
            p = block + bit
            left &= left - _ONE
            if (marks >> bit) & _ONE != U(0):
                if quoted:
                    quoted, closed = False, p + _ONE
                    left = signs & ((_ALL << bit) << _ONE)
                elif p in (cell, closed):  # the second of two is one inside the cell
                    quoted, simple = True, simple & int(p == cell)
                    left = marks & ((_ALL << bit) << _ONE)
                continue
            ends_row = U(data[p]) != U(delimiter)
            if not ends_row or p > row:
                if number == U(column):
                    written = _put_cell(data, cell, p, simple & int(closed == p), cells, written)
                number += _ONE
            cell, simple = p + _ONE, 1
            if ends_row:
                if number > U(0):
                    rows[count, BEGIN], rows[count, END] = np.int64(row), np.int64(p)
                    rows[count, CELL_END], rows[count, CELLS] = np.int64(written), np.int64(number)
                    count += _ONE
                row, number = cell, U(0)
                if count == U(rows.shape[0]):
                    break
        block += U(64)
    return np.int64(row), np.int64(count)

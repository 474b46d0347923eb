"""Lines of JSON found in raw bytes: what stands under the one key that is wanted.

Only what is JSON to the letter (RFC 8259) is taken here; whatever else a line holds is left to Python's ``json``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel_part, lean_kernel
from simexplorer.documents.csv_kernel import BEGIN, CELL_END, CELLS, END
from simexplorer.kernel_words import ONE, bytes_within, copy_64_bytes, trailing_zeros

_MARK, _ESCAPE, _LF = U(34), U(92), U(10)
_ALL, _BLOCK = ~U(0), U(64)
_VALUE, _VALUE_OR_END, _KEY, _KEY_OR_END, _COMMA = 0, 1, 2, 3, 4  # what may come next
_MOST_DEPTH, _MOST_DIGITS = 60, U(1000)


@inlined
def _skipped(data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """The first place from ``p`` on without a blank, at most ``end``."""
    while p < end and (data[p] == 32 or data[p] == 9 or data[p] == 13):
        p += ONE
    return p


@inlined
def _place_of(sign: Int, data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """The first place of a byte from ``p`` on; ``end`` where there is none."""
    base = U(data.ctypes.data)
    while p < end:
        signs = bytes_within(base + p, sign, ONE)
        if signs != U(0):
            return min(p + trailing_zeros(signs), end)
        p += _BLOCK
    return end


@kernel_part
def _hex(data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """The number that four hexadecimal digits stand for; 2^16 where they are none."""
    if p + U(4) > end:
        return U(1 << 16)
    number = U(0)
    for k in range(U(4)):
        digit = U(data[p + k])
        if digit - U(48) < U(10):
            number = (number << U(4)) | (digit - U(48))
        elif (digit | U(32)) - U(97) < U(6):
            number = (number << U(4)) | ((digit | U(32)) - U(87))
        else:
            return U(1 << 16)
    return number


@kernel_part
def _text_end(data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """Where the text that begins at ``p`` has its closing mark; ``end`` where it has none or is not JSON."""
    base = U(data.ctypes.data)
    while p < end:
        signs = bytes_within(base + p, U(0), U(32)) | bytes_within(base + p, _MARK, ONE)
        signs |= bytes_within(base + p, _ESCAPE, ONE)
        if signs == U(0):
            p += _BLOCK
            continue
        p += trailing_zeros(signs)
        if p >= end or U(data[p]) == _MARK:
            return min(p, end)
        if U(data[p]) != _ESCAPE or p + ONE >= end:
            return end
        kind = data[p + ONE]
        if kind == 117:  # u
            if _hex(data, p + U(2), end) == U(1 << 16):
                return end
            p += U(6)
        elif kind in (34, 92, 47, 98, 102, 110, 114, 116):  # " \ / b f n r t
            p += U(2)
        else:
            return end
    return end


@kernel_part
def _put_character(code: Int, cells: NDArray[np.uint8], at: Int) -> Int:
    """Write a character as UTF-8 to ``cells`` from ``at`` on; where it ends."""
    if code < U(0x80):
        cells[at] = np.uint8(code)
        return at + ONE
    size = U(2) + U(code >= U(0x800)) + U(code >= U(0x10000))
    for k in range(size - ONE):
        cells[at + size - ONE - k] = np.uint8(U(0x80) | ((code >> (U(6) * k)) & U(0x3F)))
    lead = (U(0xF00) >> size) & U(0xFF)
    cells[at] = np.uint8(lead | (code >> (U(6) * (size - ONE))))
    return at + size


@kernel_part
def _put_text(data: NDArray[np.uint8], p: Int, end: Int, cells: NDArray[np.uint8], at: Int) -> Int:
    """Write the text ``data[p:end]`` without its escapes to ``cells`` from ``at`` on; where it ends.

    2^64 - 1 where it holds half of a character (a lone surrogate).
    """
    source, target = U(data.ctypes.data), U(cells.ctypes.data)
    while p < end:
        copy_64_bytes(source + p, target + at)
        signs = bytes_within(source + p, _ESCAPE, ONE)
        plain = min(trailing_zeros(signs) if signs != U(0) else _BLOCK, end - p)
        p, at = p + plain, at + plain
        if plain == _BLOCK or p >= end:
            continue
        kind = data[p + ONE]
        code = U(kind)
        if kind == 117:
            code = _hex(data, p + U(2), end)
            p += U(4)
            if code - U(0xD800) < U(0x400) and p + U(4) < end and data[p + U(2)] == 92 and data[p + U(3)] == 117:
                low = _hex(data, p + U(4), end) - U(0xDC00)
                code = U(0x10000) + ((code - U(0xD800)) << U(10)) + low if low < U(0x400) else code
                p += U(6) * U(low < U(0x400))
            if code - U(0xD800) < U(0x800):
                return _ALL
        elif kind == 110 or kind == 114 or kind == 116:  # n r t
            code = U(10) if kind == 110 else (U(13) if kind == 114 else U(9))
        elif kind == 98 or kind == 102:  # b f
            code = U(8) if kind == 98 else U(12)
        p += U(2)
        at = _put_character(code, cells, at)
    return at


@kernel_part
def _digits_end(data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    while p < end and U(data[p]) - U(48) < U(10):
        p += ONE
    return p


@kernel_part
def _scalar_end(data: NDArray[np.uint8], p: Int, end: Int) -> Int:
    """Where the number, ``true``, ``false`` or ``null`` at ``p`` ends; ``p`` where there is none."""
    begin, left = p, end - p
    if left >= U(4) and data[p] == 116 and data[p + U(1)] == 114 and data[p + U(2)] == 117 and data[p + U(3)] == 101:
        return p + U(4)
    if left >= U(4) and data[p] == 110 and data[p + U(1)] == 117 and data[p + U(2)] == 108 and data[p + U(3)] == 108:
        return p + U(4)
    if left >= U(5) and data[p] == 102 and data[p + U(1)] == 97 and data[p + U(2)] == 108 and data[p + U(3)] == 115:
        return p + U(5) if data[p + U(4)] == 101 else begin
    p += U(data[p] == 45)
    digits = _digits_end(data, p, end)
    if digits == p or (data[p] == 48 and digits > p + ONE):
        return begin
    p = digits
    if p < end and data[p] == 46:
        digits = _digits_end(data, p + ONE, end)
        if digits == p + ONE:
            return begin
        p = digits
    if p < end and (data[p] | 32) == 101:
        p += ONE
        p += U(p < end and (data[p] == 43 or data[p] == 45))
        digits = _digits_end(data, p, end)
        return digits if digits > p else begin
    return p


@kernel_part
def _put_whole_number(data: NDArray[np.uint8], p: Int, end: Int, cells: NDArray[np.uint8], at: Int) -> Int:
    """Write a whole number as Python writes it to ``cells`` from ``at`` on; where it ends. 2^64 - 1 for any other."""
    digits = p + U(data[p] == 45)
    if _digits_end(data, digits, end) != end or (digits > p and data[digits] == 48) or end - p > _MOST_DIGITS:
        return _ALL
    for k in range(end - p):
        cells[at + k] = data[p + k]
    return at + end - p


@kernel_part
def _is_key(data: NDArray[np.uint8], begin: Int, end: Int, key: NDArray[np.uint8]) -> bool:
    size, same = U(key.size), U(0)
    if end - begin == size:
        while same < size and data[begin + same] == key[same]:
            same += ONE
        return bool(same == size)
    return False


@kernel_part
def _put_cell(
    data: NDArray[np.uint8], p: Int, end: Int, key: NDArray[np.uint8], cells: NDArray[np.uint8], at: Int
) -> Int:
    """Write the text or whole number under a key of the object ``data[p:end]`` to ``cells`` from ``at`` on; its end.

    2^64 - 1 where there is none, or this is no such object.
    """
    objects, depth, expects, wanted, written = U(0), 0, _VALUE, False, _ALL  # a bit a level: is it an object?
    while True:
        p = _skipped(data, p, end)
        if p >= end:
            return _ALL
        sign, top = data[p], objects & ONE
        closes = (sign == 125 and top == ONE and expects in (_KEY_OR_END, _COMMA)) or (
            sign == 93 and top == U(0) and expects in (_VALUE_OR_END, _COMMA)
        )
        if closes and depth > 0:
            p, objects, depth, expects = p + ONE, objects >> ONE, depth - 1, _COMMA
            if depth == 0:
                return written if _skipped(data, p, end) == end else _ALL
        elif expects == _COMMA:
            if sign != 44:
                return _ALL
            p, expects = p + ONE, _KEY if top == ONE else _VALUE
        elif expects >= _KEY:
            mark = _text_end(data, p + ONE, end)
            colon = _skipped(data, mark + ONE, end)
            if U(sign) != _MARK or colon >= end or data[colon] != 58:
                return _ALL
            if depth == 1:
                if _place_of(_ESCAPE, data, p, mark) < mark:
                    return _ALL  # perhaps it spells the wanted key
                wanted = _is_key(data, p + ONE, mark, key)
            p, expects = colon + ONE, _VALUE
        elif sign == 123 or sign == 91:  # { [
            if (wanted and depth == 1) or depth == _MOST_DEPTH or (depth == 0 and sign == 91):
                return _ALL
            objects = (objects << ONE) | U(sign == 123)
            p, depth, expects = p + ONE, depth + 1, _KEY_OR_END if sign == 123 else _VALUE_OR_END
        else:
            ends = _text_end(data, p + ONE, end) + ONE if U(sign) == _MARK else _scalar_end(data, p, end)
            if ends == p or ends > end or depth == 0:
                return _ALL
            if wanted and depth == 1:
                if U(sign) == _MARK:
                    written = _put_text(data, p + ONE, ends - ONE, cells, at)
                else:
                    written = _put_whole_number(data, p, ends, cells, at)
                if written == _ALL:
                    return _ALL
            p, expects = ends, _COMMA


@lean_kernel
def cut_json(
    data: NDArray[np.uint8], first: Int, end: Int, key: NDArray[np.uint8], cells: NDArray[np.uint8],
    rows: NDArray[np.int64],
) -> tuple[Int, Int]:  # fmt: skip
    """Write the lines that end in ``data[first:end]`` and hold anything to ``rows``; (where the next begins, how many).

    rows : (room, 4) where a line begins and ends, where its cell ends in ``cells``, and 1; or 0 where it is not a JSON
    object with a text or a whole number under this key, or one that Python has to look at
    cells : for the texts, joined: 64 bytes more than all of the data. 64 bytes beyond the data are readable.
    """
    line, stop, count, written = U(first), U(end), U(0), U(0)
    while count < U(rows.shape[0]):
        break_at = _place_of(_LF, data, line, stop)
        if break_at == stop:
            break
        if _skipped(data, line, break_at) < break_at:
            cell_end = _put_cell(data, line, break_at, key, cells, written)
            written = written if cell_end == _ALL else cell_end
            rows[count, BEGIN], rows[count, END] = np.int64(line), np.int64(break_at)
            rows[count, CELL_END], rows[count, CELLS] = np.int64(written), np.int64(cell_end != _ALL)
            count += ONE
        line = break_at + ONE
    return np.int64(line), np.int64(count)

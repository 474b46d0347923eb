"""Text that is not in its Unicode form yet, brought into it by kernels: taken apart, marks in order, composed.

The canonical algorithm (UAX 15; The Unicode Standard, section 3.11), one character of class 0 and the marks behind it
at a time. The data are Python's own, and so is the answer: ``unicodedata.normalize``, but in linear time for any text
and without the interpreter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel_part, lean_kernel
from simexplorer.features.code_points import pair_key, pair_place
from simexplorer.features.form_table import FIRST_SHIFT, PARTS_MASK, PARTS_SHIFT, SECOND, FormTable
from simexplorer.features.utf8_points import decode
from simexplorer.kernel_words import ONE, load64, store64

_NOBODY = U32(0xFFFFFFFF)
_SORTED_AT_ONCE = 32  # marks: more are put in order class by class
_POINT_BITS = U32(21)
_POINT = U32((1 << 21) - 1)
_CLASS, _SECOND = U32(255), U32(SECOND)
_TOPS = U(0x8080808080808080)
# Hangul syllables: leading consonants, vowels, final consonants
_L, _V, _T, _S = U32(0x1100), U32(0x1161), U32(0x11A7), U32(0xAC00)
_LS, _VS, _TS = U32(19), U32(21), U32(28)

_pair_key, _pair_place = inlined(pair_key), inlined(pair_place)


@kernel_part
def _write_point(point: Int, out: NDArray[np.uint8], at: Int) -> Int:
    """Write a code point as UTF-8; where the next one goes."""
    if point < U32(0x80):
        out[at] = point
        return at + 1
    if point < U32(0x800):
        out[at], out[at + 1] = U32(0xC0) | (point >> U32(6)), U32(0x80) | (point & U32(0x3F))
        return at + 2
    if point < U32(0x10000):
        out[at], out[at + 1] = U32(0xE0) | (point >> U32(12)), U32(0x80) | ((point >> U32(6)) & U32(0x3F))
        out[at + 2] = U32(0x80) | (point & U32(0x3F))
        return at + 3
    out[at], out[at + 1] = U32(0xF0) | (point >> U32(18)), U32(0x80) | ((point >> U32(12)) & U32(0x3F))
    out[at + 2], out[at + 3] = U32(0x80) | ((point >> U32(6)) & U32(0x3F)), U32(0x80) | (point & U32(0x3F))
    return at + 4


@inlined
def _info(point: Int, table: FormTable) -> Any:
    """What is known of a code point (uint64)."""
    return table.info[(U(table.block_of[point >> U(8)]) << U(8)) | (point & U(255))]


@kernel_part
def _composed_pair(first: Int, second: Int, table: FormTable) -> Any:
    """The primary composite of two code points, or _NOBODY."""
    leading, vowel = first - _L, second - _V
    if leading < _LS and vowel < _VS:
        return U32(_S + (leading * _VS + vowel) * _TS)
    syllable, final = first - _S, second - _T
    if syllable < _LS * _VS * _TS and syllable % _TS == U32(0) and U32(0) < final and final < _TS:
        return U32(first + final)
    place = _pair_place(table.pairs, _pair_key(U(first), U(second)))
    return table.composites[place] if table.pairs[place] != U(0) else _NOBODY


@kernel_part
def _sort_marks(marks: NDArray[np.uint32], count: Int, spare: NDArray[np.uint32], classes: NDArray[np.int64]) -> None:
    """Put marks (class << 21 | code point) in the order of their classes, those of one class as they stand."""
    if count <= _SORTED_AT_ONCE:
        for k in range(1, count):
            mark, place = marks[k], k
            while place > 0 and marks[place - 1] >> _POINT_BITS > mark >> _POINT_BITS:
                marks[place] = marks[place - 1]
                place -= 1
            marks[place] = mark
        return
    for one in range(257):
        classes[one] = 0
    for k in range(count):
        classes[(marks[k] >> _POINT_BITS) + U32(1)] += 1
        spare[k] = marks[k]
    for one in range(256):
        classes[one + 1] += classes[one]
    for k in range(count):
        one = spare[k] >> _POINT_BITS
        marks[classes[one]] = spare[k]
        classes[one] += 1


@kernel_part
def _settle(
    starter: Int,
    marks: NDArray[np.uint32],
    count: Int,
    table: FormTable,
    spare: NDArray[np.uint32],
    classes: NDArray[np.int64],
) -> tuple[Any, Int]:
    """Compose a character with the marks behind it, and keep the others in their order; (character, how many)."""
    _sort_marks(marks, count, spare, classes)
    if starter == _NOBODY:
        return starter, count
    kept, last = 0, U32(0)
    for k in range(count):
        mark = marks[k]
        if last < mark >> _POINT_BITS:  # not blocked
            became = _composed_pair(starter, mark & _POINT, table)
            if became != _NOBODY:
                starter = became
                continue
        marks[kept] = mark
        kept, last = kept + 1, mark >> _POINT_BITS
    return starter, kept


@kernel_part
def _flush(starter: Int, marks: NDArray[np.uint32], count: Int, out: NDArray[np.uint8], at: Int) -> Int:
    """Write a character and the marks behind it; where the next one goes, or -1 where there is no room for ten more."""
    if at + 4 * count + 16 > out.size:
        return -1
    if starter != _NOBODY:
        at = _write_point(starter, out, at)
    for k in range(count):
        at = _write_point(marks[k] & _POINT, out, at)
    return at


@kernel_part
def compose_one(
    source: NDArray[np.uint8],
    start: Int,
    length: Int,
    table: FormTable,
    marks: NDArray[np.uint32],
    spare: NDArray[np.uint32],
    classes: NDArray[np.int64],
    out: NDArray[np.uint8],
    written: Int,
) -> Int:
    """Write the text ``source[start:start + length]``, valid UTF-8, in its form to ``out`` from ``written`` on.

    Returns where it ends, or -1 where ``out`` has no room. marks, spare : (length + 64,) scratch; classes : (257,)
    """
    origin, at, end = U(source.ctypes.data), U(start), U(start + length)
    starter, count = _NOBODY, 0
    while at < end:
        raw = load64(origin + at)
        if raw & _TOPS == U(0) and at + U(8) <= end:  # ASCII composes with nothing before it
            starter, count = _settle(starter, marks, count, table, spare, classes)
            written = _flush(starter, marks, count, out, written)
            if written < 0:
                return -1
            store64(U(out.ctypes.data) + U(written), raw)
            starter, count = U32(raw >> U(56)), 0
            written, at = written + 7, at + U(8)
            continue
        size, point = (ONE, raw & U(0xFF)) if raw & U(0x80) == U(0) else decode(raw)
        at += size
        info = _info(point, table)
        if info == U32(0) and count == 0:  # as most characters are
            written = _flush(starter, marks, 0, out, written)
            if written < 0:
                return -1
            starter = U32(point)
            continue
        number, first = (info >> U32(PARTS_SHIFT)) & U32(PARTS_MASK), U(info >> U32(FIRST_SHIFT))
        part, place = U32(point), U(0)
        while True:
            if number != U32(0):
                part = table.parts[first + place]
                info = _info(U(part), table)
            if info & _CLASS != U32(0):
                marks[count] = (info & _CLASS) << _POINT_BITS | part
                count += 1
            else:
                if count > 0:
                    starter, count = _settle(starter, marks, count, table, spare, classes)
                became = _NOBODY
                if info & _SECOND != U32(0) and count == 0 and starter != _NOBODY:
                    became = _composed_pair(starter, part, table)
                if became == _NOBODY:
                    written = _flush(starter, marks, count, out, written)
                    if written < 0:
                        return -1
                    became, count = part, 0
                starter = became
            place += ONE
            if place >= U(number):
                break
    starter, count = _settle(starter, marks, count, table, spare, classes)
    return _flush(starter, marks, count, out, written)


@lean_kernel
def compose_texts(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    which: NDArray[np.int64],
    first: Int,
    table: FormTable,
    marks: NDArray[np.uint32],
    spare: NDArray[np.uint32],
    classes: NDArray[np.int64],
    out: NDArray[np.uint8],
    ends: NDArray[np.int64],
) -> Int:
    """Write the texts ``which`` of a buffer, from the first-th on, to ``out``; the first one that did not fit.

    data, offsets : text t of the buffer is ``data[offsets[t]:offsets[t + 1]]``; marks, spare : room for the
    longest text; classes : (257,)
    ends : (m + 1,), text k of ``which`` becomes ``out[ends[k]:ends[k + 1]]``
    """
    for k in range(first, which.size):
        start = offsets[which[k]]
        length = offsets[which[k] + 1] - start
        end = compose_one(data, start, length, table, marks, spare, classes, out, ends[k])
        if end < 0:
            return k
        ends[k + 1] = end
    return which.size

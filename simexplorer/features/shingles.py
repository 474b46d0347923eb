"""Normalised UTF-8 to 64-bit shingle ids, a block at a time, so that memory does not grow with the document.

An id is a hash of the shingle's characters, or of its words in order (see ``shingle_hash``): equal shingles always get
equal ids, unlike ones differ but for a chance of 2^-64 a pair, or 2^-32 where ids have 32 bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel_part
from simexplorer.features.bit_places import write_places
from simexplorer.features.code_points import MARK, SINGLE, WORD
from simexplorer.features.shingle_hash import LANES, hash_shingles, hash_span
from simexplorer.features.span_hash import hash_spans, hash_words
from simexplorer.features.utf8_points import decode
from simexplorer.kernel_words import GOLD, ONE, bytes_within, load64, mix64, trailing_zeros

CHAR, WORDS, ITEM = 0, 1, 2
KINDS = {"char": CHAR, "word": WORDS, "item": ITEM}
BLOCK = 8192
_BLANK = ord(" ")
SPARE = 72  # places behind a block that vector code may write to

_WORD_BIT, _SINGLE_BIT, _MARK_BIT = (U(flag.bit_length() - 1) for flag in (WORD, SINGLE, MARK))
_FAR = U(1 << 31)  # bytes that are gone through for one block of words, and the longest word
# cursor fields
POSITION, CARRIED, FINISHED = 0, 1, 2


class ShingleRules(NamedTuple):
    """How text is cut: ``kind`` of KINDS, ``size`` k, ``id_mask`` 2^64 - 1 or 2^32 - 1, and character classes."""

    kind: int
    size: int
    id_mask: np.uint64
    block_of: NDArray[np.uint16]
    info: NDArray[np.uint32]


class Cursor(NamedTuple):
    """Where a document stands between two blocks, and room for what the next one is made of.

    at : (3,) int64; words : (BLOCK + size + SPARE,) uint64 hashes; starts, ends : likewise, uint32, where characters or
    words begin and words end; lanes : (LANES,) uint64
    """

    at: NDArray[np.int64]
    words: NDArray[np.uint64]
    starts: NDArray[np.uint32]
    ends: NDArray[np.uint32]
    lanes: NDArray[np.uint64]


def new_cursor(size: Int) -> Cursor:
    """A cursor for shingles of ``size``; ``rewind`` it before each document."""
    room = BLOCK + size + SPARE
    starts, ends = np.empty(room, np.uint32), np.empty(room, np.uint32)
    return Cursor(np.zeros(3, np.int64), np.empty(room, np.uint64), starts, ends, np.empty(LANES, np.uint64))


@kernel_part
def rewind(cursor: Cursor) -> None:
    """Put a cursor at the start of a new document."""
    for field in range(3):  # element by element: numba's slices cost as much as a short document
        cursor.at[field] = 0


@kernel_part
def _char_block_ascii(
    text: NDArray[np.uint8], length: Int, size: Int, at: NDArray[np.int64], out: NDArray[np.uint64]
) -> Int:
    """Up to BLOCK ids of character shingles from the cursor on, of 16 bytes at most and a byte a character."""
    base, span = U(text.ctypes.data) + U(at[POSITION]), U(min(size, length))
    count = min(BLOCK, length - np.int64(span) + 1 - at[POSITION])
    hash_shingles(base, span, U(count), U(out.ctypes.data))
    at[POSITION] += count
    at[FINISHED] = at[POSITION] + np.int64(span) > length
    return count


@kernel_part
def _find_characters(
    text: NDArray[np.uint8], position: Int, length: Int, limit: Int, starts: NDArray[np.uint32]
) -> Int:
    """Write where characters begin, counted from ``position``, to ``starts``; returns their number, at most ``limit``.

    Where they are fewer, LANES places follow as if a character of one byte each stood behind the text. ``starts`` has
    room for SPARE more.
    """
    base, found, t, rest = U(text.ctypes.data) + U(position), U(0), U(0), U(length - position)
    while t < rest and found < U(limit):
        begins = ~bytes_within(base + t, U(0x80), U(0x40))
        if rest - t < U(64):
            begins &= (ONE << (rest - t)) - ONE
        found = write_places(begins, t, starts, found)
        t += U(64)
    if t >= rest:
        for i in range(U(LANES)):
            starts[found + i] = U32(rest + i)
    return np.int64(min(found, U(limit)))


@kernel_part
def _char_block(text: NDArray[np.uint8], length: Int, size: Int, cursor: Cursor, out: NDArray[np.uint64]) -> Int:
    """The same of any text: shingle i reaches from where character i begins to where character ``i + size`` does."""
    at, starts = cursor.at, cursor.starts
    found = _find_characters(text, at[POSITION], length, BLOCK + size, starts)
    base = U(text.ctypes.data) + U(at[POSITION])
    at[FINISHED] = found < BLOCK + size
    span = U(min(size, found))
    count = U(found) - span + ONE if at[FINISHED] else U(BLOCK)
    hash_spans(base, starts, span, count, cursor.lanes, out)
    at[POSITION] += starts[count]
    return np.int64(count)


@kernel_part
def _classify(address: Int, rules: ShingleRules) -> tuple[Int, Int, Int]:
    """Three words with a bit for each of 64 bytes: begins a word; is a word of its own; goes on with what it follows.

    The last are combining marks and all bytes of a character but its first one.
    """
    letters = bytes_within(address, U(97), U(26)) | bytes_within(address, U(65), U(26))
    begins = letters | bytes_within(address, U(48), U(10)) | bytes_within(address, U(95), ONE)
    if bytes_within(address, U(128), U(128)) == U(0):
        return begins, U(0), U(0)
    alone, goes_on, leads = U(0), bytes_within(address, U(0x80), U(0x40)), bytes_within(address, U(0xC0), U(0x40))
    while leads:
        t = trailing_zeros(leads)
        leads &= leads - ONE
        _, point = decode(load64(address + t))
        info = U(rules.info[(U(rules.block_of[point >> U(8)]) << U(8)) | (point & U(255))])
        begins |= ((info >> _WORD_BIT) & ONE) << t
        alone |= ((info >> _SINGLE_BIT) & ONE) << t
        goes_on |= ((info >> _MARK_BIT) & ONE) << t
    return begins, alone & begins, goes_on


@inlined
def _flooded(from_: Int, over: Int, carry: Int) -> Int:
    """``from_`` and all runs of ones in ``over`` that follow one of its bits (or, from the first bit on, ``carry``)."""
    return from_ | (over & (over ^ (over + (((from_ << ONE) | carry) & over))))


@kernel_part
def find_words(
    text: NDArray[np.uint8], length: Int, rules: ShingleRules, cursor: Cursor, limit: Int
) -> tuple[Int, Int]:
    """Write where words begin and end, counted from the cursor on; (their number, bytes gone through).

    A word is a run of letters, digits and underscores with the marks that follow them; in some scripts (Chinese, Thai,
    Korean, ...) each character is a word of its own. Words are found 64 bytes at a time, as changes between the bits of
    bytes, until there are ``limit``, and up to 32 more. One that has no end yet is not counted.
    """
    base, total = U(text.ctypes.data) + U(cursor.at[POSITION]), U(length - cursor.at[POSITION])
    position, begun, ended = U(0), U(0), U(0)
    inside, in_letters = U(0), U(0)  # whether the last byte was in a word, in one that letters can continue
    while position < min(total, _FAR) and ended < U(limit):
        begins, alone, goes_on = _classify(base + position, rules)
        if total - position < U(64):
            rest = (ONE << (total - position)) - ONE
            begins, alone, goes_on = begins & rest, alone & rest, goes_on & rest
        words = _flooded(begins, goes_on, inside)
        letters = _flooded(begins ^ alone, goes_on, in_letters)
        first = alone | (begins & ~((letters << ONE) | in_letters))
        begun = write_places(first, position, cursor.starts, begun)
        ended = write_places(((words << ONE) | inside) & (first | ~words), position, cursor.ends, ended)
        inside, in_letters = words >> U(63), letters >> U(63)
        position += U(64)
    if inside and position < total and ended > U(0):
        return ended, U(cursor.starts[ended])
    if inside:
        cursor.ends[ended] = U32(min(position, total))
    return begun, position


@kernel_part
def _word_hashes(
    text: NDArray[np.uint8], length: Int, rules: ShingleRules, cursor: Cursor, out: NDArray[np.uint64], limit: Int
) -> Int:
    """Hashes of the words from the cursor on: ``limit``, if so many follow, and up to 32 more.

    ``out`` has room for ``limit + 40``; the cursor stops behind a block's edge or at the start of a word across it.
    """
    found = U(0)
    while found == U(0) and cursor.at[POSITION] < length:
        base = U(text.ctypes.data) + U(cursor.at[POSITION])
        found, passed = find_words(text, length, rules, cursor, limit)
        if found:
            hash_words(base, cursor.starts, cursor.ends, found, cursor.lanes, out)
        cursor.at[POSITION] += np.int64(passed)
    return np.int64(found)


@kernel_part
def _items(text: NDArray[np.uint8], length: Int, at: NDArray[np.int64], out: NDArray[np.uint64]) -> Int:
    """Up to BLOCK ids of items: what stands between NUL bytes (how baskets are written down) without blanks around it.

    Such blanks are what punctuation and stop words leave behind; an item that has nothing else is none.
    """
    base = U(text.ctypes.data)
    i, total = U(at[POSITION]), U(length)
    found = U(0)
    while i < total and found < U(BLOCK):
        while i < total and text[i] == _BLANK:
            i += ONE
        start, end = i, i
        while i < total and text[i] != 0:
            i += ONE
            if text[i - ONE] != _BLANK:
                end = i
        if end > start:
            out[found] = hash_span(base + start, end - start)
            found += ONE
        i += ONE
    at[POSITION] = np.int64(i)
    at[FINISHED] = i >= total
    return np.int64(found)


@kernel_part
def _combine_words(words: NDArray[np.uint64], count: Int, size: Int, out: NDArray[np.uint64]) -> Int:
    """Ids of all runs of ``size`` words; fewer words than that are one shingle; no word, no shingle.

    Each word's hash times a factor of its place, summed modulo 2^64 and mixed: vector code, a pass a place.
    """
    if count == 0:
        return 0
    span = min(count, size)
    total = U(count - span + 1)
    last = U(span) - ONE
    for i in range(total):
        out[i] = words[i] + U(span) * GOLD
    for t in range(ONE, last):
        factor = mix64(t * GOLD) | ONE
        for i in range(total):
            out[i] += words[t + i] * factor
    factor = mix64(last * GOLD) | ONE if last else U(0)
    for i in range(total):
        out[i] = mix64(out[i] + words[last + i] * factor)
    return np.int64(total)


@kernel_part
def next_shingles(
    text: NDArray[np.uint8], length: Int, ascii_only: bool, rules: ShingleRules, cursor: Cursor, out: NDArray[np.uint64]
) -> Int:
    """Write the next block of the document's shingle ids to ``out`` and return their number; 0 ends the document.

    text : uint8, normalised, readable for 64 bytes beyond ``length``. out : (BLOCK + SPARE,) uint64 or more.
    Repeats are kept; every id appears once for each place where its shingle begins.
    """
    at = cursor.at
    if at[FINISHED] or length == 0:
        return 0
    if rules.kind == CHAR and ascii_only and rules.size <= 16:
        count = _char_block_ascii(text, length, rules.size, at, out)
    elif rules.kind == CHAR:
        count = _char_block(text, length, rules.size, cursor, out)
    elif rules.kind == ITEM:
        count = _items(text, length, at, out)
    else:
        words, carried = cursor.words, at[CARRIED]
        limit = BLOCK - carried
        found = _word_hashes(text, length, rules, cursor, words[carried:], limit)
        total = carried + found
        at[FINISHED] = at[POSITION] >= length
        if carried > 0 and found == 0:
            return 0
        count = _combine_words(words, total, rules.size, out)
        keep = min(total, rules.size - 1)
        for t in range(keep):
            words[t] = words[total - keep + t]
        at[CARRIED] = keep
    if rules.id_mask != U(0xFFFFFFFFFFFFFFFF):
        for i in range(count):
            out[i] &= rules.id_mask
    return count

"""Normalised UTF-8 to 64-bit shingle ids, a block at a time, so that memory does not grow with the document.

An id is a hash of the shingle's bytes and their number: equal shingles always get equal ids, unlike ones differ but
for a chance of 2^-64 a pair. Hash: folded multiplies in the manner of wyhash (Wang Yi 2019), own constants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, folded_multiply, inlined, kernel, load64, trailing_zeros
from simexplorer.features.code_points import MARK, SINGLE, WORD

CHAR, WORDS, ITEM = 0, 1, 2
KINDS = {"char": CHAR, "word": WORDS, "item": ITEM}
BLOCK = 8192

ONE = U(1)
_GOLD = U(0x9E3779B97F4A7C15)
_K0, _K1, _K2, _K3 = U(0xD6E8FEB86659FD93), U(0xA24BAED4963EE407), U(0xCA9B0C7EBA1DA115), U(0x8C3F62A54D1B5E2B)
_LOW_BYTES = np.array([(1 << (8 * i)) - 1 for i in range(8)] + [2**64 - 1], np.uint64)
# bytes of a UTF-8 character by the high nibble of its first byte
_LENGTHS = np.array([1] * 12 + [2, 2, 3, 4], np.uint64)
_WORD, _SINGLE, _MARK = U32(WORD), U32(SINGLE), U32(MARK)
# cursor fields
POSITION, SPAN_END, CARRIED, FINISHED = 0, 1, 2, 3


class ShingleRules(NamedTuple):
    """How text is cut: ``kind`` of KINDS, ``size`` k, ``id_mask`` 2^64 - 1 or 2^32 - 1, and character classes."""

    kind: int
    size: int
    id_mask: np.uint64
    block_of: NDArray[np.uint16]
    info: NDArray[np.uint32]


class Cursor(NamedTuple):
    """Where a document stands between two blocks: ``at`` (4,) int64, ``words`` (BLOCK + size + 70,) uint64 hashes."""

    at: NDArray[np.int64]
    words: NDArray[np.uint64]


def new_cursor(size: Int) -> Cursor:
    """A cursor for shingles of ``size``; ``rewind`` it before each document."""
    return Cursor(np.zeros(4, np.int64), np.empty(BLOCK + size + 70, np.uint64))


@inlined
def hash_span(address: Int, length: Int) -> Int:
    """Hash of ``length`` bytes at an address; up to 8 bytes behind them are loaded and masked out."""
    if length <= U(8):
        word = load64(address) & _LOW_BYTES[length]
        return folded_multiply(word ^ _K0, ((word << U(32)) | (word >> U(32))) ^ (_K1 + length * _GOLD))
    if length <= U(16):
        last = load64(address + length - U(8))
        return folded_multiply(load64(address) ^ _K0, last ^ (_K1 + length * _GOLD))
    state = length
    position = U(0)
    while position + U(16) < length:
        state = folded_multiply(load64(address + position) ^ _K2, load64(address + position + U(8)) ^ state)
        position += U(16)
    end = address + length
    return folded_multiply(load64(end - U(16)) ^ _K0 ^ state, load64(end - U(8)) ^ _K1)


@kernel
def hash_text(text: NDArray[np.uint8], length: Int, out: NDArray[np.uint64]) -> None:
    """Write the 128-bit hash of ``text[:length]`` to ``out`` (2,): equal texts, equal hashes. About 0.1 ns a byte.

    ``text`` is readable for 16 bytes beyond ``length``.
    """
    base = U(text.ctypes.data)
    a, b = U(length) * _GOLD, _K3
    count = U(length)
    position = U(0)
    while position + U(16) <= count:
        first, second = load64(base + position), load64(base + position + U(8))
        a = folded_multiply(first ^ a, second ^ _K0)
        b = folded_multiply(second ^ b, first ^ _K1)
        position += U(16)
    rest = count - position
    first = load64(base + position) & _LOW_BYTES[min(rest, U(8))]
    second = load64(base + position + U(8)) & _LOW_BYTES[max(rest, U(8)) - U(8)]
    out[0] = folded_multiply(folded_multiply(first ^ a, second ^ _K2) ^ _K3, a + _GOLD)
    out[1] = folded_multiply(folded_multiply(second ^ b, first ^ _K3) ^ _K2, b + _GOLD)


@kernel
def rewind(cursor: Cursor) -> None:
    """Put a cursor at the start of a new document."""
    for field in range(4):  # element by element: numba's slices cost as much as a short document
        cursor.at[field] = 0


@kernel
def char_shingles_ascii(text: NDArray[np.uint8], first: Int, count: Int, size: Int, out: NDArray[np.uint64]) -> None:
    """Ids of ``count`` shingles of ``size`` bytes that begin at ``first``, ``first + 1``, ...; one multiply each."""
    base = U(text.ctypes.data) + U(first)
    length = U(size)
    salt = _K1 + length * _GOLD
    if length <= U(8):
        mask = _LOW_BYTES[length]
        for i in range(U(count)):
            word = load64(base + i) & mask
            out[i] = folded_multiply(word ^ _K0, ((word << U(32)) | (word >> U(32))) ^ salt)
    elif length <= U(16):
        tail = length - U(8)
        for i in range(U(count)):
            out[i] = folded_multiply(load64(base + i) ^ _K0, load64(base + i + tail) ^ salt)
    else:
        for i in range(U(count)):
            out[i] = hash_span(base + i, length)


@kernel
def _char_block(
    text: NDArray[np.uint8], length: Int, ascii_only: bool, size: Int, at: NDArray[np.int64], out: NDArray[np.uint64]
) -> Int:
    """Up to BLOCK ids of character shingles from the cursor on; the shingle's bytes are ``[POSITION, SPAN_END)``."""
    start, end, total = U(at[POSITION]), U(at[SPAN_END]), U(length)
    base = U(text.ctypes.data)
    if ascii_only:
        if start == U(0) and length < size:
            out[0] = hash_span(base, total)
            at[FINISHED] = 1
            return 1
        count = min(BLOCK, length - size + 1 - np.int64(start))
        char_shingles_ascii(text, np.int64(start), count, size, out)
        at[POSITION] += count
        at[FINISHED] = at[POSITION] + size > length
        return count
    if end == U(0):
        for _ in range(size):
            if end < total:
                end += _LENGTHS[text[end] >> np.uint8(4)]
    found = U(0)
    while found < U(BLOCK):
        out[found] = hash_span(base + start, end - start)
        found += ONE
        if end >= total:
            at[FINISHED] = 1
            break
        start += _LENGTHS[text[start] >> np.uint8(4)]
        end += _LENGTHS[text[end] >> np.uint8(4)]
    at[POSITION], at[SPAN_END] = np.int64(start), np.int64(end)
    return np.int64(found)


@kernel
def _word_hashes_ascii(
    text: NDArray[np.uint8], length: Int, at: NDArray[np.int64], out: NDArray[np.uint64], limit: int
) -> Int:
    """Hashes of the words (letters, digits, underscore) from the cursor on: ``limit`` and a few, if so many follow.

    A bit for every byte of a 64-byte block says "word"; the changes between neighbours are the words' ends.
    ``out`` has room for ``limit + 34``; the cursor stops at a block's edge or at the start of a word across it.
    """
    base = U(text.ctypes.data)
    position, total = U(at[POSITION]), U(length)
    found = U(0)
    start, inside = U(0), False
    while position < total and found < U(limit):
        bits = U(0)
        for t in range(min(U(64), total - position)):
            c = text[position + t]
            letter = np.uint8(np.uint8((c | np.uint8(32)) - 97) < 26)
            bits |= U(letter | np.uint8(np.uint8(c - 48) < 10) | np.uint8(c == 95)) << t
        changes = bits ^ ((bits << ONE) | U(inside))
        while changes != U(0):
            t = trailing_zeros(changes)
            changes &= changes - ONE
            if (bits >> t) & ONE:
                start, inside = position + t, True
            else:
                out[found] = hash_span(base + start, position + t - start)
                found += ONE
                inside = False
        position += U(64)
    if inside and position >= total:
        out[found] = hash_span(base + start, total - start)
        found += ONE
        inside = False
    at[POSITION] = np.int64(start) if inside else np.int64(position)
    return np.int64(found)


@kernel
def _word_hashes_utf8(
    text: NDArray[np.uint8],
    length: Int,
    rules: ShingleRules,
    at: NDArray[np.int64],
    out: NDArray[np.uint64],
    limit: Int,
) -> Int:
    """The same for UTF-8: marks continue a word; a character of a script without blanks is a word of its own."""
    base = U(text.ctypes.data)
    i, total = U(at[POSITION]), U(length)
    found = U(0)
    start, inside, single = U(0), False, False
    while i < total:
        size = _LENGTHS[text[i] >> np.uint8(4)]
        point = U32(text[i])
        if size > ONE:
            point &= U32(0x7F) >> U32(size)
            for t in range(ONE, size):
                point = (point << U32(6)) | U32(text[i + t] & np.uint8(0x3F))
        info = rules.info[(U(rules.block_of[point >> U32(8)]) << U(8)) | U(point & U32(255))]
        begins = (info & _WORD) != U32(0)
        alone = (info & _SINGLE) != U32(0)
        continues = inside and (((info & _MARK) != U32(0)) or (begins and not alone and not single))
        if inside and not continues:
            out[found] = hash_span(base + start, i - start)
            found += ONE
            inside = False
            if found >= U(limit):
                break
        if begins and not inside:
            start, inside, single = i, True, alone
        i += size
    if inside and i >= total:
        out[found] = hash_span(base + start, total - start)
        found += ONE
    at[POSITION] = np.int64(i)
    return np.int64(found)


@kernel
def _items(text: NDArray[np.uint8], length: Int, at: NDArray[np.int64], out: NDArray[np.uint64]) -> Int:
    """Up to BLOCK ids of items: the runs of bytes between NUL bytes (how baskets are written down)."""
    base = U(text.ctypes.data)
    i, total = U(at[POSITION]), U(length)
    found = U(0)
    while i < total and found < U(BLOCK):
        start = i
        while i < total and text[i] != 0:
            i += ONE
        if i > start:
            out[found] = hash_span(base + start, i - start)
            found += ONE
        i += ONE
    at[POSITION] = np.int64(i)
    at[FINISHED] = i >= total
    return np.int64(found)


@kernel
def _combine_words(words: NDArray[np.uint64], count: Int, size: Int, out: NDArray[np.uint64]) -> Int:
    """Ids of all runs of ``size`` words; fewer words than that are one shingle; no word, no shingle."""
    if count == 0:
        return 0
    span = min(count, size)
    seed = _K2 + U(span) * _GOLD
    for i in range(U(count - span + 1)):
        state = seed
        for t in range(U(span)):
            state = folded_multiply(state ^ _K3, words[i + t] ^ _K1)
        out[i] = state
    return count - span + 1


@kernel
def next_shingles(
    text: NDArray[np.uint8], length: Int, ascii_only: bool, rules: ShingleRules, cursor: Cursor, out: NDArray[np.uint64]
) -> Int:
    """Write the next block of the document's shingle ids to ``out`` and return their number; 0 ends the document.

    text : uint8, normalised, readable for 64 bytes beyond ``length``. out : (BLOCK + 64,) uint64 or more.
    Repeats are kept; every id appears once for each place where its shingle begins.
    """
    at = cursor.at
    if at[FINISHED] or length == 0:
        return 0
    if rules.kind == CHAR:
        count = _char_block(text, length, ascii_only, rules.size, at, out)
    elif rules.kind == ITEM:
        count = _items(text, length, at, out)
    else:
        words, carried = cursor.words, at[CARRIED]
        limit = max(BLOCK - carried, rules.size)
        if ascii_only:
            found = _word_hashes_ascii(text, length, at, words[carried:], limit)
        else:
            found = _word_hashes_utf8(text, length, rules, at, words[carried:], limit)
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

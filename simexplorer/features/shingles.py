"""Normalised UTF-8 to 64-bit shingle ids, a block at a time, so that memory does not grow with the document.

An id is a hash of the shingle's bytes and their number: equal shingles always get equal ids, unlike ones differ but
for a chance of 2^-64 a pair. Hash: folded multiplies in the manner of wyhash (Wang Yi 2019), own constants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, folded_multiply, inlined, kernel_part, load64, trailing_zeros
from simexplorer.features.code_points import MARK, SINGLE, WORD
from simexplorer.features.utf8_points import decode

CHAR, WORDS, ITEM = 0, 1, 2
KINDS = {"char": CHAR, "word": WORDS, "item": ITEM}
BLOCK = 8192

ONE = U(1)
_GOLD = U(0x9E3779B97F4A7C15)
_K0, _K1, _K2, _K3 = U(0xD6E8FEB86659FD93), U(0xA24BAED4963EE407), U(0xCA9B0C7EBA1DA115), U(0x8C3F62A54D1B5E2B)
_LOW_BYTES = np.array([(1 << (8 * i)) - 1 for i in range(8)] + [2**64 - 1], np.uint64)
_WORD_BIT, _SINGLE_BIT, _MARK_BIT = (U(flag.bit_length() - 1) for flag in (WORD, SINGLE, MARK))
_TOPS, _LAST = U(0x8080808080808080), U(1 << 63)
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

    at : (3,) int64; words : (BLOCK + size + 70,) uint64 hashes; starts : (BLOCK + size + 70,) uint32 characters
    """

    at: NDArray[np.int64]
    words: NDArray[np.uint64]
    starts: NDArray[np.uint32]


def new_cursor(size: Int) -> Cursor:
    """A cursor for shingles of ``size``; ``rewind`` it before each document."""
    room = BLOCK + size + 70
    return Cursor(np.zeros(3, np.int64), np.empty(room, np.uint64), np.empty(room, np.uint32))


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


@inlined
def _hash_word(address: Int, length: Int) -> Int:
    """``hash_span`` for words, hardly ever longer than 16 bytes: up to there without a branch."""
    if length > U(16):
        return hash_span(address, length)
    word = load64(address) & _LOW_BYTES[min(length, U(8))]
    last = load64(address + max(length, U(8)) - U(8))
    right = ((word << U(32)) | (word >> U(32))) if length <= U(8) else last
    return folded_multiply(word ^ _K0, right ^ (_K1 + length * _GOLD))


@kernel_part
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


@kernel_part
def rewind(cursor: Cursor) -> None:
    """Put a cursor at the start of a new document."""
    for field in range(3):  # element by element: numba's slices cost as much as a short document
        cursor.at[field] = 0


@kernel_part
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


@kernel_part
def _char_block_ascii(
    text: NDArray[np.uint8], length: Int, size: Int, at: NDArray[np.int64], out: NDArray[np.uint64]
) -> Int:
    """Up to BLOCK ids of character shingles from the cursor on, in a text where every character is a byte."""
    start = at[POSITION]
    if length < size:
        out[0] = hash_span(U(text.ctypes.data), U(length))
        at[FINISHED] = 1
        return 1
    count = min(BLOCK, length - size + 1 - start)
    char_shingles_ascii(text, start, count, size, out)
    at[POSITION] += count
    at[FINISHED] = at[POSITION] + size > length
    return count


@kernel_part
def _find_characters(
    text: NDArray[np.uint8], position: Int, length: Int, limit: Int, starts: NDArray[np.uint32]
) -> Int:
    """Write where characters begin, counted from ``position``, to ``starts`` and behind the last one where it ends.

    Returns their number, at most ``limit``; one step a byte, no branch.
    """
    found, t, rest = U(0), U(0), U(length - position)
    while t < rest and found < U(limit):
        stop = min(rest, t + U(limit) - found)
        for i in range(t, stop):
            starts[found] = U32(i)
            found += U((text[U(position) + i] & np.uint8(0xC0)) != np.uint8(0x80))
        t = stop
    if t >= rest:
        starts[found] = U32(rest)
    return np.int64(found)


@kernel_part
def _char_block(text: NDArray[np.uint8], length: Int, size: Int, cursor: Cursor, out: NDArray[np.uint64]) -> Int:
    """The same for UTF-8: shingle i reaches from where character i begins to where character ``i + size`` does."""
    at, starts = cursor.at, cursor.starts
    found = _find_characters(text, at[POSITION], length, BLOCK + size, starts)
    base = U(text.ctypes.data) + U(at[POSITION])
    at[FINISHED] = found < BLOCK + size
    if found < size:
        out[0] = hash_span(base, U(starts[found]))
        return 1
    count = found - size + 1 if at[FINISHED] else BLOCK
    for i in range(U(count)):
        start, end = U(starts[i]), U(starts[i + U(size)])
        out[i] = hash_span(base + start, end - start)
    at[POSITION] += starts[count]
    return count


@inlined
def _gather_tops(word: Int) -> Int:
    """The top bits of eight bytes as the low eight bits of a word, the first byte's lowest."""
    return ((word & _TOPS) * U(0x0002040810204081)) >> U(56)


@inlined
def _ascii_words(word: Int) -> Int:
    """Top bits of those of eight bytes that are ASCII letters, digits or the underscore."""
    low = word & ~_TOPS
    lower = low | U(0x2020202020202020)
    letters = (lower + U(0x1F1F1F1F1F1F1F1F)) & ~(lower + U(0x0505050505050505))
    digits = (low + U(0x5050505050505050)) & ~(low + U(0x4646464646464646))
    others = (low ^ U(0x5F5F5F5F5F5F5F5F)) + ~_TOPS  # top bit where the byte is not the underscore
    return (letters | digits | ~others) & ~word & _TOPS


@kernel_part
def _classify(address: Int, rules: ShingleRules) -> tuple[Int, Int, Int]:
    """Three words with a bit for each of 64 bytes: begins a word; is a word of its own; goes on with what it follows.

    The last are combining marks and all bytes of a character but its first one.
    """
    begins, high = U(0), U(0)
    for t in range(U(8)):
        word = load64(address + (t << U(3)))
        begins |= _gather_tops(_ascii_words(word)) << (t << U(3))
        high |= word
    if high & _TOPS == U(0):
        return begins, U(0), U(0)
    alone, goes_on, leads = U(0), U(0), U(0)
    for t in range(U(8)):
        word = load64(address + (t << U(3)))
        leads |= _gather_tops(word & (word << ONE)) << (t << U(3))
        goes_on |= _gather_tops(word & ~(word << ONE)) << (t << U(3))
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
def _word_hashes(
    text: NDArray[np.uint8],
    length: Int,
    rules: ShingleRules,
    at: NDArray[np.int64],
    out: NDArray[np.uint64],
    limit: Int,
) -> Int:
    """Hashes of the words from the cursor on: ``limit`` and a few, if so many follow.

    A word is a run of letters, digits and underscores with the marks that follow them; a character of a script
    without blanks is a word of its own. Words are found 64 bytes at a time, as changes between the bits of bytes.
    ``out`` has room for ``limit + 34``; the cursor stops at a block's edge or at the start of a word across it.
    """
    base = U(text.ctypes.data)
    position, total = U(at[POSITION]), U(length)
    found, start = U(0), U(0)
    inside, in_letters = U(0), U(0)  # whether the last byte was in a word, in one that letters can continue
    while position < total and found < U(limit):
        begins, alone, goes_on = _classify(base + position, rules)
        if total - position < U(64):
            rest = (ONE << (total - position)) - ONE
            begins, alone, goes_on = begins & rest, alone & rest, goes_on & rest
        words = _flooded(begins, goes_on, inside)
        letters = _flooded(begins ^ alone, goes_on, in_letters)
        first = alone | (begins & ~((letters << ONE) | in_letters))
        ends = ((words << ONE) | inside) & (first | ~words)
        if not inside:
            start, first = position + trailing_zeros(first | _LAST), first & (first - ONE)
        while ends:
            end = position + trailing_zeros(ends)
            out[found] = _hash_word(base + start, end - start)
            found += ONE
            ends &= ends - ONE
            start, first = position + trailing_zeros(first | _LAST), first & (first - ONE)
        inside, in_letters = words >> U(63), letters >> U(63)
        position += U(64)
    if inside and position >= total:
        out[found] = _hash_word(base + start, total - start)
        found += ONE
        inside = U(0)
    at[POSITION] = np.int64(start) if inside else np.int64(position)
    return np.int64(found)


@kernel_part
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


@kernel_part
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


@kernel_part
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
    if rules.kind == CHAR and ascii_only:
        count = _char_block_ascii(text, length, rules.size, at, out)
    elif rules.kind == CHAR:
        count = _char_block(text, length, rules.size, cursor, out)
    elif rules.kind == ITEM:
        count = _items(text, length, at, out)
    else:
        words, carried = cursor.words, at[CARRIED]
        limit = max(BLOCK - carried, rules.size)
        found = _word_hashes(text, length, rules, at, words[carried:], limit)
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

"""Stop words left out and words replaced by their stems in whole chunks of texts, by a table that kernels read.

The same as ``WordFilter.apply`` of each text, which says what a word becomes when it is first met. Words are known by
their 64-bit hashes: two that share one, with a chance of 2^-64 a pair, would be taken for each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel_part, lean_kernel
from simexplorer.features.normalise import (
    GROWTH,
    NEEDS_COMPOSITION,
    NEEDS_ROOM,
    NormaliseRules,
    normalise_rules,
    normalise_utf8,
)
from simexplorer.features.shingle_hash import hash_span
from simexplorer.features.shingles import BLOCK, POSITION, ShingleRules, find_words, rewind
from simexplorer.features.span_hash import hash_words
from simexplorer.features.texts import CutParams, Scratch, TextCutter, join_texts, merged, normalise_one
from simexplorer.features.words import WordFilter
from simexplorer.kernel_words import ONE, PADDING, copy_64_bytes

_KEY, _COUNTS, _FIRST, _SIZE, _COLUMNS = U(0), U(1), U(2), U(3), 4
_STAYS, _UNKNOWN = U(1 << 62), U(1 << 63)  # in place of a size
_LONGEST_STOP_WORD = U(128)  # bytes of a text that may be one of several words
_NEW_WORDS, _MOST_WORDS = 1 << 15, 1 << 19  # that are learned at once, at first; that are kept for the next texts
_MOST_BYTES = 1 << 26  # of what words become

NEW, NEW_BYTES = 0, 1  # what ``told`` tells: how many words are new, and of how many bytes


class WordTable(NamedTuple):
    """What is known of words, and room for those that are not.

    entries : (2^n, 4) uint64 by hash: the hash (0: free), the numbers of words that stop words beginning with this one
    have (a bit each), and where in ``pool`` its replacement begins and how long it is, or that it stays or is unknown
    stops : (2^m, 4) uint64, likewise, the stop words of several words, of at most ``longest``; only hashes count
    folds, folding, plain : whether texts keep their case, rules that fold it for ``stops``, room for what was folded
    complete : whether all words that are not known stay
    slots, ends, words : of new words the entries, where each ends in ``words``, and their bytes; told : (2,) int64
    """

    entries: NDArray[np.uint64]
    pool: NDArray[np.uint8]
    stops: NDArray[np.uint64]
    longest: int
    folds: int
    folding: NormaliseRules
    plain: NDArray[np.uint8]
    complete: int
    slots: NDArray[np.int64]
    ends: NDArray[np.int64]
    words: NDArray[np.uint8]
    told: NDArray[np.int64]


@inlined
def _place_of(entries: NDArray[np.uint64], key: Int) -> Int:
    """Where the entry of a word stands, or the free place that it would take."""
    last = U(entries.shape[0]) - ONE
    place = key & last
    while entries[place, _KEY] != U(0) and entries[place, _KEY] != key:
        place = (place + ONE) & last
    return place


@lean_kernel
def place_words(entries: NDArray[np.uint64], larger: NDArray[np.uint64]) -> None:
    """Put all entries of a table into ``larger``, which has twice as many rows as there are entries, or more.

    entries, larger : (a power of two, columns), a row of zeros where a place is free
    """
    for old in range(U(entries.shape[0])):
        if entries[old, _KEY] != U(0):
            place = _place_of(larger, entries[old, _KEY])
            for column in range(U(entries.shape[1])):
                larger[place, column] = entries[old, column]


@inlined
def _copy(source: Int, target: Int, count: Int) -> None:
    """Copy so many bytes from one address to another; up to 63 more are written."""
    for t in range(U(0), count, U(64)):
        copy_64_bytes(source + t, target + t)


@kernel_part
def _words_of_stop_word(
    text: NDArray[np.uint8], origin: Int, scratch: Scratch, i: Int, found: Int, counts: Int, table: WordTable
) -> Int:
    """Of how many words the longest stop word is that begins with word ``i``; 0 where none does."""
    starts, ends, plain = scratch.cursor.starts, scratch.cursor.ends, U(table.plain.ctypes.data)
    for count in range(min(U(63), found - i), U(0), -1):
        if (counts >> U(count)) & ONE == U(0):
            continue
        first = origin + U(starts[i])
        size = origin + U(ends[i + U(count) - ONE]) - first
        if size > _LONGEST_STOP_WORD:
            continue
        address = U(text.ctypes.data) + first
        if table.folds:
            address, room = plain, table.plain.size - 2 * PADDING
            size = U(
                normalise_utf8(
                    text, np.int64(first), np.int64(size), table.folding, False, scratch.folded, table.plain, room
                )
            )
        key = hash_span(address, size) | ONE
        if table.stops[_place_of(table.stops, key), _KEY] == key:
            return U(count)
    return U(0)


@kernel_part
def _report(base: Int, start: Int, end: Int, place: Int, key: Int, table: WordTable) -> None:
    """Note a word that the table does not know, if there is room for it."""
    told, size = table.told, end - start
    if told[NEW] == table.slots.size or U(told[NEW_BYTES]) + size + U(PADDING) > U(table.words.size):
        return
    table.entries[place, _KEY], table.entries[place, _SIZE] = key, _UNKNOWN
    _copy(base + start, U(table.words.ctypes.data) + U(told[NEW_BYTES]), size)
    table.slots[told[NEW]] = place
    told[NEW_BYTES] += np.int64(size)
    table.ends[told[NEW]] = told[NEW_BYTES]
    told[NEW] += 1


@kernel_part
def _replace_words(
    text: NDArray[np.uint8],
    origin: Int,
    copied: Int,
    ready: Int,
    found: Int,
    scratch: Scratch,
    table: WordTable,
    out: NDArray[np.uint8],
    written: Int,
) -> tuple[Int, Int, Int]:
    """Write the text up to the last of ``ready`` words that becomes another; (words passed, bytes copied, written).

    Stop words may reach up to word ``found``. Fewer words are passed where ``out`` has no room for more. Once a word is
    new, others are only looked for.
    """
    cursor, base, target = scratch.cursor, U(text.ctypes.data), U(out.ctypes.data)
    i = U(0)
    while i < ready:
        start, end, key, count = origin + U(cursor.starts[i]), origin + U(cursor.ends[i]), cursor.words[i] | ONE, ONE
        place = _place_of(table.entries, key)
        known = table.entries[place, _KEY] != U(0)
        if not known and not table.complete:
            _report(base, start, end, place, key, table)
        if known and table.told[NEW] == 0:
            first, size = table.entries[place, _FIRST], table.entries[place, _SIZE]
            if table.entries[place, _COUNTS]:
                stop = _words_of_stop_word(text, origin, scratch, i, found, table.entries[place, _COUNTS], table)
                if stop:
                    first, size, count = U(0), ONE, stop
                    end = origin + U(cursor.ends[i + stop - ONE])
            if size != _STAYS:
                gap = start - copied
                if written + gap + size + U(4 * PADDING) > U(out.size):
                    return i, copied, written
                _copy(base + copied, target + written, gap)
                _copy(U(table.pool.ctypes.data) + first, target + written + gap, size)
                written, copied = written + gap + size, end
        i += count
    return i, copied, written


@kernel_part
def _replace_in_text(
    size: Int, rules: ShingleRules, scratch: Scratch, table: WordTable, out: NDArray[np.uint8], written: Int
) -> Int:
    """Write what becomes of ``scratch.normal[:size]`` behind ``out[:written]``; the bytes that ``out`` holds now.

    NEEDS_ROOM where it has none for all. Once a word is new, nothing is written.
    """
    cursor, text = scratch.cursor, scratch.normal
    copied, longest = U(0), U(table.longest)
    rewind(cursor)
    while cursor.at[POSITION] < size:
        origin = U(cursor.at[POSITION])
        found, passed = find_words(text, size, rules, cursor, BLOCK)
        if found:
            hash_words(U(text.ctypes.data) + origin, cursor.starts, cursor.ends, found, cursor.lanes, cursor.words)
            ready = found if origin + passed >= U(size) else max(found, longest) - longest + ONE
            ready = min(ready, found)
            done, copied, written = _replace_words(text, origin, copied, ready, found, scratch, table, out, written)
            if done < ready:
                return NEEDS_ROOM
            passed = passed if done == found else U(cursor.starts[done])
        cursor.at[POSITION] += np.int64(passed)
    rest = U(size) - copied
    if table.told[NEW]:
        return np.int64(written)
    if written + rest + U(2 * PADDING) > U(out.size):
        return NEEDS_ROOM
    _copy(U(text.ctypes.data) + copied, U(out.ctypes.data) + written, rest)
    return np.int64(written + rest)


@lean_kernel
def replace_words(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    first: Int,
    check: bool,
    normalise: NormaliseRules,
    rules: ShingleRules,
    scratch: Scratch,
    table: WordTable,
    out: NDArray[np.uint8],
    ends: NDArray[np.int64],
    unstable: NDArray[np.bool_],
) -> Int:
    """Append what becomes of texts ``first`` and later to ``out``; returns the first text that was not done.

    Text ``d`` is ``data[offsets[d]:offsets[d + 1]]``, UTF-8, readable for 64 bytes beyond the last one.
    ends : (m + 1,) int64, that of text ``d`` is ``out[ends[d]:ends[d + 1]]``
    unstable : (m,) bool, set where the text is not in its Unicode form yet (compose it and come again)
    A text with new words is not done, nor are those behind it, which are gone through for new words, too. Without any,
    a larger ``scratch`` or ``out`` is needed.
    """
    undone = offsets.size - 1
    for d in range(first, offsets.size - 1):
        start = offsets[d]
        size, _ = normalise_one(data, start, offsets[d + 1] - start, normalise, check, scratch)
        written = ends[min(d, undone)]
        if size >= 0:
            written = _replace_in_text(size, rules, scratch, table, out, U(written))
        if size == NEEDS_ROOM or written == NEEDS_ROOM:
            return min(d, undone)
        if table.told[NEW]:
            undone = min(d, undone)
        else:
            unstable[d] = size == NEEDS_COMPOSITION
            ends[d + 1] = written
    return undone


class WordReplacer:
    """Texts with the words of a filter replaced, under the switches of a cutter; each thread has its own.

    Raises nothing: any text does.
    """

    def __init__(self, cutter: TextCutter, words: WordFilter) -> None:
        self._cutter, self._words = cutter, words
        self._folding = normalise_rules(("case",))
        self._plain = np.zeros(GROWTH * int(_LONGEST_STOP_WORD) + 4 * PADDING, np.uint8)
        self._stops = _hash_set(words.stop_words_of_several)
        self._scratch = cutter.scratch()
        self._known, self._pooled, self._table = self._nothing_known()
        if not (words.stems or self._table.folds):
            self.replaced(*join_texts([word.encode() for word in words.stop_words]))  # blanks may go: each by itself
            self._table = self._table._replace(complete=1)

    def replaced(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The texts normalised and their words replaced, in a buffer of their own, and its offsets.

        data : uint8, UTF-8, readable for PADDING bytes beyond the last text; offsets : (m + 1,) int64
        """
        if self._known > _MOST_WORDS or self._pooled > _MOST_BYTES:
            self._known, self._pooled, self._table = self._nothing_known()
        out, ends, which = self._replace(data, offsets, self._cutter.checks_form)
        if which.size:
            late, late_ends, _ = self._replace(*self._cutter.composed(data, offsets, which), False)
            out, ends = merged(out[: ends[-1]], np.diff(ends), late[: late_ends[-1]], np.diff(late_ends), which)
            out = np.append(out, np.zeros(PADDING, np.uint8))
        return out, ends

    def _replace(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], check: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """(what the texts become, its offsets, which are still to be composed)."""
        count = offsets.size - 1
        out = np.empty(int(offsets[-1] - offsets[0]) * 9 // 8 + 8 * PADDING, np.uint8)
        ends, unstable = np.zeros(count + 1, np.int64), np.zeros(count, np.bool_)
        done = 0
        while done < count:
            table = self._table
            table.told[:] = 0
            done = replace_words(
                data, offsets, done, check, self._cutter.normalise, self._cutter.rules, self._scratch, table, out,
                ends, unstable,
            )  # fmt: skip
            if table.told[NEW]:
                self._learn()
            elif done < count:
                self._scratch = self._cutter.grown(self._scratch, int(offsets[done + 1] - offsets[done]))
                larger = np.empty(out.size + self._scratch.normal.size, np.uint8)
                larger[: ends[done]] = out[: ends[done]]
                out = larger
                self._table = self._table._replace(words=np.empty(self._scratch.normal.size + PADDING, np.uint8))
        return out, ends, np.flatnonzero(unstable)

    def _learn(self) -> None:
        """Ask what the new words become."""
        table, count = self._table, int(self._table.told[NEW])
        ends = table.ends[:count].tolist()
        raw = table.words[: ends[-1]].tobytes()
        words = [raw[a:b].decode() for a, b in zip([0, *ends], ends, strict=False)]
        becomes = [self._words.becomes(word) for word in words]
        texts = [b"" if new == word else new.encode() for word, new in zip(words, becomes, strict=True)]
        sizes = np.fromiter(map(len, texts), np.uint64, count)
        slots = table.slots[:count]
        table.entries[slots, _COUNTS] = np.fromiter(map(self._words.counts, words), np.uint64, count)
        table.entries[slots, _FIRST] = U(self._pooled) + np.cumsum(sizes) - sizes
        stays = np.fromiter(map(str.__eq__, words, becomes), np.bool_, count)
        table.entries[slots, _SIZE] = np.where(stays, _STAYS, sizes)
        self._known += count
        self._add(b"".join(texts))

    def _nothing_known(self) -> tuple[int, int, WordTable]:
        """(words known, bytes in the pool, table) to begin with: the pool holds a blank."""
        table = WordTable(
            entries=np.zeros((4 * _NEW_WORDS, _COLUMNS), np.uint64),
            pool=np.full(1 << 16, ord(" "), np.uint8),
            stops=self._stops,
            longest=self._words.longest,
            folds=int("case" not in self._cutter.params.normalise),
            folding=self._folding,
            plain=self._plain,
            complete=0,
            slots=np.empty(_NEW_WORDS, np.int64),
            ends=np.empty(_NEW_WORDS, np.int64),
            words=np.empty(self._scratch.normal.size + PADDING, np.uint8),
            told=np.zeros(2, np.int64),
        )
        return 0, 1, table

    def _add(self, text: bytes) -> None:
        """Put what new words become into the pool, and make room for the next ones."""
        pool, entries = self._table.pool, self._table.entries
        if self._pooled + len(text) + PADDING > pool.size:
            pool = np.concatenate([pool, np.empty(pool.size + len(text), np.uint8)])
        pool[self._pooled : self._pooled + len(text)] = np.frombuffer(text, np.uint8)
        self._pooled += len(text)
        slots, ends = self._table.slots, self._table.ends
        if self._table.told[NEW] == slots.size:  # a text is gone through again for each time that it takes
            slots, ends = np.empty((2, 2 * slots.size), np.int64)
        size = len(entries)
        while 2 * (self._known + slots.size) > size:
            size *= 2
        if size > len(entries):
            entries = np.zeros((size, _COLUMNS), np.uint64)
            place_words(self._table.entries, entries)
        self._table = self._table._replace(pool=pool, entries=entries, slots=slots, ends=ends)


def _hash_set(texts: list[str]) -> NDArray[np.uint64]:
    """The hashes of texts as the kernels look for them."""
    cutter = TextCutter(CutParams(normalise=(), kind="item", size=1))
    ids, _, _ = cutter.shingles(*join_texts([text.encode() for text in texts]), cutter.scratch())
    entries = np.zeros((len(texts), _COLUMNS), np.uint64)
    entries[:, _KEY] = ids | ONE
    table = np.zeros((1 << (2 * len(texts)).bit_length(), _COLUMNS), np.uint64)
    place_words(entries, table)
    return table

"""From a chunk of texts to signatures in one compiled pass: normalise, cut, sign, without an object per shingle.

What a document leaves behind is a row of K values, a 64-bit SimHash fingerprint (``simhash.text_fingerprints``: scheme
simhash-text-3, not that of ``SimHash``), a 128-bit hash of its normalised text and the number of its shingles: about
0.3 KB, whatever its length.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.features.normalise import NEEDS_COMPOSITION, NEEDS_ROOM, NormaliseRules
from simexplorer.features.shingle_hash import hash_text
from simexplorer.features.shingles import BLOCK, ShingleRules, next_shingles, rewind
from simexplorer.features.texts import Scratch, TextCutter, normalise_one
from simexplorer.signatures.bit_counts import PLANES_ROOM, clear_planes, count_bits, majority
from simexplorer.signatures.fss import (
    EMPTY,
    KEPT,
    ROUNDS,
    close_filled,
    count_left,
    fill_empty,
    keep_lowest,
    sketch_private,
    sketch_rest,
    sketch_round,
    sketch_seeds,
    sketch_words,
)

_NO_SLOTS = np.full(1, -1, np.int32)


class Columns(NamedTuple):
    """What is told of texts, as kernels take it; the columns of ``SignedTexts`` with sketches."""

    values: NDArray[KEPT]
    fingerprints: NDArray[np.uint64]
    text_hashes: NDArray[np.uint64]
    shingles: NDArray[np.int64]


@kernel_part
def _taken_over(out: Columns, d: Int, before: Columns, slots: NDArray[np.int32]) -> bool:
    """Whether text ``d``, of which the hash alone is told, was signed before: then all is told that was then."""
    a, b = out.text_hashes[d, 0], out.text_hashes[d, 1]
    row = slots[a & U(slots.size - 1)]
    if row < 0 or before.text_hashes[row, 0] != a or before.text_hashes[row, 1] != b:
        return False
    for j in range(out.values.shape[1]):
        out.values[d, j] = before.values[row, j]
    out.fingerprints[d], out.shingles[d] = before.fingerprints[row], before.shingles[row]
    return True


@kernel_part
def _again(
    size: Int,
    ascii_only: bool,
    rules: ShingleRules,
    seeds: NDArray[np.uint64],
    turn: Int,
    scratch: Scratch,
    row: NDArray[np.uint32],
    drawn: NDArray[np.uint32],
    words: NDArray[np.uint64],
) -> None:
    """Cut the text once more for round ``turn`` of its sketch (ROUNDS: the bins' own functions) and take over."""
    rewind(scratch.cursor)
    close_filled(row, drawn)
    while True:
        count = next_shingles(scratch.normal, size, ascii_only, rules, scratch.cursor, scratch.ids)
        if count == 0:
            break
        if turn < ROUNDS:
            sketch_round(scratch.ids, count, seeds, turn, drawn, words)
        else:
            sketch_private(scratch.ids, count, seeds, row, drawn, words)
    fill_empty(row, drawn, seeds[turn])


@kernel_part
def sign_one(
    size: Int,
    ascii_only: bool,
    rules: ShingleRules,
    seeds: NDArray[np.uint64],
    scratch: Scratch,
    row: NDArray[np.uint32],
    drawn: NDArray[np.uint32],
    words: NDArray[np.uint64],
    planes: NDArray[np.uint64],
    values: NDArray[KEPT],
) -> tuple[Int, Int]:
    """Sketch the text in ``scratch.normal[:size]``; (number of shingles, SimHash fingerprint).

    row : (K,) uint32 scratch; seeds, drawn, words : as in ``sketch_rest``; planes : a counter, see ``clear_planes``
    values : (K,) of the sketch, out
    """
    for j in range(row.size):
        row[j] = EMPTY
    clear_planes(planes)
    total, blocks, count = 0, 0, 0
    rewind(scratch.cursor)
    while True:
        found = next_shingles(scratch.normal, size, ascii_only, rules, scratch.cursor, scratch.ids)
        if found == 0:
            break
        count = found
        sketch_round(scratch.ids, count, seeds, 0, row, words)
        count_bits(scratch.ids, count, planes)
        total += count
        blocks += 1
    if blocks == 1:
        sketch_rest(scratch.ids, count, seeds, row, drawn, words)
    elif blocks > 1:
        for turn in range(1, ROUNDS + 1):
            if count_left(row) > 0:
                _again(size, ascii_only, rules, seeds, turn, scratch, row, drawn, words)
    keep_lowest(row, values)
    return total, majority(planes, total)


@lean_kernel
def sign_texts(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    first: Int,
    check: bool,
    normalise: NormaliseRules,
    rules: ShingleRules,
    seeds: NDArray[np.uint64],
    scratch: Scratch,
    row: NDArray[np.uint32],
    drawn: NDArray[np.uint32],
    words: NDArray[np.uint64],
    planes: NDArray[np.uint64],
    out: Columns,
    before: Columns,
    slots: NDArray[np.int32],
    unstable: NDArray[np.bool_],
) -> Int:
    """Sign ``data[offsets[d]:offsets[d + 1]]`` for ``d >= first``; returns the first one that needs a larger scratch.

    data : uint8, UTF-8, readable for 64 bytes beyond the last text
    seeds, row, drawn, words, planes : as in ``sign_one``
    Outputs have a row a document: those of ``out``, and ``unstable`` (m,), set where the text is not in its Unicode
    form yet: compose it outside and sign it again with ``check`` off.
    before, slots : as in ``SignedBefore``; a text that is among those is not cut
    """
    for d in range(first, offsets.size - 1):
        start = offsets[d]
        size, ascii_only = normalise_one(data, start, offsets[d + 1] - start, normalise, check, scratch)
        if size == NEEDS_ROOM:
            return d
        unstable[d] = size == NEEDS_COMPOSITION
        if not unstable[d]:
            hash_text(scratch.normal, size, out.text_hashes[d])
            if not _taken_over(out, d, before, slots):
                out.shingles[d], out.fingerprints[d] = sign_one(
                    size, ascii_only, rules, seeds, scratch, row, drawn, words, planes, out.values[d]
                )
    return offsets.size - 1


class SignedTexts(Struct, frozen=True):
    """What a chunk of m texts leaves behind.

    values : (m, K) of the scheme's type; fingerprints : (m,) uint64 of the scheme simhash-text-3
    text_hashes : (m, 2) uint64; shingles : (m,) int64
    """

    values: NDArray[Any]
    fingerprints: NDArray[np.uint64]
    text_hashes: NDArray[np.uint64]
    shingles: NDArray[np.int64]

    @classmethod
    def empty(cls, count: int, length: int) -> SignedTexts:
        """Room for ``count`` texts and sketches of ``length``: all of them without any shingle."""
        return cls.around(np.empty((count, length), KEPT))

    @classmethod
    def around(cls, values: NDArray[Any]) -> SignedTexts:
        """Room for as many texts as there are signatures, whatever these hold: all of them without any shingle."""
        count = values.shape[0]
        return cls(values, np.zeros(count, np.uint64), np.zeros((count, 2), np.uint64), np.zeros(count, np.int64))

    def put(self, rows: NDArray[np.int64] | slice, other: SignedTexts, with_values: bool = True) -> None:
        """Copy another chunk's rows to these rows."""
        if with_values:
            self.values[rows] = other.values
        self.fingerprints[rows] = other.fingerprints
        self.text_hashes[rows] = other.text_hashes
        self.shingles[rows] = other.shingles

    def take(self, rows: NDArray[np.int64] | slice) -> SignedTexts:
        """These rows, in this order; of a slice a view."""
        return SignedTexts(self.values[rows], self.fingerprints[rows], self.text_hashes[rows], self.shingles[rows])

    @property
    def columns(self) -> Columns:
        """All of them."""
        return Columns(self.values, self.fingerprints, self.text_hashes, self.shingles)


class SignedBefore(Struct, frozen=True):
    """Texts that are signed, to be found by their hashes: copies of them need not be cut, whoever comes across them.

    slots : (2^s,) int32, at the lowest bits of a text's hash one row with such bits, or -1
    """

    texts: SignedTexts
    slots: NDArray[np.int32]

    @classmethod
    def nothing(cls, texts: SignedTexts) -> SignedBefore:
        """None yet of those that there will be."""
        count = texts.shingles.size
        return cls(texts, np.full(1 << (2 * count).bit_length(), -1, np.int32))

    def add(self, rows: NDArray[np.int64]) -> None:
        """From now on these are found; nobody may write to them any more, unless they are empty."""
        rows = rows[self.texts.shingles[rows] > 0]
        self.slots[self.texts.text_hashes[rows, 0] & np.uint64(self.slots.size - 1)] = rows


class TextSigner:
    """The compiled pass with its parameters bound; shared by threads, each call brings its own scratch."""

    def __init__(self, cutter: TextCutter, length: int, seed: int) -> None:
        self.cutter = cutter
        self.length = length
        self._seeds = sketch_seeds(seed, length)

    def sign(
        self,
        data: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        scratch: Scratch,
        room: SignedTexts | None = None,
        before: SignedBefore | None = None,
    ) -> tuple[SignedTexts, Scratch]:
        """Signatures, fingerprints, text hashes and counts of all texts; the scratch may have grown.

        data : uint8, UTF-8, readable for PADDING bytes beyond the last text; offsets : (m + 1,) int64
        room : where to write them, in place of new memory
        before : texts that were signed so; copies of them are not cut
        """
        signed = room or SignedTexts.empty(offsets.size - 1, self.length)
        before = before or SignedBefore(signed, _NO_SLOTS)
        unstable, scratch = self._sign(data, offsets, self.cutter.checks_form, scratch, signed, before)
        which = np.flatnonzero(unstable)
        if which.size:
            late = SignedTexts.empty(which.size, self.length)
            _, scratch = self._sign(*self.cutter.composed(data, offsets, which), False, scratch, late, before)
            signed.put(which, late)
        return signed, scratch

    def _sign(
        self,
        data: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        check: bool,
        scratch: Scratch,
        signed: SignedTexts,
        before: SignedBefore,
    ) -> tuple[NDArray[np.bool_], Scratch]:
        count = offsets.size - 1
        unstable = np.zeros(count, np.bool_)
        row, drawn, words = (
            np.empty(self.length, np.uint32),
            np.full(self.length, EMPTY, np.uint32),
            sketch_words(BLOCK),
        )
        planes = np.empty(PLANES_ROOM, np.uint64)
        done = 0
        while done < count:
            done = sign_texts(
                data,
                offsets,
                done,
                check,
                self.cutter.normalise,
                self.cutter.rules,
                self._seeds,
                scratch,
                row,
                drawn,
                words,
                planes,
                signed.columns,
                before.texts.columns,
                before.slots,
                unstable,
            )
            if done < count:
                scratch = self.cutter.grown(scratch, int(offsets[done + 1] - offsets[done]))
        return unstable, scratch

"""A long sketch of a document's shingles that tells far from near before texts are compared: 512 SimHash bits or more.

A bit is equal with probability ``1 - angle / 180`` where many features of like weight vote (Charikar 2002, section 3).
Where a few decide, it is not, in either direction: how many have a say is counted, ``|x|^4`` over the sum of the fourth
powers of the weights (the inverse participation ratio of physics), and for each EVEN of them LENGTH bits hold.

Nor is it where documents differ in a few features alone: one vote of weight d is always as large, d, while the sum of
many with these squares is 0.8 d in the mean (for signs: Khintchine 1923; the most is one vote, Haagerup 1981), so that
up to 1.37 times as many bits differ. How far that goes follows from the heaviest feature of a document, which is all
that it may differ in by itself: SPARED times as many are foreseen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U, lean_kernel
from simexplorer.features.sets import SparseVectors
from simexplorer.kernel_words import mix64, popcount, seed_words
from simexplorer.signatures.packing import pack
from simexplorer.signatures.projections import sign_projections
from simexplorer.signatures.simhash import BITS, text_words

LENGTH = 512  # bits
# features that have a say, for so many: with fewer the true law may be farther from that of the angle than is spared
EVEN = 32.0
# times as many bits differ at most where one feature holds so much of what two documents differ in, as a share of its
# square: a third, two, or all of it. Five votes of one weight add up to 1.05 times what many do, which the last of six
# standard deviations is for; three of them to 1.09, one to 1.25, and to 1.37 where it has a sixth of all squares, more
# than which leaves no sketch
SPARED, _SHARES = (1.0, 1.10, 1.37), (1 / 3, 2 / 3)
_WORDS = LENGTH // 64
_MOST_SLOTS = 1 << 16
_OTHERS = max(BITS) // 64  # words of the seed that schemes for fingerprints take


class LongSketches(Struct, frozen=True):
    """Sketches of m documents.

    words : (m, words) uint64; held : (m,) int32, how many of the words hold, none where there is no sketch
    leading : (m,) float64, share of the heaviest feature in the squares of all
    """

    words: NDArray[np.uint64]
    held: NDArray[np.int32]
    leading: NDArray[np.float64]

    @classmethod
    def none(cls, count: int, length: int) -> LongSketches:
        """Room for so many of so many bits, none of which is there."""
        return cls(np.zeros((count, length // 64), np.uint64), np.zeros(count, np.int32), np.zeros(count))

    def put(self, rows: NDArray[np.int64], others: Sequence[LongSketches]) -> None:
        """Copy the sketches of these documents, in parts, to these rows."""
        for name in self.__struct_fields__:
            getattr(self, name)[rows] = np.concatenate([getattr(other, name) for other in others])

    def spared(self, angle: float) -> NDArray[np.int8]:
        """(m,) place in SPARED of what pairs with this angle, in degrees, may differ from its law by."""
        apart = max(1e-9, 2.0 - 2.0 * math.cos(math.radians(angle)))  # squares of what differs, of those of a document
        return np.digitize(self.leading / apart, _SHARES).astype(np.int8)


@lean_kernel
def _fill_voices(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    slots: NDArray[np.uint32],
    voices: NDArray[np.float64],
    leading: NDArray[np.float64],
) -> None:
    """Write about how many features have a say in each document: rather too few, as some fall into one slot.

    slots : zeros, a power of two, more than twice the ids of the longest document or _MOST_SLOTS
    voices, leading : (m,) are written
    """
    for d in range(bounds.size - 1):
        count, used = U(bounds[d + 1] - bounds[d]), U(16)
        while used < U(2) * count and used < U(slots.size):
            used += used
        for p in range(U(bounds[d]), U(bounds[d + 1])):
            slots[mix64(ids[p]) & (used - U(1))] += np.uint32(1)
        mean, squares, fourths, most = np.float64(count) / np.float64(used), 0.0, 0.0, 0.0
        for slot in range(used):
            square = (np.float64(slots[slot]) - mean) ** 2
            squares += square
            fourths += square * square
            most = max(most, square)
            slots[slot] = np.uint32(0)
        voices[d] = squares * squares / fourths if fourths > 0.0 else 0.0
        leading[d] = most / squares if squares > 0.0 else 0.0


@lean_kernel
def _count_agreeing(
    sketches: NDArray[np.uint64],
    held: NDArray[np.int32],
    spared: NDArray[np.int8],
    least: NDArray[np.int32],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """See ``agreeing_bits``."""
    words = np.int32(sketches.shape[1])
    for p in range(i.size):
        both, bits = min(held[i[p]], held[j[p]]), U(0)
        for w in range(U(both)):
            bits += popcount(sketches[i[p], w] ^ sketches[j[p], w])
        more = np.int32(64) * both - np.int32(bits) - least[U(max(spared[i[p]], spared[j[p]])), both]
        told = least[0, words] + (more * words // both if both else np.int32(64) * words)
        out[p] = min(max(told, np.int32(0)), np.int32(64) * words)


def long_sketches(ids: NDArray[np.uint64], bounds: NDArray[np.int64], seed: int, length: int = LENGTH) -> LongSketches:
    """The sketches of documents whose shingles are ``ids[bounds[d]:bounds[d + 1]]``.

    length : their bits, LENGTH or a multiple of it. A shingle votes as often as it occurs. About 6 ns an id for LENGTH.
    """
    longest = int(np.diff(bounds).max(initial=1))
    slots = np.zeros(max(16, min(_MOST_SLOTS, 1 << (2 * longest).bit_length())), np.uint32)
    voices, leading = np.empty((2, bounds.size - 1))
    _fill_voices(ids, bounds, slots, voices, leading)
    words = seed_words(seed, _OTHERS + length // 64)[_OTHERS:]
    return LongSketches(text_words(ids, bounds, words), _held(voices, length), leading)


def _held(voices: NDArray[np.float64], length: int) -> NDArray[np.int32]:
    """(m,) the first words of a sketch that hold: the longer it is, the less is spared for uneven documents."""
    return np.minimum(voices / EVEN, length // LENGTH).astype(np.int32) * np.int32(_WORDS)


def weighted_sketches(documents: SparseVectors, seed: int) -> LongSketches:
    """The same of weighted documents, of LENGTH. About 100 ns a feature."""
    bits = sign_projections(documents, seed + 1, LENGTH) > 0.0  # other words than those of fingerprints with this seed
    second, fourth = documents.power_sums(2), documents.power_sums(4)
    voices, most = np.zeros((2, len(documents)))
    np.divide(second**2, fourth, out=voices, where=fourth > 0.0)
    filled = np.diff(documents.offsets) > 0
    most[filled] = np.maximum.reduceat(documents.weights**2, documents.offsets[:-1][filled]) if filled.any() else 0.0
    leading = np.divide(most, second, out=np.zeros(len(documents)), where=second > 0.0)
    return LongSketches(pack(bits.view(np.uint8), 1), _held(voices, LENGTH), leading)


def agreeing_bits(
    sketches: LongSketches,
    spared: NDArray[np.int8],
    least: NDArray[np.int32],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
) -> NDArray[np.int32]:
    """(p,) in how many bits the sketches of two documents agree; in all where none of one of them holds.

    Where only the first w words of both hold, or more is spared for what they differ in, it is ``least[0, words]``,
    and by how much they exceed ``least[s, w]``, times ``words / w``: so all pairs are measured by ``least[0, words]``.

    spared : (n,) place s in SPARED of all documents, that of the more uneven one counts; least : (len(SPARED),
    words + 1) in how many bits of the first w words those of near documents agree; i, j : (p,) rows
    """
    out = np.empty(i.size, np.int32)
    _count_agreeing(sketches.words, sketches.held, spared, least, i, j, out)
    return out

"""A long sketch of a document's shingles that tells far from near before texts are compared: 512 SimHash bits or more.

A bit is equal with probability ``1 - angle / 180`` where many features of like weight vote (Charikar 2002, section 3).
Where a few decide, it is not, in either direction: how many have a say is counted, ``|x|^4`` over the sum of the fourth
powers of the weights (the inverse participation ratio of physics), and for each EVEN of them LENGTH bits hold.
"""

from __future__ import annotations

import numpy as np
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
_WORDS = LENGTH // 64
_MOST_SLOTS = 1 << 16
_OTHERS = max(BITS) // 64  # words of the seed that schemes for fingerprints take


@lean_kernel
def _fill_voices(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], slots: NDArray[np.uint32], out: NDArray[np.float64]
) -> None:
    """Write about how many features have a say in each document: rather too few, as some fall into one slot.

    slots : zeros, a power of two, more than twice the ids of the longest document or _MOST_SLOTS
    """
    for d in range(bounds.size - 1):
        count, used = U(bounds[d + 1] - bounds[d]), U(16)
        while used < U(2) * count and used < U(slots.size):
            used += used
        for p in range(U(bounds[d]), U(bounds[d + 1])):
            slots[mix64(ids[p]) & (used - U(1))] += np.uint32(1)
        mean, squares, fourths = np.float64(count) / np.float64(used), 0.0, 0.0
        for slot in range(used):
            square = (np.float64(slots[slot]) - mean) ** 2
            squares += square
            fourths += square * square
            slots[slot] = np.uint32(0)
        out[d] = squares * squares / fourths if fourths > 0.0 else 0.0


@lean_kernel
def _count_agreeing(
    sketches: NDArray[np.uint64],
    held: NDArray[np.int32],
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
        more = np.int32(64) * both - np.int32(bits) - least[both]
        told = least[words] + (more * words // both if both else np.int32(64) * words)
        out[p] = min(max(told, np.int32(0)), np.int32(64) * words)


def long_sketches(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], seed: int, length: int = LENGTH
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """(m, words) sketches of documents whose shingles are ``ids[bounds[d]:bounds[d + 1]]``, and (m,) words that hold.

    length : their bits, LENGTH or a multiple of it. A shingle votes as often as it occurs. About 6 ns an id for LENGTH.
    """
    longest = int(np.diff(bounds).max(initial=1))
    slots = np.zeros(max(16, min(_MOST_SLOTS, 1 << (2 * longest).bit_length())), np.uint32)
    voices = np.empty(bounds.size - 1)
    _fill_voices(ids, bounds, slots, voices)
    words = seed_words(seed, _OTHERS + length // 64)[_OTHERS:]
    return text_words(ids, bounds, words), _held(voices, length)


def _held(voices: NDArray[np.float64], length: int) -> NDArray[np.int32]:
    """(m,) the first words of a sketch that hold: the longer it is, the less is spared for uneven documents."""
    return np.minimum(voices / EVEN, length // LENGTH).astype(np.int32) * np.int32(_WORDS)


def weighted_sketches(documents: SparseVectors, seed: int) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The same of weighted documents, of LENGTH. About 100 ns a feature."""
    bits = sign_projections(documents, seed + 1, LENGTH) > 0.0  # other words than those of fingerprints with this seed
    second, fourth = documents.power_sums(2), documents.power_sums(4)
    voices = np.divide(second**2, fourth, out=np.zeros(len(documents)), where=fourth > 0.0)
    return pack(bits.view(np.uint8), 1), _held(voices, LENGTH)


def agreeing_bits(
    sketches: NDArray[np.uint64],
    held: NDArray[np.int32],
    least: NDArray[np.int32],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
) -> NDArray[np.int32]:
    """(p,) in how many bits the sketches of two documents agree; in all where none of one of them holds.

    Where only the first w words of both hold it is ``least[words]``, and by how much they exceed ``least[w]``, times
    ``words / w``: so all pairs are measured by ``least[words]``.

    sketches : (n, words) of all documents, of any length; held : (n,) how many of the words hold; least : (words + 1,)
    in how many bits of the first w words those of near documents agree; i, j : (p,) rows
    """
    out = np.empty(i.size, np.int32)
    _count_agreeing(sketches, held, least, i, j, out)
    return out

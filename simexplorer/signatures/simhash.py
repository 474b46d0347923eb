"""SimHash: every feature votes with the bits of its hash, weighted; the fingerprint holds the signs of the sums.

Sources: Charikar 2002, "Similarity estimation techniques from rounding algorithms"; Manku, Jain, Das Sarma 2007,
"Detecting near-duplicates for web crawling", section 2. V starts at 0; a feature adds its weight to V_i where bit i
of its hash is one and takes it off where it is zero; bit i of the fingerprint is one where V_i is above 0.

Two schemes, never to be compared with each other:
``simhash-3`` (``SimHash``) hashes each feature with a seed, to 32, 64 or 128 bits, and weighs it as it is told.
``simhash-text-3`` (``text_fingerprints``) is what the pass over texts leaves beside every signature, for any recipe:
64 bits, the shingles' own ids vote, each occurrence with weight 1, no seed. Where ids have 32 bits the upper 32 are 0.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import mix64, seed_words
from simexplorer.signatures.angle_family import NO_DIRECTION, AngleFamily, bits_of_signs, has_direction
from simexplorer.signatures.bit_counts import PLANES_ROOM, clear_planes, count_bits, majority
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.first_rows import binomial
from simexplorer.signatures.packing import pack, unpack
from simexplorer.signatures.projections import sign_projections

BITS = (32, 64, 128)


@kernel
def simhash64(ids: NDArray[np.uint64], count: Int, planes: NDArray[np.uint64]) -> Int:
    """The 64-bit fingerprint of ``ids[:count]``, hashes already, each occurrence with weight 1.

    planes : (PLANES_ROOM,) uint64 scratch.
    """
    clear_planes(planes)
    count_bits(ids, count, planes)
    return majority(planes, count)


@kernel
def _fill_fingerprints(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], words: NDArray[np.uint64], out: NDArray[np.uint64]
) -> None:
    """Write the fingerprint of every set, 64 bits a seed word, to ``out`` (n, words)."""
    planes = np.empty(PLANES_ROOM, np.uint64)
    longest = 1
    for d in range(offsets.size - 1):
        longest = max(longest, offsets[d + 1] - offsets[d])
    mixed = np.empty(longest, np.uint64)
    for d in range(offsets.size - 1):
        start, count = U(offsets[d]), U(offsets[d + 1] - offsets[d])
        for w in range(words.size):
            for i in range(count):
                mixed[i] = mix64(ids[start + i] ^ words[w])
            out[d, w] = simhash64(mixed, np.int64(count), planes)


@kernel
def _fill_text_fingerprints(ids: NDArray[np.uint64], bounds: NDArray[np.int64], out: NDArray[np.uint64]) -> None:
    planes = np.empty(PLANES_ROOM, np.uint64)
    for d in range(bounds.size - 1):
        run = ids[bounds[d] : bounds[d + 1]]
        out[d] = simhash64(run, run.size, planes)


def text_words(ids: NDArray[np.uint64], bounds: NDArray[np.int64], words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(n, len(words)) fingerprints of 64 bits for each word of a seed, of documents as in ``text_fingerprints``."""
    out = np.empty((bounds.size - 1, words.size), np.uint64)
    _fill_fingerprints(bounds, ids, words, out)
    return out


def text_fingerprints(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> NDArray[np.uint64]:
    """(n,) fingerprints of documents whose shingles are ``ids[bounds[d]:bounds[d + 1]]``, repeats counted; scheme
    ``simhash-text-3``, which ``text_signer`` computes in passing. Same law as ``SimHash(64)`` with term frequencies.
    """
    out = np.empty(bounds.size - 1, np.uint64)
    _fill_text_fingerprints(ids, bounds, out)
    return out


def running_vectors(hashes: NDArray[np.uint64], weights: NDArray[np.float64], bits: int) -> NDArray[np.float64]:
    """(m, bits) the vector V after each of m features: to be watched. The last row's signs are the fingerprint.

    hashes : (m, ceil(bits / 64)) uint64, the lowest bit first; weights : (m,)
    """
    ones = unpack(hashes, 1, bits, np.float64)
    return np.cumsum((2.0 * ones - 1.0) * weights[:, None], axis=0)


def exact_collision_probability(common: int, only_a: int, only_b: int) -> float:
    """The chance that one SimHash bit of two *sets* is equal: c features shared, a and b in one set alone.

    The sums of c, a and b signs are shifted binomials; bits are equal when both totals are above 0 or neither is.
    The limit is ``1 - angle / 180``; ties at 0 push it up for small sets of even size.
    """
    shared, in_a, in_b = (binomial(count, 0.5) for count in (common, only_a, only_b))
    totals = np.arange(-common, common + 1, 2)

    def above(chances: NDArray[np.float64], count: int) -> NDArray[np.float64]:
        """Chance that the total with ``count`` more signs is above 0, for each total of the shared ones."""
        sums = np.arange(-count, count + 1, 2)
        at_least: NDArray[np.float64] = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
        return np.clip(at_least, 0.0, 1.0)[np.searchsorted(sums, -totals, side="right")]

    a, b = above(in_a, only_a), above(in_b, only_b)
    return float((shared * (a * b + (1.0 - a) * (1.0 - b))).sum())


class SimHash(AngleFamily, Struct, frozen=True):
    """Fingerprints of ``length`` f = 32, 64 or 128 bits; sensitive to the angle between weighted documents.

    Bits are independent. One is equal with probability ``1 - angle / 180`` in the limit of many features of like
    weight: for sets the true law is ``exact_collision_probability``, within 0.01 of the limit from 100 features on
    and at most 0.125 off (two sets of two features, none shared). A feature of overwhelming weight decides alone.
    """

    length: int = 64
    seed: int = 1

    SCHEME: ClassVar[str] = "simhash-3"

    def __post_init__(self) -> None:
        if self.length not in BITS:
            raise ParameterError("simhash_bits", self.length, "one of " + ", ".join(map(str, BITS)))

    @property
    def scheme(self) -> str:
        """``"simhash-3"``."""
        return self.SCHEME

    def hashes(self, ids: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """(m, ceil(f / 64)) the words whose bits vote for each of (m,) features."""
        words = seed_words(self.seed, -(-self.length // 64))
        out = np.empty((ids.size, words.size), np.uint64)
        _mix_ids(ids, words, out)
        return out

    def vectors(self, documents: SparseVectors) -> NDArray[np.float64]:
        """(n, f) V of every weighted document; its signs are the fingerprint."""
        return sign_projections(documents, self.seed, self.length)

    def fingerprints(self, documents: ShingleSets | SparseVectors) -> NDArray[np.uint64]:
        """(n, ceil(f / 64)) packed fingerprints, bit i in place i; 0 for a document without direction.

        Sets by counting bits, 0.5 ns an element and word; weighted documents by adding up V, 13 ns.
        """
        if isinstance(documents, SparseVectors):
            return pack(self.sign(documents).values & np.uint8(1), 1)
        out = text_words(documents.ids, documents.offsets, seed_words(self.seed, -(-self.length // 64)))
        return out & U(2**32 - 1) if self.length == 32 else out

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, f) uint8 bits, so that bands of bits can be indexed; ``fingerprints`` has them packed."""
        directed = has_direction(documents)
        if isinstance(documents, SparseVectors):
            values = bits_of_signs(self.vectors(documents), directed)
        else:
            values = unpack(self.fingerprints(documents), 1, self.length, np.uint8)
            values[~directed] = NO_DIRECTION
        return Signatures(self.scheme, self.seed, values, infinite=NO_DIRECTION)


@kernel
def _mix_ids(ids: NDArray[np.uint64], words: NDArray[np.uint64], out: NDArray[Any]) -> None:
    for i in range(ids.size):
        for w in range(words.size):
            out[i, w] = mix64(ids[i] ^ words[w])

"""Pairs of documents whose vectors are near each other, out of many candidates: bound first, then exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.search.dot_products import WHOLE, Lengths, multiply, reachable
from simexplorer.search.packed_counts import CountPacker
from simexplorer.search.vector_lengths import length_products

Floats = NDArray[np.float64]
Places = NDArray[np.int32]
_MARGIN = 1e-9  # far beyond what rounding takes from a cosine


class Near(NamedTuple):
    """Pairs that may be near: their places among those asked for, shingles in common, and the exact measure."""

    places: NDArray[np.int64]
    shared: NDArray[np.int32]
    values: Floats


class Reach(Struct, frozen=True):
    """How near is near. Cosine: ``limit`` or more; Euclidean distance: ``limit`` or less."""

    measure: str
    limit: float

    def least(self, lengths: Lengths, left: Places, right: Places) -> NDArray[np.int64]:
        """(p,) the least cosine of a pair within the limit, times WHOLE and a little less than exact; may be beyond 1.

        Of documents u and v within distance d it is ``(|u|^2 + |v|^2 - d^2) / (2 |u| |v|)``, the law of cosines.
        """
        if self.measure == "cosine":
            return np.full(left.size, int((self.limit - _MARGIN) * WHOLE) - 1)
        a, b = lengths.squares[left], lengths.squares[right]
        product = 2.0 * np.sqrt(a) * np.sqrt(b)
        both, room = a + b, self.limit**2
        with np.errstate(divide="ignore", invalid="ignore"):
            cosine = (both - room) / product - _MARGIN * (1.0 + (both + room) / product)
        cosine = np.where(product > 0.0, cosine, np.where(both <= room * (1.0 + _MARGIN), -1.0, 2.0))
        return np.floor(np.clip(cosine, -1.0, 2.0) * WHOLE).astype(np.int64)

    def values(self, lengths: Lengths, left: Places, right: Places, dots: Floats, rests: Floats) -> Floats:
        """(p,) the measure of pairs whose dot products are ``dots + rests``, right to the last digits."""
        a, b = lengths.squares[left], lengths.squares[right]
        rest_a, rest_b = lengths.rests[left], lengths.rests[right]
        if self.measure == "cosine":
            product = length_products(a + rest_a, b + rest_b)
            cosine = np.divide(dots + rests, product, out=np.zeros(left.size), where=product > 0.0)
            return np.asarray(np.clip(cosine, -1.0, 1.0))
        both, lost = _sum_and_lost(a, b)
        square, more = _sum_and_lost(both, -2.0 * dots)
        square += rest_a + rest_b + lost + more - 2.0 * rests
        return np.asarray(np.sqrt(np.maximum(square, 0.0)))


def _sum_and_lost(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """``a + b`` as rounded, and what rounding took from it, exactly (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


class VectorPairs:
    """Vectors of the documents of one unit after another, and their pairs that are near; memory is used again.

    counting : whether repeats of a shingle count
    """

    def __init__(self, *, counting: bool) -> None:
        self.packer = CountPacker(counting=counting)
        self._words, self._spans = np.zeros(0, np.uint64), np.zeros(0, np.uint32)
        self._entry_of = np.zeros(0, np.int32)
        self._factors = np.empty(0)
        self._lengths = Lengths.nothing()

    def weigh(self, factors: Floats) -> None:
        """All documents of the unit are in ``packer``: multiply counts of each number by its factor, if there are any.

        factors : (numbers,), above 0, or empty
        """
        self._factors, self._lengths = factors, Lengths.of(self.packer.packed, factors)
        blocks = self.packer.numbers.size // 64 + 1
        if self._words.size < blocks:  # all 0 between two calls
            self._words, self._spans = np.zeros(2 * blocks, np.uint64), np.zeros(2 * blocks, np.uint32)
            self._entry_of = np.zeros(2 * blocks, np.int32)

    def near(self, left: Places, right: Places, reach: Reach) -> Near:
        """Pairs of documents, by their places in the unit, that may be within ``reach``: all that are, few others."""
        packed, lengths = self.packer.packed, self._lengths
        places = np.empty(left.size, np.int64)
        least = reach.least(lengths, left, right)
        count = reachable(packed, lengths.reach, left, right, least, self._words, self._spans, places)
        places = places[:count].copy()
        left, right = left[places], right[places]
        shared, dots, rests = np.empty(count, np.int32), np.empty(count), np.empty(count)
        multiply(packed, self._factors, left, right, self._entry_of, shared, dots, rests)
        return Near(places, shared, reach.values(lengths, left, right, dots, rests))

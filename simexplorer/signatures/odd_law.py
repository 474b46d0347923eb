"""What two odd sketches tell of the Jaccard similarity of their sets: how large it is at most, by so many sigmas.

Of n cells those are odd that m ids hit oddly, ``n / 2 (1 - (1 - 2 / n)^m)`` in the mean (Mitzenmacher, Pagh, Pham
2014, section 3.2), or, as they are differing places, of which a cell has c, ``n / 2 (1 - (1 - 2 m / (c n))^c)``: which
m leads to so many odd cells is a table. Beside that m varies by what was sampled, and as two ids may mark one place:
the sizes that count are those of marked places.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.signatures.odd_sketch import LENGTH, MOST_IDS, NO_LEVEL, PLACES, WORDS, OddSketches

STEPS = 10_000  # of a similarity that is told
# of outlines, to which sketches are cut or folded: how many words make one, and how many there are then
OUTLINES = ((1, 16), (2, 16), (4, 16), (8, 8))
_SHARP = 0.015  # standard error of a similarity by an outline that takes half of the time, which will do
_LOAD = 0.45  # differing ids a cell, at the limit: with more of them, or fewer, less is told
PLAIN, SAMPLED, HALVED = range(
    3
)  # ways to compare: all ids; those of one level; of a level and the half of the one below
_OF_CELL = PLACES // LENGTH  # places
Floats = NDArray[np.float64]


class _Way(Struct, frozen=True):
    """Two sketches at the limit that are compared in one way, by how many places they mark together: (sizes,) columns.

    cells : that are compared; differing : mean of the places that one of them marks; spread : its variance
    """

    cells: int
    sizes: Floats
    differing: Floats
    spread: Floats

    @classmethod
    def of(cls, way: int, value: float, sizes: Floats) -> _Way:
        """What is expected of sets with this similarity."""
        cells, places = (LENGTH, PLACES) if way != HALVED else (LENGTH // 2, PLACES // 2)
        if way == HALVED:  # one set marks the places of a half, the other those of both halves
            one = -2.0 * places * np.log(np.maximum(0.1, np.sqrt(4.0 - np.minimum(3.9, sizes / places)) - 1.0))
        else:
            one = -places * np.log1p(-np.minimum(0.9, sizes / (2.0 * places)))  # ids of a set
        union = 2.0 * one / (1.0 + value)
        differing = 2.0 * places * (np.exp(-one / places) - np.exp(-union / places))
        spread = 2.0 * (union - one) - differing  # ids that share a place: about a Poisson number
        if way != PLAIN:
            spread += union * value * (1.0 - value) * (2.0 / (1.0 + value)) ** 2
        if way == HALVED:
            apart = _halved(one / (2.0 * places), union / (2.0 * places)) * places
            spread += np.abs(apart - differing)
            differing = apart
        return cls(cells, sizes, differing, spread)

    def odd(self, fold: int, part: float) -> tuple[Floats, Floats, Floats]:
        """Mean and variance of the odd ones among a part of the cells, after so many were folded, and what an id adds.

        The variance is that of one number of differing ids.
        """
        cells, looked, like = self.cells / fold, self.cells * part, 1.0 - 2.0 * self.differing / (_OF_CELL * self.cells)
        one = like ** (_OF_CELL * fold)
        two = one**2 * ((1.0 - 4.0 / cells) / (1.0 - 2.0 / cells) ** 2) ** self.differing
        variance = (looked + looked * (looked - 1.0) * two - looked**2 * one**2) / 4.0
        return looked * (1.0 - one) / 2.0, np.maximum(0.0, variance), looked / cells * one / like

    def error(self, fold: int = 1, part: float = 1.0) -> Floats:
        """Standard error of the number of differing places that is told by these cells."""
        _, variance, slope = self.odd(fold, part)
        return np.sqrt(variance / slope**2 + self.spread)

    def similarity_error(self, fold: int = 1, part: float = 1.0) -> float:
        """That of the similarity, of the first size."""
        size, lost = float(self.sizes[0]), float(self.differing[0])
        return float(self.error(fold, part)[0]) * 2.0 * size / (size + lost) ** 2


class OddLaw(Struct, frozen=True, dict=True):
    """What sketches tell of pairs with a similarity of ``value`` or more, of which a share of Q(sigmas) is missed.

    Q : the upper tail of the normal distribution; 3e-7 at 5 sigmas
    """

    value: float
    sigmas: float

    @property
    def most(self) -> int:
        """How many ids of a set are to be taken: so many that pairs at the limit differ in cells enough."""
        differing = 2.0 * max(1e-3, 1.0 - self.value) / (1.0 + self.value)  # ids, for an id of a set
        return int(min(MOST_IDS, _LOAD * LENGTH / differing))

    @property
    def needed(self) -> int:
        """What is told of pairs at the limit at least, of STEPS."""
        return math.floor(self.value * STEPS)

    @property
    def tells(self) -> bool:
        """Whether it tells sets at the limit from those that have nothing in common."""
        return bool(self.margins[SAMPLED, 2 * self.most] < self.value)

    @cached_property
    def lost(self) -> NDArray[np.float32]:
        """(2, LENGTH + 1) differing places that lead to so many odd cells, of all and of one half."""
        tables = []
        for cells in (LENGTH, LENGTH // 2):
            odd = np.minimum(np.arange(LENGTH + 1), cells / 2 - 0.5)
            tables.append(_OF_CELL * cells / 2 * (1.0 - (1.0 - 2.0 * odd / cells) ** (1.0 / _OF_CELL)))
        return np.array(tables, np.float32)

    @cached_property
    def margins(self) -> NDArray[np.float32]:
        """(3, sizes) what is added to the similarity that odd cells lead to, by way and marked places of both."""
        sure = [way.differing + self.sigmas * way.error() + self._skew for way in self._ways]
        return np.array([self.value - _similarity(self._sizes, most) for most in sure], np.float32)

    def limits(self, fold: int, words: int) -> NDArray[np.int32]:
        """(3, sizes) how many cells of outlines are odd at most, by the same."""
        tables = []
        for way in self._ways:
            mean, variance, slope = way.odd(fold, words / WORDS)
            tables.append(mean + self.sigmas * np.sqrt(variance + slope**2 * way.spread) + self._skew)
        return np.array(tables).astype(np.int32)

    def best_outline(self, sketches: OddSketches) -> tuple[int, int]:
        """Which of OUTLINES tells most of such sketches: the fewer ids, the more cells may be folded into one."""
        _, large = self._typical(sketches, 0.75)  # much larger ones would fill all cells
        errors = [large.similarity_error(fold, words / WORDS) for fold, words in OUTLINES]
        return OUTLINES[-1] if errors[-1] < _SHARP else OUTLINES[int(np.argmin(errors[:-1]))]

    def excess(self, sketches: OddSketches) -> tuple[float, float]:
        """By how much what is told of typical ones of these exceeds their similarity, if it is at the limit.

        Its mean and its standard deviation, in STEPS.
        """
        way, typical = self._typical(sketches)
        similar = float(_similarity(typical.sizes, typical.differing)[0])
        mean = similar + float(self.margins[way, int(typical.sizes[0])]) - self.value
        return mean * STEPS, max(1.0, typical.similarity_error() * STEPS)

    def _typical(self, sketches: OddSketches, share: float = 0.5) -> tuple[int, _Way]:
        """How most of them are compared, and what is expected of two that mark as many places as this share at most."""
        held = sketches.levels != NO_LEVEL
        if not held.any():
            return PLAIN, _Way.of(PLAIN, self.value, self._sizes[1:2])
        way = SAMPLED if np.median(sketches.levels[held]) > 0 else PLAIN
        both = min(2 * int(np.quantile(sketches.kept[held, 0], share)), self._sizes.size - 1)
        return way, _Way.of(way, self.value, self._sizes[both : both + 1])

    @cached_property
    def _sizes(self) -> Floats:
        sizes: Floats = np.maximum(1.0, np.arange(3.0 * self.most + 2.0))
        return sizes

    @cached_property
    def _ways(self) -> list[_Way]:
        return [_Way.of(way, self.value, self._sizes) for way in (PLAIN, SAMPLED, HALVED)]

    @property
    def _skew(self) -> float:
        """By what a Poisson number exceeds its mean, besides so many standard deviations."""
        return (self.sigmas**2 - 1.0) / 6.0


def _halved(one: Floats, union: Floats) -> Floats:
    """How likely a place of a half is odd: two ids of both sets that share it mark one in a sketch, two in the other.

    one, union : ids of a set, and of both together, for a place of both halves. With -1 to the power of the marks of
    the one sketch (none or one) and of the other (none, one or two), their product is -1 where the place is odd
    """
    none_of_one, none_lacks = np.exp(-one), np.exp(one - union)
    other = (2.0 * none_of_one - 1.0) ** 2
    where_unmarked = (none_of_one * (2.0 * none_lacks - 1.0)) ** 2
    return (1.0 + other - 2.0 * where_unmarked) / 2.0


def _similarity(sizes: Floats, differing: Floats) -> Floats:
    """Of sets that have so many elements together, counted in each, so many of which one of them lacks."""
    similar: Floats = (sizes - differing) / (sizes + differing)
    return similar

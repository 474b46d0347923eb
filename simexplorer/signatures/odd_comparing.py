"""Odd sketches compared: their outlines first, which takes a quarter of the work or less, then whole sketches."""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, lean_kernel
from simexplorer.kernel_words import ONE, popcount
from simexplorer.signatures.odd_law import HALVED, PLAIN, SAMPLED, STEPS, OddLaw
from simexplorer.signatures.odd_sketch import NO_LEVEL, PLACES, WORDS, OddSketches

_PLAIN, _SAMPLED, _HALVED = U(PLAIN), U(SAMPLED), U(HALVED)
_FAR, _UNKNOWN = U(3), U(4)  # sketches of levels too far apart, and such that are not there


@inlined
def _way_of(kept: NDArray[np.int32], levels: NDArray[np.int8], i: Int, j: Int) -> tuple[Int, Int, Int, Int]:
    """(how they are compared, marked places of both, the one of the lower level, the other) of two sketches."""
    a, b = (U(i), U(j)) if levels[i] <= levels[j] else (U(j), U(i))
    low, high = levels[a], levels[b]
    if low == NO_LEVEL or high - low > 1:
        return _UNKNOWN if low == NO_LEVEL else _FAR, U(0), a, b
    if low < high:
        return _HALVED, U(kept[a, 1] + kept[b, 0]), a, b
    return _SAMPLED if low > 0 else _PLAIN, U(kept[a, 0] + kept[b, 0]), a, b


@inlined
def _odd_cells(words: NDArray[np.uint64], way: Int, a: Int, b: Int, length: Int) -> Int:
    """In how many cells, of so many words, the sketches that are compared in this way differ."""
    odd = U(0)
    if way == _HALVED:
        for w in range(U(0), length, U(2)):
            odd += popcount(words[a, w + ONE] ^ words[b, w] ^ words[b, w + ONE])
    else:
        for w in range(length):
            odd += popcount(words[a, w] ^ words[b, w])
    return odd


@inlined
def _most_by_sizes(kept: NDArray[np.int32], levels: NDArray[np.int8], i: Int, j: Int, sigmas: float) -> float:
    """How similar sets of such sizes can be, of which sampled places tell."""
    one, other = np.float64(max(kept[i, 0], 1)), np.float64(max(kept[j, 0], 1))
    ratio = one / other * 2.0 ** (np.float64(levels[i]) - np.float64(levels[j]))
    return min(ratio, 1.0 / ratio) * (1.0 + sigmas * math.sqrt(1.0 / one + 1.0 / other))


@inlined
def may_be_near(
    words: NDArray[np.uint64],
    kept: NDArray[np.int32],
    levels: NDArray[np.int8],
    limits: NDArray[np.int32],
    value: float,
    sigmas: float,
    i: Int,
    j: Int,
) -> bool:
    """Whether two outlines leave it open that their sets are as similar as the limit; words to sigmas : ``Outlines``"""
    way, both, a, b = _way_of(kept, levels, i, j)
    if way < _FAR:
        odd = _odd_cells(words, way, a, b, U(words.shape[1]))
        return bool(odd <= U(limits[way, min(both, U(limits.shape[1] - 1))]))
    return bool(way == _UNKNOWN or _most_by_sizes(kept, levels, i, j, sigmas) >= value)


@lean_kernel
def _tell(
    words: NDArray[np.uint64],
    kept: NDArray[np.int32],
    levels: NDArray[np.int8],
    lost: NDArray[np.float32],
    margins: NDArray[np.float32],
    sigmas: float,
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    for p in range(i.size):
        way, both, a, b = _way_of(kept, levels, i[p], j[p])
        most = 1.0
        if way < _FAR:
            odd = _odd_cells(words, way, a, b, U(WORDS))
            differing, sizes = np.float64(lost[U(way == _HALVED), odd]), np.float64(both)
            most = (sizes - differing) / (sizes + differing)
            most += np.float64(margins[way, min(both, U(margins.shape[1] - 1))])
        elif way == _FAR:
            most = _most_by_sizes(kept, levels, i[p], j[p], sigmas)
        out[p] = np.int32(min(max(most, 0.0), 1.0) * STEPS)


def told(law: OddLaw, sketches: OddSketches, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int32]:
    """(p,) how similar the sets of rows i and j (p,) are at most, in STEPS; STEPS where one has no sketch."""
    out = np.empty(i.size, np.int32)
    _tell(sketches.words, sketches.kept, sketches.levels, law.lost, law.margins, law.sigmas, i, j, out)
    return out


class Outlines(Struct, frozen=True):
    """A part of each sketch, or each folded to a part; with what tells who may be near by them.

    words : (n, 8 or 16); kept, levels : as of ``OddSketches``; limits : (3, sizes); value, sigmas : of the ``OddLaw``
    """

    words: NDArray[np.uint64]
    kept: NDArray[np.int32]
    levels: NDArray[np.int8]
    limits: NDArray[np.int32]
    value: float
    sigmas: float

    @classmethod
    def of(cls, law: OddLaw, sketches: OddSketches) -> Outlines:
        """Those that tell most of such sketches."""
        fold, width = law.best_outline(sketches)
        words = sketches.words[:, :width].copy()
        for part in range(1, fold):
            words ^= sketches.words[:, part * width : (part + 1) * width]
        return cls(words, sketches.kept, sketches.levels, law.limits(fold, width), law.value, law.sigmas)

    def at(self, rows: NDArray[np.int64]) -> Outlines:
        """Those of these rows, in this order."""
        return replace(self, words=self.words[rows], kept=self.kept[rows], levels=self.levels[rows])

    def by_size(self) -> NDArray[np.int64]:
        """Their order by size, those of one level, which are compared in one way, beside one another.

        Last are those without a sketch, of which no size is known.
        """
        return np.lexsort((self.kept[:, 0], self.levels.view(np.uint8)))

    def sizes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How many different ids each set has at least and at most: 0 and infinitely many where there is no sketch.

        n ids mark a place that is marked n^2 / 2^18 times, with a standard deviation of n / 512: eight of these and
        four more are allowed for. Where ids are sampled it is ``sigmas`` of their number.
        """
        marked, known = self.kept[:, 0].astype(np.float64), self.levels != NO_LEVEL
        marked[~known] = 1.0
        doubt = np.where(self.levels > 0, self.sigmas / np.sqrt(marked), 8.0 / 512 + 4.0 / marked)
        sizes = -PLACES * np.log1p(-marked / PLACES) * 2.0 ** self.levels.astype(np.float64)
        least, most = sizes * np.maximum(0.0, 1.0 - doubt), sizes * (1.0 + doubt)
        return np.where(known, least, 0.0), np.where(known, most, np.inf)

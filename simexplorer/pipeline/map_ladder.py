"""What stays together as the similarity rises, step by step: the tree of single linkage, cut at every hundredth."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.result import Result
from simexplorer.search.components import join_components
from simexplorer.search.finding import reaching

Rows = NDArray[np.int32]
Floats = NDArray[np.float64]
STEPS = 100  # cuts of the whole range of similarity
_SHOWN = 5  # every so many cuts have boxes of their own
_LEAST = 1e-9


class Ladder(Struct, frozen=True):
    """The joined texts of a result, in an order in which what joins at any cut stands together.

    joined : (n,) bool, documents with a verified pair or an identical text
    number : (n,) int32, number of the text whose first document this is, among the ``texts`` that are joined; else -1
    rank : (n,) int64, at the same documents: where the text stands, from 0; else -1
    steps : (texts,) int32 labels of the groups at rising similarities, the first of them all that is joined at all;
        only where something comes apart
    """

    joined: NDArray[np.bool_]
    number: Rows
    rank: NDArray[np.int64]
    steps: tuple[Rows, ...]

    @property
    def texts(self) -> int:
        """How many different texts are joined."""
        return int(self.steps[0].size)


def ladder_of(result: Result, weight: Floats, check: Callable[[], None]) -> Ladder:
    """The ladder of a result; of groups that part at one cut the heavier stands first, then the one first by path.

    weight : (n,) float64 of documents. Pairs count down to ``result.floor``, whatever the threshold.
    """
    text_of = result.groups.representative
    n = text_of.size
    linked = np.zeros(n, np.bool_)
    linked[result.groups.rows] = True
    for side in (result.pairs.i, result.pairs.j):
        linked[text_of[side]] = True
    joined = linked[text_of] & result.present
    firsts = np.flatnonzero(joined & (text_of == np.arange(n)))
    number = np.full(n, -1, np.int32)
    number[firsts] = np.arange(firsts.size, dtype=np.int32)
    heavy = np.bincount(number[text_of[joined]], weight[joined], minlength=firsts.size)
    cuts = _cuts(result, number, text_of, check)
    keys: list[NDArray[np.generic]] = [np.arange(firsts.size)]
    for labels in _different([labels for _, labels in cuts[::-1]]):
        check()
        keys += [labels, -np.bincount(labels, heavy, minlength=firsts.size)[labels]]
    rank = np.full(n, -1, np.int64)
    order = np.lexsort(keys)
    rank[firsts[order]] = np.arange(firsts.size)
    shown = [labels for place, (cut, labels) in enumerate(cuts) if place == 0 or cut % _SHOWN == 0]
    return Ladder(joined, number, rank, tuple(_different(shown)))


def _different(labels: list[Rows]) -> list[Rows]:
    """Without those that are the one before."""
    return [one for place, one in enumerate(labels) if place == 0 or one is not labels[place - 1]]


def _cuts(result: Result, number: Rows, text_of: Rows, check: Callable[[], None]) -> list[tuple[int, Rows]]:
    """Hundredths of similarity and the texts' groups there, rising from the floor (0); equal ones are one array."""
    i, j = (np.ascontiguousarray(number[text_of[side]]) for side in (result.pairs.i, result.pairs.j))
    floor = float(MeasureScale.of(result.recipe).similarity(result.floor))
    hundredths = np.arange(int(np.floor(floor * STEPS + _LEAST)) + 1, STEPS + 1)
    stops = reaching(result.pairs.ranking, hundredths / STEPS - _LEAST)
    now = np.arange(int(number.max(initial=-1)) + 1, dtype=np.int32)
    found: list[tuple[int, Rows]] = []
    done = 0
    for cut, stop in (*zip(hundredths[::-1].tolist(), stops[::-1].tolist(), strict=True), (0, len(result.pairs))):
        check()
        parent = now.copy()
        join_components(parent, i[done:stop], j[done:stop])
        now, done = (now if np.array_equal(now, parent) else parent), stop
        found.append((cut, now))
    return found[::-1]

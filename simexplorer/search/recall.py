"""How many of the true pairs an index found: measured on the collection itself, or predicted from what was found.

A true pair is two distinct texts at or above the threshold. What was found was verified, so it is known exactly; only
the misses are unknown. On a small collection an exact join tells them. On a large one documents are drawn, all true
partners of each are computed, and the partners that the index missed are weighed by one over the chance of the draw.

Drawn are documents, not pairs, since pairs of one document are missed together: every document counts as one event,
however many of its partners were missed. They are drawn with chances that rise with the partners found, half of them
evenly: an even draw would hardly ever meet the few documents that most pairs belong to.

Sources: Hansen, Hurwitz 1943 (draws of unequal chance); Horvitz, Thompson 1952 (the prediction); Fay, Feuer 1997,
"Confidence intervals for directly standardized rates: a method based on the gamma distribution", for the interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.search.distinct import distinct, pair_keys, stand_in

Rows: TypeAlias = NDArray[np.int32]
Partners: TypeAlias = Callable[[Rows], tuple[Rows, Rows]]  # rows -> (row, partner) of all their true pairs

_PULL = 4  # the share of a pair that one of its documents counts rises with this power of its chance to be drawn


class MeasuredRecall(Struct, frozen=True):
    """Share of the true pairs that were found; None where there are none or no one can tell.

    low, high : interval that holds the true share with a probability of 95 %; equal if it is exact, which of no pairs
        at all leaves none missed
    missed : pairs that were not found, estimated if ``documents`` is less than all
    documents : different documents whose partners were computed
    """

    recall: float | None
    low: float
    high: float
    missed: float
    documents: int


def expected_misses(chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """(m,) how many pairs were missed, on average, for each that was found: ``(1 - p) / p``.

    chance : (m,) chance p of each found pair to be found, above 0. Their sum is an unbiased estimate of all misses as
    long as no true pair has chance 0; its variance is the sum of ``(1 - p) / p^2`` if pairs are missed independently.
    """
    return (1.0 - chance) / chance


def measured_exactly(found: tuple[Rows, Rows], true: tuple[Rows, Rows], documents: int) -> MeasuredRecall:
    """Recall against all true pairs of the collection (of an exact join), each once in either direction."""
    wanted = pair_keys(*true)
    hits = int(stand_in(wanted, pair_keys(*found)).sum())
    if not wanted.size:
        return MeasuredRecall(None, 1.0, 1.0, 0.0, documents)
    recall = hits / wanted.size
    return MeasuredRecall(recall, recall, recall, float(wanted.size - hits), documents)


def measured_by_sample(
    members: Rows, found: tuple[Rows, Rows], partners: Partners, draws: int, seed: int
) -> MeasuredRecall:
    """Recall from ``draws`` documents and all their true partners, with an interval.

    members : rows of the distinct texts; found : the pairs of the index at or above the threshold
    partners : called once, with the different rows drawn, rising; (row, partner) of every true pair they are in

    The interval holds the true recall with 95 % or more unless most misses belong to a handful of documents
    that all have few found partners: those can escape any sample. With no miss seen its lower end is near
    ``F / (F + 3.7 n / draws)`` for F pairs found in n documents. Raises ParameterError without a draw.
    """
    if draws < 1:
        raise ParameterError("draws", draws, "at least 1")
    degree = np.bincount(np.concatenate(found), minlength=int(members.max(initial=-1)) + 1)
    chance = np.zeros(degree.size)
    chance[members] = degree[members] + (degree[members].mean() if degree.any() else 1.0)
    chance /= chance.sum()
    drawn = np.random.default_rng(seed).choice(members.size, draws, p=chance[members])
    rows, times = np.unique(members[drawn], return_counts=True)
    row, partner = partners(rows)
    lost = np.flatnonzero(~stand_in(pair_keys(row, partner), pair_keys(*found)))
    row, partner = row[lost], partner[lost]
    share = 1.0 / (1.0 + (chance[partner] / chance[row]) ** _PULL)  # both shares of a pair add up to 1
    weight = np.bincount(np.searchsorted(rows, row), share / chance[row], minlength=rows.size) / draws
    missed = float(times @ weight)
    one_more = max(float(weight.max(initial=0.0)), 0.5 / (float(chance[members].min()) * draws))
    interval = _gamma_interval(missed, float(times @ weight**2), one_more)
    return _measured(found[0].size, missed, interval, distinct(pair_keys(row, partner)).size, rows.size)


def _measured(hits: int, missed: float, interval: tuple[float, float], seen: int, documents: int) -> MeasuredRecall:
    """Recall from the pairs found, an estimate of those missed, and the missed pairs that were really seen."""
    missed, low, high = (max(float(seen), value) for value in (missed, *interval))
    if not hits:
        return MeasuredRecall(0.0 if seen else None, 0.0, 0.0 if seen else 1.0, missed, documents)
    return MeasuredRecall(hits / (hits + missed), hits / (hits + high), hits / (hits + low), missed, documents)


def _gamma_interval(total: float, squares: float, one_more: float) -> tuple[float, float]:
    """Interval of 95 % for the mean of a weighted sum of rare events (Fay, Feuer 1997).

    total, squares : sums of the events' weights and of their squares; one_more : weight of one event more, at most
    """
    tail = 0.025
    low = squares / total * gamma_quantile(total**2 / squares, tail) if total > 0.0 else 0.0
    mean, variance = total + one_more, squares + one_more**2
    return low, variance / mean * gamma_quantile(mean**2 / variance, 1.0 - tail)


def gamma_quantile(shape: float, probability: float) -> float:
    """The x below which a gamma variable of this shape (0.01 to 1e6) and scale 1 falls with this probability."""
    low, high = 0.0, shape + 40.0 * math.sqrt(shape) + 800.0  # 40 standard deviations, more where the shape is small
    while high - low > 1e-13 * high and high > 1e-300:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _gamma_below(shape, middle) < probability else (low, middle)
    return 0.5 * (low + high)


def _gamma_below(shape: float, x: float) -> float:
    """Regularised lower incomplete gamma function (Abramowitz, Stegun 1964: series 6.5.29, fraction 6.5.31)."""
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1.0:
        term = total = 1.0 / shape
        k = shape
        while term > total * 1e-17:
            k += 1.0
            term *= x / k
            total += term
        return min(1.0, front * total)
    # the even part of the continued fraction: value / 1 is its convergent, above / below the one before, scaled alike
    value, above, below = 1.0 / (x + 1.0 - shape), 0.0, 1.0 / (x + 1.0 - shape)
    k, last = 0.0, math.inf
    while abs(value - last) > 1e-16 * value:
        k += 1.0
        factor, step = k * (shape - k), x + 1.0 - shape + 2.0 * k
        scale = step + factor * below
        last = value
        value, above, below = (step * value + factor * above) / scale, value / scale, 1.0 / scale
    return max(0.0, 1.0 - front * value)

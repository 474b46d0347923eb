"""What the index is expected to have missed, and how the similarities of the whole collection are distributed."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.index_work import IndexWork
from simexplorer.pipeline.measure_scale import MeasureScale, containment_of_jaccard, limit_similarity
from simexplorer.pipeline.narrowing import COSINE_SKETCH
from simexplorer.pipeline.ranking import estimates
from simexplorer.pipeline.remembered import Paired
from simexplorer.pipeline.result import BINS, EDGES, SAMPLED_PAIRS, Audit
from simexplorer.pipeline.sides import Sides
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.agreement import agreeing
from simexplorer.search.banding import SketchCheck
from simexplorer.search.filtering import pass_probability
from simexplorer.search.random_pairs import count_equal, random_pairs
from simexplorer.search.recall import expected_misses
from simexplorer.search.scurve import collision_probability, pairs_among
from simexplorer.search.tuning import Banding
from simexplorer.search.unmixing import unmixed

_COUNTED_AT_ONCE = 1 << 16
_TAILS = 9.0  # standard errors
_SURE = 0.5  # chance of a pair to be compared from which those that were tell of all like them


def detection_probability(
    signed: SignedCorpus, values: NDArray[np.float64], banding: Banding, work: IndexWork
) -> NDArray[np.float64]:
    """Chance to share a bucket and pass the check of the signatures; (m,) for values of the family's measure.

    The product of both chances, a lower bound: pairs that share a bucket agree in more positions than others. Where all
    pairs were compared only the check counts, and that of longer sketches where such were made.
    """
    collision = signed.family.collision_probability
    meets = 1.0 if work.scanned else collision_probability(values, banding.bands, banding.rows, collision)
    product: NDArray[np.float64] = meets * np.interp(collision(values), *_passes(signed.family.length, work.needed))
    if work.sketch is not None:
        product *= _passes_sketches(work.sketch, values)
    return np.maximum(product, 1e-6)


def _passes_sketches(sketch: SketchCheck, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance to pass the check of longer sketches: binomial for bits that agree, else normal."""
    if not sketch.spread:
        return np.interp(COSINE_SKETCH.collision_probability(values), *_passes(sketch.steps, sketch.needed))
    return np.interp((values * sketch.steps + sketch.excess - sketch.needed) / sketch.spread, *_normal())


@cache
def _normal() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Standard errors, and the chance of a normal deviation of no more."""
    grid = np.linspace(-_TAILS, _TAILS, 401)
    return grid, np.array([math.erfc(-error / math.sqrt(2.0)) / 2.0 for error in grid.tolist()])


@cache
def _passes(length: int, needed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Chances of one position, and those to agree in as many as are needed then."""
    middle, spread = needed / length, 0.5 / math.sqrt(length)
    grid = np.linspace(middle - _TAILS * spread, middle + _TAILS * spread, 401)
    grid = grid[(grid >= 0.0) & (grid <= 1.0)]
    return grid, pass_probability(length, needed, grid)


def chance_at_limit(signed: SignedCorpus, yardstick: Yardstick, paired: Paired) -> float:
    """Chance that a pair right at the run's limit was found; 1 where all are joined and there was room for them."""
    if (paired.work.scanned and not paired.work.set_aside) or yardstick.recipe.measure == "containment":
        return 1.0
    limit = np.array([float(yardstick.to_family(yardstick.limit))])
    return float(detection_probability(signed, limit, paired.banding, paired.work)[0])


class Prospect(Struct, frozen=True):
    """What verified pairs tell at every threshold, so that moving it costs nothing.

    ends, sums : (t + 1,) where pairs of equal similarity end, the most similar first, from 0 on, and how many were
        missed for so many found; most : how many there are of both at most
    histogram : (BINS,) pairs of the collection by similarity; at_one : how many of its last bin have exactly 1
    sampled : random pairs that told its lower part; compared_from : down to where others told it, that were compared
    """

    ends: NDArray[np.int64]
    sums: NDArray[np.float64]
    most: float
    histogram: NDArray[np.float64]
    at_one: float
    sampled: int
    compared_from: float | None = None

    def missed(self, count: int) -> float:
        """How many pairs the first ``count`` of those that were found lead to expect as missed."""
        return min(float(np.interp(count, self.ends, self.sums)), self.most - count)


class PairSample(Struct, frozen=True):
    """Similarities of random pairs of a collection, estimated from signatures alone.

    similarity : (s,) float64; times : (s,) float64, sampled pairs that have it
    weight : pairs of the collection that each sampled pair stands for
    rows : (2, s) documents of each, where the similarity is Jaccard's and their sizes are needed to tell containment
    """

    similarity: NDArray[np.float64]
    times: NDArray[np.float64]
    weight: float
    rows: NDArray[np.int64] | None = None

    def among(self, sizes: NDArray[Any]) -> PairSample:
        """The same by containment, where ``rows`` are known; sizes : (n,) different shingles of each document."""
        assert self.rows is not None
        one, other = sizes[self.rows]
        return replace(self, similarity=containment_of_jaccard(self.similarity, one, other), rows=None)

    def histogram(self, edges: NDArray[np.float64], below: float) -> NDArray[np.float64]:
        """Pairs of the collection between the edges, of those whose similarity is below this."""
        kept = self.similarity < below
        return np.histogram(self.similarity[kept], edges, weights=self.times[kept])[0] * self.weight


def sampled(signed: SignedCorpus, members: NDArray[np.int64], yardstick: Yardstick, sides: Sides) -> PairSample:
    """SAMPLED_PAIRS random pairs of different members, all where there are no more; of them those across the sides."""
    m = members.size
    if m < 2:
        return PairSample(np.empty(0), np.empty(0), 0.0)
    total, contained = pairs_among(m), yardstick.recipe.measure == "containment"
    missing = signed.missing(members)
    if total > SAMPLED_PAIRS and sides.inside is None and missing is None and not contained:
        counts = count_equal(signed.texts.values, members, signed.family.seed, SAMPLED_PAIRS)
        return _unmixed(signed, yardstick, counts, total / SAMPLED_PAIRS)
    a, b = random_pairs(signed.family.seed, m, SAMPLED_PAIRS) if total > SAMPLED_PAIRS else np.triu_indices(m, 1)
    weight = total / a.size
    if sides.inside is not None:
        crossing = sides.crossing(members[a], members[b])
        a, b = a[crossing], b[crossing]
    equal = agreeing(signed.texts.values, members[a], members[b], missing)
    if missing is not None:  # of positions only those count that say anything
        estimated = estimates(signed, members[a].astype(np.int32), members[b].astype(np.int32), equal)
        similarity = np.nan_to_num(yardstick.similarity(yardstick.from_family(estimated)))
    elif contained:
        similarity = _by_positions(signed, yardstick)[equal]
    else:
        return _unmixed(signed, yardstick, np.bincount(equal, minlength=signed.family.length + 1), weight)
    return PairSample(similarity, np.ones(a.size), weight, members[np.stack([a, b])] if contained else None)


def _unmixed(signed: SignedCorpus, yardstick: Yardstick, times: NDArray[np.int64], weight: float) -> PairSample:
    """What pairs that agree in 0, 1, ... positions so many ``times`` tell of similarities, chance taken out."""
    scale = MeasureScale.of(yardstick.recipe)
    return PairSample(scale.places, unmixed(times, yardstick.collision_over(signed.family)(scale.places)), weight)


def _by_positions(signed: SignedCorpus, yardstick: Yardstick) -> NDArray[np.float64]:
    """(k + 1,) similarities that 0, 1, ... equal ones of k positions speak of."""
    shares = np.arange(signed.family.length + 1) / signed.family.length
    return yardstick.similarity(yardstick.from_family(signed.family.measure_at(shares)))


def prospect(signed: SignedCorpus, paired: Paired, yardstick: Yardstick, sample: PairSample) -> Prospect:
    """Every found pair weighs one over its chance of being found: it tells how many like it were missed.

    Near similarity 0 that is thousands each, and what was missed can be no more than what is left of all pairs; where
    pairs of any similarity are listed it is all of that.
    Pairs of identical texts are not counted. Below those that are listed others tell how pairs are spread that were
    compared, and below these the sample; how many are there is what is left of all pairs, where all above are complete.
    """
    pairs, work = paired.pairs, paired.work
    values = pairs.ranking if pairs.distance is None else pairs.distance
    starts = np.append(0, np.flatnonzero(values[1:] != values[:-1]) + 1)[: values.size]  # many are equal in a row
    times = np.diff(starts, append=values.size)
    chance = detection_probability(signed, values[starts], paired.banding, work)
    if yardstick.recipe.measure == "containment":
        chance = np.ones(starts.size)  # the exact join misses nothing
    ends, most = np.append(starts, values.size), np.inf
    sums = np.append(0.0, np.cumsum(times * expected_misses(chance)))
    edges = np.append(EDGES, 1.0)  # the last bin is that of equal documents
    exact = _falling_histogram(pairs.ranking[starts], edges, times / chance)
    floor, taken = float(yardstick.similarity(paired.listed)), round(float(sample.times.sum()))
    left = max(0.0, taken * sample.weight - values.size)
    whole, begin = paired.complete and work.chance_is_known and not work.set_aside, floor
    if taken and (sums[-1] > left or (whole and floor <= 0.0)):
        most = left + values.size
        found = _falling_histogram(pairs.ranking[starts], edges, times)
        of_sample = yardstick.to_family(MeasureScale.of(yardstick.recipe).value(sample.similarity))
        unfound = 1.0 - detection_probability(signed, of_sample, paired.banding, work)  # most are alike in nothing
        others = replace(sample, times=sample.times * unfound).histogram(edges[:-1], np.inf)
        exact = found + _of_this_many(np.append(others, 0.0), left, 0.0)
    elif whole:
        compared, begin = _told_by_compared(signed, paired, sample.weight, floor)
        exact[:-1] += compared
    counted = sample.histogram(edges[:-1], begin)
    if whole:
        counted = _of_this_many(counted, max(0.0, taken * sample.weight - float(exact.sum())), begin)
    counted[-1] += exact[-1]
    begins = begin if begin < floor else None
    return Prospect(ends, sums, most, exact[:-1] + counted, float(exact[-1]), taken, begins)


def _told_by_compared(
    signed: SignedCorpus, paired: Paired, weight: float, floor: float
) -> tuple[NDArray[np.float64], float]:
    """(BINS,) pairs below the floor as those tell that were compared, each one over its chance; and from where on.

    weight : pairs that a random one stands for; where it is few it tells as much
    """
    told = np.zeros(BINS)
    if paired.others is None or weight <= 1.0 / _SURE:
        return told, floor
    chance = detection_probability(signed, EDGES[:-1] + 0.5 / BINS, paired.banding, paired.work)
    first = int(chance.searchsorted(_SURE))
    if first == BINS or EDGES[first] >= floor:
        return told, floor
    told[first:] = paired.others[first:] / chance[first:]
    return told, float(EDGES[first])


def _falling_histogram(
    values: NDArray[np.float64], edges: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``np.histogram`` of falling values, to the last bit: it would sort them, as many at once, and add as well."""
    below = np.zeros(edges.size)
    for first in range(0, values.size, _COUNTED_AT_ONCE):
        rising = values[first : first + _COUNTED_AT_ONCE][::-1]
        sums = np.concatenate([[0.0], weights[first : first + _COUNTED_AT_ONCE][::-1].cumsum()])
        ends = np.append(rising.searchsorted(edges[:-1]), rising.searchsorted(edges[-1], "right"))
        below += sums[ends]
    return np.diff(below)


def _of_this_many(counted: NDArray[np.float64], pairs: float, floor: float) -> NDArray[np.float64]:
    """The same spread of so many pairs: estimates near the floor stand on either side of it, the pairs on one."""
    if counted.any():
        scaled: NDArray[np.float64] = counted / counted.sum() * pairs
        return scaled
    alone = counted.copy()
    alone[max(0, int(EDGES.searchsorted(floor)) - 1)] = pairs
    return alone


def audit(told: Prospect, paired: Paired, yardstick: Yardstick, at_threshold: int, pairs: int, chance: float) -> Audit:
    """Counts, predicted recall at the threshold and the histogram of all similarities; ``pairs``: how many there are.

    chance : of a pair right at the limit to be found

    Where all of them are within the limit, those that were not found are counted: such as no index can find as well.
    Otherwise nothing is foretold of buckets that were too large, of signatures with gaps, nor below LEAST_CHANCE.
    """
    work = paired.work
    missed, counted = told.missed(at_threshold), limit_similarity(yardstick.recipe) <= 0.0
    if counted:
        missed = float(pairs - at_threshold)
    done = Audit(
        candidates=work.candidates,
        verified=work.verified,
        predicted_recall=None,
        predicted_missed=None,
        histogram=told.histogram,
        at_one=told.at_one,
        exact_from=float(yardstick.similarity(paired.listed)),
        compared_from=told.compared_from,
        sampled_pairs=told.sampled,
        left_out=work.left_out,
        gaps=work.gaps,
        needed=work.needed,
        scanned=work.scanned,
        joined=work.joined,
        rare=work.rare,
        ruled_out=work.ruled_out,
        chance=chance,
    )
    wanted = at_threshold + missed
    if not wanted or not (counted or done.foretells):
        return done
    return replace(done, predicted_recall=at_threshold / wanted, predicted_missed=missed)

"""Is the estimate right? Estimates of every method against exact values, over pairs that were found and over others.

Pairs that were found are not a fair sample: each met in a band, and passed a check, on the strength of the very
signatures whose estimates are judged, so near the floor those estimated too high are over-represented. A fair sample
takes the same pairs under signatures of another seed, which had no part in the choice, and random pairs besides.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.offsets import places_in_runs
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.exact_values import both_there, exact_similarities
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import BINS, EDGES, Result
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.distinct import distinct, pair_keys, rows_of_keys
from simexplorer.signatures.angle_family import angle_of_cosine
from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.derived_bits import WIDTHS, accident_variance, equal_bits, unbiased_share
from simexplorer.signatures.family import Family, Signatures
from simexplorer.signatures.known_union import may_lack_values, standard_errors, union_sizes
from simexplorer.signatures.names import WHOLE_MINIMA
from simexplorer.signatures.simhash import SimHash
from simexplorer.signatures.text_signer import TextSigner

_AT_ONCE = 1 << 16  # pairs whose figures are worked out in one step
MOST_PAIRS = 100_000  # of which the methods beside the run's own are judged
SOME_VERIFIED, SOME_RANDOM = 20_000, 5_000  # pairs of a fair sample
_SEED = 1  # of what is drawn
MOST_VECTOR_PAIRS = 4_000  # of a fair sample: exact values of vectors take about 0.2 ms a pair
Rows = NDArray[np.int32]
Floats = NDArray[np.float64]

FOUND_NOTE = (
    "Verified pairs were chosen with the help of these very signatures: near the floor those estimated too high are "
    "over-represented, which shows as bias. The fair sample is free of that. In both, pairs that share the same "
    "passages err together: their common bias changes with the seed."
)
JOINED_NOTE = (
    "Verified pairs are those of an exact join: signatures had no say in which they are. Pairs that share the same "
    "passages err together, though: their common bias changes with the seed."
)
FAIR_NOTE = (
    "Pairs drawn without regard to the signatures that are judged: bias and spread are those of the method. Pairs that "
    "share the same passages err together, though: their common bias changes with the seed."
)


MOST_OUTLIERS = 200


class Calibration(Struct, frozen=True):
    """Estimates of one method against the truth, over m pairs.

    method, measure : names to show; ``measure`` is what both axes are
    i, j : (m,) rows; exact, estimate : (m,) float64
    density : (BINS, BINS) int64, pairs by hundredth of exact (first) and of estimate (second, cut to [0, 1])
    bias : mean of estimate - exact; rmse : root of its mean square; theory : what the scheme's standard errors predict
    mean, spread : (BINS,) of the estimates in each hundredth of exact, nan where there is no pair
    predicted_spread : (BINS,) standard error at the middle of each hundredth; where each pair has one of its own, the
        root of the mean square of those in it
    farthest : (MOST_OUTLIERS or fewer,) places of the estimates farthest off in standard errors, the farthest first
    error_sd : (estimate - exact) of these in standard errors
    """

    method: str
    measure: str
    i: Rows
    j: Rows
    exact: Floats
    estimate: Floats | ToldColumn
    density: NDArray[np.int64]
    bias: float
    rmse: float
    theory: float
    mean: Floats
    spread: Floats
    predicted_spread: Floats
    farthest: NDArray[np.int64]
    error_sd: Floats

    def __len__(self) -> int:
        return self.i.size


class Calibrations(Struct, frozen=True):
    """Methods beside each other over one set of pairs, and how that was chosen: ``note`` for people to read."""

    methods: tuple[Calibration, ...]
    note: str


def calibrated(
    method: str,
    measure: str,
    i: Rows,
    j: Rows,
    exact: Floats,
    estimate: Floats | ToldColumn,
    error: Callable[[Floats], Floats],
    spread: Floats | ToldColumn | None = None,
) -> Calibration:
    """The figures of one method. O(m), 40 ns a pair.

    error : its standard error at exact values; spread : (m,) of each pair, where exact values alone do not tell it
    """
    density = np.zeros(BINS * BINS, np.int64)
    estimates, deviations, squares, variances = sums = np.zeros((4, BINS))
    farthest, error_sd = np.empty(0, np.int64), np.empty(0)
    for first in range(0, exact.size, _AT_ONCE):
        true, told = exact[first : first + _AT_ONCE], estimate[first : first + _AT_ONCE]
        deviation = told - true
        expected = error(true) if spread is None else np.asarray(spread[first : first + _AT_ONCE])
        place, seen = (np.clip(EDGES.searchsorted(values, "right") - 1, 0, BINS - 1) for values in (true, told))
        density += np.bincount(place * BINS + seen, minlength=BINS * BINS)
        sums += [np.bincount(place, weights, BINS) for weights in (told, deviation, deviation**2, expected**2)]
        error_sd = np.append(error_sd, np.divide(deviation, expected, out=np.zeros(true.size), where=expected > 0.0))
        farthest = np.append(farthest, np.arange(first, first + true.size))
        largest = _largest(np.abs(error_sd), MOST_OUTLIERS)
        farthest, error_sd = farthest[largest], error_sd[largest]
    by_exact = density.reshape(BINS, BINS)
    count, whole = by_exact.sum(axis=1), max(1, exact.size)
    with np.errstate(invalid="ignore", divide="ignore"):
        off = deviations / count
        spreads = np.sqrt(np.maximum(0.0, squares / count - off**2))
        mean = estimates / count
        predicted = error((np.arange(BINS) + 0.5) / BINS)
        if spread is not None:
            predicted = np.where(count > 0, np.sqrt(variances / count), predicted)
    return Calibration(
        method=method,
        measure=measure,
        i=i,
        j=j,
        exact=exact,
        estimate=estimate,
        density=by_exact,
        bias=float(deviations.sum() / whole),
        rmse=float(np.sqrt(squares.sum() / whole)),
        theory=float(np.sqrt(variances.sum() / whole)),
        mean=mean,
        spread=spreads,
        predicted_spread=predicted,
        farthest=farthest,
        error_sd=error_sd,
    )


def _largest(values: Floats, count: int) -> NDArray[np.int64]:
    """Places of the ``count`` largest values, the largest first."""
    count = min(count, values.size)
    chosen = np.argpartition(-values, count - 1)[:count] if count else np.empty(0, np.int64)
    return chosen[np.argsort(-values[chosen], kind="stable")].astype(np.int64)


def calibrate_found(result: Result) -> Calibrations:
    """Every method over the verified pairs; those beside the run's own over at most MOST_PAIRS random ones of them.

    Nothing is read: b-bit estimates are told from the stored values, SimHash from the stored fingerprints and, for the
    cosine of the sets, from the containments of the pair.
    """
    pairs, yardstick, family = result.pairs, Yardstick(result.recipe), family_of(result.recipe)
    of_sets = family.measure == "jaccard"
    own = calibrated(
        result.recipe.scheme,
        "Jaccard similarity" if of_sets else axis_words(result.recipe),
        pairs.i,
        pairs.j,
        pairs.jaccard if of_sets else pairs.ranking,
        pairs.estimate if of_sets else np.nan_to_num(yardstick.similarity(pairs.estimate)),
        _error_of(yardstick, family),
        pairs.spread,
    )
    some = _some(len(pairs))
    cosine = np.sqrt(pairs.i_in_j[some] * pairs.j_in_i[some])
    i, j, jaccard = pairs.i[some], pairs.j[some], pairs.jaccard[some]
    spread = pairs.spread[some] if pairs.spread is not None and may_lack_values(family) else None
    bits = _bit_methods(result.signatures, result, i, j, jaccard, spread)
    beside = (*bits, _simhash_method(result, i, j, cosine))
    joined = result.recipe.measure == "containment"
    return Calibrations((own, *beside), JOINED_NOTE if joined else FOUND_NOTE)


def calibrate_fairly(
    result: Result,
    reader: Reader,
    exact_jaccard: Callable[[Rows, Rows], Floats],
    engine: Engine,
    progress: Progress,
) -> Calibrations:
    """The run's scheme (MinHash: its b-bit forms too) over a fair sample, signed again. Raises Cancelled.

    Of SOME_VERIFIED pairs, as many of each tenth of similarity, and of SOME_RANDOM pairs of any two texts.
    """
    recipe = result.recipe.replace(seed=(result.recipe.seed + 1) % 2**63)
    family, yardstick = family_of(recipe), Yardstick(recipe)
    of_sets = family.measure == "jaccard"
    most = SOME_VERIFIED + SOME_RANDOM if of_sets else MOST_VECTOR_PAIRS
    chosen = _spread_sample(result, min(SOME_VERIFIED, most))
    k, l = _random_pairs(result, min(SOME_RANDOM, most))
    i, j = np.concatenate([result.pairs.i[chosen], k]), np.concatenate([result.pairs.j[chosen], l])
    if of_sets:
        exact = np.concatenate([result.pairs.jaccard[chosen], exact_jaccard(k, l)])
    elif recipe.measure == "hamming":  # the fingerprints themselves change with the seed
        exact = exact_similarities(recipe, reader, i, j, progress)
    else:
        exact = np.concatenate([result.pairs.ranking[chosen], exact_similarities(recipe, reader, k, l, progress)])
    rows = distinct(np.concatenate([i, j])).astype(np.int64)
    fresh, sizes = sign_again(reader, family, rows, engine, progress)
    there = both_there(reader, i, j)  # what is gone by now has no signature either
    i, j, exact = i[there], j[there], exact[there]
    a, b = (np.searchsorted(rows, side).astype(np.int32) for side in (i, j))
    estimate = family.estimate(*(of_rows(fresh, side) for side in (a, b)))
    if not of_sets:
        estimate = yardstick.similarity(yardstick.from_family(estimate))
    measure, error = "Jaccard similarity" if of_sets else axis_words(recipe), _error_of(yardstick, family)
    spread = standard_errors(family, exact, union_sizes(exact, sizes[a], sizes[b])) if may_lack_values(family) else None
    own = calibrated(recipe.scheme, measure, i, j, exact, np.nan_to_num(estimate), error, spread)
    bits = _bit_methods(fresh, result, a, b, exact, spread)
    return Calibrations((own, *(replace(one, i=i, j=j) for one in bits)), FAIR_NOTE)


def sign_again(
    reader: Reader, family: Family, rows: NDArray[np.int64], engine: Engine, progress: Progress
) -> tuple[Signatures, NDArray[np.int64]]:
    """Signatures of some documents by another family, and how many shingles each has (0 of sketches: not counted).

    Raises Cancelled.
    """
    read = reader.sets if family.measure == "jaccard" else reader.vectors
    nothing = family.sign(read(rows[:0]))
    values, sizes = np.empty((rows.size, family.length), nothing.values.dtype), np.zeros(rows.size, np.int64)
    sketched = family.scheme.startswith("fss") and reader.plain
    signer = TextSigner(reader.cutter, family.length, family.seed)
    progress.begin("Signing a fair sample", rows.size)

    def sign(chunk: NDArray[np.int64]) -> None:
        places = np.searchsorted(rows, chunk)
        if sketched:
            values[places] = reader.sign(chunk, signer).values
        else:
            documents = read(chunk)
            values[places], sizes[places] = family.sign(documents).values, np.diff(documents.offsets)
        progress.advance(chunk.size)

    engine.each(sign, reader.corpus.plan(rows))
    return replace(nothing, values=values), sizes


def _error_of(yardstick: Yardstick, family: Family) -> Callable[[Floats], Floats]:
    """Standard errors over the similarity that both axes show."""
    if family.measure == "jaccard":
        return family.standard_error
    if yardstick.recipe.measure == "cosine":
        return lambda exact: (
            np.radians(family.standard_error(yardstick.to_family(exact))) * np.sqrt(1.0 - np.minimum(1.0, exact**2))
        )
    scale = MeasureScale.of(yardstick.recipe)

    def error(exact: Floats) -> Floats:
        """By the delta method: the similarity of a distance falls by ``1 / f`` a bit, ``s^2 / w`` a length."""
        steepness = 1.0 / scale.bits if scale.measure == "hamming" else exact**2 / scale.interval
        with np.errstate(invalid="ignore"):
            return np.nan_to_num(family.standard_error(scale.value(exact)) * steepness, posinf=0.0)

    return error


def axis_words(recipe: Recipe) -> str:
    """What the axes show of a measure of vectors, on which all that follows is told."""
    scale = MeasureScale.of(recipe)
    if scale.measure == "hamming":
        return f"similarity 1 − d / {scale.bits}"
    if scale.measure == "euclidean":
        return f"similarity {scale.interval:g} / ({scale.interval:g} + d)"
    return scale.measure


def _bit_methods(
    signatures: Signatures, result: Result, i: Rows, j: Rows, jaccard: Floats, spread: Floats | None
) -> tuple[Calibration, ...]:
    """b-bit MinHash of each width, told from full values; none where those are not full.

    spread : (m,) standard errors of the full values' estimates where positions lack values, to which accidents add
    """
    if result.recipe.scheme not in WHOLE_MINIMA:
        return ()
    equal, counted, compared = equal_bits(signatures, i, j)
    return tuple(
        calibrated(
            f"b-bit, b = {bits}",
            "jaccard",
            i,
            j,
            jaccard,
            unbiased_share(equal[:, place], counted, compared, bits),
            BBitMinHash(signatures.length, signatures.seed, bits).standard_error,
            None if spread is None else np.sqrt(spread**2 + accident_variance(equal[:, 0], counted, compared, bits)),
        )
        for place, bits in enumerate(WIDTHS, 1)
    )


def _simhash_method(result: Result, i: Rows, j: Rows, cosine: Floats) -> Calibration:
    """SimHash on the scale where it is linear: the share of equal bits, ``1 - angle / 180`` of the sets.

    The fingerprints (``simhash-text-3``) count repeats of a shingle, the angle does not: texts that repeat themselves
    are outliers. Ids of 32 bits leave the upper half of a fingerprint empty: it has as many bits as they.
    """
    share = 1.0 - angle_of_cosine(np.maximum(cosine, 0.0)) / 180.0
    bits = SimHash(result.recipe.id_bits)
    equal = 1.0 - np.bitwise_count(result.fingerprints[i] ^ result.fingerprints[j]) / bits.length

    def error(exact: Floats) -> Floats:
        spread: Floats = bits.standard_error(180.0 * (1.0 - exact)) / 180.0
        return spread

    return calibrated(f"SimHash, {bits.length} bits", "equal bits (1 − angle / 180°)", i, j, share, equal, error)


def _some(count: int) -> NDArray[np.int64]:
    """At most MOST_PAIRS places of ``count``, drawn without regard to anything, rising."""
    if count <= MOST_PAIRS:
        return np.arange(count)
    return np.sort(np.random.default_rng(_SEED).choice(count, MOST_PAIRS, replace=False))


def _spread_sample(result: Result, count: int) -> NDArray[np.int64]:
    """Places of verified pairs of all similarities: equally many of each tenth as far as there are, at random."""
    pairs = result.pairs
    tenth = np.minimum((pairs.ranking * 10).astype(np.int64), 9)
    shuffled = np.random.default_rng(_SEED).permutation(len(pairs))
    grouped = shuffled[np.argsort(tenth[shuffled], kind="stable")]
    rank = places_in_runs(np.bincount(tenth, minlength=10))
    return np.sort(grouped[np.argsort(rank, kind="stable")[:count]]).astype(np.int64)


def _random_pairs(result: Result, count: int) -> tuple[Rows, Rows]:
    """Pairs of different texts drawn evenly from all of them, without repeats."""
    members = result.members.astype(np.int32)
    if members.size < 2:
        return members[:0], members[:0]
    random = np.random.default_rng(_SEED)
    a = random.integers(0, members.size, count)
    b = (a + random.integers(1, members.size, count)) % members.size
    first, second = rows_of_keys(distinct(pair_keys(a, b)))
    return members[first], members[second]

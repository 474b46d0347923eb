"""Why this pair, or why not: all that relates two documents, from the bands they met in to the shingles they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.errors import InputError
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.measure_scale import DISTANCES, MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import limit_value_words, value_beside
from simexplorer.pipeline.not_compared import why_not_compared
from simexplorer.pipeline.prospects import Prospects
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.shared_shingles import SomeShingles, compared_shingles
from simexplorer.pipeline.signing import family_of, lacks_values
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.filtering import needed_positions
from simexplorer.search.tuning import Banding, by_recall, by_threshold, by_weighted_error
from simexplorer.search.verify import jaccard_of
from simexplorer.signatures.family import NOWHERE, Family, Signatures

Bits: TypeAlias = NDArray[np.bool_]


class BandingOutcome(Struct, frozen=True):
    """What one choice of bands and rows does to the pair.

    chance : to meet in a band and pass the check of the signatures, for a pair of this exact similarity (and, where
        signatures may have positions without a value, of as many shingles)
    collisions : bands in which these very signatures meet
    """

    bands: int
    rows: int
    chance: float
    collisions: int


class PairExplanation(Struct, frozen=True):
    """All that relates two documents ``a`` and ``b``.

    verdict : in one or two sentences, whether the pair was found and why
    found : it is among the pairs at or above the threshold; identical : both texts are the same
    value, estimate, standard_error : of the measure in its own units; error_sd : (estimate - value) in standard errors
    shared, only_a, only_b : distinct shingles (bags: occurrences)
    equal : (k,) positions of the signatures that agree; counted : those that say anything
    needed : equal positions below which a candidate is not verified; 0 where some signatures have positions without a
        value, which the check would hold against them
    collided : (bands,) bands whose rows all agree; outcomes : the present banding first, then others
    fingerprint_a, fingerprint_b : 64-bit SimHash; hamming : bits that differ
    """

    a: int
    b: int
    verdict: str
    found: bool
    identical: bool
    value: float
    estimate: float
    standard_error: float
    error_sd: float
    shared: SomeShingles
    only_a: SomeShingles
    only_b: SomeShingles
    equal: Bits
    counted: int
    needed: int
    rows: int
    collided: Bits
    outcomes: tuple[BandingOutcome, ...]
    fingerprint_a: int
    fingerprint_b: int

    @property
    def a_in_b(self) -> float:
        """The share of ``a`` that ``b`` holds."""
        return self.shared.count / max(1, self.shared.count + self.only_a.count)

    @property
    def b_in_a(self) -> float:
        """The share of ``b`` that ``a`` holds."""
        return self.shared.count / max(1, self.shared.count + self.only_b.count)

    @property
    def hamming(self) -> int:
        """Bits in which the fingerprints differ."""
        return (self.fingerprint_a ^ self.fingerprint_b).bit_count()

    def fingerprint_bits(self) -> Bits:
        """(2, 64) the bits of both fingerprints, the highest first."""
        places = np.arange(63, -1, -1, dtype=np.uint64)
        prints = np.array([[self.fingerprint_a], [self.fingerprint_b]], np.uint64)
        return (prints >> places & np.uint64(1)).astype(np.bool_)


def explain_pair(
    result: Result,
    reader: Reader,
    a: int,
    b: int,
    bandings: Sequence[Banding] | None = None,
    most: int = 200,
    heed: Callable[[], None] = lambda: None,
) -> PairExplanation:
    """Everything about two documents; both texts are read and cut again. InputError where one is gone by now.

    bandings : other choices to judge (``usual_bandings`` if None); most : shingles of each kind that are spelt out
    heed : called all the while, may raise to end it
    """
    family, yardstick = family_of(result.recipe), Yardstick(result.recipe)
    shared, only_a, only_b = compared_shingles(reader, a, b, most, heed)
    _require_there(result, reader, a, b)
    counts = (shared.count, only_a.count, only_b.count)
    value = _value(yardstick, reader, (a, b), counts)
    one, other = (of_rows(result.signatures, [row]) for row in (a, b))
    equal, counted = equal_positions(one, other)
    estimate = float(yardstick.from_family(family.estimate(one, other))[0])
    # what the signatures estimate: of contained documents too the Jaccard similarity
    truth = _jaccard(*counts) if family.measure == "jaccard" else float(yardstick.to_family(value))
    pair = Prospects.of(family, truth, shared.count, only_a.count + only_b.count)
    spread, deviation = pair.standard_error(), float(yardstick.to_family(estimate)) - truth
    needed = result.audit.needed or _usually_needed(result, family)
    present = Banding(result.bands, result.rows)
    choices = [present, *(usual_bandings(result, family) if bandings is None else bandings)]
    place = result.place_of_pair(a, b)
    explanation = PairExplanation(
        a=a,
        b=b,
        verdict="",
        found=place is not None and place < result.at_threshold,
        identical=bool(result.groups.representative[a] == result.groups.representative[b]),
        value=value,
        estimate=estimate,
        standard_error=spread,
        error_sd=deviation / spread if spread > 0.0 else 0.0,
        shared=shared,
        only_a=only_a,
        only_b=only_b,
        equal=equal,
        counted=counted,
        needed=needed,
        rows=result.rows,
        collided=collided_bands(equal, result.bands, result.rows),
        outcomes=tuple(_outcome(choice, pair, needed, equal) for choice in choices),
        fingerprint_a=int(result.fingerprints[a]),
        fingerprint_b=int(result.fingerprints[b]),
    )
    return replace(explanation, verdict=_verdict(explanation, result, listed=place is not None))


def _require_there(result: Result, reader: Reader, a: int, b: int) -> None:
    """Raise InputError where a document that the run compared could not be read again as it was."""
    rows = np.array([a, b])
    lost = rows[reader.lost(rows) & (result.shingles[rows] > 0)]
    if gone := [result.documents.paths.display(row) for row in lost.tolist()]:
        are = "is" if len(gone) == 1 else "are"
        raise InputError(f"{' and '.join(gone)} {are} gone or changed since the run. Analyse again.")


def equal_positions(one: Signatures, other: Signatures) -> tuple[Bits, int]:
    """(k,) where two signatures of one row agree in a value that is not infinite, and how many say anything at all."""
    x, y = (np.asarray(signature.values[0], np.int64) for signature in (one, other))
    missing = NOWHERE if one.infinite is None else one.infinite
    silent = (x == missing) & (y == missing)
    return (x == y) & ~silent, int(x.size - silent.sum())


def collided_bands(equal: Bits, bands: int, rows: int) -> Bits:
    """(bands,) whether all rows of a band agree."""
    met: Bits = np.asarray(equal[: bands * rows].reshape(bands, rows).all(axis=1))
    return met


def usual_bandings(result: Result, family: Family) -> list[Banding]:
    """What else one might have chosen: for recalls of 90, 99 and 99.9 %, the sources' rule, least weighted error."""
    collision, limit = Yardstick(result.recipe).collision_over(family), limit_similarity(result.recipe)
    choices = [by_recall(family.length, limit, recall, collision) for recall in (0.999, 0.99, 0.9)]
    choices.append(by_threshold(family.length, limit, collision))
    choices.append(by_weighted_error(family.length, limit, family=collision))
    distinct = {(choice.bands, choice.rows): choice for choice in reversed(choices)}
    distinct.pop((result.bands, result.rows), None)
    return sorted(distinct.values(), key=lambda choice: choice.rows)


def _usually_needed(result: Result, family: Family) -> int:
    """Equal positions that a pair at the floor must have to be verified."""
    if lacks_values(family, result.signatures, result.members):
        return 0
    at_floor = float(Yardstick(result.recipe).to_family(result.floor))
    return needed_positions(family, at_floor, result.recipe.sketch_sigmas)


def _outcome(choice: Banding, pair: Prospects, needed: int, equal: Bits) -> BandingOutcome:
    meets, passes = pair.meets(choice), pair.passes(needed)
    collisions = int(collided_bands(equal, choice.bands, choice.rows).sum())
    return BandingOutcome(choice.bands, choice.rows, meets * passes, collisions)


def _value(yardstick: Yardstick, reader: Reader, rows: tuple[int, int], counts: tuple[int, int, int]) -> float:
    """The exact value of the measure, in its own units; counts : shared, of the first alone, of the second alone."""
    shared, *lone = counts
    if yardstick.recipe.measure == "jaccard":
        return _jaccard(*counts)
    if yardstick.recipe.measure == "containment":
        return shared / max(1, shared + min(lone))
    return float(yardstick.exact_of_vectors(reader, np.array(rows), np.array([0]), np.array([1]))[0])


def _jaccard(shared: int, only_a: int, only_b: int) -> float:
    counts = (np.array([count], np.int64) for count in (shared, shared + only_a, shared + only_b))
    return float(jaccard_of(*counts)[0])


def _verdict(pair: PairExplanation, result: Result, listed: bool) -> str:
    """Whether the pair was found, and why, in words."""
    recipe, scale = result.recipe, MeasureScale.of(result.recipe)
    threshold, met = Yardstick(recipe).limit, int(pair.collided.sum())
    far = recipe.measure in DISTANCES
    limit = f"the {'limit' if far else 'threshold'} {limit_value_words(recipe, threshold)}"
    chance, bands = pair.outcomes[0].chance, counted(pair.collided.size, "band")
    names = ((row, result.documents.paths.display(row)) for row in (pair.a, pair.b))
    if unread := [words for row, name in names if (words := why_not_compared(result, row, name))]:
        return f"Not a pair: {' and '.join(unread)}."
    if pair.identical:
        return "Identical: both texts are the same after normalisation, so they were made one before the index."
    if recipe.measure == "containment":
        return _joined(pair, result, f"the exact containment {value_beside(scale, pair.value, threshold)}", limit)
    meeting = f"they meet in {met} of {bands}" if met else f"they meet in none of {bands}"
    compared = met > 0 or result.audit.scanned
    if compared and not met:
        meeting += f", but {result.audit.whatever_meets}"
    agreeing = f"{int(pair.equal.sum())} of {counted(pair.counted, 'position')} agree"
    called = "distance" if far else "value"
    exact = f"the exact {called} {value_beside(scale, pair.value, threshold)}"
    if pair.found:
        return f"Found: {meeting}, {agreeing}, and {exact} {'is within' if far else 'reaches'} {limit}."
    if listed:
        return f"Checked, then left out: {meeting}, but {exact} is {'beyond' if far else 'below'} {limit}."
    if result.audit.rare and pair.value < result.floor:  # it may share no rare shingle
        return f"Left out: {meeting}, and {exact} is below {limit_value_words(recipe, result.floor)}."
    if not compared:
        return (
            f"Never compared: {meeting}. A pair of exactly this {'distance' if far else 'similarity'} "
            f"({value_beside(scale, pair.value, threshold)}) is found with a chance of {chance:.3g}."
        )
    if int(pair.equal.sum()) < pair.needed:
        return f"Dropped unverified: {meeting}, but {agreeing} where {pair.needed} are needed to be worth checking."
    if result.partial:
        return f"Not checked: {meeting}, but the run was stopped before this pair's turn."
    if pair.value >= result.floor and recipe.measure == "jaccard":
        return f"Not compared: {meeting}, but {_NO_ROOM[result.audit.scanned]}."
    checked = "Checked, by a longer sketch or exactly" if result.audit.ruled_out else "Checked"
    kept, exact = limit_value_words(recipe, result.floor), value_beside(scale, pair.value, result.floor)
    return f"{checked}, then left out: {meeting}, but the exact {called} {exact} misses what is kept, {kept}."


_NO_ROOM = (
    "in buckets so large that not all of their pairs were taken",
    "there was no room for all pairs whose longer sketches tell as little as theirs",  # where all were compared
)


def _joined(pair: PairExplanation, result: Result, exact: str, limit: str) -> str:
    """The verdict of a run for contained documents, which joins all texts exactly: no bands and no signatures."""
    if pair.found:
        return f"Found by an exact join: {exact} reaches {limit}."
    if pair.value < Yardstick(result.recipe).limit:
        return f"Left out by an exact join: {exact} is below {limit}."
    if result.partial:
        return (
            f"Not found: {exact} reaches {limit}, but the run was stopped before the exact join had come to this pair."
        )
    return f"Not among the pairs that this run was about, though {exact} reaches {limit}."

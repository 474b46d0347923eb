"""Banding of a few documents, band by band, and all that the S-curve says of a choice of bands and rows."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import S_CURVE_BANDINGS, S_CURVE_POINTS, SPANISH_QUERY, SPANISH_SIZE, SPANISH_TEXTS
from simexplorer.lab.material import MOST_POSITIONS, LabCollection, LabText
from simexplorer.lab.small_sets import SetMatrix
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.explaining import collided_bands, equal_positions
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.banding import band_keys, candidates
from simexplorer.search.measures import jaccard_similarity
from simexplorer.search.scurve import (
    POINTS,
    ErrorAreas,
    ExpectedCounts,
    approximate_threshold,
    collision_probability,
    error_areas,
    expected_counts,
    half_point,
    miss_probability,
)
from simexplorer.search.tuning import by_histogram, by_recall, by_threshold, by_weighted_error
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import PRIME, MinHash

Floats: TypeAlias = NDArray[np.float64]

RECALL = 0.999
MADE_AT = (0.95, 0.9, 0.8, 0.7, 0.5, 0.3)  # similarities of the made documents to the first one
_BASE = 2000  # elements of the first one
VARIATIONS, SPANISH = 0, 1


class BandSettings(Struct, frozen=True, kw_only=True):
    """How the signatures are cut, and from which similarity on pairs are wanted; MOST_POSITIONS or ParameterError."""

    bands: int = 20
    rows: int = 5
    threshold: float = 0.8
    seed: int = 1

    def __post_init__(self) -> None:
        if self.bands * self.rows > MOST_POSITIONS:
            raise ParameterError("bands", self.bands, f"such that b·r is at most {MOST_POSITIONS:,} positions")


class Choice(Struct, frozen=True):
    """One way to choose bands and rows for a threshold and a signature's length."""

    rule: str
    bands: int
    rows: int
    approximate: float
    missed: float
    note: str


class BandSteps(Struct, frozen=True, kw_only=True):
    """Everything to be drawn; n documents, b bands of r rows, p pairs.

    values : (n, b r) uint64; keys : (n, b) uint32, equal for equal bands; alike : (b r, n) whether a value is that of
    another document too; i, j, exact, estimate, chance, candidate : (p,) of all pairs, most similar first;
    met : (p, b) bands whose rows all agree
    curve : (201,) chance at POINTS; table : (8, columns) the sources' table, a column for each of ``columns``
    expected : what this banding does to the person's collection, None without one or with one of another measure
    """

    settings: BandSettings
    titles: tuple[str, ...]
    values: NDArray[np.uint64]
    keys: NDArray[np.uint32]
    alike: NDArray[np.bool_]
    i: NDArray[np.int64]
    j: NDArray[np.int64]
    exact: Floats
    estimate: Floats
    chance: Floats
    candidate: NDArray[np.bool_]
    met: NDArray[np.bool_]
    curve: Floats
    approximate: float
    half: float
    areas: ErrorAreas
    missed_at: float
    columns: tuple[tuple[int, int], ...]
    table: Floats
    choices: tuple[Choice, ...]
    expected: ExpectedCounts | None

    def buckets(self, band: int) -> list[list[int]]:
        """Documents of every bucket of a band, in the order in which they come."""
        found: dict[int, list[int]] = {}
        for document, key in enumerate(self.keys[:, band].tolist()):
            found.setdefault(key, []).append(document)
        return list(found.values())


def steepest_point(bands: int, rows: int) -> float:
    """The similarity at which the S-curve is steepest, where its second derivative is 0: ``((r-1) / (b r - 1))^(1/r)``.

    With many bands it comes near ``((r-1) / r)^(1/r)`` times ``(1/b)^(1/r)``: a little below the rule of thumb. One row
    makes no S: the curve is steepest at 0. One band makes none either: it is steepest at 1.
    """
    return float(((rows - 1) / max(1, bands * rows - 1)) ** (1.0 / rows))


def _most_similar_first(documents: ShingleSets) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """All pairs of documents and their exact similarities."""
    i, j = np.triu_indices(len(documents), 1)
    exact = jaccard_similarity(documents, i, j)
    order = np.argsort(-exact, kind="stable")
    return i[order], j[order], exact[order]


def band_steps(
    example: int,
    texts: tuple[LabText, ...],
    settings: BandSettings,
    collection: LabCollection | None,
    progress: Progress | None = None,
) -> BandSteps:
    """Sign the documents, cut the signatures in bands, and see who meets.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    progress = progress or Progress()
    titles, documents = _documents(example, texts, Cutting() if collection is None else collection.cutting)
    b, r, n = settings.bands, settings.rows, len(documents)
    family = MinHash(b * r, settings.seed)
    progress.check()
    signed = family.sign(documents)
    progress.check()
    keys = np.empty((n, b), np.uint32)
    band_keys(signed.values, 0, b, r, np.int64(PRIME), keys)
    i, j, exact = _most_similar_first(documents)
    found = candidates(signed.values, b, r, infinite=PRIME)
    progress.check()
    together = set(zip(found.i.tolist(), found.j.tolist(), strict=True))
    columns = tuple(dict.fromkeys(((b, r), *S_CURVE_BANDINGS)))
    points = np.array(S_CURVE_POINTS)
    run = collection if collection and collection.by_jaccard else None
    expected = expected_counts(run.histogram, settings.threshold, b, r, at_end=run.at_one) if run else None
    return BandSteps(
        settings=settings,
        titles=titles,
        values=signed.values,
        keys=keys,
        alike=_alike(signed.values),
        i=i,
        j=j,
        exact=exact,
        estimate=family.estimate(of_rows(signed, i), of_rows(signed, j)),
        chance=collision_probability(exact, b, r),
        candidate=np.array([pair in together for pair in zip(i.tolist(), j.tolist(), strict=True)], np.bool_),
        met=_met(signed, i, j, b, r),
        curve=collision_probability(POINTS, b, r),
        approximate=approximate_threshold(b, r),
        half=half_point(b, r),
        areas=error_areas(settings.threshold, b, r),
        missed_at=float(miss_probability(settings.threshold, b, r)),
        columns=columns,
        table=np.stack([collision_probability(points, *column) for column in columns], axis=1),
        choices=_choices(settings.threshold, b * r, run if expected and expected.similar else None, progress),
        expected=expected,
    )


def _documents(example: int, texts: tuple[LabText, ...], cutting: Cutting) -> tuple[tuple[str, ...], ShingleSets]:
    if texts:
        matrix = SetMatrix.of_texts(texts, cutting)
        return matrix.columns, matrix.documents
    if example == SPANISH:
        sentences = (SPANISH_QUERY, *SPANISH_TEXTS)
        named = tuple(
            LabText(title, text) for title, text in zip(("query", "1", "2", "3", "4"), sentences, strict=True)
        )
        matrix = SetMatrix.of_texts(named, Cutting(Recipe(shingle_size=SPANISH_SIZE)))
        return matrix.columns, matrix.documents
    made = [list(range(_BASE))]
    for place, jaccard in enumerate(MADE_AT):
        kept = round(2 * _BASE * jaccard / (1 + jaccard))  # both have _BASE elements: J = kept / (2 base - kept)
        start = (place + 1) * _BASE
        shift = place * 211  # so that the variations differ from each other too
        made.append([*((e + shift) % _BASE for e in range(kept)), *range(start, start + _BASE - kept)])
    return tuple("ABCDEFG"), ShingleSets.from_lists(made)


def _alike(values: NDArray[np.uint64]) -> NDArray[np.bool_]:
    alike = np.zeros(values.T.shape, np.bool_)
    for position, row in enumerate(values.T):
        _, which, counts = np.unique(row, return_inverse=True, return_counts=True)
        alike[position] = (counts[which] > 1) & (row != PRIME)
    return alike


def _met(signed: Signatures, i: NDArray[np.int64], j: NDArray[np.int64], bands: int, rows: int) -> NDArray[np.bool_]:
    met = np.zeros((i.size, bands), np.bool_)
    for pair, (a, b) in enumerate(zip(i.tolist(), j.tolist(), strict=True)):
        equal, _ = equal_positions(of_rows(signed, [a]), of_rows(signed, [b]))
        met[pair] = collided_bands(equal, bands, rows)
    return met


def _choices(threshold: float, length: int, run: LabCollection | None, progress: Progress) -> tuple[Choice, ...]:
    """How else the same signature could be cut for this threshold, and for the pairs of a person's collection.

    run : of a collection that has pairs at the threshold; None where there are none to choose by
    """
    made = [
        ("by threshold and K (pick bands)", by_threshold(length, threshold)),
        ("for a wanted recall of 99.9 %", by_recall(length, threshold, RECALL)),
    ]
    progress.check()
    made.append(("least weighted error, 1 to 1", by_weighted_error(length, threshold)))
    if run is not None:
        progress.check()
        made.append(
            ("least cost here, a miss weighs 100", by_histogram(length, threshold, run.histogram, at_end=run.at_one))
        )
    return tuple(
        Choice(
            rule,
            choice.bands,
            choice.rows,
            approximate_threshold(choice.bands, choice.rows),
            float(miss_probability(threshold, choice.bands, choice.rows)),
            choice.note,
        )
        for rule, choice in made
    )

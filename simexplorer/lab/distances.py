"""All measures of two documents, and the four axioms of a distance tried on three, and on random ones.

Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.5.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.measure_list import DISTANCES, MEASURES, MOST_CHARACTERS, CutTexts, Floats, Measure, cut
from simexplorer.search.edit_distance import Piece, alignment, common_subsequence_length
from simexplorer.signatures.simhash import SimHash

ROUNDING = 1e-9  # what a triangle of rounded lengths may be off
_TRIPLES, _FEATURES = 1000, 12  # that are drawn, and of which their documents have a few


class Table(Struct, frozen=True):
    """All measures of document 0 against document 1: (m,) values in the order of ``MEASURES``, nan where none."""

    values: Floats
    shared: int
    only_a: int
    only_b: int
    subsequence: int | None
    pieces: tuple[Piece, ...] | None


class Axioms(Struct, frozen=True, kw_only=True):
    """One distance between all of three documents.

    distances : (3, 3); positive, identity, symmetric, triangle : whether the axiom holds for these three
    direct, detour : both sides of the triangle that comes nearest to failing, or fails most; corners : its x, y and z
    """

    measure: Measure
    distances: Floats
    positive: bool
    identity: bool
    symmetric: bool
    triangle: bool
    direct: float
    detour: float
    corners: tuple[int, int, int]


class Tried(Struct, frozen=True):
    """A distance over random triples: how many broke the triangle."""

    measure: Measure
    broken: int


def compare(texts: CutTexts) -> Table:
    """All measures of the first two texts, and the alignment of their characters where they are not too long."""
    i, j = np.array([0]), np.array([1])
    shared = int(np.intersect1d(texts.sets[0], texts.sets[1], assume_unique=True).size)
    x, y = texts.texts[:2]
    short = max(len(x), len(y)) <= MOST_CHARACTERS
    return Table(
        np.array([measure.of(texts, i, j)[0] for measure in MEASURES]),
        shared,
        int(texts.sets.sizes[0]) - shared,
        int(texts.sets.sizes[1]) - shared,
        common_subsequence_length(x, y) if short else None,
        alignment(x, y) if short else None,
    )


def apart(texts: Sequence[str], family: str, cutting: Cutting) -> float:
    """How far apart two texts are to a family: by ``jaccard``, ``cosine`` (degrees), ``hamming`` (bits), ``euclid``.

    nan where one has no shingle: it is like nothing.
    """
    key = {"jaccard": "jaccard_distance", "cosine": "angle", "hamming": "bits", "euclid": "l2"}[family]
    measure = next(measure for measure in MEASURES if measure.key == key)
    both = cut(texts, cutting)
    known = bool(both.sets.sizes.all())
    return float(measure.of(both, np.array([0]), np.array([1]))[0]) if known else float("nan")


def axioms(texts: CutTexts) -> tuple[Axioms, ...]:
    """Every distance, and the two that only look like one, between all of exactly three texts."""
    if len(texts.texts) != 3:
        raise ValueError(f"axioms are tried on three documents, not on {len(texts.texts)}")
    return tuple(_tried_on(texts, measure) for measure in DISTANCES)


def _tried_on(texts: CutTexts, measure: Measure) -> Axioms:
    i, j = (part.ravel() for part in np.meshgrid(np.arange(3), np.arange(3), indexing="ij"))
    d = measure.of(texts, i, j).reshape(3, 3)
    same = np.array([[_same(texts, measure.sees, a, b) for b in range(3)] for a in range(3)])
    corners = [(x, y, z) for x, y, z in ((0, 1, 2), (0, 2, 1), (1, 2, 0))]
    slacks = [float(d[x, z] + d[z, y] - d[x, y]) for x, y, z in corners]
    tightest = int(np.argmin(slacks)) if not np.isnan(d).any() else 0
    x, y, z = corners[tightest]
    return Axioms(
        measure=measure,
        distances=d,
        positive=bool(np.all((d >= 0.0) | np.isnan(d))),
        identity=bool(np.all(((d <= ROUNDING) == same) | np.isnan(d))),
        symmetric=bool(np.allclose(d, d.T, rtol=1e-12, atol=ROUNDING, equal_nan=True)),
        triangle=not slacks[tightest] < -ROUNDING,
        direct=float(d[x, y]),
        detour=float(d[x, z] + d[z, y]),
        corners=(x, y, z),
    )


def _same(texts: CutTexts, sees: str, a: int, b: int) -> bool:
    """Whether two documents are one and the same point to a measure that sees only so much of them."""
    if sees == "text":
        return texts.texts[a] == texts.texts[b]
    if sees == "fingerprint":
        return bool(texts.fingerprints[a] == texts.fingerprints[b])
    if not np.array_equal(texts.sets[a], texts.sets[b]):
        return False
    x, y = (texts.counts.weights[slice(*texts.counts.offsets[row : row + 2])] for row in (a, b))
    if sees == "direction" and x.size:
        return bool(np.all(x * y[0] == y * x[0]))
    return sees == "set" or np.array_equal(x, y)


def try_triples(seed: int) -> tuple[Tried, ...]:
    """The triangle of every distance of sets and counts, over random documents of a few features each."""
    random, shape = np.random.default_rng(seed), (3 * _TRIPLES, _FEATURES)
    points = random.integers(0, 4, shape) * (random.random(shape) < 0.4)
    points[points.sum(axis=1) == 0, 0] = 1
    rows, columns = np.nonzero(points)
    offsets = np.searchsorted(rows, np.arange(shape[0] + 1)).astype(np.int64)
    counts = SparseVectors(offsets, columns.astype(np.uint64), points[rows, columns].astype(np.float64))
    prints = SimHash(64, seed).fingerprints(counts)[:, 0]
    drawn = CutTexts((), ShingleSets(offsets, counts.ids), counts, prints)
    return tuple(_broken(drawn, measure) for measure in DISTANCES if measure.sees != "text")


def _broken(drawn: CutTexts, measure: Measure) -> Tried:
    x, y, z = (np.arange(corner, 3 * _TRIPLES, 3) for corner in range(3))
    xy, yz, xz = (measure.of(drawn, i, j) for i, j in ((x, y), (y, z), (x, z)))
    over = np.max([xy - xz - yz, yz - xy - xz, xz - xy - yz], axis=0)
    return Tried(measure, int((over > ROUNDING).sum()))

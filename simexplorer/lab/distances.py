"""Every measure of likeness between a few documents, and the four axioms of a distance, tried on them.

Figures are those of ``search.measures`` and ``search.edit_distance``.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.vectors import term_frequencies
from simexplorer.pipeline.cut_text import cut_text
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import measures
from simexplorer.search.edit_distance import Piece, alignment, common_subsequence_length, edit_distance
from simexplorer.search.hamming import distances as bits_apart
from simexplorer.signatures.simhash import SimHash

MOST_CHARACTERS = 20_000  # of each text in an edit distance: some 10 ms
ROUNDING = 1e-9  # what a triangle of rounded lengths may be off
Floats: TypeAlias = NDArray[np.float64]
Pairwise: TypeAlias = Callable[["CutTexts", NDArray[np.int64], NDArray[np.int64]], Floats]


@dataclass(frozen=True, slots=True)
class CutTexts:
    """Texts as the measures take them: sets of shingles, counts of them, fingerprints of the counts."""

    texts: tuple[str, ...]
    sets: ShingleSets
    counts: SparseVectors
    fingerprints: NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One line of the table.

    kind : ``similarity`` (1 is alike) or ``distance`` (0 is alike); unit : of a distance; sees : what it knows of a
    document: ``set``, ``counts``, ``direction``, ``fingerprint`` or ``text``; family : functions that collide with a
    chance that follows it, "" if none exist; formula : as plain mathematics; axioms : whether it keeps all four
    """

    key: str
    title: str
    kind: str
    sees: str
    family: str
    formula: str
    of: Pairwise
    unit: str = ""
    axioms: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """All measures of document 0 against document 1: (m,) values in the order of ``MEASURES``, nan where none."""

    values: Floats
    shared: int
    only_a: int
    only_b: int
    subsequence: int | None
    pieces: tuple[Piece, ...] | None


@dataclass(frozen=True, slots=True)
class Axioms:
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


@dataclass(frozen=True, slots=True)
class Tried:
    """A distance over random triples: how many broke the triangle, and by how much at most."""

    measure: Measure
    triples: int
    broken: int
    worst: float


def cut(texts: Sequence[str], recipe: Recipe) -> CutTexts:
    """A few texts cut under one recipe."""
    ids = [cut_text(text, recipe).ids for text in texts]
    bounds = np.zeros(len(ids) + 1, np.int64)
    np.cumsum([part.size for part in ids], out=bounds[1:])
    every = np.concatenate(ids) if ids else np.empty(0, np.uint64)
    counts = term_frequencies(every, bounds)
    prints = SimHash(64, recipe.seed).fingerprints(counts)[:, 0]
    return CutTexts(tuple(texts), sets_of(every, bounds), counts, prints)


def _edit(texts: CutTexts, i: NDArray[np.int64], j: NDArray[np.int64]) -> Floats:
    """Edit distances; nan where a text is too long to be aligned while somebody waits."""
    pairs = [(texts.texts[a], texts.texts[b]) for a, b in zip(i.tolist(), j.tolist(), strict=True)]
    short = [max(len(x), len(y)) <= MOST_CHARACTERS for x, y in pairs]
    return np.array([edit_distance(*pair) if ok else np.nan for pair, ok in zip(pairs, short, strict=True)])


def _of_sets(measure: Callable[..., Floats]) -> Pairwise:
    return lambda texts, i, j: measure(texts.sets, i, j)


def _of_counts(measure: Callable[..., Floats]) -> Pairwise:
    return lambda texts, i, j: measure(texts.counts, i, j)


def _less(measure: Callable[..., Floats]) -> Pairwise:
    return lambda texts, i, j: 1.0 - measure(texts.sets, i, j)


def _similarity(key: str, title: str, sees: str, family: str, formula: str, of: Pairwise) -> Measure:
    return Measure(key=key, title=title, kind="similarity", sees=sees, family=family, formula=formula, of=of)


def _distance(key: str, title: str, sees: str, family: str, formula: str, of: Pairwise, **more: Any) -> Measure:
    return Measure(key=key, title=title, kind="distance", sees=sees, family=family, formula=formula, of=of, **more)


MEASURES: tuple[Measure, ...] = (
    _similarity(
        "jaccard", "Jaccard similarity", "set", "MinHash", "|A ∩ B| / |A ∪ B|", _of_sets(measures.jaccard_similarity)
    ),
    _similarity(
        "bag",
        "Jaccard of bags",
        "counts",
        "MinHash of occurrences",
        "Σ min / Σ max",
        _of_counts(measures.bag_jaccard_similarity),
    ),
    _similarity("a_in_b", "A contained in B", "set", "", "|A ∩ B| / |A|", _of_sets(measures.containment)),
    _similarity(
        "b_in_a",
        "B contained in A",
        "set",
        "",
        "|A ∩ B| / |B|",
        lambda texts, i, j: measures.containment(texts.sets, j, i),
    ),
    _similarity("dice", "Dice", "set", "", "2 |A ∩ B| / (|A| + |B|)", _of_sets(measures.dice)),
    _similarity("overlap", "Overlap", "set", "", "|A ∩ B| / min(|A|, |B|)", _of_sets(measures.overlap)),
    _similarity(
        "cosine",
        "Cosine",
        "counts",
        "random hyperplanes, SimHash",
        "x · y / (|x| |y|)",
        _of_counts(measures.cosine_similarity),
    ),
    _distance(
        "jaccard_distance",
        "Jaccard distance",
        "set",
        "MinHash",
        "1 − |A ∩ B| / |A ∪ B|",
        _of_sets(measures.jaccard_distance),
    ),
    _distance(
        "bag_distance",
        "Jaccard distance of bags",
        "counts",
        "MinHash of occurrences",
        "1 − Σ min / Σ max",
        _of_counts(measures.bag_jaccard_distance),
    ),
    _distance(
        "angle",
        "Cosine distance: the angle",
        "direction",
        "random hyperplanes, SimHash",
        "arccos(x · y / (|x| |y|))",
        _of_counts(measures.angle_degrees),
        unit="degrees",
    ),
    _distance(
        "l2",
        "Euclidean distance, L2",
        "counts",
        "random lines",
        "√ Σ (x − y)²",
        _of_counts(measures.euclidean_distance),
    ),
    _distance("l1", "Manhattan distance, L1", "counts", "", "Σ |x − y|", _of_counts(measures.manhattan_distance)),
    _distance("hamming", "Hamming, of counts", "counts", "", "number of x ≠ y", _of_counts(measures.hamming_distance)),
    _distance(
        "bits",
        "Hamming, of fingerprints",
        "fingerprint",
        "bit sampling",
        "number of unlike bits",
        lambda texts, i, j: bits_apart(texts.fingerprints, i, j).astype(np.float64),
        unit="bits of 64",
    ),
    _distance("edit", "Edit distance", "text", "", "|x| + |y| − 2 LCS", _edit, unit="edits"),
)
# what looks like a distance and is none
IMPOSTORS: tuple[Measure, ...] = (
    _distance(
        "dice_distance", "1 − Dice", "set", "", "1 − 2 |A ∩ B| / (|A| + |B|)", _less(measures.dice), axioms=False
    ),
    _distance(
        "overlap_distance",
        "1 − overlap",
        "set",
        "",
        "1 − |A ∩ B| / min(|A|, |B|)",
        _less(measures.overlap),
        axioms=False,
    ),
)
DISTANCES: tuple[Measure, ...] = (*(measure for measure in MEASURES if measure.kind == "distance"), *IMPOSTORS)


def compare(texts: CutTexts, a: int = 0, b: int = 1) -> Table:
    """All measures of two of the texts, and the alignment of their characters where they are not too long."""
    i, j = np.array([a]), np.array([b])
    shared = int(np.intersect1d(texts.sets[a], texts.sets[b], assume_unique=True).size)
    x, y = texts.texts[a], texts.texts[b]
    short = max(len(x), len(y)) <= MOST_CHARACTERS
    return Table(
        np.array([measure.of(texts, i, j)[0] for measure in MEASURES]),
        shared,
        int(texts.sets.sizes[a]) - shared,
        int(texts.sets.sizes[b]) - shared,
        common_subsequence_length(x, y) if short else None,
        alignment(x, y) if short else None,
    )


def apart(texts: Sequence[str], family: str, recipe: Recipe) -> float:
    """How far apart two texts are to a family: by ``jaccard``, ``cosine`` (degrees), ``hamming`` (bits), ``euclid``."""
    key = {"jaccard": "jaccard_distance", "cosine": "angle", "hamming": "bits", "euclid": "l2"}[family]
    measure = next(measure for measure in MEASURES if measure.key == key)
    return float(measure.of(cut(texts, recipe), np.array([0]), np.array([1]))[0])


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
        measure,
        d,
        bool(np.all((d >= 0.0) | np.isnan(d))),
        bool(np.all(((d <= ROUNDING) == same) | np.isnan(d))),
        bool(np.allclose(d, d.T, rtol=1e-12, atol=ROUNDING, equal_nan=True)),
        not slacks[tightest] < -ROUNDING,
        float(d[x, y]),
        float(d[x, z] + d[z, y]),
        (x, y, z),
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


def try_triples(seed: int, triples: int = 1000, universe: int = 12) -> tuple[Tried, ...]:
    """The triangle of every distance of sets and counts, over random documents of a few features each."""
    random = np.random.default_rng(seed)
    points = random.integers(0, 4, (3 * triples, universe)) * (random.random((3 * triples, universe)) < 0.4)
    points[points.sum(axis=1) == 0, 0] = 1
    rows, columns = np.nonzero(points)
    offsets = np.searchsorted(rows, np.arange(3 * triples + 1)).astype(np.int64)
    counts = SparseVectors(offsets, columns.astype(np.uint64), points[rows, columns].astype(np.float64))
    prints = SimHash(64, seed).fingerprints(counts)[:, 0]
    drawn = CutTexts((), ShingleSets(offsets, counts.ids), counts, prints)
    return tuple(_broken(drawn, measure, triples) for measure in DISTANCES if measure.sees != "text")


def _broken(drawn: CutTexts, measure: Measure, triples: int) -> Tried:
    x, y, z = (np.arange(corner, 3 * triples, 3) for corner in range(3))
    xy, yz, xz = (measure.of(drawn, i, j) for i, j in ((x, y), (y, z), (x, z)))
    over = np.max([xy - xz - yz, yz - xy - xz, xz - xy - yz], axis=0)
    return Tried(measure, triples, int((over > ROUNDING).sum()), float(max(0.0, over.max())))

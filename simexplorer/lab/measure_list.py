"""The measures of likeness that the lab shows side by side, and texts cut as they take them.

Figures are those of ``search.measures`` and ``search.edit_distance``.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.vectors import term_frequencies
from simexplorer.lab.cutting import Cutting, joined
from simexplorer.search import measures
from simexplorer.search.edit_distance import edit_distance
from simexplorer.search.hamming import distances as bits_apart
from simexplorer.signatures.simhash import text_fingerprints

MOST_CHARACTERS = 20_000  # of each text in an edit distance: some 10 ms
Floats: TypeAlias = NDArray[np.float64]
Pairwise: TypeAlias = Callable[["CutTexts", NDArray[np.int64], NDArray[np.int64]], Floats]


class CutTexts(Struct, frozen=True):
    """Texts as the measures take them: sets of shingles, counts of them, fingerprints of the counts."""

    texts: tuple[str, ...]
    sets: ShingleSets
    counts: SparseVectors
    fingerprints: NDArray[np.uint64]


class Measure(Struct, frozen=True, kw_only=True):
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


def cut(texts: Sequence[str], cutting: Cutting) -> CutTexts:
    """A few texts cut in one way; fingerprints are those that a run leaves."""
    ids, bounds = joined([cutting.cut(text) for text in texts])
    prints = text_fingerprints(ids, bounds)
    return CutTexts(tuple(texts), sets_of(ids, bounds), term_frequencies(ids, bounds), prints)


def _edit(texts: CutTexts, i: NDArray[np.int64], j: NDArray[np.int64]) -> Floats:
    """Edit distances; nan where a text is too long to be aligned while somebody waits."""
    pairs = [(texts.texts[a], texts.texts[b]) for a, b in zip(i.tolist(), j.tolist(), strict=True)]
    short = [max(len(x), len(y)) <= MOST_CHARACTERS for x, y in pairs]
    return np.array([edit_distance(*pair) if ok else np.nan for pair, ok in zip(pairs, short, strict=True)])


def _bits(texts: CutTexts, i: NDArray[np.int64], j: NDArray[np.int64]) -> Floats:
    """Bits in which fingerprints differ; nan where a text has none, as it has no shingle."""
    printed = texts.sets.sizes > 0
    return np.where(printed[i] & printed[j], bits_apart(texts.fingerprints, i, j), np.nan)


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
        _bits,
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

"""Groups of near-duplicates from verified pairs, honest about what holds them together.

Only verified pairs link documents. Copies of one text count once: adding a copy of a file changes neither which texts
are grouped nor the representative. Input order changes nothing either; ties go to the lower row (the first by path).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import kernel
from simexplorer.errors import ParameterError
from simexplorer.search.linkage import average_labels, complete_labels, row_sums, star_labels
from simexplorer.search.linkage_forest import component_labels, join_pairs
from simexplorer.search.linkage_pairs import Budget, Filler, KnownPairs, Rows

Floats = NDArray[np.float64]


class Clusters(Struct, frozen=True):
    """Groups of near-duplicates, best first: largest, then tightest, then by representative's row.

    offsets, rows : cluster ``c`` is ``rows[offsets[c]:offsets[c + 1]]``: its representative, then by path
    of : (n,) int32, the cluster of each document; -1 where it has none
    representative : (c,) int32, the first by path of the text with the highest mean similarity to the others (with
        star linkage: its centre)
    min_jaccard, mean_jaccard : (c,) float64 over *all* pairs of distinct texts in it, 1 where there is one text; nan
        where a cluster is too large for that (``capped`` of the result says so)
    weakest_link : (c,) float64, the lowest similarity that holds the cluster together (of its maximum spanning tree)
    to_representative : (len(rows),) float64, exact Jaccard of each member with its representative; nan if not computed
    """

    offsets: NDArray[np.int64]
    rows: NDArray[np.int32]
    of: NDArray[np.int32]
    representative: NDArray[np.int32]
    min_jaccard: NDArray[np.float64]
    mean_jaccard: NDArray[np.float64]
    weakest_link: NDArray[np.float64]
    to_representative: NDArray[np.float64]

    def __len__(self) -> int:
        return self.representative.size

    def members(self, cluster: int) -> NDArray[np.int32]:
        """Rows of one cluster, the representative first."""
        return self.rows[self.offsets[cluster] : self.offsets[cluster + 1]]


def cluster(
    pairs: KnownPairs,
    threshold: float,
    linkage: str,
    representative: Rows,
    present: NDArray[np.bool_],
    filler: Filler | None = None,
) -> tuple[Clusters, tuple[str, ...]]:
    """Clusters of n documents, and in words everything that the budget left out.

    pairs : verified pairs of texts; all that are known, also those below the threshold (they need not be asked for)
    linkage : ``component``, ``average``, ``complete`` or ``star``
    representative : (n,) int32, the first row that holds the same text; present : (n,) bool, False where there is none
    filler : computes what a group lacks; None: what needs it is nan
    Raises ParameterError for another linkage.
    """
    n, filler = representative.size, filler or Filler()
    rows = np.arange(n, dtype=np.int32)
    texts = rows[present & (representative == rows)]
    notes: list[str] = []
    label, centre, pairs = _texts_linked(n, texts, pairs, threshold, linkage, filler, notes)
    inside, missing = filler.fill(label, texts, pairs.within(label))
    measured = _Measured.of(label, inside, missing, centre)
    similarity = _to_representative(label, texts, inside, measured.representative, filler)
    _note_unmeasured(label, texts, missing, similarity, filler.budget, notes)
    return _assembled(rows[present], label, representative, measured, similarity), tuple(notes)


def _texts_linked(
    n: int, texts: Rows, pairs: KnownPairs, threshold: float, linkage: str, filler: Filler, notes: list[str]
) -> tuple[Rows, Rows | None, KnownPairs]:
    """(n,) int32 label of every text (its group's lowest row), the centres if it has any, and the pairs now known."""
    if linkage == "star":
        label, centre = star_labels(n, pairs, threshold)
        return label, centre, pairs
    label = component_labels(n, pairs.at_least(threshold))
    if linkage == "component":
        return label, None, pairs
    if linkage not in ("average", "complete"):
        raise ParameterError("linkage", linkage, "one of component, average, complete, star")
    inside, missing = filler.fill(label, texts, pairs.within(label))
    if missing.any():
        groups = np.flatnonzero(missing)
        largest = int(np.bincount(label[texts], minlength=n)[groups].max())
        notes.append(
            f"{linkage.capitalize()} linkage took {missing.sum():,} similarities that were not computed to be 0, in "
            f"{_counted(groups.size, 'chain')} of similar documents (the largest has {largest:,} different texts)."
        )
    labels = average_labels if linkage == "average" else complete_labels
    return labels(n, inside, threshold), None, inside


class _Measured(Struct, frozen=True):
    """Figures of every group of texts, at the group's label; a text alone has 1, 1, 1 and itself."""

    lowest: Floats
    mean: Floats
    weakest: Floats
    representative: Rows

    @classmethod
    def of(cls, label: Rows, inside: KnownPairs, missing: NDArray[np.int64], centre: Rows | None) -> _Measured:
        """From the known pairs inside the groups; nan for what a group with missing pairs cannot tell."""
        n = label.size
        lowest, mean, weakest = np.ones(n), np.ones(n), np.ones(n)
        _lowest_and_mean(label, inside.i, inside.jaccard, lowest, mean)
        joins = np.empty(len(inside), np.bool_)
        join_pairs(inside.i, inside.j, np.arange(n, dtype=np.int32), joins)
        weakest[label[inside.i[joins]]] = inside.jaccard[joins]
        lowest[missing > 0] = mean[missing > 0] = np.nan
        chosen = np.arange(n, dtype=np.int32)
        if centre is not None:
            chosen[label] = centre
        else:
            _choose_highest(label, row_sums(n, inside), chosen)
        return cls(lowest, mean, weakest, chosen)


@kernel
def _lowest_and_mean(label: Rows, first: Rows, jaccard: Floats, lowest: Floats, mean: Floats) -> None:
    """Write both for the label of each pair's ``first`` row; pairs come most similar first.

    Sums are of what exceeds the lowest: equal similarities then have exactly their mean.
    """
    pairs = np.zeros(label.size, np.int64)
    for p in range(first.size - 1, -1, -1):
        at = label[first[p]]
        if pairs[at] == 0:
            lowest[at], mean[at] = jaccard[p], 0.0
        mean[at] += jaccard[p] - lowest[at]
        pairs[at] += 1
    for at in range(label.size):
        if pairs[at] > 0:
            mean[at] = lowest[at] + mean[at] / pairs[at]


@kernel
def _choose_highest(label: Rows, score: Floats, chosen: Rows) -> None:
    """Let ``chosen[l]`` be the row of label ``l`` with the highest score, of equals the lowest; ``l`` before."""
    for row in range(label.size):
        if score[row] > score[chosen[label[row]]]:
            chosen[label[row]] = row


def _to_representative(label: Rows, texts: Rows, inside: KnownPairs, representative: Rows, filler: Filler) -> Floats:
    """(n,) float64 similarity of every text to its group's representative; nan where the budget did not reach."""
    similarity = np.full(label.size, np.nan)

    def enter(pairs: KnownPairs) -> None:
        centre = representative[label[pairs.i]]
        for one, other in ((pairs.i, pairs.j), (pairs.j, pairs.i)):
            hit = np.flatnonzero(one == centre)
            similarity[other[hit]] = pairs.jaccard[hit]

    similarity[representative[label[texts]]] = 1.0
    enter(inside)
    lacking = texts[np.isnan(similarity[texts])]
    centre = representative[label[lacking]]
    enter(filler.ask(np.minimum(lacking, centre), np.maximum(lacking, centre)))
    return similarity


def _note_unmeasured(
    label: Rows, texts: Rows, missing: NDArray[np.int64], similarity: Floats, budget: Budget, notes: list[str]
) -> None:
    groups = np.flatnonzero(missing)
    if groups.size:
        largest = int(np.bincount(label[texts], minlength=label.size)[groups].max())
        notes.append(
            f"The lowest and mean similarity of {_counted(groups.size, 'cluster')} were not computed (the largest has "
            f"{largest:,} different texts; {budget.texts:,} texts a cluster and {budget.pairs:,} pairs are allowed)."
        )
    unknown = int(np.isnan(similarity[texts]).sum())
    if unknown:
        texts_left = _counted(unknown, "different text")
        notes.append(f"The similarity of {texts_left} to the cluster's representative was not computed.")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _assembled(present: Rows, label: Rows, text_of: Rows, measured: _Measured, similarity: Floats) -> Clusters:
    """Clusters of documents from labels of texts: groups of two documents or more, sorted, members in order."""
    n = label.size
    sizes = np.bincount(label[text_of[present]], minlength=n)
    heads = np.flatnonzero(sizes > 1)
    chosen = measured.representative[heads]
    tightness = np.nan_to_num(measured.mean[heads], nan=-1.0)
    heads = heads[np.lexsort((chosen, -measured.weakest[heads], -tightness, -sizes[heads]))]
    number = np.full(n, -1, np.int32)
    number[heads] = np.arange(heads.size, dtype=np.int32)
    of = np.full(n, -1, np.int32)
    of[present] = number[label[text_of[present]]]
    rows = np.flatnonzero(of >= 0).astype(np.int32)
    chosen = measured.representative[heads]
    rows = rows[np.lexsort((rows, rows != chosen[of[rows]], of[rows]))]
    offsets = np.zeros(heads.size + 1, np.int64)
    np.cumsum(sizes[heads], out=offsets[1:])
    return Clusters(
        offsets=offsets,
        rows=rows,
        of=of,
        representative=chosen,
        min_jaccard=measured.lowest[heads],
        mean_jaccard=measured.mean[heads],
        weakest_link=measured.weakest[heads],
        to_representative=similarity[text_of[rows]],
    )

"""Groups of near-duplicates from verified pairs, with figures that tell how well each of them holds together.

Only verified pairs link documents. Copies of one text count once: adding a copy of a file changes neither which texts
are grouped nor the representative. Input order changes nothing either; ties go to the lower row (the first by path).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import lean_kernel
from simexplorer.counted_nouns import counted
from simexplorer.errors import ParameterError
from simexplorer.offsets import offsets_of
from simexplorer.search.components import find_root
from simexplorer.search.linkage import average_labels, complete_labels, row_sums, star_labels
from simexplorer.search.linkage_forest import component_labels
from simexplorer.search.linkage_pairs import Columns, Filled, Filler, KnownPairs, Rows

Floats = NDArray[np.float64]


class Clusters(Struct, frozen=True):
    """Groups of near-duplicates, best first: largest, then tightest, then by representative's row.

    offsets, rows : cluster ``c`` is ``rows[offsets[c]:offsets[c + 1]]``: its representative, then by path
    of : (n,) int32, the cluster of each document; -1 where it has none
    representative : (c,) int32, the first by path of the text with the highest mean similarity to the others (with
        star linkage: its centre)
    min_jaccard, mean_jaccard : (c,) float64 over *all* pairs of distinct texts in it, 1 where there is one text; nan
        where a cluster is too large for that (``lacking`` of the result says so)
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
    filler : computes or remembers what a group lacks; None: what needs it is nan
    Raises ParameterError for another linkage.
    """
    n, filler = representative.size, filler or Filler()
    rows = np.arange(n, dtype=np.int32)
    texts = rows[present & (representative == rows)]
    notes: list[str] = []
    label, centre, pairs = _texts_linked(n, texts, pairs, threshold, linkage, filler, notes)
    filled = filler.fill(label, texts, pairs, lambda: _representatives(label, centre, row_sums(pairs, label)))
    measured = _Measured.of(label, texts, filled, centre)
    _note_unmeasured(label, texts, filled.missing, measured.similarity, filler, notes)
    return _assembled(rows[present], label, representative, measured), tuple(notes)


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
    filled = filler.fill(label, texts, pairs.within(label))
    if filled.missing.any():
        groups = np.flatnonzero(filled.missing)
        largest = int(np.bincount(label[texts], minlength=n)[groups].max())
        taken = counted(int(filled.missing.sum()), "similarity that was", "similarities that were")
        notes.append(
            f"{linkage.capitalize()} linkage took {taken} not computed to be 0, in "
            f"{counted(groups.size, 'chain')} of similar documents (the largest has {largest:,} different texts)."
        )
    labels = average_labels if linkage == "average" else complete_labels
    known = filled.known.joined(filled.late)
    return labels(n, known, threshold), None, known


class _Measured(Struct, frozen=True):
    """Figures of every group of texts, at the group's label; a text alone has 1, 1, 1 and itself.

    similarity : (n,) of every text to its group's representative; nan where the budget did not reach
    """

    lowest: Floats
    mean: Floats
    weakest: Floats
    representative: Rows
    similarity: Floats

    @classmethod
    def of(cls, label: Rows, texts: Rows, filled: Filled, centre: Rows | None) -> _Measured:
        """From the known pairs, those inside the groups; nan for what a group with missing pairs cannot tell."""
        n, known, late, around = label.size, filled.known.columns, filled.late.columns, filled.around
        lowest, mean, weakest, similarity = np.ones(n), np.ones(n), np.ones(n), np.full(n, np.nan)
        sums, parent = np.zeros(n), np.arange(n, dtype=np.int32)
        _sum_and_link(known, late, label, parent, sums, weakest)
        chosen = _representatives(label, centre, sums)
        similarity[chosen[label[texts]]] = 1.0
        _compare(known, late, label, chosen, np.zeros(n, np.int64), lowest, mean, similarity)
        there = around.i == chosen[label[around.i]]
        similarity[np.where(there, around.j, around.i)] = around.jaccard
        lowest[filled.missing > 0] = mean[filled.missing > 0] = np.nan
        return cls(lowest, mean, weakest, chosen, similarity)


def _representatives(label: Rows, centre: Rows | None, sums: Floats) -> Rows:
    """(n,) at every label its representative: the centre, or else the row with the highest sum of similarities."""
    chosen = np.arange(label.size, dtype=np.int32)
    if centre is not None:
        chosen[label] = centre
    else:
        _choose_highest(label, sums, chosen)
    return chosen


@lean_kernel
def _sum_and_link(known: Columns, late: Columns, label: Rows, parent: Rows, sums: Floats, weakest: Floats) -> None:
    """Write the sum of each row's similarities inside its label, and there the lowest of its maximum spanning tree.

    Pairs of both lists are taken most similar first, those of two labels count for nothing: each tree is whole long
    before the last pair. parent : (n,) itself; sums : all 0
    """
    left, p, q = 0, 0, 0
    for row in range(label.size):
        left += label[row] != row
    while p + q < known.i.size + late.i.size:
        if q < late.i.size and (p == known.i.size or late.jaccard[q] > known.jaccard[p]):
            i, j, value = late.i[q], late.j[q], late.jaccard[q]
            q += 1
        else:
            i, j, value = known.i[p], known.j[p], known.jaccard[p]
            p += 1
        if label[i] != label[j]:
            continue
        sums[i] += value
        sums[j] += value
        if left > 0:
            a, b = find_root(parent, i), find_root(parent, j)
            if a != b:
                parent[max(a, b)] = min(a, b)
                weakest[label[a]] = value
                left -= 1


@lean_kernel
def _compare(
    known: Columns,
    late: Columns,
    label: Rows,
    chosen: Rows,
    pairs: NDArray[np.int64],
    lowest: Floats,
    mean: Floats,
    similarity: Floats,
) -> None:
    """Write the lowest and the mean inside each label, and the ``similarity`` of rows to the chosen one of their label.

    Pairs of both lists are taken least similar first. Sums are of what exceeds the lowest: equal similarities then have
    exactly their mean. pairs : (n,) all 0
    """
    p, q = known.i.size, late.i.size
    while p + q > 0:
        if q > 0 and (p == 0 or late.jaccard[q - 1] <= known.jaccard[p - 1]):
            q -= 1
            a, b, value = late.i[q], late.j[q], late.jaccard[q]
        else:
            p -= 1
            a, b, value = known.i[p], known.j[p], known.jaccard[p]
        at = label[a]
        if label[b] != at:
            continue
        if pairs[at] == 0:
            lowest[at], mean[at] = value, 0.0
        mean[at] += value - lowest[at]
        pairs[at] += 1
        if chosen[at] == a:
            similarity[b] = value
        elif chosen[at] == b:
            similarity[a] = value
    for at in range(label.size):
        if pairs[at] > 0:
            mean[at] = lowest[at] + mean[at] / pairs[at]


@lean_kernel
def _choose_highest(label: Rows, score: Floats, chosen: Rows) -> None:
    """Let ``chosen[l]`` be the row of label ``l`` with the highest score, of equals the lowest; ``l`` before."""
    for row in range(label.size):
        if score[row] > score[chosen[label[row]]]:
            chosen[label[row]] = row


def _note_unmeasured(
    label: Rows, texts: Rows, missing: NDArray[np.int64], similarity: Floats, filler: Filler, notes: list[str]
) -> None:
    groups = np.flatnonzero(missing)
    if groups.size:
        largest = int(np.bincount(label[texts], minlength=label.size)[groups].max())
        budget = filler.budget
        allowed = f"{budget.texts:,} texts a cluster and {budget.pairs:,} pairs are allowed"
        notes.append(
            f"The lowest and mean similarity of {counted(groups.size, 'cluster')} were not computed (the largest has "
            f"{largest:,} different texts; {allowed if filler.computes else 'only what the run compared is known'})."
        )
    unknown = int(np.isnan(similarity[texts]).sum())
    if unknown:
        texts_left = counted(unknown, "different text")
        notes.append(f"The similarity of {texts_left} to the cluster's representative was not computed.")


def _assembled(present: Rows, label: Rows, text_of: Rows, measured: _Measured) -> Clusters:
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
    chosen = measured.representative[heads]
    offsets = offsets_of(sizes[heads])
    rows = np.empty(offsets[-1], np.int32)
    _place_members(of, chosen, offsets[:-1].copy(), rows)
    return Clusters(
        offsets=offsets,
        rows=rows,
        of=of,
        representative=chosen,
        min_jaccard=measured.lowest[heads],
        mean_jaccard=measured.mean[heads],
        weakest_link=measured.weakest[heads],
        to_representative=measured.similarity[text_of[rows]],
    )


@lean_kernel
def _place_members(of: Rows, chosen: Rows, free: NDArray[np.int64], rows: Rows) -> None:
    """Write the rows of each cluster from ``free`` (c,) on, the chosen one before all others; moves it on."""
    for c in range(chosen.size):
        rows[free[c]] = chosen[c]
        free[c] += 1
    for row in range(of.size):
        c = of[row]
        if c >= 0 and chosen[c] != row:
            rows[free[c]] = row
            free[c] += 1

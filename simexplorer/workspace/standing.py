"""How every document, pair and cluster of a result stands under all decisions: columns, made anew after each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Clusters, Pairs, Result
from simexplorer.search.distinct import distinct
from simexplorer.workspace.covering import TextSets, texts_of_clusters
from simexplorer.workspace.entry import Entry, Kind, Mark
from simexplorer.workspace.naming import Names, Rows

Flags = NDArray[np.bool_]


class Standing(Struct, frozen=True):
    """Decisions as they show in one result.

    marks : (n,) uint8, the Mark each document was given
    duplicates : (n,) those that would be moved: marked, not protected, in a cluster that keeps another document
    spared : (n,) marked duplicates that stay all the same, as nothing else of their cluster would
    protected : (n,) in a protected folder; folders : those
    reviewed : (n,) documents; clusters_reviewed : (c,); pairs_reviewed, apart : (m,) over ``result.pairs``
    apart_from_representative : (n,) documents; clusters_apart : (c, 2) pairs inside of each cluster that stand apart,
        and all that can be pointed at: those at the threshold, and of each member with its representative
    notes : by document's row; pair_notes : by both rows, the lower first; cluster_notes : by cluster
    apart_sets, reviewed_sets : what was said not to be duplicates, and what was reviewed, pairs that the result does
        not hold included
    whole : where pairs are left out of ``result``, how everything stands in the one that still has them
    """

    result: Result
    names: Names
    marks: NDArray[np.uint8]
    duplicates: Flags
    spared: Flags
    protected: Flags
    folders: tuple[bytes, ...]
    reviewed: Flags
    clusters_reviewed: Flags
    pairs_reviewed: Flags
    apart: Flags
    apart_from_representative: Flags
    clusters_apart: Rows
    notes: dict[int, str]
    pair_notes: dict[tuple[int, int], str]
    cluster_notes: dict[int, str]
    apart_sets: TextSets
    reviewed_sets: TextSets
    whole: Standing | None = None

    def reviewed_words(self, spell: Callable[[int], str] = "{:,}".format) -> str:
        """How far one is, for example "412 of 1,030 reviewed"; ``spell`` : how numbers are written."""
        return f"{spell(int(self.clusters_reviewed.sum()))} of {spell(self.clusters_reviewed.size)} reviewed"

    def survivors(self, cluster: int) -> NDArray[np.int32]:
        """Documents of a cluster that stay."""
        members = self.result.clusters.members(cluster)
        return members[~self.duplicates[members]]

    def stand_apart(self, left: Rows, right: Rows) -> Flags:
        """(m,) whether the texts of two documents each were said not to be duplicates."""
        text = self.result.groups.representative.astype(np.int64)
        return _decided(self.apart_sets, self.apart_sets.latest_of_pairs(text[left], text[right]))

    def were_reviewed(self, left: Rows, right: Rows) -> Flags:
        """(m,) whether two documents each were reviewed together; where both say the same, their text."""
        text = self.result.groups.representative.astype(np.int64)
        left, right = text[left], text[right]
        together = _decided(self.reviewed_sets, self.reviewed_sets.latest_of_pairs(left, right))
        return np.where(left == right, self.reviewed[left], together)

    def decided_twos(self) -> dict[tuple[int, int], tuple[bool, bool]]:
        """Two texts each, the lower row first, about which something is decided as a pair: apart, and reviewed.

        Pairs of the result and others; of reviews and texts apart those that are about two texts alone.
        """
        noted = np.array(list(self.pair_notes), np.int64).reshape(-1, 2)
        twos = np.concatenate([noted, self.apart_sets.twos, self.reviewed_sets.twos])
        apart, reviewed = self.stand_apart(*twos.T), self.were_reviewed(*twos.T)
        told = zip(twos.tolist(), apart.tolist(), reviewed.tolist(), strict=True)
        return {(i, j): (a, r) for (i, j), a, r in told if a or r or (i, j) in self.pair_notes}

    def all_stand_apart(self, rows: Rows) -> bool:
        """Whether these documents hold two texts at least, no two of which are duplicates as was said."""
        texts = distinct(self.result.groups.representative[rows])
        each = ((np.full(texts.size - place, texts[place - 1]), texts[place:]) for place in range(1, texts.size))
        return texts.size > 1 and all(self.stand_apart(text, others).all() for text, others in each)

    @property
    def wholly_apart(self) -> Flags:
        """(c,) clusters of which every pair that can be pointed at stands apart."""
        apart, pairs = self.clusters_apart.T
        wholly: Flags = (apart == pairs) & (pairs > 0)
        return wholly


def standing_of(result: Result, entries: Sequence[Entry], names: Names | None = None) -> Standing:
    """Where everything stands under these entries; ``names`` of the same result spare work."""
    names = names or Names(result)
    by_kind = {kind: [entry for entry in entries if entry.kind == kind] for kind in Kind}
    marks = _marks(by_kind[Kind.MARK], names, len(result.documents))
    folders = by_kind[Kind.PROTECT][-1].folders if by_kind[Kind.PROTECT] else ()
    protected = result.documents.paths.below(folders)
    duplicates, spared = acting(result, marks, protected)
    reviews, apart = (TextSets.of(by_kind[kind], names) for kind in (Kind.REVIEWED, Kind.APART))
    representative = result.groups.representative.astype(np.int64)
    pairs_apart = _of_pairs(apart, representative, result.pairs)
    from_head = _from_representative(apart, representative, result.clusters)
    return Standing(
        result=result,
        names=names,
        marks=marks,
        duplicates=duplicates,
        spared=spared,
        protected=protected,
        folders=folders,
        reviewed=result.present & _decided(reviews, reviews.latest_of_texts(representative)),
        clusters_reviewed=_decided(reviews, reviews.latest_of_clusters(result.clusters, result.groups)),
        pairs_reviewed=_of_pairs(reviews, representative, result.pairs),
        apart=pairs_apart,
        apart_from_representative=from_head,
        clusters_apart=_in_clusters(pairs_apart, from_head, result),
        notes=_document_notes(by_kind[Kind.NOTE_DOCUMENT], names),
        pair_notes=_pair_notes(by_kind[Kind.NOTE_PAIR], names),
        cluster_notes=_cluster_notes(by_kind[Kind.NOTE_CLUSTER], names, result),
        apart_sets=apart,
        reviewed_sets=reviews,
    )


def acting(result: Result, marks: NDArray[np.uint8], protected: Flags) -> tuple[Flags, Flags]:
    """(duplicates that would be moved, duplicates that are spared): every cluster keeps at least one document.

    Where all of a cluster are marked, its representative stays: clusters change with the threshold, and files that
    were kept may be gone since.
    """
    clusters = result.clusters
    marked = (marks == Mark.DUPLICATE) & ~protected & (clusters.of >= 0)
    kept = np.bincount(clusters.of[clusters.rows[~marked[clusters.rows]]], minlength=len(clusters))
    spared = np.zeros(marks.size, np.bool_)
    spared[clusters.representative[kept == 0]] = True
    return marked & ~spared, spared


def _decided(sets: TextSets, latest: Rows) -> Flags:
    """Whether the last set that covers says yes."""
    if sets.value.size == 0:
        return np.zeros(latest.size, np.bool_)
    return (latest >= 0) & (sets.value[latest] > 0)


def _of_pairs(sets: TextSets, representative: NDArray[np.int64], pairs: Pairs) -> Flags:
    """Whether the last set that covers both documents of each pair says yes."""
    if sets.value.size == 0:
        return np.zeros(len(pairs), np.bool_)
    return _decided(sets, sets.latest_of_pairs(representative[pairs.i], representative[pairs.j]))


def _from_representative(sets: TextSets, representative: NDArray[np.int64], clusters: Clusters) -> Flags:
    """(n,) whether each document was said to be no duplicate of its cluster's representative."""
    apart = np.zeros(representative.size, np.bool_)
    if sets.value.size:
        rows = np.flatnonzero(clusters.of >= 0)
        heads = clusters.representative[clusters.of[rows]]
        apart[rows] = _decided(sets, sets.latest_of_pairs(representative[rows], representative[heads]))
    return apart


def _in_clusters(apart: Flags, from_head: Flags, result: Result) -> Rows:
    """(c, 2) pairs inside of each cluster that stand apart, and all: those at the threshold, texts with their head.

    apart : (m,) over the pairs; from_head : (n,) over documents, from the representative of their cluster
    """
    clusters, of, count = result.clusters, result.clusters.of, result.at_threshold
    counts = np.zeros((len(clusters), 2), np.int64)
    if apart.any() or from_head.any():
        i, j = result.pairs.i[:count], result.pairs.j[:count]
        inside = np.flatnonzero((of[i] >= 0) & (of[i] == of[j]))
        i, j, told = i[inside], j[inside], np.zeros(of.size, np.bool_)
        heads = result.groups.representative[clusters.representative]
        head = heads[of[i]]
        for texts in (heads, j[i == head], i[j == head]):
            told[texts] = True
        others = texts_of_clusters(clusters, result.groups)
        others = others[~told[others]]
        cluster, flags = np.append(of[i], of[others]), np.append(apart[inside], from_head[others])
        for column, each in enumerate((cluster[flags], cluster)):
            counts[:, column] = np.bincount(each, minlength=len(counts))
    return counts


def _marks(entries: Sequence[Entry], names: Names, n: int) -> NDArray[np.uint8]:
    """(n,) the last mark of every document."""
    marks = np.zeros(n, np.uint8)
    if entries:
        keys = np.concatenate([entry.keys for entry in entries])
        values = np.concatenate([entry.values for entry in entries])
        rows = names.document_rows(keys)
        there = rows >= 0
        # of several marks of one row the last stands: the first of the reversed list
        rows, first = np.unique(rows[there][::-1], return_index=True)
        marks[rows] = values[there][::-1][first]
    return marks


def _document_notes(entries: Sequence[Entry], names: Names) -> dict[int, str]:
    notes: dict[int, str] = {}
    for entry in entries:
        for row in names.document_rows(entry.keys).tolist():
            if row >= 0:
                notes[row] = entry.text
    return {row: text for row, text in notes.items() if text}


def _pair_notes(entries: Sequence[Entry], names: Names) -> dict[tuple[int, int], str]:
    notes: dict[tuple[int, int], str] = {}
    for entry in entries:
        rows = sorted(row for row in names.text_rows(entry.keys).tolist() if row >= 0)
        for place, i in enumerate(rows):
            for j in rows[place + 1 :]:
                notes[i, j] = entry.text
    return {rows: text for rows, text in notes.items() if text}


def _cluster_notes(entries: Sequence[Entry], names: Names, result: Result) -> dict[int, str]:
    """By cluster: the last note whose texts are all in the cluster, or that was written on all of the cluster's."""
    notes: dict[int, str] = {}
    clusters, representative = result.clusters, result.groups.representative
    for entry in entries:
        texts = names.text_rows(entry.keys)
        texts = texts[texts >= 0]
        touched, count = np.unique(clusters.of[texts], return_counts=True)
        for cluster, shared in zip(touched.tolist(), count.tolist(), strict=True):
            if cluster >= 0:
                all_texts = np.unique(representative[clusters.members(cluster)]).size
                if shared in (all_texts, texts.size):
                    notes[cluster] = entry.text
    return {cluster: text for cluster, text in notes.items() if text}

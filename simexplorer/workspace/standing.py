"""How every document, pair and cluster of a result stands under all decisions: columns, followed step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct
from simexplorer.workspace.covering import TextSets
from simexplorer.workspace.entry import Entry, Kind, Mark
from simexplorer.workspace.naming import Flags, Names, Rows
from simexplorer.workspace.noted import cluster_notes, document_notes, pair_notes
from simexplorer.workspace.told_columns import Apart, Pointed, Reviewed, Touched


class Standing(Struct, frozen=True):
    """Decisions as they show in one result.

    marks : (n,) uint8, the Mark each document was given
    duplicates : (n,) those that would be moved: marked, not protected, in a cluster that keeps another document; where
        none of a cluster is a duplicate of another, as was said, only copies of a text that stays
    spared : (n,) marked duplicates that stay all the same, as nothing else of their cluster would
    protected : (n,) in a protected folder; folders : those
    reviewed : (n,) documents; clusters_reviewed : (c,); pairs_reviewed, apart : (m,) over ``result.pairs``
    apart_from_representative : (n,) documents; clusters_apart : (c, 2) pairs inside of each cluster that stand apart,
        and all that can be pointed at: those at the threshold, and of each member with its representative
    notes : by document's row; pair_notes : by both rows, the lower first; cluster_notes : by cluster
    apart_sets, reviewed_sets : what was said not to be duplicates, and what was reviewed, pairs that the result does
        not hold included; mark_sets : what was marked
    pointed : pairs that can be pointed at in clusters, None while nothing ever stood apart
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
    mark_sets: TextSets
    pointed: Pointed | None = None
    whole: Standing | None = None

    def reviewed_words(self, spell: Callable[[int], str] = "{:,}".format) -> str:
        """How far one is, for example "412 of 1,030 reviewed"; ``spell`` : how numbers are written."""
        return f"{spell(int(self.clusters_reviewed.sum()))} of {spell(self.clusters_reviewed.size)} reviewed"

    def stand_apart(self, left: Rows, right: Rows) -> Flags:
        """(m,) whether the texts of two documents each were said not to be duplicates."""
        text = self.result.groups.representative.astype(np.int64)
        return self.apart_sets.say_yes(self.apart_sets.latest_of_pairs(text[left], text[right]))

    def were_reviewed(self, left: Rows, right: Rows) -> Flags:
        """(m,) whether two documents each were reviewed together; where both say the same, their text."""
        text = self.result.groups.representative.astype(np.int64)
        left, right = text[left], text[right]
        together = self.reviewed_sets.say_yes(self.reviewed_sets.latest_of_pairs(left, right))
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
        return _wholly(self.clusters_apart)

    def is_set_aside(self, row: int) -> bool:
        """Whether ``set_aside`` holds of one document that is marked."""
        moves = self.duplicates[row] or self.spared[row] or self.protected[row]
        return not moves and bool(self.result.clusters.of[row] >= 0)

    @property
    def set_aside(self) -> Flags:
        """(n,) marked duplicates that stay as it was said that nothing of their cluster is a duplicate of another."""
        marked = (self.marks == Mark.DUPLICATE) & ~self.protected & (self.result.clusters.of >= 0)
        aside: Flags = marked & ~self.duplicates & ~self.spared
        return aside


def standing_of(
    result: Result, entries: Sequence[Entry], names: Names | None = None, like: Standing | None = None
) -> Standing:
    """Where everything stands under these entries.

    ``names`` of the same documents spare work, as does how everything stands in another result of them: ``like``.
    """
    standing = _undecided(result, names or Names(result))
    for kind in Kind:
        of_kind = [entry for entry in entries if entry.kind == kind]
        if of_kind:
            if kind in _SETS:
                sets = getattr(like, _SETS[kind]) if like is not None else TextSets.of(of_kind, standing.names)
                standing = _decided(standing, kind, sets, sets)
            else:
                standing = _noted(standing, kind, of_kind)
    return standing


def stepped(standing: Standing, entries: Sequence[Entry], step: Entry, back: bool = False) -> Standing:
    """Where everything stands under ``entries``: those of ``standing`` and ``step``, or (``back``) those but ``step``.

    What such a step says nothing about is the very same column as before.
    """
    if step.kind not in _SETS:
        return _noted(standing, step.kind, [entry for entry in entries if entry.kind == step.kind])
    before, fresh = getattr(standing, _SETS[step.kind]), TextSets.of([step], standing.names)
    sets = before.first(before.size.size - fresh.size.size) if back else before.followed_by(fresh)
    return _decided(standing, step.kind, sets, fresh)


def acting(
    result: Result, marks: NDArray[np.uint8], protected: Flags, apart: Flags | None = None
) -> tuple[Flags, Flags]:
    """(duplicates that would be moved, duplicates that are spared): every cluster keeps at least one document.

    Where all of a cluster are marked, its representative stays: clusters change with the threshold, and files that
    were kept may be gone since. ``apart`` : (c,) clusters of which no text is a duplicate of another
    """
    clusters = result.clusters
    marked = (marks == Mark.DUPLICATE) & ~protected & (clusters.of >= 0)
    if apart is not None and apart.any():
        text, stays = result.groups.representative, np.zeros(marks.size, np.bool_)
        stays[text[~marked]] = True
        marked &= ~apart[clusters.of] | stays[text]
    kept = np.bincount(clusters.of[clusters.rows[~marked[clusters.rows]]], minlength=len(clusters))
    spared = np.zeros(marks.size, np.bool_)
    spared[clusters.representative[kept == 0]] = True
    return marked & ~spared, spared


def _wholly(clusters_apart: Rows) -> Flags:
    apart, pairs = clusters_apart.T
    wholly: Flags = (apart == pairs) & (pairs > 0)
    return wholly


_SETS = {Kind.MARK: "mark_sets", Kind.REVIEWED: "reviewed_sets", Kind.APART: "apart_sets"}


def _decided(standing: Standing, kind: Kind, sets: TextSets, fresh: TextSets) -> Standing:
    """After ``fresh`` came or went, so that all of a kind are ``sets``."""
    standing = replace(standing, **{_SETS[kind]: sets})
    if not fresh.text.size:  # all of those are gone
        return standing
    match kind:
        case Kind.MARK:
            return _marked(standing, distinct(fresh.text))
        case Kind.REVIEWED:
            return _reviewed(standing, fresh)
        case _:
            return _set_apart(standing, fresh)


def _marked(standing: Standing, rows: Rows) -> Standing:
    sets, marks = standing.mark_sets, standing.marks.copy()
    latest = sets.latest_of_texts(rows)
    marks[rows] = np.where(latest < 0, Mark.NONE, np.append(sets.value, 0)[latest])
    duplicates, spared = acting(standing.result, marks, standing.protected, standing.wholly_apart)
    return replace(standing, marks=marks, duplicates=duplicates, spared=spared)


def _reviewed(standing: Standing, fresh: TextSets) -> Standing:
    sets, result = standing.reviewed_sets, standing.result
    before = Reviewed(standing.reviewed, standing.pairs_reviewed, standing.clusters_reviewed)
    now = before.renewed(Touched.by(fresh, sets, result), sets, result)
    return replace(standing, reviewed=now.documents, pairs_reviewed=now.pairs, clusters_reviewed=now.clusters)


def _set_apart(standing: Standing, fresh: TextSets) -> Standing:
    sets, result = standing.apart_sets, standing.result
    before = Apart(standing.apart, standing.apart_from_representative, standing.clusters_apart, standing.pointed)
    now = before.renewed(Touched.by(fresh, sets, result), result)
    duplicates, spared = acting(result, standing.marks, standing.protected, _wholly(now.in_clusters))
    return replace(
        standing,
        duplicates=duplicates,
        spared=spared,
        apart=now.pairs,
        apart_from_representative=now.from_head,
        clusters_apart=now.in_clusters,
        pointed=now.pointed,
    )


def _noted(standing: Standing, kind: Kind, entries: Sequence[Entry]) -> Standing:
    """After all entries of a kind that is no set, of which the last says all of what it is about."""
    result, names = standing.result, standing.names
    match kind:
        case Kind.PROTECT:
            folders = entries[-1].folders if entries else ()
            protected = result.documents.paths.below(folders)
            duplicates, spared = acting(result, standing.marks, protected, standing.wholly_apart)
            return replace(standing, folders=folders, protected=protected, duplicates=duplicates, spared=spared)
        case Kind.NOTE_DOCUMENT:
            return replace(standing, notes=document_notes(entries, names))
        case Kind.NOTE_PAIR:
            return replace(standing, pair_notes=pair_notes(entries, names))
        case _:
            return replace(standing, cluster_notes=cluster_notes(entries, names, result))


def _undecided(result: Result, names: Names) -> Standing:
    """Where everything stands under no decision."""
    documents, clusters = np.zeros(len(result.documents), np.bool_), len(result.clusters)
    pairs, nothing = np.zeros(len(result.pairs), np.bool_), TextSets.of((), names)
    return Standing(
        result=result,
        names=names,
        marks=documents.astype(np.uint8),
        duplicates=documents,
        spared=documents,
        protected=documents,
        folders=(),
        reviewed=documents,
        clusters_reviewed=np.zeros(clusters, np.bool_),
        pairs_reviewed=pairs,
        apart=pairs,
        apart_from_representative=documents,
        clusters_apart=np.zeros((clusters, 2), np.int64),
        notes={},
        pair_notes={},
        cluster_notes={},
        apart_sets=nothing,
        reviewed_sets=nothing,
        mark_sets=nothing,
    )

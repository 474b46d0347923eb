"""Rules that choose which document of a cluster stays, in order: the first that tells two apart decides.

Those that none tells apart are told by the shorter path: a copy beside its original is ``a (copy).txt``, which is the
first by path.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import shown_path
from simexplorer.errors import DecisionError
from simexplorer.pipeline.format_names import format_name
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.making import marks_entry
from simexplorer.workspace.naming import Flags, Rows
from simexplorer.workspace.standing import Standing


class Prefer(enum.StrEnum):
    """What a rule looks at; of two documents the one that has more of it stays."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    SHORTEST = "shortest"
    LARGEST = "largest"
    SMALLEST = "smallest"
    IN_FOLDER = "in folder"
    NOT_IN_FOLDER = "not in folder"
    SHORTEST_PATH = "shortest path"
    FEWEST_FOLDERS = "fewest folders"
    FORMAT = "format"
    NO_CONTAINER = "outside archives"
    REPRESENTATIVE = "representative of its cluster"


class Rule(Struct, frozen=True, kw_only=True):
    """One rule; ``folder`` (absolute) for the two about folders, ``format`` (a media type) for FORMAT."""

    prefer: Prefer
    folder: bytes = b""
    format: str = ""

    def __post_init__(self) -> None:
        if self.prefer in (Prefer.IN_FOLDER, Prefer.NOT_IN_FOLDER) and not self.folder:
            raise DecisionError("A rule about a folder needs the folder.")
        if self.prefer == Prefer.FORMAT and not self.format:
            raise DecisionError("A rule about the format needs the format.")

    @property
    def words(self) -> str:
        """The rule as a person says it."""
        what = shown_path(self.folder) or (format_name(self.format, 1) if self.format else "")
        if self.prefer == Prefer.REPRESENTATIVE:
            what = "or a copy of it"
        return f"{self.prefer.value} {what}".strip()


def apply_rules(
    standing: Standing, rules: Sequence[Rule], clusters: Rows | None = None, *, whole_cluster: bool = False
) -> Entry | None:
    """The entry that marks what stays and what is a duplicate; None where the rules leave nothing to mark.

    In each cluster (all, or those named) the best document by the rules stays, and what is verified to be similar to
    it, or says the same, is its duplicate. Then the best of the rest stays, and so on: nothing is a duplicate of
    a document that it was not compared with. ``whole_cluster`` marks all the others of a cluster in place of that.
    Documents that carry a mark keep it; protected ones, and those said not to be duplicates, get none.
    """
    result = standing.result
    inside = result.clusters.of >= 0
    if clusters is not None:
        inside &= np.isin(result.clusters.of, clusters)
    rows = np.flatnonzero(inside)
    if rows.size == 0:
        return None
    rank = _ranks(standing, rules, rows)
    texts = _Texts.of(standing, rows, rank)
    i, j = _links(standing, texts, whole_cluster)
    stays = _chosen(texts, i, j)
    values = _values(standing, texts, stays, rows, rank, i, j)
    fresh = (standing.marks[rows] == Mark.NONE) & (values != Mark.NONE)
    if not fresh.any():
        return None
    return marks_entry(standing, rows[fresh], values[fresh], _told(rules, values[fresh]))


def _told(rules: Sequence[Rule], values: NDArray[np.uint8]) -> str:
    """What rules did, in a line: ``Marked 10 duplicates by rule: newest, then shortest path``."""
    count = int((values == Mark.DUPLICATE).sum())
    what = f"Marked {counted(count, 'duplicate')}" if count else f"Kept {values.size:,}"
    return f"{what} by rule: {', then '.join(rule.words for rule in rules) or Prefer.SHORTEST_PATH.value}"


def _ranks(standing: Standing, rules: Sequence[Rule], rows: Rows) -> Rows:
    """(n,) place of each of these rows, 0 is the best; those that must not be kept last, kept ones first of all."""
    keys = [_wish(standing, rule)[rows] for rule in [*rules, Rule(prefer=Prefer.SHORTEST_PATH)]]
    marks = standing.marks[rows]
    first = [marks != Mark.KEEP, marks == Mark.DUPLICATE, ~standing.protected[rows]]
    order = np.lexsort([rows, *reversed(keys), *reversed(first)])
    rank = np.full(standing.marks.size, standing.marks.size)
    rank[rows[order]] = np.arange(rows.size)
    return rank


def _wish(standing: Standing, rule: Rule) -> NDArray[np.int64] | Flags:
    """(n,) lower is better."""
    documents, clusters = standing.result.documents, standing.result.clusters
    paths, text = documents.paths, standing.result.groups.representative
    match rule.prefer:
        case Prefer.NEWEST:
            return -documents.modified_ns
        case Prefer.OLDEST:
            return documents.modified_ns
        case Prefer.LONGEST:
            return -documents.characters
        case Prefer.SHORTEST:
            return documents.characters
        case Prefer.LARGEST:
            return -documents.size
        case Prefer.SMALLEST:
            return documents.size
        case Prefer.IN_FOLDER:
            return ~paths.below([rule.folder])
        case Prefer.NOT_IN_FOLDER:
            return paths.below([rule.folder])
        case Prefer.SHORTEST_PATH:
            return np.diff(paths.offsets)
        case Prefer.FEWEST_FOLDERS:
            slashes = np.cumsum(np.frombuffer(paths.names + b"\0", np.uint8) == ord("/"))
            before = np.concatenate([[0], slashes])[paths.offsets]
            return np.diff(before)
        case Prefer.FORMAT:
            wanted = [number for number, name in enumerate(documents.formats) if name == rule.format]
            return ~np.isin(documents.format, wanted)
        case Prefer.NO_CONTAINER:
            return paths.container >= 0
        case Prefer.REPRESENTATIVE:
            return ~np.isin(text, text[clusters.representative])  # or a copy of it


class _Texts(Struct, frozen=True):
    """The texts of some documents, each standing for its copies.

    text : (t,) representative's rows, rising; rank : (t,) of its best document
    place : (n,) position of a row's text in ``text``, -1 elsewhere; cluster : (t,)
    may_stay : (t,) False where every copy was marked a duplicate by hand
    must_stay : (t,) one was kept by hand or is protected
    """

    text: Rows
    rank: Rows
    place: Rows
    cluster: Rows
    may_stay: Flags
    must_stay: Flags

    @classmethod
    def of(cls, standing: Standing, rows: Rows, rank: Rows) -> _Texts:
        result = standing.result
        by_rank = rows[np.argsort(rank[rows])]
        text, first = np.unique(result.groups.representative[by_rank], return_index=True)
        best = by_rank[first]
        place = np.full(standing.marks.size, -1)
        place[rows] = np.searchsorted(text, result.groups.representative[rows])
        return cls(
            text=text.astype(np.int64),
            rank=rank[best],
            place=place,
            cluster=result.clusters.of[best].astype(np.int64),
            may_stay=standing.marks[best] != Mark.DUPLICATE,
            must_stay=(standing.marks[best] == Mark.KEEP) | standing.protected[best],
        )


def _links(standing: Standing, texts: _Texts, whole_cluster: bool) -> tuple[Rows, Rows]:
    """Pairs of texts (positions) of which one may be the other's duplicate, both ways round."""
    result, count = standing.result, standing.result.at_threshold
    if whole_cluster:
        order = np.lexsort([texts.rank, texts.cluster])
        cluster = texts.cluster[order]
        heads = order[np.concatenate([[True], cluster[1:] != cluster[:-1]])]
        head_of = np.full(int(cluster.max()) + 1, -1)
        head_of[texts.cluster[heads]] = heads
        i, j = head_of[texts.cluster], np.arange(texts.text.size)
        apart = standing.stand_apart(texts.text[i], texts.text[j])
    else:
        i, j = texts.place[result.pairs.i[:count]], texts.place[result.pairs.j[:count]]
        apart = standing.apart[:count]
    kept = (i >= 0) & (j >= 0) & (i != j) & ~apart
    same = texts.cluster[np.maximum(i, 0)] == texts.cluster[np.maximum(j, 0)]
    i, j = i[kept & same], j[kept & same]
    return np.concatenate([i, j]), np.concatenate([j, i])


def _chosen(texts: _Texts, i: Rows, j: Rows) -> Flags:
    """(t,) texts that stay: best first, each text stays unless one that stays is linked to it.

    In rounds: whoever is better than all its undecided neighbours stays. That is the answer of going through the
    texts one by one in the order of their ranks. Those that must stay do so whatever they are linked to.
    """
    stays = texts.must_stay.copy()
    undecided = texts.may_stay & ~stays
    undecided[j[stays[i]]] = False
    while undecided.any():
        open_ = undecided[i] & undecided[j]
        i, j = i[open_], j[open_]
        beaten = np.zeros(undecided.size, np.bool_)
        beaten[j[texts.rank[i] < texts.rank[j]]] = True
        winners = undecided & ~beaten
        stays |= winners
        undecided &= beaten
        lost = np.zeros(undecided.size, np.bool_)
        lost[j[winners[i]]] = True
        undecided &= ~lost
    return stays


def _values(
    standing: Standing, texts: _Texts, stays: Flags, rows: Rows, rank: Rows, i: Rows, j: Rows
) -> NDArray[np.uint8]:
    """(len(rows),) what the rules make of each document."""
    covered = stays.copy()
    covered[j[stays[i]]] = True
    place = texts.place[rows]
    values = np.full(rows.size, Mark.NONE, np.uint8)
    values[covered[place]] = Mark.DUPLICATE
    values[stays[place] & (rank[rows] == texts.rank[place])] = Mark.KEEP
    values[(values == Mark.DUPLICATE) & standing.protected[rows]] = Mark.NONE
    alone = _alone(standing, values, rows)
    values[alone] = Mark.NONE
    return values


def _alone(standing: Standing, values: NDArray[np.uint8], rows: Rows) -> Flags:
    """Documents that would be kept for nothing: no duplicate of theirs, by hand or by rule, in the whole cluster."""
    clusters = standing.result.clusters
    marks = standing.marks.copy()
    fresh = marks[rows] == Mark.NONE
    marks[rows[fresh]] = values[fresh]
    has = np.bincount(clusters.of[(marks == Mark.DUPLICATE) & (clusters.of >= 0)], minlength=len(clusters)) > 0
    alone: Flags = (values == Mark.KEEP) & ~has[clusters.of[rows]]
    return alone

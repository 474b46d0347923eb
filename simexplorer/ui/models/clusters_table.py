"""Groups of near-duplicates, their members below each: one flat table in which groups open and close."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import name_of, similarity_words, title_of, value_words
from simexplorer.pipeline.result import Clusters, Result
from simexplorer.ui.models import badges
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.member_order import MOST_ORDERED, members_ordered
from simexplorer.ui.models.ordering import Order
from simexplorer.ui.models.path_search import row_of
from simexplorer.ui.theme import moments, numbers
from simexplorer.ui.theme.measured import told, told_alone
from simexplorer.workspace.standing import Standing


class ClusterRows(Struct, frozen=True):
    """The clusters of a result, the similarity they were built at, and what was decided about them, if known.

    modified : (n,) int64 when each document's file was changed, in nanoseconds since 1970
    """

    clusters: Clusters
    paths: Paths
    modified: NDArray[np.int64]
    threshold: float
    standing: Standing | None = None
    scale: MeasureScale = JACCARD

    def __len__(self) -> int:
        return len(self.clusters)

    @classmethod
    def of(cls, result: Result, standing: Standing | None = None) -> ClusterRows:
        """The clusters of a result."""
        fits = standing is not None and standing.result is result
        documents, limit = result.documents, limit_similarity(result.recipe)
        decided, scale = standing if fits else None, MeasureScale.of(result.recipe)
        return cls(result.clusters, documents.paths, documents.modified_ns, limit, decided, scale)

    def is_of(self, result: Result) -> bool:
        """Whether these are clusters of this result."""
        return self.clusters is result.clusters

    def cluster_at(self, position: int) -> int:
        """The cluster that the member at this position of ``clusters.rows`` belongs to."""
        return int(np.searchsorted(self.clusters.offsets, position, side="right")) - 1

    def is_first(self, entry: int) -> bool:
        """Whether this is the position of a member that represents its cluster."""
        return entry >= 0 and int(self.clusters.offsets[self.cluster_at(entry)]) == entry


_FORMULA = ", |A ∩ B| / |A ∪ B|"
_TITLES = {3: "Farthest", 4: "Weakest link"}  # of columns of distances; the first is called as the measure
_MEANINGS = {
    2: "Of a cluster: the {0} that has the mean similarity of all pairs of distinct texts in it.\n"
    "Of a member: its exact {0} to the representative, or that it is the representative itself.",
    3: "Largest exact {0} between any two distinct texts in the cluster.\n"
    "Far above the largest one asked for means a chain: A is like B and B like C, but A is not like C.",
    4: "The largest {0} that holds the cluster together: ask for a smaller one and the cluster\n"
    "falls apart (longest edge of its minimum spanning tree).",
}


class ClustersTable(ArrayTable[ClusterRows]):
    """Clusters in order, each followed by its members while it is open.

    Entries: ``~c`` (negative) is the heading of cluster ``c``; ``p >= 0`` the member at position ``p`` of
    ``clusters.rows``. Which clusters are open is remembered by the path of the representative, so that it outlives a
    new threshold and another run; another folder has none of them.
    """

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="document",
            title="Cluster of near-duplicates",
            kind=Kind.PATH,
            width=300,
            meaning="A cluster: documents that verified pairs link together; its representative gives the "
            "name.\nThe representative is the member most similar to all the others.",
        ),
        Column(
            name="size",
            title="Documents",
            width=84,
            gives_way=3,
            meaning="Number of documents in the cluster, identical ones included.",
        ),
        Column(
            name="similarity",
            title="Similarity",
            kind=Kind.SIMILARITY,
            width=112,
            meaning="Of a cluster: the mean exact Jaccard similarity over all pairs of distinct texts in it.\n"
            f"Of a member: its exact Jaccard similarity with the representative{_FORMULA}; or that it is the "
            "representative itself.\nSorted by it, the members of open clusters are, too.",
        ),
        Column(
            name="lowest",
            title="Lowest",
            width=72,
            gives_way=2,
            meaning="Lowest exact Jaccard similarity of any two distinct texts in the cluster.\n"
            "Far below the threshold means a chain: A is like B and B like C, but A is not like C.",
        ),
        Column(
            name="weakest",
            title="Weakest link",
            width=92,
            gives_way=1,
            meaning="The lowest similarity that holds the cluster together: raise the threshold above it and\n"
            "the cluster falls apart (lowest edge of its maximum spanning tree).",
        ),
        badges.DECISION,
        Column(
            name="modified",
            title="Changed",
            width=124,
            visible=False,
            meaning="When the file was changed last; of a cluster, the newest one of its files.",
        ),
    )

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        if data is None or data.scale.measure == "jaccard" or section not in (2, 3, 4):
            return column
        name = name_of(data.scale.measure)
        if data.scale.is_distance:
            title = _TITLES.get(section, title_of(data.scale.measure))
            meaning = _MEANINGS[section].format(name) + similarity_words(data.scale)
            return replace(column, title=title, meaning=meaning, lowest_first=True)
        return replace(column, meaning=column.meaning.replace("Jaccard similarity", name).replace(_FORMULA, ""))

    def __init__(self) -> None:
        super().__init__()
        self._order: Order | None = None
        self._all_open = False
        self._turned: set[bytes] = set()  # representatives that were opened, or closed where all are open, by hand
        self._roots: tuple[bytes, ...] = ()  # of the folders that those lie in

    @property
    def filtered_rows(self) -> int:
        """Number of clusters that the filter leaves; the members of open ones are no rows of their own."""
        return self.all_rows if self._order is None else self._order.size

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        clusters = data.clusters
        match column:
            case 0:
                return np.asarray(clusters.representative)
            case 1:
                return np.diff(clusters.offsets)
            case 2 | 3 | 4:
                values = (clusters.mean_jaccard, clusters.min_jaccard, clusters.weakest_link)[column - 2]
                return np.asarray(data.scale.value(values))
            case 5:
                return badges.cluster_keys(data.standing, len(clusters))
            case _:
                times = data.modified[clusters.rows]
                return np.maximum.reduceat(times, clusters.offsets[:-1]) if times.size else times

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows about any of the marked documents."""
        if not len(data.clusters):
            return np.zeros(0, np.bool_)
        return np.asarray(np.logical_or.reduceat(documents[data.clusters.rows], data.clusters.offsets[:-1]))

    # opening and closing ---------------------------------------------------------------------------------------------
    def show(self, data: ClusterRows | None, order: Order | None = None) -> None:
        """Show these clusters in this order; those stay open that were."""
        if data is not None and data.paths.roots != self._roots:
            self._roots, self._all_open, self._turned = data.paths.roots, False, set()
        super().show(data, order)

    def is_open(self, entry: int) -> bool:
        """Whether the members below this heading are shown."""
        return self._data is not None and (self._path_of(entry) in self._turned) != self._all_open

    def _path_of(self, heading: int) -> bytes:
        """The path of a cluster's representative."""
        assert self._data is not None
        return self._data.paths.raw(int(self._data.clusters.representative[~heading]))

    def set_open(self, entry: int, opened: bool) -> None:
        """Show or hide the members below a heading."""
        data = self._data
        if data is None or entry >= 0 or self.is_open(entry) == opened:
            return
        row = self.row_of(entry)
        first, last = data.clusters.offsets[~entry : ~entry + 2].tolist()
        self._turned ^= {self._path_of(entry)}
        if row < 0:
            return
        assert self._entries is not None
        if opened:
            self.beginInsertRows(QModelIndex(), row + 1, row + last - first)
            members = np.arange(first, last, dtype=np.int32)
            self._entries = np.insert(self._entries, row + 1, self._in_order(members))
        else:
            self.beginRemoveRows(QModelIndex(), row + 1, row + last - first)
            self._entries = np.delete(self._entries, slice(row + 1, row + 1 + last - first))
        self._count = self._entries.size
        (self.endInsertRows if opened else self.endRemoveRows)()

    def set_all_open(self, opened: bool) -> None:
        """Show or hide the members of all groups."""
        if self._data is not None:
            self._all_open, self._turned = opened, set()
            self.show(self._data, self._order)

    def heading_of(self, entry: int) -> int:
        """The heading that a member stands below; a heading itself."""
        return entry if entry < 0 or self._data is None else ~self._data.cluster_at(entry)

    def _arrange(self, order: Order | None) -> None:
        self._order = order
        if self._data is None:
            self._entries, self._count = None, 0
            return
        clusters = self._data.clusters
        shown = np.arange(len(clusters), dtype=np.int32) if order is None else order
        turned = [row for path in self._turned if (row := row_of(self._data.paths, path)) is not None]
        opened = np.isin(clusters.representative[shown], np.array(turned, np.int32)) != self._all_open
        lengths = 1 + np.where(opened, np.diff(clusters.offsets)[shown], 0)
        starts = np.cumsum(lengths) - lengths
        within = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
        of = np.repeat(shown, lengths)
        self._entries = self._in_order(np.where(within == 0, ~of, clusters.offsets[of] + within - 1).astype(np.int32))
        self._count = self._entries.size

    def _in_order(self, entries: Order) -> Order:
        """The same entries, members by the column that sorts the list where it tells something of each of them."""
        data, (column, descending) = self._data, self.sorted_by
        if data is None or column not in (2, 6) or entries.size > MOST_ORDERED:
            return entries
        clusters, at = data.clusters, np.maximum(entries, 0)
        values = data.scale.value(clusters.to_representative[at]) if column == 2 else data.modified[clusters.rows[at]]
        return members_ordered(clusters, entries, np.asarray(values, np.float64), descending)

    def _rows_after(self, order: Order | None) -> int:  # noqa: ARG002 - the same for every order
        # groups that are open change places with groups that are not: let every order be laid out anew
        return -1

    # what an entry says ----------------------------------------------------------------------------------------------
    def text(self, data: ClusterRows, entry: int, column: int) -> str:
        """What a cell says."""
        clusters = data.clusters
        if column == 5:
            return badges.words_of(self.badges(data, entry))
        if column == 6:
            rows = clusters.rows[entry : entry + 1] if entry >= 0 else clusters.members(~entry)
            return moments.changed(int(data.modified[rows].max()))
        if entry >= 0:
            if column == 0:
                return data.paths.display(int(clusters.rows[entry]))
            if column != 2:
                return ""
            if data.is_first(entry):
                return "representative"
            return told(clusters.to_representative[entry], data.scale, data.threshold)
        cluster = ~entry
        match column:
            case 0:
                return data.paths.display(int(clusters.representative[cluster]))
            case 1:
                return numbers.count(int(clusters.offsets[cluster + 1] - clusters.offsets[cluster]))
            case 2:
                return told(clusters.mean_jaccard[cluster], data.scale, data.threshold)
            case 3:
                return told(clusters.min_jaccard[cluster], data.scale, data.threshold)
            case _:
                return told(clusters.weakest_link[cluster], data.scale, data.threshold)

    def shade(self, data: ClusterRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        if column != 2 or data.is_first(entry):
            return None
        clusters = data.clusters
        value = clusters.to_representative[entry] if entry >= 0 else clusters.mean_jaccard[~entry]
        return None if np.isnan(value) else float(value)

    def badges(self, data: ClusterRows, entry: int) -> badges.Badges:
        """What was decided about a group or a member."""
        if data.standing is None:
            return ()
        if entry < 0:
            return badges.badges_of_cluster(data.standing, ~entry)
        return badges.badges_of_document(data.standing, int(data.clusters.rows[entry]))

    def heads_group(self, entry: int) -> bool:
        """Whether the row heads a group."""
        return entry < 0

    def is_chain(self, entry: int) -> bool:
        """Whether a group holds two texts less similar than the threshold: linked only through others."""
        return (
            self._data is not None
            and entry < 0
            and bool(self._data.clusters.min_jaccard[~entry] < self._data.threshold - 1e-12)
        )

    def is_representative(self, entry: int) -> bool:
        """Whether a member's row is the representative of its group."""
        return self._data is not None and self._data.is_first(entry)

    def cell_tooltip(self, data: ClusterRows, entry: int, column: int) -> str | None:
        """What hovering a cell says beyond its text."""
        if column == 5:
            return badges.tooltip_of(self.badges(data, entry))
        if self.is_chain(entry) and column in (3, 4):
            lowest = told_alone(data.clusters.min_jaccard[~entry], data.scale, data.threshold)
            limit = "above the largest distance of " if data.scale.is_distance else "below the threshold of "
            limit += (
                told(data.threshold, data.scale)
                if data.scale.is_distance
                else value_words(data.scale, data.threshold, numbers.decimal, fine=False)
            )
            have = "are" if data.scale.is_distance else "have"
            return (
                f"A chain: its least similar two texts {have} {lowest}, {limit}. "
                "They are together only through others in between."
            )
        if entry < 0 and column in (2, 3) and np.isnan(data.clusters.min_jaccard[~entry]):
            if data.scale.measure != "jaccard":
                return f"Not known: of {name_of(data.scale.measure)} only the pairs that were found are computed."
            return "Not computed: the cluster is too large to compare all its pairs."
        return super().cell_tooltip(data, entry, column)

    def document_in(self, data: ClusterRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds; a group is called by its representative."""
        if column != 0:
            return None
        clusters = data.clusters
        return data.paths, int(clusters.rows[entry] if entry >= 0 else clusters.representative[~entry])

    def told_from(self, data: ClusterRows, entry: int, column: int) -> str:  # noqa: ARG002 - one holds paths
        """A member's path is told from the representative's, that one from the next; a heading stands alone."""
        if entry < 0:
            return ""
        members = data.clusters.members(data.cluster_at(entry))
        first = int(members[0]) != int(data.clusters.rows[entry])
        return data.paths.display(int(members[0 if first else 1]))

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        if self._data is None:
            return ()
        clusters = self._data.clusters
        if entry < 0:
            # a group stands for its representative and the first of the others: there is something to compare
            return tuple(int(row) for row in clusters.members(~entry)[:2])
        member, representative = int(clusters.rows[entry]), int(clusters.representative[~self.heading_of(entry)])
        return (member,) if member == representative else (member, representative)

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The member entry of the first document; None if it is in no group."""
        if self._data is None or not documents or documents[0] >= self._data.clusters.of.size:
            return None
        clusters = self._data.clusters
        cluster = int(clusters.of[documents[0]])
        if cluster < 0:
            return None
        found = np.flatnonzero(clusters.members(cluster) == documents[0])
        return int(clusters.offsets[cluster]) + int(found[0]) if found.size else None

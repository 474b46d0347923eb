"""What a decision is about: the selected rows of the list in front, else the selected documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.clusters_table import ClusterRows, ClustersTable
from simexplorer.ui.models.pairs_table import PairRows, PairsTable
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.table_view import TableView
from simexplorer.workspace.naming import Rows

_NONE = np.empty(0, np.int64)
_NO_TWOS = np.empty((0, 2), np.int64)


class Target(Struct, frozen=True):
    """Whole clusters, single documents, pairs (positions in ``result.pairs``): of each none or more.

    compared : the two documents that this shows side by side, the left one first; none where a list of pairs names them
    twos : (k, 2) documents that were chosen as pairs which the run need not have found; ``documents`` are all of them
    """

    clusters: Rows
    documents: Rows
    pairs: Rows
    compared: tuple[int, ...] = ()
    twos: Rows = _NO_TWOS

    @property
    def empty(self) -> bool:
        """Whether there is nothing to decide about."""
        return not (self.clusters.size or self.documents.size or self.pairs.size)

    def all_documents(self, result: Result) -> Rows:
        """Documents of all of it."""
        members = [result.clusters.members(int(cluster)).astype(np.int64) for cluster in self.clusters]
        of_pairs = np.concatenate([result.pairs.i[self.pairs], result.pairs.j[self.pairs]]).astype(np.int64)
        return distinct(np.concatenate([*members, self.documents, of_pairs]))


def target_of(front: object, selected: Sequence[int], result: Result) -> Target:
    """The target in the view in front; a page that is no list stands for the selected documents, two being a pair."""
    compared = tuple(selected) if len(selected) == 2 else ()
    if isinstance(front, ListPage) and front.is_filled and _tells_of(front.view.table, result):
        entries = front.view.chosen_entries()
        if entries:
            named = len(entries) > 1 or isinstance(front.view.table, PairsTable)
            return replace(target_of_rows(front.view, entries, result), compared=() if named else compared)
    if compared:
        pair = result.place_of_pair(*compared)
        if pair is not None:
            return Target(_NONE, _NONE, np.array([pair]), compared)
    documents = np.array(selected, np.int64)
    return Target(_NONE, documents, _NONE, compared, documents.reshape(-1, 2) if compared else _NO_TWOS)


def _tells_of(table: ArrayTable[Any], result: Result) -> bool:
    """Whether entries and rows of a list are those of this result: it may still show another one."""
    source = table.source
    if isinstance(source, ClusterRows | PairRows):
        return source.is_of(result)
    return table.paths is None or table.paths is result.documents.paths


def target_of_rows(view: TableView, entries: Sequence[int], result: Result) -> Target:
    """The target of some rows of a list."""
    table = view.table
    chosen = np.array(entries, np.int64)
    if isinstance(table, PairsTable):
        return Target(_NONE, _NONE, chosen)
    if isinstance(table, ClustersTable) and isinstance(table.source, ClusterRows):
        members = chosen[chosen >= 0]
        return Target(~chosen[chosen < 0], table.source.clusters.rows[members].astype(np.int64), _NONE)
    each = [table.documents_of(entry) for entry in entries]
    if len(each) == 1 and len(each[0]) == 2:
        pair = result.place_of_pair(*each[0])
        if pair is not None:
            return Target(_NONE, _NONE, np.array([pair]))
    twos = np.array(each, np.int64) if {len(one) for one in each} == {2} else _NO_TWOS
    return Target(_NONE, table.documents_of_all(chosen), _NONE, twos=twos)

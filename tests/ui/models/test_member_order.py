"""Members of open clusters: by their similarity to the representative, or by the time of their files."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from simexplorer.ui.models import clusters_table
from simexplorer.ui.models.clusters_table import ClusterRows, ClustersTable
from simexplorer.ui.models.member_order import members_ordered
from tests.workspace.made import made

RISING, FALLING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
SIMILARITY, CHANGED = 2, 6


def six() -> ClusterRows:
    """A cluster of four around a, one of two."""
    near = {("a", "b"): 0.85, ("a", "c"): 0.95, ("a", "d"): 0.9, ("x", "y"): 0.99}
    near |= {("b", "c"): 0.8, ("b", "d"): 0.8, ("c", "d"): 0.8}
    return ClusterRows.of(made({name: name for name in "abcdxy"}, near))


def sorted_by(table: ClustersTable, column: int, order: Qt.SortOrder) -> str:
    """The first letters of all rows after a click on a heading; of a heading in capitals."""
    table.sort(column, order)
    assert table.source is not None
    table.rearrange(table.order_for(table.source, *table.sorted_by, None))
    entries = [table.entry(row) for row in range(table.rowCount())]
    names = [str(table.index(row, 0).data()) for row in range(table.rowCount())]
    return "".join(name.upper() if entry < 0 else name for name, entry in zip(names, entries, strict=True))


def test_members_are_sorted_with_their_clusters_behind_the_representative() -> None:
    table = ClustersTable()
    table.show(six())
    table.set_all_open(True)
    assert sorted_by(table, 1, FALLING) == "AabcdXxy"
    assert sorted_by(table, SIMILARITY, FALLING) == "XxyAacdb"
    assert sorted_by(table, SIMILARITY, RISING) == "AabdcXxy", "the least alike of a cluster are seen first"


def test_a_cluster_that_opens_in_a_sorted_list_is_sorted() -> None:
    table = ClustersTable()
    table.show(six())
    sorted_by(table, SIMILARITY, RISING)
    table.set_open(~0, True)
    assert sorted_by(table, SIMILARITY, RISING) == "AabdcX"
    table.set_open(~0, False)
    table.set_open(~0, True)
    assert [str(table.index(row, 0).data()) for row in range(5)] == ["a", "a", "b", "d", "c"]


def test_members_are_sorted_by_the_time_of_their_files() -> None:
    table = ClustersTable()
    table.show(replace(six(), modified=np.array([5, 9, 2, 7, 1, 1], np.int64) * 10**9))
    table.set_all_open(True)
    assert sorted_by(table, CHANGED, FALLING) == "AabdcXxy"
    assert sorted_by(table, CHANGED, RISING) == "XxyAacdb"


def test_more_than_can_be_sorted_at_once_keep_the_order_of_their_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ClustersTable()
    table.show(six())
    table.set_all_open(True)
    monkeypatch.setattr(clusters_table, "MOST_ORDERED", 7)
    assert sorted_by(table, SIMILARITY, RISING) == "AabcdXxy", "of eight rows"
    monkeypatch.setattr(clusters_table, "MOST_ORDERED", 8)
    assert sorted_by(table, SIMILARITY, RISING) == "AabdcXxy"


def test_members_without_a_value_come_last_either_way() -> None:
    clusters, entries = six().clusters, np.array([~0, 0, 1, 2, 3], np.int32)
    values = np.array([0.0, 1.0, np.nan, 2.0, 3.0])
    assert members_ordered(clusters, entries, values, False).tolist() == [~0, 0, 2, 3, 1]
    assert members_ordered(clusters, entries, values, True).tolist() == [~0, 0, 3, 2, 1]

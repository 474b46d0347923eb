"""Clusters and their members: when they were changed last."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.documents.listing import Paths
from simexplorer.ui.models.clusters_table import ClusterRows, ClustersTable
from simexplorer.ui.theme import moments
from tests.ui.kept import OpenReal, analyse, settle
from tests.workspace.made import made, small

DAY = 86_400 * 10**9


def test_a_member_tells_its_own_time_and_a_cluster_that_of_the_newest() -> None:
    rows = replace(ClusterRows.of(small()), modified=np.arange(7, dtype=np.int64)[::-1] * 400 * DAY)
    table = ClustersTable()
    table.show(rows)
    table.set_all_open(True)
    column = [each.name for each in table.columns].index("modified")
    told = [str(table.index(row, column).data()) for row in range(table.rowCount())]
    days = [row * 400 for row in (6, 6, 5, 4, 3, 3, 1)]  # clusters of 0, 1, 2 and of 3, 5
    assert told == [moments.changed(day * DAY) for day in days]


def test_rows_that_are_spelled_while_others_are_shown_tell_their_own_representatives() -> None:
    """Many rows are copied in slices, between which a threshold that was moved brings other clusters."""
    rows, table = ClusterRows.of(small()), ClustersTable()
    table.show(rows)
    count = rows.clusters.rows.size

    def told() -> list[tuple[bool, bool]]:
        spelled = [(table.text(rows, place, 2), table.shade(rows, place, 2)) for place in range(count)]
        return [(words == "representative", shade is None) for words, shade in spelled]

    before = told()
    assert (True, True) in before
    table.show(replace(rows, clusters=replace(rows.clusters, offsets=np.array([0, 1, count]))))
    assert told() == before


def test_clusters_sort_by_the_newest_of_their_files(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    for name, year in (("a one", 30), ("a two", 31), ("a three", 40), ("b one", 20), ("b two", 41)):
        os.utime(collection / f"{name}.txt", ns=(0, year * 365 * DAY))
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    window.tabs.show_view("clusters")
    view = window.clusters.view
    column = [each.name for each in view.table.columns].index("modified")
    assert view.isColumnHidden(column), "names have its room until somebody wants it"
    view.show_column(column, True)
    view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    shown = [str(view.table.index(row, column).data()) for row in range(view.table.rowCount())]
    assert shown == [moments.changed(year * 365 * DAY) for year in (41, 40)]


def opened(table: ClustersTable) -> list[str]:
    entries = [table.entry(row) for row in range(table.rowCount())]
    return [str(table.index(row, 0).data()) for row, entry in enumerate(entries) if entry < 0 and table.is_open(entry)]


def near(*names: str, root: bytes = b"/data/files") -> ClusterRows:
    """Two near-duplicates of each of these names, a cluster each."""
    files = {f"{name}{copy}": f"{name}{copy}" for name in names for copy in "12"}
    return ClusterRows.of(made(files, {(f"{name}1", f"{name}2"): 0.9 for name in names}, root=root))


def test_another_run_leaves_open_what_was_open_wherever_its_documents_stand_now() -> None:
    table = ClustersTable()
    table.show(near("m", "n"))
    table.set_open(~0, True)
    assert opened(table) == ["m1"]
    table.show(near("a", "m", "n"))  # one more cluster before them: all rows are others
    assert opened(table) == ["m1"]
    table.show(None)
    table.show(near("n"))
    assert opened(table) == []
    table.show(near("a", "m", "n"))
    assert opened(table) == ["m1"], "what was gone for a run, or not found yet, comes back as it was"
    table.set_all_open(False)
    table.show(near("m", "n"))
    assert opened(table) == []


def test_clusters_that_another_run_finds_are_open_where_all_are() -> None:
    table = ClustersTable()
    table.show(near("m", "n"))
    table.set_all_open(True)
    table.set_open(~0, False)
    table.show(near("a", "m", "n"))
    assert opened(table) == ["a1", "n1"]
    table.set_all_open(False)
    assert opened(table) == []


def test_what_is_open_is_not_looked_for_among_all_clusters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what represents a cluster: both are asked for on the main thread."""
    many = near(*(f"{n:03}" for n in range(300)))
    table, spelled, asked = ClustersTable(), Paths.raw, []
    table.show(many)
    table.set_all_open(True)
    table.set_open(~0, False)
    monkeypatch.setattr(Paths, "raw", lambda self, row: asked.append(row) or spelled(self, row))
    table.show(near(*(f"{n:03}" for n in range(1, 300))))
    assert len(asked) < 40
    offsets = many.clusters.offsets.view(_NotCompared)
    rows = replace(many, clusters=replace(many.clusters, offsets=offsets))
    assert [place for place in range(600) if rows.is_first(place)] == list(range(0, 600, 2))


class _NotCompared(np.ndarray):
    def __eq__(self, other: object) -> NoReturn:
        raise AssertionError("compared with every number")

    __hash__ = None


def test_no_cluster_of_another_folder_is_open() -> None:
    table = ClustersTable()
    table.show(near("m", "n"))
    table.set_all_open(True)
    table.show(near("m", "n", root=b"/data/others"))
    assert opened(table) == []
    table.show(near("m", "n"))
    assert opened(table) == [], "nor of the first one, come back to"


def test_the_hint_of_a_chain_tells_the_threshold_that_its_texts_stay_below() -> None:
    rows, table = near("m"), ClustersTable()
    for threshold, lowest, told in ((0.874, 0.873, "0.873, below the threshold of 0.874"), (0.8, 0.5, "of 0.80.")):
        chain = replace(rows, threshold=threshold, clusters=replace(rows.clusters, min_jaccard=np.array([lowest])))
        table.show(chain)
        assert told in str(table.cell_tooltip(chain, ~0, 3))

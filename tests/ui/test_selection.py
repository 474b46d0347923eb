"""Whatever is selected in one place is selected everywhere; sorting and filtering keep it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, action, quiet, run_to_end
from tests.ui.fakes import make_paths


def click_row(view: QTableView, row: int, qtbot: QtBot, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    """Click in the middle of a row's second column."""
    index = view.model().index(row, 1)
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), button, pos=view.visualRect(index).center())


def test_a_pair_is_selected_in_every_view(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("pairs")
    result = analysed.session.result
    inside = np.flatnonzero(result.clusters.of[result.pairs.i[: result.at_threshold]] >= 0)
    row = int(inside[0])
    click_row(analysed.pairs.view, row, qtbot)
    quiet(analysed, qtbot)
    a, b = int(result.pairs.i[row]), int(result.pairs.j[row])
    assert analysed.selection.documents == (a, b)
    entry = analysed.clusters.model.entry(analysed.clusters.view.currentIndex().row())
    assert analysed.clusters.model.documents_of(entry)[0] == a
    assert analysed.clusters.model.is_open(analysed.clusters.model.heading_of(entry))
    assert f"Text of document {a}." in analysed.compare.left.view.shown.text
    assert f"Text of document {b}." in analysed.compare.right.view.shown.text
    assert "Jaccard 0." in analysed.compare.figures()
    assert analysed.neighbours.model.source.document == a


def test_a_member_of_a_group_is_compared_with_its_representative(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("clusters")
    model, view = analysed.clusters.model, analysed.clusters.view
    model.set_open(~0, True)
    click_row(view, 3, qtbot)
    quiet(analysed, qtbot)
    clusters = analysed.session.result.clusters
    assert analysed.selection.documents == (int(clusters.rows[2]), int(clusters.representative[0]))


def test_a_neighbour_is_compared_with_the_document_it_is_a_neighbour_of(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.selection.select((7,))
    quiet(analysed, qtbot)
    analysed.views.show_view("neighbours")
    click_row(analysed.neighbours.view, 2, qtbot)
    quiet(analysed, qtbot)
    assert analysed.selection.documents == (7, int(analysed.neighbours.model.source.rows[2]))
    assert analysed.neighbours.model.source.document == 7


def test_swap_turns_the_comparison_round(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.selection.select((4, 9))
    quiet(analysed, qtbot)
    analysed.compare.swap.click()
    quiet(analysed, qtbot)
    assert analysed.selection.documents == (9, 4)
    assert "Text of document 9." in analysed.compare.left.view.shown.text


def test_sorting_by_a_heading_keeps_the_selected_row(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("pairs")
    view = analysed.pairs.view
    click_row(view, 5, qtbot)
    chosen = analysed.pairs.model.entry(5)
    header = view.horizontalHeader()
    view.show_column(7, True)
    for _ in range(2):
        place = QPoint(header.sectionViewportPosition(7) + 10, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        quiet(analysed, qtbot)
        hamming = [int(analysed.pairs.model.index(r, 7).data()) for r in range(40)]
        descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        assert hamming == sorted(hamming, reverse=descending)
        assert analysed.pairs.model.entry(view.currentIndex().row()) == chosen


def test_the_filter_narrows_every_view(analysed: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(analysed.bar.filter, "folder-03 PART-0")
    quiet(analysed, qtbot)
    paths = analysed.session.result.documents.paths
    model = analysed.pairs.model
    assert 0 < model.rowCount() < model.all_rows
    for row in range(model.rowCount()):
        names = [paths.display(d) for d in model.documents_of(model.entry(row))]
        assert any("folder-03/part-0" in name for name in names)
    assert "filter shows" in analysed.pairs.summary()
    assert " · 9 identical copies: see Clusters" in analysed.pairs.summary()  # no pair tells of them
    qtbot.keyClick(analysed.bar.filter, Qt.Key.Key_Escape)
    quiet(analysed, qtbot)
    assert model.rowCount() == model.all_rows


def test_the_filter_counts_clusters_however_many_of_them_are_open(analysed: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(analysed.bar.filter, "folder-03")
    quiet(analysed, qtbot)
    model = analysed.clusters.model
    left = f"filter shows {model.rowCount()}"
    assert left in analysed.clusters.summary()
    model.set_open(model.entry(0), True)
    analysed.bar.filter.setText("folder-03/")
    quiet(analysed, qtbot)
    assert model.rowCount() > model.filtered_rows
    assert left in analysed.clusters.summary()


def test_the_selection_follows_documents_whose_rows_change(analysed: MainWindow, qtbot: QtBot) -> None:
    paths = analysed.session.result.documents.paths
    analysed.selection.select((8, 3))
    shifted = make_paths([b"a new first one", *(paths.raw(row) for row in range(len(paths)))])
    analysed.selection.follow(paths, shifted)
    assert analysed.selection.documents == (9, 4)


def test_a_filter_that_matches_nothing_says_so(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.bar.filter.setText("no such path")
    quiet(analysed, qtbot)
    assert not analysed.pairs.shows_rows
    assert "match the filter" in analysed.pairs.empty.words()
    analysed.pairs.empty.button.click()
    quiet(analysed, qtbot)
    assert analysed.bar.filter.text() == ""
    assert analysed.pairs.shows_rows


def test_a_selected_folder_narrows_every_view(analysed: MainWindow, qtbot: QtBot) -> None:
    tree, model = analysed.collection.tree, analysed.collection.model
    child = model.index(2, 0, model.index(0, 0))
    tree.setCurrentIndex(child)
    quiet(analysed, qtbot)
    first, last = model.rows_of(child)
    pairs = analysed.pairs.model
    assert 0 < pairs.rowCount() < pairs.all_rows
    for row in range(pairs.rowCount()):
        assert any(first <= d < last for d in pairs.documents_of(pairs.entry(row)))
    analysed.collection.clear_folder()
    quiet(analysed, qtbot)
    assert pairs.rowCount() == pairs.all_rows


def test_groups_open_and_close_by_mouse_and_keys(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("clusters")
    view, model = analysed.clusters.view, analysed.clusters.model
    rows = model.rowCount()
    rect = view.visualRect(model.index(0, 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 12, rect.center().y()))
    assert model.rowCount() == rows + 5
    view.setCurrentIndex(model.index(2, 0))
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().row() == 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert model.rowCount() == rows
    analysed.clusters.open_all.click()
    assert model.rowCount() == rows * 6
    analysed.clusters.close_all.click()
    assert model.rowCount() == rows


def test_open_groups_stay_open_over_a_new_threshold(analysed: MainWindow, qtbot: QtBot) -> None:
    model = analysed.clusters.model
    model.set_open(~3, True)
    analysed.tuning.light.threshold.setValue(0.85)
    quiet(analysed, qtbot)
    assert model.is_open(~3)
    assert not model.is_open(~4)


def test_next_and_previous_row_by_key(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("pairs")
    for keys, row in (("N", 0), ("N", 1), ("N", 2), ("P", 1)):
        action(analysed, keys).trigger()
        assert analysed.pairs.view.currentIndex().row() == row


def test_copied_rows_have_headings_and_the_shown_order(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("pairs")
    view = analysed.pairs.view
    view.sortByColumn(7, Qt.SortOrder.DescendingOrder)
    quiet(analysed, qtbot)
    view.selectAll()
    action(analysed, "Ctrl+C").trigger()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["First document", "Second document", "Jaccard"]
    assert len(lines) == analysed.pairs.model.rowCount() + 1
    assert lines[1].split("\t")[0] == analysed.pairs.model.index(0, 0).data()


def test_a_million_pairs_are_sorted_and_filtered_in_a_thread(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(documents=100_000, pairs=1_000_000)
    run_to_end(window, qtbot)
    window.tuning.light.threshold.setValue(0.5)
    quiet(window, qtbot)
    model, view = window.pairs.model, window.pairs.view
    assert model.rowCount() == 1_000_000
    window.views.show_view("pairs")
    first = [model.entry(r) for r in range(20)]
    view.selectAll()
    view.sortByColumn(3, Qt.SortOrder.AscendingOrder)
    assert [model.entry(r) for r in range(20)] == first, "sorted before a thread could have answered"
    quiet(window, qtbot)
    estimates = window.session.result.pairs.estimate
    order = [model.entry(r) for r in range(0, 1_000_000, 997)]
    assert bool((np.diff(estimates[order]) >= 0).all())
    assert len(view.chosen_entries()) <= 1
    window.bar.filter.setText("folder-07")
    window.bar.filter.returnPressed.emit()
    quiet(window, qtbot)
    assert 0 < model.rowCount() < 1_000_000
    shown = [model.entry(r) for r in range(0, model.rowCount(), 499)]
    assert bool((np.diff(estimates[shown]) >= 0).all())

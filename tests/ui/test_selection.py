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


def test_a_pair_is_selected_in_every_view(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    result = lent.session.result
    inside = np.flatnonzero(result.clusters.of[result.pairs.i[: result.at_threshold]] >= 0)
    row = int(inside[0])
    click_row(lent.pairs.view, row, qtbot)
    quiet(lent, qtbot)
    a, b = int(result.pairs.i[row]), int(result.pairs.j[row])
    assert lent.selection.documents == (a, b)
    entry = lent.clusters.model.entry(lent.clusters.view.currentIndex().row())
    assert lent.clusters.model.documents_of(entry)[0] == a
    assert lent.clusters.model.is_open(lent.clusters.model.heading_of(entry))
    assert f"Text of document {a}." in lent.compare.left.view.shown.text
    assert f"Text of document {b}." in lent.compare.right.view.shown.text
    assert "Jaccard 0." in lent.compare.figures()
    assert lent.neighbours.model.source.document == a


def test_a_member_of_a_group_is_compared_with_its_representative(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("clusters")
    model, view = lent.clusters.model, lent.clusters.view
    model.set_open(~0, True)
    click_row(view, 3, qtbot)
    quiet(lent, qtbot)
    clusters = lent.session.result.clusters
    assert lent.selection.documents == (int(clusters.rows[2]), int(clusters.representative[0]))


def test_a_neighbour_is_compared_with_the_document_it_is_a_neighbour_of(lent: MainWindow, qtbot: QtBot) -> None:
    lent.selection.select((7,))
    quiet(lent, qtbot)
    lent.views.show_view("neighbours")
    click_row(lent.neighbours.view, 2, qtbot)
    quiet(lent, qtbot)
    assert lent.selection.documents == (7, int(lent.neighbours.model.source.rows[2]))
    assert lent.neighbours.model.source.document == 7


def test_swap_turns_the_comparison_round(lent: MainWindow, qtbot: QtBot) -> None:
    lent.selection.select((4, 9))
    quiet(lent, qtbot)
    lent.compare.swap.click()
    quiet(lent, qtbot)
    assert lent.selection.documents == (9, 4)
    assert "Text of document 9." in lent.compare.left.view.shown.text


def test_sorting_by_a_heading_keeps_the_selected_row(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    view = lent.pairs.view
    click_row(view, 5, qtbot)
    chosen = lent.pairs.model.entry(5)
    header = view.horizontalHeader()
    view.show_column(7, True)
    for _ in range(2):
        place = QPoint(header.sectionViewportPosition(7) + 10, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        quiet(lent, qtbot)
        hamming = [int(lent.pairs.model.index(r, 7).data()) for r in range(40)]
        descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        assert hamming == sorted(hamming, reverse=descending)
        assert lent.pairs.model.entry(view.currentIndex().row()) == chosen


def test_the_filter_narrows_every_view(lent: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(lent.bar.filter, "folder-03 PART-0")
    quiet(lent, qtbot)
    paths = lent.session.result.documents.paths
    model = lent.pairs.model
    assert 0 < model.rowCount() < model.all_rows
    for row in range(model.rowCount()):
        names = [paths.display(d) for d in model.documents_of(model.entry(row))]
        assert any("folder-03/part-0" in name for name in names)
    assert "filter shows" in lent.pairs.summary()
    assert " · 9 identical copies: see Clusters" in lent.pairs.summary()  # no pair tells of them
    qtbot.keyClick(lent.bar.filter, Qt.Key.Key_Escape)
    quiet(lent, qtbot)
    assert model.rowCount() == model.all_rows


def test_the_filter_counts_clusters_however_many_of_them_are_open(lent: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(lent.bar.filter, "folder-03")
    quiet(lent, qtbot)
    model = lent.clusters.model
    left = f"filter shows {model.rowCount()}"
    assert left in lent.clusters.summary()
    model.set_open(model.entry(0), True)
    lent.bar.filter.setText("folder-03/")
    quiet(lent, qtbot)
    assert model.rowCount() > model.filtered_rows
    assert left in lent.clusters.summary()


def test_the_selection_follows_documents_whose_rows_change(lent: MainWindow, qtbot: QtBot) -> None:
    paths = lent.session.result.documents.paths
    lent.selection.select((8, 3))
    shifted = make_paths([b"a new first one", *(paths.raw(row) for row in range(len(paths)))])
    lent.selection.follow(shifted)
    assert lent.selection.documents == (9, 4)
    lent.selection.follow(paths)
    assert lent.selection.documents == (8, 3)


def test_a_filter_that_matches_nothing_says_so(lent: MainWindow, qtbot: QtBot) -> None:
    lent.bar.filter.setText("no such path")
    quiet(lent, qtbot)
    assert not lent.pairs.is_filled
    assert "match the filter" in lent.pairs.empty.words()
    lent.pairs.empty.button.click()
    quiet(lent, qtbot)
    assert lent.bar.filter.text() == ""
    assert lent.pairs.is_filled


def test_a_selected_folder_narrows_every_view(lent: MainWindow, qtbot: QtBot) -> None:
    tree, model = lent.collection.tree, lent.collection.model
    child = model.index(2, 0, model.index(0, 0))
    tree.setCurrentIndex(child)
    quiet(lent, qtbot)
    span = model.span_of(child)
    pairs = lent.pairs.model
    assert 0 < pairs.rowCount() < pairs.all_rows
    for row in range(pairs.rowCount()):
        assert any(span.first <= d < span.last for d in pairs.documents_of(pairs.entry(row)))
    lent.collection.clear_folder()
    quiet(lent, qtbot)
    assert pairs.rowCount() == pairs.all_rows


def test_groups_open_and_close_by_mouse_and_keys(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("clusters")
    view, model = lent.clusters.view, lent.clusters.model
    rows = model.rowCount()
    rect = view.visualRect(model.index(0, 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 12, rect.center().y()))
    assert model.rowCount() == rows + 5
    view.setCurrentIndex(model.index(2, 0))
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().row() == 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert model.rowCount() == rows
    lent.clusters.open_all.click()
    assert model.rowCount() == rows * 6
    lent.clusters.close_all.click()
    assert model.rowCount() == rows


def test_open_groups_stay_open_over_a_new_threshold(analysed: MainWindow, qtbot: QtBot) -> None:
    model = analysed.clusters.model
    model.set_open(~3, True)
    analysed.tuning.light.threshold.setValue(0.85)
    quiet(analysed, qtbot)
    assert model.is_open(~3)
    assert not model.is_open(~4)


def test_next_and_previous_row_by_key(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    for keys, row in (("N", 0), ("N", 1), ("N", 2), ("P", 1)):
        action(lent, keys).trigger()
        assert lent.pairs.view.currentIndex().row() == row


def test_copied_rows_have_headings_and_the_shown_order(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    view = lent.pairs.view
    view.sortByColumn(7, Qt.SortOrder.DescendingOrder)
    quiet(lent, qtbot)
    view.selectAll()
    action(lent, "Ctrl+C").trigger()
    rows = lent.pairs.model.rowCount()
    qtbot.waitUntil(lambda: len(QApplication.clipboard().text().splitlines()) == rows + 1)  # spelled in slices
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["First document", "Second document", "Jaccard"]
    assert lines[1].split("\t")[0] == lent.pairs.model.index(0, 0).data()


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

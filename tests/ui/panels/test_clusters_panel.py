"""Groups open and close, and whoever stands in the list goes on from where that was."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.models import badges
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from simexplorer.ui.panels.decision_painter import place_of_decisions
from simexplorer.ui.theme import metrics
from tests.ui.two_clusters import two_clusters


@pytest.fixture
def panel(qtbot: QtBot) -> ClustersPanel:
    """Two clusters, of three documents and of two."""
    return two_clusters(qtbot)


def selected(panel: ClustersPanel) -> list[int]:
    return [panel.model.entry(index.row()) for index in panel.view.selectionModel().selectedRows()]


def test_all_open_and_close_around_the_selected_row(panel: ClustersPanel, qtbot: QtBot) -> None:
    panel.view.select_row(1)
    panel.open_all.click()
    assert selected(panel) == [~1]
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert selected(panel) == [3], "its first member"
    panel.close_all.click()
    assert selected(panel) == [~1], "of what has closed the heading"
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert selected(panel) == [~0]


def test_where_nothing_is_selected_nothing_is_after_that(panel: ClustersPanel) -> None:
    for rows in (panel.model.source, None):
        panel.model.show(rows)
        for button in (panel.open_all, panel.close_all):
            button.click()
            assert not selected(panel)


def test_closing_the_group_of_the_selected_member_selects_its_heading(panel: ClustersPanel, qtbot: QtBot) -> None:
    view, told = panel.view, list[int]()
    panel.open_all.click()
    view.chosen.connect(told.append)
    view.select_row(2)
    heading = view.visualRect(panel.model.index(0, 0))
    chevron = QPoint(heading.left() + 8, heading.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=chevron)
    assert (selected(panel), told) == ([~0], [1, ~0])
    view.select_row(2)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=chevron)
    assert panel.model.is_open(~0)
    assert selected(panel) == [3], "another group's member stays"


def test_signs_of_decisions_do_with_less_before_a_narrow_list_scrolls_sideways(
    large_letters: None, qtbot: QtBot
) -> None:
    panel = two_clusters(qtbot)
    view, at = panel.view, place_of_decisions(panel.view)
    whole = view.columnWidth(at)
    panel.resize(metrics.grown(340, panel.font()), 400)
    QApplication.processEvents()
    assert view.horizontalScrollBar().maximum() == 0
    title = view.fontMetrics().horizontalAdvance(badges.DECISION.title)
    assert title + 2 * metrics.GAP <= view.columnWidth(at) < whole
    assert view.columnWidth(0) >= 128
    panel.resize(metrics.grown(900, panel.font()), 400)
    QApplication.processEvents()
    assert view.columnWidth(at) == whole

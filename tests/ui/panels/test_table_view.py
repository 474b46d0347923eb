"""The list that every view shows: what the keyboard reaches, and how paths keep their width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.table_view import shared_out
from tests.ui.conftest import quiet


def test_a_list_that_gets_the_focus_chooses_nothing_by_itself(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    with qtbot.assertNotEmitted(view.chosen):
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        quiet(window, qtbot)
    assert window.selection.documents == ()
    assert not view.currentIndex().isValid()
    with qtbot.waitSignal(view.chosen):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().row() == 0
    assert view.selectionModel().isSelected(view.currentIndex())


def test_paths_keep_a_width_that_tells_them_apart(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    window.resize(window.minimumSize())
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    assert min(view.columnWidth(0), view.columnWidth(1)) >= 140


@pytest.mark.parametrize(
    ("room", "usual", "expected"),
    [
        (780, {0: 300, 2: 90}, {0: 600, 2: 180}),  # as 300 to 90
        (356, {0: 300, 2: 90}, {0: 266, 2: 90}),  # 82 are too few for the second
        (200, {0: 300, 2: 90}, {0: 148, 2: 90}),  # the end of a path stays readable
        (300, {0: 60}, {0: 300}),
        (300, {}, {}),
    ],
)
def test_columns_share_the_room_and_reach_beyond_it_only_where_none_can_give_way(
    room: int, usual: dict[int, int], expected: dict[int, int]
) -> None:
    assert shared_out(room, usual) == expected

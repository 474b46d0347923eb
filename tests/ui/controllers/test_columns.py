"""Columns chosen on the headings, kept between starts, put back on request."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, action, quiet


def entry(menu: QMenu, title: str) -> QAction:
    """The one entry of a menu with this text."""
    (found,) = [a for a in menu.actions() if a.text() == title]
    return found


def hidden(window: MainWindow) -> list[str]:
    """Names of the columns of the pairs that are not shown."""
    view = window.pairs.view
    return [c.name for number, c in enumerate(view.table.columns) if not view.wants(number)]


def test_a_column_goes_and_comes_back_by_the_menu_of_the_headings(lent: MainWindow) -> None:
    lent.views.show_view("pairs")
    view, first = lent.pairs.view, hidden(lent)
    title = next(c.title for number, c in enumerate(view.table.columns) if not view.isColumnHidden(number))
    entry(lent.columns.menu_for(view), title).trigger()
    assert len(hidden(lent)) == len(first) + 1
    entry(lent.columns.menu_for(view), title).trigger()
    assert hidden(lent) == first


def test_the_last_column_cannot_go(lent: MainWindow) -> None:
    view = lent.pairs.view
    for number in range(1, len(view.table.columns)):
        view.show_column(number, False)
    assert not entry(lent.columns.menu_for(view), view.table.columns[0].title).isEnabled()


def test_columns_and_their_order_are_kept_and_can_be_reset(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    first = hidden(window)
    view = window.pairs.view
    number = next(n for n in range(len(view.table.columns)) if not view.isColumnHidden(n))
    entry(window.columns.menu_for(view), view.table.columns[number].title).trigger()
    place = view.horizontalHeader().visualIndex(2)
    view.horizontalHeader().moveSection(place, 1)
    window.close()
    again = open_window(opened=False)
    quiet(again, qtbot)
    assert hidden(again) == [*sorted({*first, view.table.columns[number].name}, key=_names(again).index)]
    assert again.pairs.view.horizontalHeader().visualIndex(2) == 1
    action(again, "Ctrl+0").trigger()
    assert hidden(again) == first
    assert again.pairs.view.horizontalHeader().visualIndex(2) == place


def _names(window: MainWindow) -> list[str]:
    return [column.name for column in window.pairs.view.table.columns]


def test_what_is_damaged_in_the_settings_is_as_if_it_were_not_there(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    first, view = hidden(window), window.pairs.view
    number = next(n for n in range(len(view.table.columns)) if not view.isColumnHidden(n))
    entry(window.columns.menu_for(view), view.table.columns[number].title).trigger()
    window.close()
    settings = QSettings(QSettings.defaultFormat(), QSettings.Scope.UserScope, "simexplorer", "simexplorer")
    lists = [key for key in settings.allKeys() if key.startswith("columns/")]
    assert "columns/pairsView" in lists
    for key in lists:
        kept = settings.value(key)
        assert isinstance(kept, dict)
        settings.setValue(key, {**kept, "check": "0"} if key == "columns/pairsView" else {"columns": kept["columns"]})
    settings.setValue("workspace", "damaged")  # no length of base64
    again = open_window(opened=False)
    quiet(again, qtbot)
    assert hidden(again) == first
    assert again.message.text() == ""

"""What stands below each other begins at one line, and nothing moves where only words change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QStyle, QStyleOptionHeader, QStyleOptionViewItem, QTableView
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.panels.table_view import TableView
from tests.ui.conftest import quiet


def words_of_cell(view: QTableView, column: int) -> QRect:
    """Where the style writes the first cell of a column."""
    option, style = QStyleOptionViewItem(), view.style()
    view.initViewItemOption(option)
    index = view.model().index(0, column)
    option.rect, option.index = view.visualRect(index), index
    option.text, option.features = index.data(), QStyleOptionViewItem.ViewItemFeature.HasDisplay
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, view) + 1
    return style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view).adjusted(margin, 0, -margin, 0)


def words_of_heading(heading: QHeaderView, column: int) -> QRect:
    """Where it writes the heading of a column."""
    option = QStyleOptionHeader()
    heading.initStyleOption(option)
    option.rect = QRect(heading.sectionViewportPosition(column), 0, heading.sectionSize(column), heading.height())
    return heading.style().subElementRect(QStyle.SubElement.SE_HeaderLabel, option, heading)


@pytest.mark.parametrize(
    ("view", "table"),
    [("why", "whySettings"), ("why", "sharedShingles"), ("calibration", "methodsView"), ("before", "forecastView")],
)
def test_cells_of_figures_stand_right_below_their_headings(
    lent: MainWindow, qtbot: QtBot, view: str, table: str
) -> None:
    lent.commands.show_view(view)
    quiet(lent, qtbot)
    figures = lent.findChild(QTableView, table)
    assert isinstance(figures, QTableView)
    model = figures.model()
    assert isinstance(model, FiguresTable)
    if not model.rowCount():
        model.show(("What", "Expected"), (["Files"], [66.0]))
    for column in range(model.columnCount()):
        cell, heading = words_of_cell(figures, column), words_of_heading(figures.horizontalHeader(), column)
        assert (cell.left(), cell.right()) == (heading.left(), heading.right()), f"column {column} of {table}"


def test_the_biases_of_methods_end_where_other_numbers_do(lent: MainWindow, qtbot: QtBot) -> None:
    lent.commands.show_view("calibration")
    quiet(lent, qtbot)
    figures = lent.findChild(QTableView, "methodsView")
    assert isinstance(figures, QTableView)
    sides = [int(figures.model().index(0, column).data(Qt.ItemDataRole.TextAlignmentRole)) for column in range(6)]
    assert figures.model().index(0, 2).data()[0] in "+−0"
    assert [bool(side & int(Qt.AlignmentFlag.AlignRight)) for side in sides] == [False, True, True, True, True, True]


def first_ink(image: QImage, area: QRect) -> int:
    """The first column of an area that holds another colour than its corner."""
    ground = image.pixelColor(area.topLeft())
    for x in range(area.left(), area.right()):
        if any(image.pixelColor(x, y) != ground for y in range(area.top(), area.bottom())):
            return x - area.left()
    raise AssertionError("nothing is drawn there")


@pytest.mark.parametrize("view", ["clusters", "pairs", "neighbours", "contained"])
def test_lists_begin_where_the_words_above_them_do(lent: MainWindow, qtbot: QtBot, view: str) -> None:
    lent.selection.select((0, 1))
    lent.commands.show_view(view)
    quiet(lent, qtbot)
    page = lent.tabs.currentWidget()
    table = next(one for one in page.findChildren(TableView) if one.isVisible())
    table.clearSelection()
    quiet(lent, qtbot)
    heading = table.horizontalHeader().viewport().grab().toImage()
    rows = table.viewport().grab().toImage()
    begins = [first_ink(image, QRect(0, 2, 60, table.rowHeight(0) - 4)) for image in (heading, rows)]
    assert all(12 <= begin <= 14 for begin in begins), begins  # 12, and what is beside a letter


def test_titles_of_panels_stand_above_what_is_in_them_and_their_buttons_over_its_edge(
    lent: MainWindow, qtbot: QtBot
) -> None:
    quiet(lent, qtbot)
    image = lent.grab().toImage()
    for dock in lent.docks:
        place = dock.rect().translated(dock.mapTo(lent, dock.rect().topLeft()))
        title = QRect(place.left(), place.top() + 6, 80, dock.widget().y() - 8)
        assert 11 <= first_ink(image, title) <= 14, dock.objectName()  # 12, and what is beside a letter
        close = dock.findChild(QAbstractButton, "qt_dockwidget_closebutton")
        assert isinstance(close, QAbstractButton)
        assert dock.width() - close.geometry().right() - 1 == 8


def test_what_is_beside_the_button_of_the_run_stays_where_it_is_while_that_says_something_else(
    lent: MainWindow,
) -> None:
    bar = lent.bar
    said = bar.analyse.text(), bar.analyse.toolTip(), bar.analyse.isEnabled()
    places = set()
    for words in ("Analyse", "Analysing …", "Analyse again"):
        bar.offer(words, "", True)
        row = bar.layout()
        assert row is not None
        row.activate()
        places.add((bar.cancel.x(), bar.filter.x()))
    bar.offer(*said)
    assert len(places) == 1


def test_what_is_beside_the_button_that_stops_stays_where_it_is_once_that_was_pressed(lent: MainWindow) -> None:
    bar, row = lent.bar, lent.bar.layout()
    assert row is not None
    places = []
    for say in (lambda: bar.set_running(True), bar.show_cancelling, lambda: bar.set_running(False)):
        say()
        row.activate()
        places.append((bar.cancel.text(), bar.cancel.x(), bar.filter.geometry(), bar.export.x()))
        assert bar.cancel.width() == bar.cancel.sizeHint().width()
        assert bar.cancel.geometry().right() < bar.filter.x()
    assert [words for words, *_ in places] == ["Cancel", "Stopping …", "Cancel"]
    assert all(where[1:] == places[0][1:] for where in places)


def test_tabs_are_as_high_with_one_among_them_that_can_be_closed(lent: MainWindow, qtbot: QtBot) -> None:
    lent.commands.show_view("apart")
    quiet(lent, qtbot)
    assert lent.tabs.tabBar().height() == lent.evidence_tabs.tabBar().height()


def test_the_list_of_folders_gives_numbers_no_more_than_they_need(lent: MainWindow, qtbot: QtBot) -> None:
    quiet(lent, qtbot)
    tree = lent.collection.tree
    header, longest = tree.header(), lent.collection.model.index(0, 1).data()
    assert header.isHidden()
    needed = tree.fontMetrics().horizontalAdvance(longest)
    assert needed + 16 <= header.sectionSize(1) <= needed + 24
    assert header.sectionSize(0) + header.sectionSize(1) == tree.viewport().width()

"""Figures of a page: side by side while there is room, then below each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.even_columns import EvenColumns
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.folding_row import FoldingRow
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.sideways import Sideways


class _Figure(QWidget):
    """Wants some pixels and can do with fewer."""

    def __init__(self, wanted: int, least: int, height: int) -> None:
        super().__init__()
        self._wanted, self._least, self._height = wanted, least, height

    def sizeHint(self) -> QSize:
        return QSize(self._wanted, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, self._height)


def test_figures_fold_where_there_is_no_room_and_share_what_is_left(qtbot: QtBot) -> None:
    first, second, page = _Figure(300, 200, 40), _Figure(100, 100, 60), QWidget()
    qtbot.addWidget(page)
    row = FoldingRow(page)
    row.add_figure(first, 1)
    row.add_figure(second)
    # 500 - 32 between: 100 as wanted, the rest of 368 to the one with a share
    page.resize(500, 200)
    page.show()
    assert (first.width(), second.width(), second.x(), second.y()) == (368, 100, 400, 0)
    assert row.heightForWidth(500) == 60
    # 332 = 200 + 32 + 100: just enough for the least of both; below it the second goes down by 40 and a gap of 16
    assert row.heightForWidth(332) == 60
    assert row.heightForWidth(331) == 40 + 16 + 60
    page.resize(331, 200)
    QApplication.processEvents()
    assert (first.width(), second.x(), second.y()) == (331, 0, 56)
    assert row.minimumSize().width() == 200
    second.hide()
    assert row.heightForWidth(331) == 40


def test_a_figure_alone_is_no_wider_than_it_wants(qtbot: QtBot) -> None:
    figure, page = _Figure(120, 100, 20), QWidget()
    qtbot.addWidget(page)
    row = FoldingRow(page)
    row.add_figure(figure)
    page.resize(600, 100)
    page.show()
    assert figure.width() == 120
    assert row.takeAt(0).widget() is figure
    assert row.takeAt(0) is None
    assert row.itemAt(0) is None


@pytest.mark.parametrize(
    ("width", "columns"),
    # six cells of 100, 32 between, 0 at the sides: 100n + 32(n - 1) pixels for n; rows are filled evenly
    [(760, 6), (759, 3), (364, 3), (363, 2), (231, 1), (50, 1)],
)
def test_cells_stand_in_even_columns(qtbot: QtBot, width: int, columns: int) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    cells = EvenColumns(page, least=100, most=200)
    for _ in range(6):
        cells.addWidget(_Figure(150, 60, 30))
    assert cells.columns(width) == columns
    rows = 6 // columns
    assert cells.heightForWidth(width) == 30 * rows + 8 * (rows - 1)


def test_a_grid_draws_its_cells_closer_before_it_scrolls(qtbot: QtBot) -> None:
    grid, page = GridView("grid", "Some figures"), QWidget()
    qtbot.addWidget(page)
    holder, row = Sideways(grid), FoldingRow(page)
    row.add_figure(holder)
    grid.show_grid(Grid(cells=[["seven hundred"] * 6], rows=["a row"], columns=["a column"] * 6))
    wanted, least = grid.sizeHint().width(), grid.minimumSizeHint().width()
    assert wanted - least == 6 * 8
    page.show()
    bar = holder.horizontalScrollBar()
    for width, scrolls in ((wanted, False), (least, False), (least - 40, True)):
        page.resize(width, 200)
        qtbot.waitUntil(lambda scrolls=scrolls: (bar.maximum() > 0) is scrolls)
        qtbot.waitUntil(lambda: holder.viewport().height() == grid.sizeHint().height())
    grid.show_grid(Grid(cells=[["1"]]))
    qtbot.waitUntil(lambda: bar.maximum() == 0)


def test_a_table_goes_below_its_neighbour_before_it_scrolls(qtbot: QtBot) -> None:
    grid, page = GridView("grid", "Some figures"), QWidget()
    qtbot.addWidget(page)
    row, holder = FoldingRow(page), Sideways(grid)
    row.add_figure(_Figure(300, 200, 40))
    row.add_figure(holder)
    grid.show_grid(Grid(cells=[["a long text in a cell"] * 4]))
    least = grid.minimumSizeHint().width()
    page.show()
    for width, below, scrolls in ((200 + 32 + least, False, False), (199 + 32 + least, True, False)):
        page.resize(width, 200)
        qtbot.waitUntil(lambda below=below: (holder.y() > 0) is below)
        assert (holder.horizontalScrollBar().maximum() > 0) is scrolls
    page.resize(least - 30, 200)
    qtbot.waitUntil(lambda: holder.horizontalScrollBar().maximum() > 0)


def test_a_card_that_hugs_its_cells_has_the_height_they_need(qtbot: QtBot) -> None:
    page, card = QWidget(), Facts()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(card, 0, Qt.AlignmentFlag.AlignLeft)
    column.addStretch(1)
    card.show_facts([Fact(key, "12", "of them expected to be missed in the end") for key in "abc"])
    page.resize(1400, 300)
    page.show()
    words = [one for one in card.findChildren(QLabel) if one.wordWrap()]
    assert len(words) == 3
    qtbot.waitUntil(lambda: all(one.height() >= one.heightForWidth(one.width()) for one in words))

"""What the pages of the lab draw and list is whole in large letters, and as it was in usual ones."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QFrame, QHeaderView
from pytestqt.qtbot import QtBot

from simexplorer.search.edit_distance import alignment
from simexplorer.ui.lab.alignment_view import AlignmentView
from simexplorer.ui.lab.bit_table import BitRows, BitTable
from simexplorer.ui.lab.chips import Chip, Chips
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.formula import FormulaView, line
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.sideways import Sideways
from simexplorer.ui.lab.text_ribbon import TextRibbon
from simexplorer.ui.lab.vector_board import VectorBoard
from simexplorer.ui.lab.weight_table import WeightTable
from simexplorer.ui.theme.stylesheet import style_sheet
from tests.ui.lab.conftest import OpenPage, settle


def test_titles_of_topics_and_of_the_documents_are_whole(qtbot: QtBot, large_letters: None) -> None:
    window = LabWindow()
    qtbot.addWidget(window)
    side = window.findChild(QFrame, "labSide")
    titles = [window.list.item(row).text() for row in range(window.list.count())]
    assert side.width() >= 16 + max(map(window.list.fontMetrics().horizontalAdvance, titles))
    assert side.width() >= window.documents.minimumSizeHint().width()
    window.resize(900, 520)
    window.show()
    qtbot.waitUntil(lambda: window.list.verticalScrollBar().isVisible())
    assert window.list.viewport().width() >= 24 + max(map(window.list.fontMetrics().horizontalAdvance, titles))


def test_usual_letters_leave_the_list_of_topics_as_it_is(qtbot: QtBot) -> None:
    window = LabWindow()
    qtbot.addWidget(window)
    assert window.findChild(QFrame, "labSide").width() == 208


def test_names_and_notes_beside_bits_have_room(qtbot: QtBot, large_letters: None) -> None:
    table = BitTable("bits", "Bits")
    qtbot.addWidget(table)
    notes = ["3 bits differ", "12 bits differ"]
    bits = np.zeros((2, 16), np.bool_)
    table.show_rows(BitRows(bits=bits, groups=np.zeros(16, np.int64), heads=["F1", "F2"], notes=notes))
    measured = table.fontMetrics()
    table.resize(table.sizeHint())
    assert table.height() >= 2 * measured.height()
    beside = table.width() - table._head - 16 * table._cell() - 8
    assert beside >= max(map(measured.horizontalAdvance, notes)) - 1


def test_the_columns_of_weights_are_as_wide_as_their_headings(qtbot: QtBot, large_letters: None) -> None:
    table = WeightTable("weights")
    qtbot.addWidget(table)
    table.show_features([("a-feature", "1.00", "0.50")])
    table.resize(table.minimumSizeHint().width(), table.height())
    table.show()
    head: QHeaderView = table.horizontalHeader()
    assert table.horizontalScrollBar().maximum() == 0
    assert all(head.sectionSize(column) >= head.sectionSizeHint(column) for column in range(4))


def test_plots_formulas_and_bars_are_higher_where_letters_are(qtbot: QtBot, qapp: QApplication) -> None:
    heights = []
    usual = qapp.font()
    for points in (9.0, 16.0):
        font = QFont(usual)
        font.setPointSizeF(points)
        qapp.setFont(font)
        made = CurvePlot("plot", "A plot", "x", "y"), FormulaView([line("J = 1")]), VectorBoard("V", "V")
        for widget in made:
            qtbot.addWidget(widget)
        plot, *others = made
        heights.append([plot.height(), *(widget.sizeHint().height() for widget in others)])
    qapp.setFont(usual)
    assert heights[0][0] == 260
    assert all(high > low for low, high in zip(*heights, strict=True))


def _rows(qtbot: QtBot) -> dict[str, tuple[int, int]]:
    """Of what draws rows of words: pixels of a row, and of its letters."""
    grid, chips, ribbon, aligned = GridView("g", "G"), Chips("c", "C"), TextRibbon("r", "R"), AlignmentView("a")
    for widget in (grid, chips, ribbon, aligned):
        qtbot.addWidget(widget)
    grid.show_grid(Grid(cells=[["0"]] * 11, rows=["jumpy"] * 11))
    at_first = grid.sizeHint().height()
    grid.show_grid(Grid(cells=[["0"]] * 12, rows=["jumpy"] * 12))
    chips.show_chips([Chip("jumpy")])
    ribbon.show_text("jumpy", ())
    aligned.show_pieces("jumpy", "jumpy", alignment("jumpy", "jumpy"), 1)
    return {
        "grid": (grid.sizeHint().height() - at_first, grid.fontMetrics().height()),
        "chips": (int(chips._boxes(400)[0].height()), chips.fontMetrics().height()),
        "ribbon": (ribbon.heightForWidth(400) - 4 - 5, ribbon.fontMetrics().height()),
        "alignment": ((aligned.heightForWidth(400) - 4) // 2, aligned.fontMetrics().height()),
    }


def test_rows_of_the_figures_are_as_high_as_their_letters(qtbot: QtBot, large_letters: None) -> None:
    for figure, (high, letters) in _rows(qtbot).items():
        assert high >= letters, figure


def test_usual_letters_leave_the_rows_of_the_figures_as_they_are(qtbot: QtBot) -> None:
    assert {figure: high for figure, (high, _) in _rows(qtbot).items()} == {
        "grid": 24,
        "chips": 22,
        "ribbon": 21,
        "alignment": 24,
    }


def test_a_chip_that_is_longer_than_its_row_keeps_its_remark_in_sight(qtbot: QtBot) -> None:
    chips = Chips("chips", "Buckets")
    qtbot.addWidget(chips)
    chips.resize(300, 60)
    chips.show_chips([Chip("a very long name of a document, " * 9, "0badcafe"), Chip("short")])
    long, short = chips._boxes(300)
    assert long.right() <= 299
    assert short.top() > long.bottom()
    before = chips.grab().toImage()
    chips.show_chips([Chip("a very long name of a document, " * 9, "        "), Chip("short")])
    assert chips.grab().toImage() != before, "the remark is drawn inside of the row"


def test_the_position_at_work_is_seen_and_the_last_numbers_of_axes_are_whole(
    large_letters: None, open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("bbit")
    page.window().setStyleSheet(style_sheet(16.0))
    page.window().resize(920, 700)
    qtbot.waitUntil(lambda: page.width() < 640)
    qtbot.wait(20)
    page.player.go_to(40)
    (frame,) = [one for one in page.findChildren(Sideways) if one.figure is page.bits]
    assert page.bits.grid.columns[-1] == "40"
    assert frame.horizontalScrollBar().maximum() == 0
    for name, last in (("minhash", 400.0), ("simhash", 180.0)):
        page = open_page(name)
        page.example.setCurrentIndex(1)
        settle(page, qtbot)
        page.plot.resize(500, page.plot.height())
        page.plot.grab()
        end = page.plot.plotItem.vb.mapViewToScene(QPointF(last, 0.0)).x()
        assert end + QFontMetricsF(page.plot.font()).horizontalAdvance(f"{last:.0f}") / 2.0 <= page.plot.width(), name

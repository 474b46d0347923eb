"""What the pages of the lab draw and list is whole in large letters, and as it was in usual ones."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QHeaderView
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.bit_table import BitRows, BitTable
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.formula import FormulaView, line
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.vector_board import VectorBoard
from simexplorer.ui.lab.weight_table import WeightTable


def test_titles_of_topics_and_of_the_documents_are_whole(qtbot: QtBot, large_letters: None) -> None:
    window = LabWindow()
    qtbot.addWidget(window)
    side = window.findChild(QFrame, "labSide")
    titles = [window.list.item(row).text() for row in range(window.list.count())]
    assert side.width() >= 16 + max(map(window.list.fontMetrics().horizontalAdvance, titles))
    assert side.width() >= window.documents.minimumSizeHint().width()


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
    table.resize(table.minimumWidth(), table.height())
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

"""A small table of figures: its texts stay readable where it is narrow."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.figures_view import FiguresView


@pytest.mark.parametrize("width", [150, 320, 700])
def test_the_first_column_keeps_its_words_at_any_width(qtbot: QtBot, width: int) -> None:
    view = FiguresView("figures", "Figures")
    qtbot.addWidget(view)
    view.resize(width, 200)
    view.show()  # before it has columns
    QApplication.processEvents()
    numbers = [np.array([0.1, 0.123]) for _ in range(4)]
    view.figures.show(("Method", "Pairs", "Bias", "RMSE", "Theory"), (["b-bit, b = 1", "Fast sketching"], *numbers))
    QApplication.processEvents()
    needed = view.fontMetrics().horizontalAdvance("Fast sketching")
    assert view.columnWidth(0) >= needed
    whole = sum(view.columnWidth(column) for column in range(5))
    assert whole == view.viewport().width() or view.horizontalScrollBar().maximum() > 0


def test_words_that_come_later_are_whole_too(qtbot: QtBot) -> None:
    view = FiguresView("figures", "Figures")
    qtbot.addWidget(view)
    view.resize(320, 200)
    view.show()
    view.figures.show(("What", "Expected"), (["Pairs to compare"], ["none"]))
    view.figures.show(("What", "Expected"), (["Pairs to compare"], ["about 7,110,000"]))
    assert view.columnWidth(1) > view.fontMetrics().horizontalAdvance("about 7,110,000")

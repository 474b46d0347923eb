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


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_how_high_a_whole_table_is_does_not_depend_on_the_width_that_it_had_before(qtbot: QtBot, scale: float) -> None:
    view = FiguresView("figures", "Figures")
    qtbot.addWidget(view)
    font = view.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    view.setFont(font)
    view.show_whole()
    view.figures.show(("What", "Expected"), (["Files", "Memory"], ["3,452, 25 MB", "at most 115 MB"]))
    view.show()
    found: dict[int, set[int]] = {}
    for width in (564, 552, 564, 120, 564, 900, 552, 120, 900, 552, 900, 120, 552):
        view.resize(width, view.height())
        found.setdefault(width, set()).add(view.sizeHint().height())
        view.resize(width, view.sizeHint().height())
        QApplication.processEvents()
        found[width].add(view.sizeHint().height())
        assert view.verticalScrollBar().maximum() == 0, width
    assert [len(heights) for heights in found.values()] == [1, 1, 1, 1]
    narrow, wide = (max(found[width]) for width in (120, 900))
    assert narrow == wide + view.horizontalScrollBar().sizeHint().height(), (
        "its figures are scrolled to, below the rows"
    )

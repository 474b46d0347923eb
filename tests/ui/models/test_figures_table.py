"""Plain numbers beside a plot, as people read them."""

from __future__ import annotations

import math

from pytestqt.qtbot import QtBot

from simexplorer.ui.models.figures_table import FiguresTable


def test_numbers_without_end_and_numbers_that_are_none_have_signs(qtbot: QtBot) -> None:
    table = FiguresTable()
    values = (math.inf, -math.inf, math.nan, 3.0, 0.25)
    table.show(("similarity", "count"), (values, values), frozenset({0}))
    shown = [[table.data(table.index(row, column)) for row in range(len(values))] for column in (0, 1)]
    assert shown == [["∞", "−∞", "–", "3.000", "0.250"], ["∞", "−∞", "–", "3", "0.25"]]

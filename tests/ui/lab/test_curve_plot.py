"""Curves, words and marks of a page wear the colour that they were given, however often they come and go."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme.colours import colours_of


def test_what_was_taken_away_comes_back_in_its_colour(qtbot: QtBot) -> None:
    plot = CurvePlot("labPlot_some", "Some curves", "x", "y")
    qtbot.addWidget(plot)
    for _ in range(2):
        plot.set_curve("one", [0.0, 1.0], [0.0, 1.0], Tint.ACCENT, width=3.0)
        plot.set_label("one", 0.5, 0.5, "a name", Tint.ACCENT)
        plot.set_mark("two", 0.5, "a place", Tint.ACCENT)
        drawn = {type(item): item for item in plot.plotItem.items}
        worn = (
            drawn[pg.PlotDataItem].opts["pen"].color(),
            drawn[pg.InfiniteLine].pen.color(),
            *(item.color for item in plot.plotItem.items if isinstance(item, pg.TextItem)),
        )
        assert {QColor(tint).name() for tint in worn} == {colours_of(plot.palette()).accent}
        plot.drop("one")
        plot.drop("two")
        assert not plot.plotItem.items


def test_lines_are_as_wide_on_a_fine_screen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plot = CurvePlot("labPlot_some", "Some curves", "x", "y")
    qtbot.addWidget(plot)
    monkeypatch.setattr(plot, "devicePixelRatioF", lambda: 2.0)
    plot.set_curve("one", [0.0, 1.0], [0.0, 1.0], width=3.0)
    plot.set_mark("two", 0.5, "a place")
    drawn = {type(item): item for item in plot.plotItem.items}
    assert drawn[pg.PlotDataItem].opts["pen"].widthF() == 6.0, "device pixels"
    assert (drawn[pg.InfiniteLine].pen.widthF(), drawn[pg.InfiniteLine].hoverPen.widthF()) == (2.0, 8.0)

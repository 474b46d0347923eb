"""Plots leave their axes the room that numbers and titles take, however large the letters are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.plots.fitted_axis import FittedAxis
from simexplorer.ui.plots.themed_plot import ThemedPlot

TICKS = [(place / 5, f"{place / 5:.2f}") for place in range(6)]


@pytest.fixture(params=[9, 16, 24])
def points(request: pytest.FixtureRequest) -> Iterator[int]:
    """The size of all letters, while a test runs."""
    usual = QApplication.font()
    large = QFont(usual)
    large.setPointSizeF(request.param)
    QApplication.setFont(large)
    yield request.param
    QApplication.setFont(usual)


def _plot(qtbot: QtBot, width: int = 640) -> ThemedPlot:
    plot = ThemedPlot()
    qtbot.addWidget(plot)
    plot.setRange(xRange=(0.0, 1.0), yRange=(0.0, 1.0), padding=0)
    for side in ("left", "bottom"):
        plot.getAxis(side).setTicks([TICKS])
        plot.getAxis(side).setLabel("similarity")
    plot.finish()
    plot.resize(width, 420)
    plot.show()
    return plot


def _numbers(axis: FittedAxis) -> dict[str, QRectF]:
    """Where numbers are drawn, by what they are."""
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(QFont())
    texts: list[Any] = axis.generateDrawSpecs(painter)[2]
    painter.end()
    return {text: axis.mapRectToScene(rect) for rect, _, text in texts}


def _title(axis: FittedAxis) -> QRectF:
    """Where the title is; its box is wider than its letters by four pixels on all sides."""
    box: QRectF = axis.label.boundingRect()
    return axis.mapRectToScene(axis.label.mapRectToParent(box.adjusted(4, 4, -4, -4)))


@pytest.mark.usefixtures("points")
def test_titles_do_not_lie_over_numbers(qtbot: QtBot) -> None:
    plot = _plot(qtbot)
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        numbers, title = _numbers(axis), _title(axis)
        assert numbers
        assert not [text for text, place in numbers.items() if place.intersects(title)]


@pytest.mark.usefixtures("points")
def test_letters_of_a_title_keep_their_tails(qtbot: QtBot) -> None:
    plot = _plot(qtbot)
    assert QRectF(plot.viewport().rect()).contains(_title(plot.getAxis("bottom")))


@pytest.mark.usefixtures("points")
def test_numbers_that_a_plot_chooses_itself_have_room_too(qtbot: QtBot) -> None:
    plot = _plot(qtbot)
    axis = plot.getAxis("left")
    axis.setTicks(None)
    plot.setRange(yRange=(0.0, 0.0014), padding=0)
    qtbot.waitUntil(lambda: "0.0010" in _numbers(axis))  # as they are, not in thousandths
    assert not [text for text, place in _numbers(axis).items() if place.intersects(_title(axis))]


@pytest.mark.usefixtures("points")
def test_numbers_at_the_ends_are_whole(qtbot: QtBot) -> None:
    plot = _plot(qtbot)
    sight = QRectF(plot.viewport().rect())
    for side in ("left", "bottom"):
        numbers = _numbers(plot.getAxis(side))
        assert {"0.00", "1.00"} <= set(numbers)
        assert not [text for text, place in numbers.items() if not sight.contains(place)]
    assert not _numbers(plot.getAxis("left"))["0.00"].intersects(_numbers(plot.getAxis("bottom"))["0.00"])


@pytest.mark.usefixtures("points")
def test_numbers_of_a_narrow_plot_stand_apart(qtbot: QtBot) -> None:
    places = list(_numbers(_plot(qtbot, 300).getAxis("bottom")).values())
    assert len(places) >= 2
    assert all(not one.intersects(other) for one, other in pairwise(places))


def test_an_axis_takes_no_less_than_it_was_promised(qtbot: QtBot) -> None:
    plot = _plot(qtbot)
    plot.getAxis("left").take_at_least(150)
    assert plot.getAxis("left").minimumWidth() == 150

"""Presets and forecast: whole beside each other or below each other, whatever the width and the letters."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.before_controller import before_panel
from simexplorer.ui.panels.before_panel import BeforePanel
from simexplorer.ui.theme.stylesheet import style_sheet

_WHAT = [
    "Files",
    "Looked at",
    "Time",
    "of it reading and signing",
    "Memory",
    "Pairs found",
    "of them in the sample",
    "A saved workspace",
]
_EXPECTED = ["3,452, 25 MB", "400 documents", "about 0.8 s", "0.5 s", "at most 115 MB", "about 86,600", "9", "3.1 MB"]


@pytest.fixture
def panel(qtbot: QtBot) -> BeforePanel:
    """What a sample has told."""
    made = before_panel()
    qtbot.addWidget(made)
    made.because.setText("Of 398 documents looked at: half of the texts have at most 3,133 characters. " * 2)
    made.forecast.figures.show(("What", "Expected"), (_WHAT, _EXPECTED))
    made.show_warnings(["With shingles of 9 characters two texts picked at random already share 0.78."])
    made.show_filled(True)
    return made


def _check(panel: BeforePanel) -> None:
    """No figure is cut, and nothing but what stands in the page scrolls over it."""
    table, area = panel.forecast, panel.findChild(QScrollArea, "beforeArea")
    assert table.verticalScrollBar().maximum() == table.horizontalScrollBar().maximum() == 0
    assert sum(table.columnWidth(column) for column in (0, 1)) <= table.viewport().width()
    last = table.visualRect(table.model().index(len(_WHAT) - 1, 0))
    assert table.viewport().rect().contains(last)
    words = table.fontMetrics().horizontalAdvance(max(_EXPECTED, key=len))
    assert table.columnWidth(1) >= words
    assert area.horizontalScrollBar().maximum() == 0
    assert area.widget().width() == area.viewport().width()


@pytest.mark.parametrize(("width", "folds"), [(377, True), (588, True), (760, False)])
def test_the_forecast_is_whole_at_any_width(qtbot: QtBot, panel: BeforePanel, width: int, folds: bool) -> None:
    panel.resize(width, 300)
    panel.show()
    qtbot.waitUntil(lambda: _check(panel))
    forecast, presets = (panel.findChild(QScrollArea, name) for name in ("forecastScroll", "presetsScroll"))
    below = forecast.mapTo(panel, forecast.rect().topLeft()).y() > presets.mapTo(panel, presets.rect().bottomLeft()).y()
    assert below == folds
    assert presets.height() >= 140
    if folds:  # the page scrolls, not the part
        assert forecast.verticalScrollBar().maximum() == 0


def test_it_is_whole_with_large_letters_too(qtbot: QtBot, large_letters: None, panel: BeforePanel) -> None:
    for width in (420, 760, 1100):
        panel.resize(width, 400)
        panel.show()
        qtbot.waitUntil(lambda: _check(panel))


def test_all_of_the_page_has_one_ground(panel: BeforePanel, qtbot: QtBot) -> None:
    panel.setStyleSheet(style_sheet(10.0))
    panel.resize(900, 600)
    panel.show()
    qtbot.waitUntil(lambda: panel.because.width() > 0)
    image = panel.grab().toImage()
    grounds = {image.pixelColor(x, y).name() for x, y in ((3, 3), (3, 596), (panel.again.x() - 3, 3), (460, 3))}
    assert grounds == {panel.palette().base().color().name()}

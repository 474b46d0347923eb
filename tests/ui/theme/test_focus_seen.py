"""Where the keyboard is stands out from where it is not: by 3 to 1 along the edge, as WCAG 2.2 asks (2.4.13)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.naming import push_button
from simexplorer.ui.theme.colours import DARK, LIGHT, Colours, palette_from
from simexplorer.ui.theme.stylesheet import TONE, style_sheet
from tests.ui.plots.graphs import pixels
from tests.ui.theme.wcag import luminance


def _tabs() -> QTabBar:
    made = QTabBar()
    made.addTab("Clusters  11")
    return made


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def colours(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Colours]:
    """Those of the application, where sheets look them up."""
    before = qapp.palette()
    qapp.setPalette(palette_from(request.param))
    yield request.param
    qapp.setPalette(before)


@pytest.mark.parametrize("kind", ["tab", "primary"])
def test_a_tab_and_a_main_button_show_that_they_have_the_keyboard(qtbot: QtBot, colours: Colours, kind: str) -> None:
    window = QWidget()
    shown = _tabs() if kind == "tab" else push_button("Analyse", "analyse", "Analyse", primary=True)
    column, other = QVBoxLayout(window), QLineEdit()
    column.addWidget(shown)
    column.addWidget(other)
    window.setProperty(TONE, "dark" if colours.dark else "light")
    window.setStyleSheet(style_sheet(9.0))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    pictures = []
    for one in (other, shown):
        one.setFocus()
        assert one.hasFocus()
        pictures.append(luminance(pixels(shown.grab().toImage())[..., ::-1] / 255.0))  # blue stood first
    away, here = pictures
    assert away.shape == here.shape
    ratio = (np.maximum(away, here) + 0.05) / (np.minimum(away, here) + 0.05)
    edge = shown.tabRect(0) if isinstance(shown, QTabBar) else shown.rect()
    assert int((ratio >= 3.0).sum()) >= edge.width() + edge.height(), "at least half of the edge"

"""The place of the selected passage: words until there is one, and passages of any length without a standstill."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.boilerplate import ReadablePassages
from simexplorer.ui.models.passages_table import PassageRows, PassagesTable
from simexplorer.ui.panels.boilerplate_panel import BoilerplatePanel


def test_a_passage_of_millions_of_characters_on_one_line_is_shown_and_only_its_rows_in_sight_are_laid_out(
    qtbot: QtBot,
) -> None:
    panel = BoilerplatePanel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show_filled(True)
    panel.show()
    (words,) = [one for one in panel.findChildren(QLabel) if one.text().startswith("Select a passage")]
    assert words.isVisible()
    text = "word " * 400_000
    panel.show_passage(text)
    assert panel.reading.isVisible()
    assert not words.isVisible()
    assert panel.reading.shown.text == text
    panel.reading.grab()
    assert 0 < len(panel.reading._layouts._made) < 200
    panel.reading.select_all()
    assert panel.reading.selected_text() == text
    panel.show_passage("")
    assert words.isVisible()


def test_a_cell_shows_the_beginning_of_a_passage_however_long_it_is() -> None:
    none = np.zeros(2, np.int64)
    texts = ("\n\n  first  of\tall " + "word " * 400_000, " " * 5_000 + "second")
    passages = ReadablePassages(texts, none.astype(np.int32), none, none, (none.astype(np.uint64),) * 2, none)
    table = PassagesTable()
    shown = [table.text(PassageRows(passages, 2), entry, 3) for entry in (0, 1)]
    assert shown == [("first of all " + "word " * 400)[:400], "second"]


def test_the_wheel_moves_the_share_only_where_the_keyboard_is(qtbot: QtBot) -> None:
    panel = BoilerplatePanel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show_filled(True)
    with qtbot.waitActive(panel):
        panel.show()
    panel.percent.setFocus()
    for focused in (False, True):
        if focused:
            panel.slider.setFocus()
        place = panel.slider.mapTo(panel, panel.slider.rect().center())
        QTest.wheelEvent(panel.windowHandle(), place, QPoint(0, -120))
        assert (panel.slider.value() != 30) == focused

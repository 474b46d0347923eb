"""Why a pair was found or not, over a real run: what it tells, what takes long, another setting taken over."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.errors import Cancelled
from simexplorer.pipeline import explaining
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.controllers.why_controller import WhyController
from simexplorer.ui.main_window import MainWindow
from tests.ui.chained import chain, of_all, own, row, show, window
from tests.ui.conftest import feature, quiet

__all__ = ["chain", "of_all", "own", "window"]


def test_why_tells_of_a_pair_that_was_found_and_leads_to_its_shingles(window: MainWindow, qtbot: QtBot) -> None:
    why = feature(window, WhyController)
    assert isinstance(why, WhyController)
    show(window, "why", qtbot)
    panel, result = why.panel, window.session.result
    assert panel.verdict.text().startswith("Found: they meet in")
    at = np.flatnonzero(
        (result.pairs.i == row(window, "version-0.txt")) & (result.pairs.j == row(window, "version-1.txt"))
    )
    assert panel.findChild(QLabel, "why_value").text() == f"{result.pairs.jaccard[int(at[0])]:.3f}"
    panel.bands.as_table.setChecked(True)
    assert panel.bands.model.rowCount() == result.bands
    assert panel.bits.model.rowCount() == 64
    assert panel.outcomes.index(0, 0).data().startswith(f"{result.bands} × {result.rows}")
    panel.grab()
    only = why.panel.lists[2]
    assert only.model.rowCount() >= 1
    with qtbot.waitSignal(only.place_wanted) as wanted:
        index = only.model.index(0, 0)
        qtbot.mouseClick(only.table.viewport(), Qt.MouseButton.LeftButton, pos=only.table.visualRect(index).center())
    assert window.evidence_tabs.shown() == "compare"
    text = window.compare.right.view.shown.text
    passage = only.model.index(0, 0).data().strip("“”")
    assert text[wanted.args[0] :].startswith(passage[:9])


def test_why_says_that_it_explains_what_takes_long_and_leaves_it_for_another_pair(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    why, explain, begun, left = feature(window, WhyController), explaining.explain_pair, [], []
    assert isinstance(why, WhyController)
    show(window, "why", qtbot)
    long = (row(window, "version-0.txt"), row(window, "version-2.txt"))

    def waiting(result: Result, reader: Reader, a: int, b: int, **options: Any) -> explaining.PairExplanation:
        begun.append((a, b))
        try:
            while (a, b) == long:
                time.sleep(0.001)
                options["heed"]()
        except Cancelled:
            left.append((a, b))
            raise
        return explain(result, reader, a, b, **options)

    monkeypatch.setattr(explaining, "explain_pair", waiting)
    window.selection.select(long)
    qtbot.waitUntil(lambda: why.panel.empty.isVisible() and "Explaining this pair" in why.panel.empty.words())
    other = (row(window, "version-1.txt"), row(window, "version-2.txt"))
    window.selection.select(other)
    quiet(window, qtbot)
    assert (begun, left) == ([long, other], [long])
    assert why.panel.verdict.isVisible()
    assert why.panel.verdict.text().startswith("Found")
    window.selection.select(long)
    qtbot.waitUntil(lambda: len(begun) == 3)
    window.selection.select(())
    quiet(window, qtbot)
    assert left == [long, long]
    assert "Which two?" in why.panel.empty.words()


def test_why_tells_of_two_that_nothing_connects(window: MainWindow, qtbot: QtBot) -> None:
    why, compare = feature(window, WhyController), feature(window, CompareController)
    assert isinstance(why, WhyController)
    assert isinstance(compare, CompareController)
    show(window, "why", qtbot)
    compare.compare(row(window, "stranger.txt"), row(window, "version-2.txt"))
    quiet(window, qtbot)
    assert why.panel.verdict.text().startswith("Never compared: they meet in none of")
    window.selection.select((row(window, "stranger.txt"),))
    assert "Which two?" in why.panel.empty.words()


def test_another_setting_of_the_list_is_taken_over(own: MainWindow, qtbot: QtBot) -> None:
    why = feature(own, WhyController)
    assert isinstance(why, WhyController)
    show(own, "why", qtbot)
    assert not why.panel.use.isEnabled()
    why.panel.settings.setCurrentIndex(why.panel.outcomes.index(1, 0))
    bands, rows = why.panel.outcomes.index(1, 0).data().split(" × ")
    why.panel.use.click()
    quiet(own, qtbot)
    assert (own.session.result.bands, own.session.result.rows) == (int(bands), int(rows))


def test_the_setting_that_was_selected_for_one_pair_can_be_chosen_for_the_next(
    window: MainWindow, qtbot: QtBot
) -> None:
    why = feature(window, WhyController)
    assert isinstance(why, WhyController)
    show(window, "why", qtbot)
    table = why.panel.settings
    for pair in (0, 1):
        window.pairs.view.select_row(pair)
        quiet(window, qtbot)
        assert not why.panel.use.isEnabled()
        place = table.visualRect(why.panel.outcomes.index(1, 0)).center()
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert why.panel.use.isEnabled(), pair

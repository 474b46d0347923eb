"""Ask while something else goes on: a file that is still read, a run that grows."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.pipeline import file_texts
from simexplorer.ui.controllers.ask_controller import AskController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature
from tests.ui.fakes import FakeAnalysis
from tests.ui.kept import LINES, settle


@pytest.fixture
def ask(window: MainWindow, qtbot: QtBot) -> AskController:
    """In front."""
    made = feature(window, AskController)
    made.show()
    settle(window, qtbot)
    return made


def test_a_file_that_is_still_read_can_be_left_and_falls_silent(
    window: MainWindow, ask: AskController, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, go_on = file_texts.texts_of_file, threading.Event()

    def slow(*arguments: object) -> object:
        found = real(*arguments)  # type: ignore[arg-type]
        assert go_on.wait(60.0)
        return found

    monkeypatch.setattr(file_texts, "texts_of_file", slow)
    panel = ask.panel
    assert not panel.clear.isEnabled()
    ask.ask_file(os.fsencode(collection / "b one.txt"))
    assert panel.source.isVisible()
    assert panel.clear.isEnabled()
    panel.clear.click()
    assert not panel.clear.isEnabled()  # nothing is left to be taken away, though the reading has not heard of it yet
    assert panel.edit.isVisible()
    panel.edit.setPlainText("\n".join(LINES))
    go_on.set()
    settle(window, qtbot)
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0, timeout=60_000)
    assert panel.edit.isVisible()
    assert panel.model.index(0, 0).data().startswith("a ")


def test_answers_are_told_by_the_measure_that_they_were_found_by(
    window: MainWindow, ask: AskController, qtbot: QtBot
) -> None:
    panel = ask.panel
    panel.edit.setPlainText("\n".join(LINES))
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0, timeout=60_000)
    settle(window, qtbot)
    said = panel.summary()
    assert "at or above 0.80" in said
    other = FakeAnalysis(documents=20, pairs=4).found(window.run.recipe, 0.5)
    recipe = other.recipe.replace(measure="hamming", scheme="simhash", threshold=0.9)
    window.session.set_result(replace(other, recipe=recipe), growing=True)
    window.session.turns.finish()
    assert panel.summary() == said
    panel.view.select_row(0)
    window.session.turns.finish()

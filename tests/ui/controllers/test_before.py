"""What is said where one begins: the settings that a sample speaks for, beside those of now."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet
from tests.ui.versions import of_all, place, window

__all__ = ["of_all", "place", "window"]


def test_where_one_begins_settings_other_than_suggested_are_told_and_those_for_passages(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller, advice = feature(window, "BeforeController"), window.overview.advice
    controller.show()
    quiet(window, qtbot)
    passages = "Passages copied into otherwise different texts need other settings: see Presets."

    def told() -> str:
        quiet(window, qtbot)
        return advice.text().replace("\N{NO-BREAK SPACE}", " ")

    assert "With the present settings a run takes" in told()
    assert told().endswith(passages)
    controller.panel.rows["passages"].take.click()
    qtbot.waitUntil(lambda: "shingles of 5 words · threshold 0.01) a run takes" in told(), timeout=20_000)
    assert "Suggested: mail, notes, short texts (shingles of 5 characters · threshold 0.80" in told()
    assert passages not in told()
    controller.panel.rows["mail"].take.click()
    qtbot.waitUntil(lambda: "With the present settings a run takes" in told(), timeout=20_000)
    assert told().endswith(passages)

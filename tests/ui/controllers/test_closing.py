"""The window is closed while a report is being written: it asks, waits, and loses nothing unasked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.closing_box import ClosingBox
from simexplorer.ui.main_window import MainWindow
from tests.ui.held_writing import held_writing


def close(window: MainWindow, answer: Callable[[ClosingBox], None]) -> None:
    """Close it and answer the box that must then be there."""
    seen = []

    def act() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, ClosingBox)
        assert "still being written" in box.text()
        seen.append(box)
        answer(box)

    QTimer.singleShot(200, act)
    window.close()
    assert seen


def press(box: ClosingBox, words: str) -> None:
    next(one for one in box.findChildren(QPushButton) if one.text() == words).click()


def test_it_is_kept_open_or_closes_when_the_report_is_written(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_writing(monkeypatch) as (begun, goes_on):
        for name in ("one.json", "two.json"):
            window.exporting.write(str(tmp_path / name))
        qtbot.waitUntil(begun.is_set)
        close(window, lambda box: press(box, "Keep the window open"))
        assert window.isVisible()
        assert window.exporting.jobs.running
        close(window, lambda box: qtbot.keyClick(box, Qt.Key.Key_Escape))
        assert window.isVisible()
        close(window, lambda _box: goes_on.set())
        assert not window.isVisible()
    assert (tmp_path / "one.json").is_file()
    assert (tmp_path / "two.json").is_file()


def test_the_writing_is_stopped_when_that_is_the_answer(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.csv"
    path.write_text("as it was")
    cancel = window.exporting.jobs.cancel
    with held_writing(monkeypatch) as (begun, goes_on):
        window.exporting.write(str(path))
        qtbot.waitUntil(begun.is_set)
        # it ends where it is next asked
        monkeypatch.setattr(window.exporting.jobs, "cancel", lambda: (cancel(), goes_on.set()))
        close(window, lambda box: press(box, "Stop it and close"))
        assert not window.isVisible()
    assert path.read_text() == "as it was"


def test_it_stays_to_tell_why_a_report_could_not_be_written(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_writing(monkeypatch) as (begun, goes_on):
        folder = tmp_path / "goes"
        folder.mkdir()
        window.exporting.write(str(folder / "r.csv"))
        qtbot.waitUntil(begun.is_set)

        def spoil(_box: ClosingBox) -> None:
            for one in folder.iterdir():
                one.unlink()
            folder.rmdir()
            goes_on.set()

        close(window, spoil)
        assert window.isVisible()
        assert window.message.isVisible()
    window.close()
    assert not window.isVisible()

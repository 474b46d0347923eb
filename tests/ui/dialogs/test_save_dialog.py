"""A name without its ending gets it, and what then would be replaced is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.save_dialog import ask_where_to_save


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def choose(monkeypatch: pytest.MonkeyPatch, path: object, picked: str = "") -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(path), picked))


def press(words: str, seen: list[str]) -> None:
    """Press a button of the question as soon as it is there."""

    def act() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append(box.text())
        next(b for b in box.findChildren(QAbstractButton) if b.text().replace("&", "") == words).click()

    QTimer.singleShot(0, act)


def test_the_ending_is_added_where_it_lacks(parent: QWidget, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for typed, saved in (("mine", "mine.simx"), ("mine.SIMX", "mine.SIMX"), ("mine.v2", "mine.v2.simx")):
        choose(monkeypatch, tmp_path / typed)
        assert ask_where_to_save(parent, "Save", "", "*", ".simx") == str(tmp_path / saved)


def test_the_filter_gives_the_ending_where_none_is_wanted(
    parent: QWidget, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    filters = "Web page (*.html);;Table (*.csv)"
    for typed, picked, saved in (("new", "", "new.html"), ("new", "Table (*.csv)", "new.csv"), ("a.md", "", "a.md")):
        choose(monkeypatch, tmp_path / typed, picked)
        assert ask_where_to_save(parent, "Save", "", filters) == str(tmp_path / saved)


@pytest.mark.parametrize(("button", "kept"), [("Cancel", True), ("Replace", False)])
def test_a_file_that_the_ending_leads_to_is_not_replaced_unasked(
    parent: QWidget, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, button: str, kept: bool
) -> None:
    (tmp_path / "mine.simx").write_text("decisions of a week")
    choose(monkeypatch, tmp_path / "mine")
    seen: list[str] = []
    press(button, seen)
    chosen = ask_where_to_save(parent, "Save the workspace as", "", "*", ".simx")
    assert chosen == ("" if kept else str(tmp_path / "mine.simx"))
    assert seen == [f"mine.simx already exists in {tmp_path}.\nDo you want to replace it?"]


def test_what_the_dialog_itself_asked_about_is_not_asked_again(
    parent: QWidget, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine.simx").write_text("replaced by will")
    choose(monkeypatch, tmp_path / "mine.simx")
    assert ask_where_to_save(parent, "Save", "", "*", ".simx") == str(tmp_path / "mine.simx")

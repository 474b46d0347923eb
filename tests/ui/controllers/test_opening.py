"""Paths are bytes from the drop to the pipeline; recent folders are kept; what is gone is said."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers import opening_controller
from simexplorer.ui.controllers.opening_controller import dropped_paths, place_of
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.drops import TAKES
from tests.closed_folder import closed_folder
from tests.ui.conftest import OpenWindow

RAW = b"caf\xe9-\xff <b>.d"


@pytest.fixture
def odd_folder(tmp_path: Path) -> bytes:
    place = os.path.join(os.fsencode(tmp_path), RAW)
    os.mkdir(place)
    return place


def mime_of(*paths: bytes) -> QMimeData:
    data = QMimeData()
    lines = b"".join(b"file://" + quote_from_bytes(path).encode() + b"\r\n" for path in paths)
    data.setData("text/uri-list", QByteArray(lines))
    return data


def drop(window: MainWindow, data: QMimeData) -> None:
    """What Qt sends when something is let go over the window."""
    actions, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    moving = actions | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(QPoint(5, 5), moving, data, button, keys)
    enter.setDropAction(Qt.DropAction.MoveAction)  # as file managers propose it
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert enter.dropAction() == Qt.DropAction.CopyAction
    assert window.drop_frame.isVisibleTo(window)
    let_go = QDropEvent(QPointF(5, 5), moving, data, button, keys)
    let_go.setDropAction(Qt.DropAction.MoveAction)
    window.dropEvent(let_go)
    assert let_go.isAccepted()
    assert let_go.dropAction() == Qt.DropAction.CopyAction, "after a move, who handed it over might delete it"
    assert not window.drop_frame.isVisibleTo(window)


def test_sources_that_only_the_root_holds_are_named_themselves() -> None:
    assert place_of([b"/"]) == "/"
    assert place_of([b"/home/letters"]) == "/home/letters"
    assert place_of([b"/home/letters", b"/home/notes"]) == "/home"
    assert place_of([b"/home/letters", b"/mnt/notes"]) == "/home/letters\n/mnt/notes"
    assert place_of([b"/home/a", b"/mnt/b", b"/srv/c", b"/var/d", b"/opt/e"]).splitlines()[2:] == [
        "/srv/c",
        "and 2 more",
    ]


def test_a_folder_that_is_not_utf8_survives_the_drop(open_window: OpenWindow, qtbot: QtBot, odd_folder: bytes) -> None:
    window = open_window(opened=False)
    drop(window, mime_of(odd_folder))
    assert window.session.sources == (), "the drop must return before anything is opened"
    qtbot.waitUntil(lambda: window.session.sources == (odd_folder,))
    assert window.collection.title.text() == "caf\\xe9-\\xff <b>.d"
    assert window.bar.analyse.isEnabled()


def test_what_a_drop_would_do_is_said_while_it_is_dragged_over_the_window(
    open_window: OpenWindow, odd_folder: bytes
) -> None:
    window = open_window(opened=False)
    frame, keys = window.drop_frame, (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for data, words in (
        (mime_of(odd_folder), "Let go to open caf\\xe9-\\xff <b>.d"),
        (mime_of(odd_folder, b"/other"), "Let go to open 2 sources"),
        (mime_of(b"/kept/essays.simx"), "Let go to open the saved workspace essays.simx"),
        (QMimeData(), ""),
    ):
        enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, *keys)
        QApplication.sendEvent(window, enter)
        assert (frame.words, enter.isAccepted()) == (words, bool(words))
        assert frame.isVisibleTo(window) == bool(words)
        assert not words or frame.geometry() == window.rect()
        QApplication.sendEvent(window, QDragLeaveEvent())
        assert not frame.isVisibleTo(window)


def test_recent_folders_are_kept_as_bytes(open_window: OpenWindow, qtbot: QtBot, odd_folder: bytes) -> None:
    window = open_window()
    assert window.opening.open([odd_folder])
    window.close()
    again = open_window(opened=False)
    assert again.opening.recent()[0] == odd_folder
    entries = [a for a in again.bar.open_menu.actions() if a.data()]
    entries[0].trigger()
    assert again.session.sources == (odd_folder,)


def test_a_folder_that_is_gone_is_said_and_leaves_things_as_they_are(open_window: OpenWindow, folder: Path) -> None:
    window = open_window()
    assert not window.opening.open([b"/no/such/folder"])
    assert "/no/such/folder is not there" in window.message.text()
    assert window.session.sources == (os.fsencode(folder),)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the modes of files")
def test_a_folder_without_permission_is_said_and_leaves_things_as_they_are(
    open_window: OpenWindow, folder: Path, qtbot: QtBot
) -> None:
    window = open_window()
    with closed_folder() as closed:
        for path in (closed, closed / "a.txt"):
            window.message.hide()
            drop(window, mime_of(os.fsencode(path)))
            qtbot.waitUntil(window.message.isVisible)
            assert f"no permission to look into the folder {closed}." in window.message.text()
    assert window.session.sources == (os.fsencode(folder),)


def test_the_dialogs_open_what_is_chosen(
    open_window: OpenWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(opened=False)
    dialog = opening_controller.QFileDialog
    monkeypatch.setattr(dialog, "getExistingDirectory", lambda *_a: str(folder))
    monkeypatch.setattr(dialog, "getOpenFileNames", lambda *_a: ([str(folder / "a.txt")], ""))
    window.bar.open.click()
    assert window.session.sources == (os.fsencode(folder),)
    window.opening.actions["openFiles"].trigger()
    assert window.session.sources == (os.fsencode(folder / "a.txt"),)


def test_no_part_of_the_window_keeps_a_drop_for_itself(lent_new: MainWindow) -> None:
    assert lent_new.acceptDrops()
    keeping = [w for w in lent_new.workbench.all_of(QWidget) if w.acceptDrops()]
    assert keeping
    assert all(w.property(TAKES) for w in keeping), "but for the field that takes a document to ask about"


def test_files_of_other_kinds_are_not_taken() -> None:
    data = QMimeData()
    data.setText("just words")
    assert dropped_paths(data) == []
    for address in (b"https://example.org/x", b"file://", b"file://server", b"file:letters"):
        data.setData("text/uri-list", QByteArray(address + b"\r\n"))
        assert dropped_paths(data) == [], "nothing of the folder that the program was started in"


def test_opening_another_folder_forgets_the_old_answer(analysed: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    analysed.selection.select((3, 4))
    analysed.opening.open([os.fsencode(other)])
    assert analysed.session.result is None
    assert analysed.pairs.model.rowCount() == 0
    assert analysed.selection.documents == ()
    qtbot.waitUntil(lambda: analysed.fakes[0].closed)
    assert analysed.bar.analyse.text() == "Analyse"
    assert analysed.status.status.text() == analysed.status.summary.text() == ""


def test_a_folder_that_is_called_like_a_workspace_is_a_folder(open_window: OpenWindow, tmp_path: Path) -> None:
    place = tmp_path / "old.simx"
    place.mkdir()
    window = open_window(opened=False)
    window.opening.open([os.fsencode(place)])
    assert window.session.sources == (os.fsencode(place),)


def test_saved_workspaces_are_not_read_as_documents(lent_new: MainWindow, folder: Path, tmp_path: Path) -> None:
    before = lent_new.session.sources
    saved = tmp_path / "one.simx"
    saved.touch()
    for together in ([saved, tmp_path / "one.simx"], [saved, folder]):
        assert not lent_new.opening.open([os.fsencode(path) for path in together])
        assert (
            lent_new.message.text() == "A saved workspace is opened alone. Open one of them, or documents without any."
        )
        assert lent_new.session.sources == before

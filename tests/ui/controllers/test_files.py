"""Files are opened by their exact bytes, and what does not work is said in a sentence."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.ui.controllers import file_controller
from simexplorer.ui.controllers.file_controller import copy_path, open_path, reveal_path
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import action, double_click, feature, quiet, run_to_end

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="xdg-open is the way of Linux")


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for xdg-open that writes down what it was given."""
    place = tmp_path / "bin"
    place.mkdir()
    script = place / "xdg-open"
    script.write_text(f"#!/bin/sh\nprintf '%s' \"$1\" > {tmp_path}/opened\nexit $(cat {tmp_path}/code)\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "code").write_text("0")
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    return tmp_path


def test_a_name_that_is_not_utf8_reaches_the_system_unchanged(opener: Path) -> None:
    path = os.path.join(os.fsencode(opener), b"\xff\xfe $(x) <b>.txt")
    with open(path, "wb"):
        pass
    open_path(path)
    assert (opener / "opened").read_bytes() == path
    reveal_path(path)
    assert (opener / "opened").read_bytes() == os.fsencode(opener)


def test_a_file_that_is_gone_is_said(opener: Path) -> None:
    with pytest.raises(InputError, match="is not there any more"):
        open_path(b"/no/such/file")


def test_a_system_without_a_program_for_it_is_said(opener: Path) -> None:
    (opener / "code").write_text("3")
    with pytest.raises(InputError, match="found no program for it"):
        open_path(os.fsencode(opener))


def test_a_system_without_an_opener_is_said(opener: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(InputError, match="xdg-open is not installed"):
        open_path(os.fsencode(opener))


def test_double_click_opens_the_first_document_or_says_why_not(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    view = lent.pairs.view
    place = view.visualRect(lent.pairs.model.index(1, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(lent.files.jobs.ended, timeout=10_000):
        double_click(view.viewport(), place)
    document = lent.pairs.model.documents_of(1)[0]
    path = lent.session.result.documents.paths.file(document)
    assert os.fsdecode(path) in lent.message.text()
    with qtbot.waitSignal(lent.files.jobs.ended, timeout=10_000):
        lent.files.show_in_folder(document)
        assert lent.message.isHidden()  # until that cannot be done either
    assert lent.message.isVisible()


def test_all_files_are_opened_that_are_asked_for_while_one_is_still_being_opened(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bytes] = []
    begun, go_on = threading.Event(), threading.Event()

    def slowly(path: bytes) -> None:
        opened.append(path)
        begun.set()
        assert go_on.wait(10)

    monkeypatch.setattr(file_controller, "open_path", slowly)
    asked = []
    lent.views.show_view("pairs")
    for row in (0, 1):
        lent.pairs.view.show_selected(row)
        menu = lent.files.menu_for(lent.pairs.view)
        for act in menu.actions()[:2]:  # Open (first), Open (second)
            act.trigger()
        asked += lent.pairs.model.documents_of(row)
        menu.deleteLater()
        qtbot.waitUntil(begun.is_set)
    go_on.set()
    qtbot.waitUntil(lambda: not lent.files.jobs.running)
    file = lent.session.result.documents.paths.file
    assert opened == list(dict.fromkeys(map(file, asked)))


@pytest.mark.parametrize(
    ("path", "copied"),
    [
        pytest.param("/home/کتاب\u200cها/گزارش.txt".encode(), "/home/کتاب\u200cها/گزارش.txt", id="Persian joiner"),
        pytest.param("/a/👩\u200d🚀 b\u00a0c.txt".encode(), "/a/👩\u200d🚀 b\u00a0c.txt", id="emoji and a hard blank"),
        pytest.param("/a/re\u0301sume\u0301.txt".encode(), "/a/re\u0301sume\u0301.txt", id="accents stay apart"),
        pytest.param(b"/a/two\nlines\x1b.txt", "/a/two\\nlines\\x1b.txt", id="control characters are shown"),
        pytest.param(b"/a/caf\xe9.txt", "/a/caf\\xe9.txt", id="bytes that are no text"),
    ],
)
def test_a_path_is_copied_as_other_programs_take_it(qapp: QApplication, path: bytes, copied: str) -> None:
    copy_path(path)
    assert QApplication.clipboard().text() == copied


def test_the_menu_copies_paths_and_shows_neighbours(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    lent.pairs.view.show_selected(2)
    menu = lent.files.menu_for(lent.pairs.view)
    acts = {a.text(): a for a in menu.actions() if a.text()}
    assert list(acts)[:2] == ["Open (first)", "Open (second)"]
    acts["Copy path (second)"].trigger()
    second = lent.pairs.model.documents_of(2)[1]
    assert QApplication.clipboard().text() == os.fsdecode(lent.session.result.documents.paths.file(second))
    acts["Show neighbours (second)"].trigger()
    assert lent.selection.documents == lent.pairs.model.documents_of(2)[::-1]
    assert lent.tabs.shown() == "neighbours"
    menu.deleteLater()


@pytest.mark.parametrize("name", ["pairs", "map"])
def test_a_context_menu_closes_before_its_rows_are_other_documents(
    analysed: MainWindow, qtbot: QtBot, name: str
) -> None:
    analysed.views.show_view(name)
    quiet(analysed, qtbot)
    view = analysed.pairs.view
    on = view.viewport() if name == "pairs" else feature(analysed, "MapController").panel.plot
    place = view.visualRect(analysed.pairs.model.index(1, 0)).center() if name == "pairs" else on.rect().center()
    mouse = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(on, QContextMenuEvent(mouse, place, on.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert {"pairs": "Copy path (first)", "map": "Show all of the map"}[name] in [a.text() for a in menu.actions()]
    run_to_end(analysed, qtbot)
    assert QApplication.activePopupWidget() is None


def test_a_menu_of_the_window_stays_open_while_a_run_ends(analysed: MainWindow, qtbot: QtBot) -> None:
    for menu in (analysed.menus.menu("file"), analysed.bar.open_menu, analysed.bar.export_menu):
        menu.popup(analysed.mapToGlobal(analysed.rect().center()))
        run_to_end(analysed, qtbot)
        assert menu.isVisible(), menu.title()
        menu.close()


def test_copying_with_nothing_selected_leaves_the_clipboard_alone(lent: MainWindow) -> None:
    lent.views.show_view("pairs")
    view, clipboard = lent.pairs.view, QApplication.clipboard()
    view.setCurrentIndex(lent.pairs.model.index(1, 0))
    action(lent, "Ctrl+C").trigger()
    assert len(clipboard.text().splitlines()) == 2
    view.clearSelection()
    clipboard.setText("of elsewhere")
    action(lent, "Ctrl+C").trigger()
    assert lent.status.status.text() == "Select rows first."
    menu = lent.files.menu_for(view)
    (copy,) = (act for act in menu.actions() if act.text() == "Copy rows")
    assert not copy.isEnabled()
    assert copy.toolTip() == "Select rows first."
    assert clipboard.text() == "of elsewhere"
    menu.deleteLater()

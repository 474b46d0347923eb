"""The menu of a folder in the collection's tree."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.documents.globs import PathFilter
from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.folder_menu import FolderMenu, Place, pattern_of, place_of
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.panels.collection_panel import _globs
from tests.ui.conftest import feature
from tests.ui.versions import place, quiet, window

__all__ = ["place", "window"]

NAMES = (st.binary(min_size=1, max_size=6) | st.text("a{},[]*? ", min_size=1, max_size=6).map(str.encode)).filter(
    lambda name: not {0, ord("/"), ord("\\")} & set(name)
)


@given(st.lists(NAMES, min_size=1, max_size=3), NAMES)
def test_the_pattern_of_a_folder_names_it_wherever_its_name_could_mean_more(parts: list[bytes], other: bytes) -> None:
    folder = b"/".join(parts)
    (pattern,) = _globs(f"*.min.js, {pattern_of(folder)}")[1:]
    wanted = PathFilter(exclude=[pattern])
    assert not wanted.wants_folder(folder)
    assert not wanted.wants_file(folder + b"/deep/file")
    assert wanted.wants_folder(b"elsewhere/" + folder), "a folder of the same name further down is another one"
    lengths = {len(name.decode("utf-8", "surrogateescape")) for name in (other, parts[-1])}
    assume(len(lengths) == 2)
    assert wanted.wants_folder(b"/".join([*parts[:-1], other]))


def paths_of(names: list[bytes], roots: tuple[bytes, ...], prefix: int = 0, container: tuple[int, ...] = ()) -> Paths:
    offsets = np.concatenate([[0], np.cumsum([len(name) for name in names])]).astype(np.int64)
    inside = np.array(container or [-1] * len(names), np.int64)
    zeros = np.zeros(len(names), np.int32)
    return Paths(b"".join(names), offsets, roots, zeros, zeros + prefix, inside)


def test_the_place_of_a_folder_is_its_own_also_among_several_sources_and_in_archives() -> None:
    paths = paths_of([b"a/b/c.txt", b"a/pack.zip", b"a/pack.zip!in/d.txt"], (b"/docs",), 0, (-1, -1, 1))
    index = FolderIndex(paths)
    assert place_of(paths, index.whole) == Place(b"/docs", "")
    (first,) = index.children(index.whole)
    assert place_of(paths, first) == Place(b"/docs/a", "/a")
    below, packed = index.children(first)
    assert place_of(paths, below) == Place(b"/docs/a/b", "a/b")
    assert place_of(paths, packed) == Place(b"/docs/a/pack.zip", "")
    several = paths_of([b"a.zip", b"a.zip!b", b"a.zip!c"], (b"/docs",), 0, (-1, 0, 0))
    archives = FolderIndex(several, archives=True)
    assert [place_of(several, one) for one in archives.children(archives.whole)] == [Place(b"/docs/a.zip", "/a.zip")]
    two = paths_of([b"one/x/c.txt"], (b"/first/one", b"/second"), 4)
    assert place_of(two, FolderIndex(two).whole) is None
    (source,) = FolderIndex(two).children(FolderIndex(two).whole)
    assert place_of(two, source) == Place(b"/first/one", "")
    (inner,) = FolderIndex(two).children(source)
    assert place_of(two, inner) == Place(b"/first/one/x", "/x")


def entry(window: MainWindow, qtbot: QtBot, folder: str, text: str) -> QAction:
    """An entry of the menu that a right click on a folder opens."""
    tree = window.collection.tree
    model = tree.model()
    top = model.index(0, 0)
    lines = [top, *(model.index(row, 0, top) for row in range(model.rowCount(top)))]
    line = next(line for line in lines if line.data() == folder)
    spot = tree.visualRect(line).center()
    QApplication.sendEvent(
        tree.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, tree.viewport().mapToGlobal(spot))
    )
    menu = feature(window, "FolderMenu").menu
    qtbot.waitUntil(menu.isVisible)
    menu.close()
    return next(action for action in menu.actions() if action.text() == text)


def test_a_folder_is_left_out_read_alone_and_all_are_read_again(window: MainWindow, qtbot: QtBot) -> None:
    before = len(window.session.result.documents)
    assert not entry(window, qtbot, "All documents", "Read all folders again").isEnabled()
    entry(window, qtbot, "f03", "Leave out of the run").trigger()
    assert window.collection.exclude.text() == "/f03"
    assert "f03 will be left out: press Analyse" in window.status.status.text()
    with qtbot.waitSignal(window.run.run_finished, timeout=20_000):
        window.bar.analyse.click()
    quiet(window, qtbot)
    names = [window.session.result.documents.paths.raw(row) for row in range(len(window.session.result.documents))]
    assert len(names) == before - 4
    assert not any(name.startswith(b"f03/") for name in names)
    entry(window, qtbot, "f04", "Only this folder").trigger()
    assert (window.collection.include.text(), window.collection.exclude.text()) == ("/f04", "/f03")
    entry(window, qtbot, "All documents", "Read all folders again").trigger()
    assert not window.collection.narrowed


def test_a_folder_is_opened_shown_copied_and_opened_on_its_own(
    window: MainWindow, qtbot: QtBot, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str, bytes]] = []
    for act in ("open_path", "reveal_path"):
        monkeypatch.setattr(
            f"simexplorer.ui.controllers.folder_menu.{act}", lambda path, act=act: opened.append((act, path))
        )
    entry(window, qtbot, "f04", "Open").trigger()
    qtbot.waitUntil(lambda: len(opened) == 1)
    entry(window, qtbot, "f05", "Show in folder").trigger()
    qtbot.waitUntil(lambda: len(opened) == 2)
    assert opened == [("open_path", os.fsencode(place / "f04")), ("reveal_path", os.fsencode(place / "f05"))]
    entry(window, qtbot, "All documents", "Copy path").trigger()
    assert QApplication.clipboard().text() == str(place)
    entry(window, qtbot, "f06", "Open on its own").trigger()
    assert window.session.sources == (os.fsencode(place / "f06"),)


def test_nothing_is_offered_where_there_is_no_folder(window: MainWindow) -> None:
    menu = next(one for one in window.features if isinstance(one, FolderMenu))
    tree = window.collection.tree
    below = QPoint(5, tree.viewport().height() - 2)
    assert not tree.indexAt(below).isValid()
    QApplication.sendEvent(tree.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, below, below))
    assert menu.menu is None


def test_the_keyboard_means_the_current_folder_wherever_the_menu_would_be_put(window: MainWindow, qtbot: QtBot) -> None:
    tree = window.collection.tree
    top = tree.model().index(0, 0)
    tree.setCurrentIndex(tree.model().index(2, 0, top))
    elsewhere = tree.visualRect(tree.model().index(4, 0, top)).center()
    QApplication.sendEvent(
        tree.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, elsewhere, QPoint(500, 500))
    )
    menu = feature(window, "FolderMenu").menu
    menu.close()
    next(action for action in menu.actions() if action.text() == "Only this folder").trigger()
    assert window.collection.include.text() == f"/{tree.model().index(2, 0, top).data()}"

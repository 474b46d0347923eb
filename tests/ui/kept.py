"""A real collection in a window whose workspaces lie in the test's own folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.standing import Standing
from tests.ui.shown import closing_after

OpenReal = Callable[..., MainWindow]
LINES = [
    f"Line {k} tells of the {word} that the keeper saw from the tower in the year {1860 + k}."
    for k, word in enumerate(("storm", "seal", "schooner", "fog", "lantern", "gull", "tide", "barge", "comet", "whale"))
]


def write_collection(folder: Path) -> None:
    """Two groups: three near-copies of one text (two of them equal), two of another; and one text alone."""
    folder.mkdir(parents=True, exist_ok=True)
    base, other = "\n".join(LINES), "\n".join(line.upper()[::-1] for line in LINES)
    (folder / "a one.txt").write_text(base)
    (folder / "a two.txt").write_text(base)
    (folder / "a three.txt").write_text(base + "\nAnd one more line at the end.")
    (folder / "b one.txt").write_text(other)
    (folder / "b two.txt").write_text(other + "\n!DNE EHT TA ENIL EROM ENO DNA")
    (folder / "alone.txt").write_text("Nothing here is like anything else in this place, whatever one may compare.")


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """The folder."""
    place = tmp_path / "letters"
    write_collection(place)
    return place


@pytest.fixture
def open_real(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenReal]:
    """Open windows over the real analysis; workspaces are kept below ``tmp_path / "kept"``."""
    monkeypatch.setenv("SIMEXPLORER_DATA", os.fspath(tmp_path / "kept"))
    monkeypatch.setenv("SIMEXPLORER_CACHE", os.fspath(tmp_path / "cache"))
    with ExitStack() as shown:
        yield lambda *argv: shown.enter_context(closing_after(app.build(list(argv))))


@pytest.fixture
def window(open_real: OpenReal, collection: Path, qtbot: QtBot) -> MainWindow:
    """A window in which the collection was analysed, and the run is kept."""
    made = open_real(str(collection))
    settle(made, qtbot)
    analyse(made, qtbot)
    return made


def at_first_pair(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window in front, with the first pair of its list selected."""
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    settle(window, qtbot)
    window.activateWindow()
    qtbot.waitActive(window)
    return window


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until nothing runs and nothing waits to be saved or decided."""
    qtbot.waitUntil(lambda: window.is_quiet() and not window.kept.keeping.queue.busy, timeout=180_000)
    QApplication.processEvents()


def standing(window: MainWindow) -> Standing:
    """What is decided, which there is."""
    found = window.kept.keeping.standing
    assert found is not None
    return found


def analyse(window: MainWindow, qtbot: QtBot) -> None:
    """Press Analyse and wait until the run is kept."""
    with qtbot.waitSignal(window.run.run_finished, timeout=180_000):
        window.bar.analyse.click()
    settle(window, qtbot)


def press(window: MainWindow, qtbot: QtBot, name: str) -> None:
    """Trigger a decision by its name and wait until it is recorded."""
    window.kept.decisions.actions[name].trigger()
    settle(window, qtbot)


def mark_both_groups(window: MainWindow, qtbot: QtBot) -> None:
    """Analyse the collection and mark what is to go of both groups: three files."""
    settle(window, qtbot)
    analyse(window, qtbot)
    window.tabs.show_view("clusters")
    for name in ("a one.txt", "b one.txt"):
        window.clusters.view.select_row(row_of_group(window, name))
        press(window, qtbot, "space")


def row_of_group(window: MainWindow, name: str) -> int:
    """The row that heads the group of a document."""
    table = window.clusters.model
    result = window.session.result
    assert result is not None
    for row in range(table.rowCount()):
        entry = table.entry(row)
        members = [result.documents.paths.display(int(m)) for m in result.clusters.members(~entry)] if entry < 0 else []
        if name in members:
            return row
    raise AssertionError(name)

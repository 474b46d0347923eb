"""A window with the map in front, over a real collection: one for all tests that look at it, or one of a test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from tests.pipeline.collection import write_collection
from tests.ui.conftest import quiet, run_to_end
from tests.ui.lent import lending, shared
from tests.ui.shown import closing_after


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Families of versions, copies, a text alone, an empty file."""
    folder = tmp_path_factory.mktemp("on-a-map")
    texts = write_collection(folder, seed=5, families=8, versions=5)
    for name in sorted(texts)[:3]:
        (folder / name.replace("/", "-copy-")).write_text(texts[name], "utf-8")
    (folder / "lonely.txt").write_text("nothing else here speaks of barometers or of pelicans", "utf-8")
    (folder / "empty.txt").write_text("", "utf-8")
    return folder


@pytest.fixture
def own(qtbot: QtBot, place: Path) -> Iterator[MainWindow]:
    """After a real run; the test may do with it what it wants."""
    with closing_after(_build(place)) as made:
        _run(made, qtbot)
        show(made, qtbot)
        yield made


@pytest.fixture(scope="module")
def of_all(lone_qtbot: QtBot, place: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """The one that is lent."""
    with shared(lambda: _build(place), tmp_path_factory.mktemp("mapped")) as made:
        _run(made, lone_qtbot)
        yield made


@pytest.fixture
def window(of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """After a real run, for a test that changes no setting of it."""
    with lending(of_all, qtbot) as made:
        show(made, qtbot)
        yield made
        panel = controller(made).panel
        panel.as_table.setChecked(False)
        panel.colour.set_value("similarity")
        qtbot.keyClick(panel.plot, Qt.Key.Key_0)


def controller(window: MainWindow) -> Any:
    """What makes the map."""
    (found,) = [one for one in window.features if type(one).__name__ == "MapController"]
    return found


def show(window: MainWindow, qtbot: QtBot) -> None:
    """Bring it to the front."""
    window.tabs.show_view("map")
    settle(window, qtbot)


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until it is drawn as it is wanted."""
    quiet(window, qtbot)
    panel = controller(window).panel
    if panel is not None and panel.plot.scene is not None and len(panel.plot.scene.drawn):
        qtbot.waitUntil(lambda: panel.plot.picture is not None and panel.plot.picture.sight == panel.plot.sight)
    quiet(window, qtbot)


def _build(place: Path) -> object:
    return app.build([str(place)], make=lambda sources: Analysis(sources, headroom=0.3, workers=1))


def _run(made: MainWindow, qtbot: QtBot) -> None:
    made.tuning.heavy.length.setValue(5)
    run_to_end(made, qtbot)
    assert controller(made).panel is None  # nothing is built before it is shown

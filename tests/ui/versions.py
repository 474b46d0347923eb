"""A window over a real collection of texts in versions, and the view of it that a test looks at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from tests.pipeline.collection import write_collection
from tests.ui.conftest import quiet, run_to_end
from tests.ui.lent import lending, shared
from tests.ui.shown import closing_after

HEADER = "Released under the terms of the harbour board, without any warranty, to whom it may concern. "


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection with families of versions, a header in a third of them, and one long text that holds another."""
    folder = tmp_path_factory.mktemp("asking")
    texts = write_collection(folder, seed=3, families=9, versions=4)
    for name in sorted(texts):
        if name.startswith(("f00", "f01", "f02")):
            (folder / name).write_text(HEADER + texts[name], "utf-8")
    longest = max(texts.values(), key=len)
    (folder / "book").mkdir()
    (folder / "book" / "whole.txt").write_text(
        " ".join([*(texts[f"f{family:02}/v0.txt"] for family in range(3, 9)), longest]), "utf-8"
    )
    return folder


@pytest.fixture
def window(qtbot: QtBot, place: Path) -> Iterator[MainWindow]:
    """A window in which a real run over it has ended."""
    with closing_after(_build(place)) as shown:
        _run(shown, qtbot)
        yield shown


@pytest.fixture(scope="module")
def of_all(lone_qtbot: QtBot, place: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """The one that is lent."""
    with shared(lambda: _build(place), tmp_path_factory.mktemp("versions")) as shown:
        _run(shown, lone_qtbot)
        yield shown


@pytest.fixture
def lent(of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """As ``window``, for tests that leave its views as they are; settings are set back and all is read anew."""
    with lending(of_all, qtbot, runs=True) as shown:
        yield shown


def show(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.tabs.show_view(name)
    quiet(window, qtbot)


def _build(place: Path) -> object:
    return app.build([str(place)], make=lambda sources: Analysis(sources, headroom=0.1, workers=2))


def _run(window: MainWindow, qtbot: QtBot) -> None:
    window.tuning.heavy.length.setValue(5)
    run_to_end(window, qtbot)

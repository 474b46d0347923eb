"""A window over versions of one text, each a little further from the first, and the evidence that is looked at."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.ui import app
from simexplorer.ui.controllers.cluster_controller import ClusterController
from simexplorer.ui.controllers.why_controller import WhyController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet, run_to_end
from tests.ui.lent import lending, shared
from tests.ui.shown import closing_after

VERSIONS = 6


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six versions of a text, each a little further from the first, a distant relative, and two strangers."""
    folder, draw = tmp_path_factory.mktemp("chain"), random.Random(4)
    words = ["".join(draw.choices("abcdefghiklmnoprstu", k=draw.randint(3, 9))) for _ in range(1000)]
    text = draw.choices(words, k=90)
    for version in range(VERSIONS):
        (folder / f"version-{version}.txt").write_text(" ".join(text))
        for place in range(version * 3, version * 3 + 3):
            text[place * 4] = draw.choice(words)
    for place in range(18, 22):
        text[place * 4] = draw.choice(words)
    (folder / "relative.txt").write_text(" ".join(text))
    for name in ("stranger", "other-stranger"):
        (folder / f"{name}.txt").write_text(" ".join(draw.choices(words, k=80)))
    return folder


@pytest.fixture
def own(chain: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window after a run, the second and the first version selected, with which a test may do what it wants."""
    with closing_after(app.build([os.fspath(chain)])) as made:
        run_to_end(made, qtbot)
        select_versions(made, qtbot)
        yield made


@pytest.fixture(scope="module")
def of_all(lone_qtbot: QtBot, chain: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    with shared(lambda: app.build([os.fspath(chain)]), tmp_path_factory.mktemp("evidence")) as made:
        run_to_end(made, lone_qtbot)
        yield made


@pytest.fixture
def window(of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window as ``own`` for tests that run nothing in it."""
    with lending(of_all, qtbot) as made:
        select_versions(made, qtbot)
        yield made
        clusters = feature(made, ClusterController)
        clusters.uncut()
        clusters.stretch.setChecked(False)
        for page in (*clusters.pages.values(), feature(made, WhyController).panel.bands):
            page.as_table.setChecked(False)


def select_versions(window: MainWindow, qtbot: QtBot) -> None:
    """The second and the first."""
    window.selection.select((row(window, "version-1.txt"), row(window, "version-0.txt")))
    quiet(window, qtbot)


def row(window: MainWindow, name: str) -> int:
    """The row of a document."""
    paths = window.session.result.documents.paths
    return next(r for r in range(len(paths)) if paths.display(r).endswith(name))


def show(window: MainWindow, tab: str, qtbot: QtBot) -> None:
    """Bring a tab of the evidence to the front and wait for it."""
    window.evidence_tabs.show_view(tab)
    quiet(window, qtbot)

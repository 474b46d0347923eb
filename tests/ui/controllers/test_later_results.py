"""What is shown of one result is no longer taken for that of a later one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui import app
from simexplorer.ui.controllers import cluster_controller, evidence_controller, why_controller
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet, run_to_end
from tests.ui.shown import closing_after

TEXT = "The harbour board meets on the first Monday of the month to hear what the pilots have to say. "


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window in which two folders were analysed; the text of the last document stands in the first folder too."""
    for name, text in {
        "new/long.txt": 3 * TEXT + "Adjourned.",
        "new/same.txt": 2 * TEXT,
        "old/long.txt": 3 * TEXT + "Closed.",
        "twin/same.txt": 2 * TEXT,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    made = app.build([os.fspath(tmp_path)], make=lambda sources: Analysis(sources, headroom=0.1, workers=2))
    with closing_after(made) as shown:
        run_to_end(shown, qtbot)
        yield shown


def test_pairs_across_of_earlier_documents_meet_no_filter_of_later_ones(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "AcrossController")
    window.tabs.show_view("across")
    quiet(window, qtbot)
    combo = controller.panel.reference
    names = [combo.itemText(place) for place in range(combo.count())]
    combo.setCurrentIndex(next(place for place, name in enumerate(names) if "twin" in name))
    quiet(window, qtbot)
    assert controller.panel.model.rowCount()
    window.tabs.show_view("pairs")
    window.run.show_recipe(window.run.recipe.replace(include=("new/*",)))
    run_to_end(window, qtbot)
    assert len(window.session.result.documents) == 2
    window.bar.filter.setText("same")
    quiet(window, qtbot)
    assert controller.panel.model.rowCount() == 0
    window.tabs.show_view("across")
    assert controller.panel.model.rowCount() == 0


def test_evidence_is_found_anew_for_a_result_that_lies_in_the_memory_of_an_earlier_one(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (why_controller, evidence_controller, cluster_controller):
        monkeypatch.setattr(module, "id", lambda _thing: 7, raising=False)  # as if it did
    pairs = window.session.result.pairs
    window.selection.select((int(pairs.i[0]), int(pairs.j[0])))
    for tab, jobs in (
        ("why", feature(window, "WhyController").jobs),
        ("compare", window.evidence.neighbours),
        ("graph", feature(window, "ClusterController").jobs),
    ):
        window.evidence_tabs.show_view(tab)
        quiet(window, qtbot)
        with qtbot.waitSignal(jobs.started, timeout=5_000):
            window.session.set_result(replace(window.session.result))
        quiet(window, qtbot)

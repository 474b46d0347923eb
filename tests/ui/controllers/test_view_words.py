"""What stands above a list."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.run_words import OF_BEFORE
from tests.ui.conftest import OpenWindow, quiet, run_to_end
from tests.ui.fakes import FakeAnalysis


def test_what_only_clusters_lack_is_not_said_of_pairs(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = FakeAnalysis.found

    def limited(fake: FakeAnalysis, recipe: Recipe, part: float) -> Result:
        return replace(found(fake, recipe, part), capped=("A bucket, not a cluster.",), lacking=("A mean.",))

    monkeypatch.setattr(FakeAnalysis, "found", limited)
    window = open_window()
    run_to_end(window, qtbot)
    assert window.pairs.summary().endswith("A bucket, not a cluster.")
    assert window.clusters.summary().endswith("A bucket, not a cluster. And 1 more: see Overview.")


def test_what_is_listed_while_another_run_has_found_nothing_yet_is_said_to_be_of_the_run_before(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window(pairs=4000)
    run_to_end(window, qtbot)
    window.selection.select((20, 21))
    quiet(window, qtbot)
    notes = window.overview._notes
    said = [page.summary for page in (window.clusters, window.pairs, window.neighbours, window.problems)]
    said += [window.compare.figures, notes.text]
    assert not any(OF_BEFORE in words() for words in said)

    window.fakes[0].seconds = 60.0
    window.findChild(QSpinBox, "shingleSizeSpin").setValue(7)
    window.bar.analyse.click()
    assert all(OF_BEFORE in words() for words in said)
    assert notes.isVisibleTo(window.overview)
    window.fakes[0].seconds = 1.0  # the rest of it is over in a second
    qtbot.waitUntil(lambda: window.session.growing, timeout=10_000)
    qtbot.waitUntil(lambda: "still growing" in window.pairs.summary())
    assert not any(OF_BEFORE in page.summary() for page in (window.clusters, window.pairs, window.problems))
    quiet(window, qtbot)
    assert not any(OF_BEFORE in words() for words in said)

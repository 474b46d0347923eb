"""What stands above a list."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from tests.ui.conftest import OpenWindow, run_to_end
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

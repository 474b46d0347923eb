"""What another setting would change, as lists of pairs and groups."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.comparing_settings import PairColumns, SettingsComparison
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.models.settings_tables import pairs_listed
from tests.ui.fakes import FakeAnalysis


def test_a_similarity_just_short_of_a_threshold_is_not_told_as_if_it_reached_it() -> None:
    a = FakeAnalysis(documents=20).found(Recipe(threshold=0.56), 1.0)
    b = FakeAnalysis(documents=20).found(Recipe(threshold=0.5), 1.0)
    rows, none = np.array([0], np.int32), np.empty(0, np.int32)
    near = np.array([0.55973])
    gained = PairColumns(rows, rows + 1, near, near)
    nothing = PairColumns(none, none, np.empty(0), np.empty(0))
    found = SettingsComparison(gained, nothing, nothing, np.empty(0, np.uint8), none, none)
    listing = pairs_listed(found, "changed", a, b)
    assert [field.text(0, listing.paths) for field in listing.fields[:3]] == ["gained", "0.5597", "0.560"]

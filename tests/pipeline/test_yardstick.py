"""Bands and rows of a run, and what is said where none will do."""

from __future__ import annotations

import pytest

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.signatures.random_lines import RandomLines


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        # at d = 10 w one line agrees with chance 0.0399, one of 128 with 1 - (1 - 0.0399)^128 = 0.9945
        (1.0, "the best possible, 0.9945, was taken. More hashes or another limit help. So do wider intervals: 17 in"),
        (17.0, ""),
    ],
)
def test_too_narrow_intervals_are_told(interval: float, words: str) -> None:
    recipe = Recipe(measure="euclidean", scheme="random-lines", max_distance=10.0, interval=interval)
    note = Yardstick(recipe).banding(RandomLines(128, interval=interval)).note
    assert words in note if words else note == ""

"""The chance of being found is told in numbers that one can think of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from simexplorer.ui.panels.why_words import chance_words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.4, "40 % of all pairs like this one are found: most are missed."),
        (0.6, "60 % of all pairs like this one are found."),  # not: one in 2.5 is missed
        (0.9, "90 % of all pairs like this one are found; one in 10 is missed."),
        (0.9996, "99.96 % of all pairs like this one are found; one in 2,500 is missed."),
        (1.0, "100 % of all pairs like this one are found."),
    ],
)
def test_one_in_so_many_is_missed_where_that_is_a_whole_number_of_pairs(chance: float, words: str) -> None:
    pair: Any = SimpleNamespace(outcomes=[SimpleNamespace(chance=chance)])
    assert chance_words(pair) == f"With the setting in use, {words}"

"""Shares in words: the same in reports and in the window, never rounded up to all or down to nothing."""

from __future__ import annotations

import pytest

from simexplorer.pipeline.measure_words import percent_words
from simexplorer.ui.theme import numbers


@pytest.mark.parametrize(
    ("fraction", "words", "in_two"),
    [
        (0.0, "0 %", "0 %"),
        (1e-6, "< 0.01 %", "< 0.01 %"),
        (0.004, "0.4 %", "0.40 %"),
        (0.98, "98 %", "98.00 %"),
        (0.99995, "99.995 %", "99.995 %"),
        (0.9999987, "> 99.999 %", "> 99.999 %"),
        (1.0, "100 %", "100 %"),
    ],
)
def test_only_all_is_a_hundred_per_cent_and_only_nothing_is_none(fraction: float, words: str, in_two: str) -> None:
    assert percent_words(fraction) == words == numbers.percent(fraction)
    assert percent_words(fraction, least=2) == in_two

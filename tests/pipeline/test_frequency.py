"""What is given most often is told first, in an order that does not depend on who came first."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.frequency import by_frequency


def test_the_most_frequent_words_stand_first_and_equally_frequent_ones_by_the_alphabet() -> None:
    # c three times, a and b twice each, never given: "" and d
    assert by_frequency(np.array([1, 2, 1, 3, 3, 2, 1]), ("", "c", "b", "a", "d")) == [(1, 3), (3, 2), (2, 2)]


def test_of_none_that_are_given_none_is_told() -> None:
    assert by_frequency(np.array([], np.int32), ("", "a")) == []

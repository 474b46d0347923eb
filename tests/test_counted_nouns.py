"""Numbers agree with their nouns, as they are spelt."""

from __future__ import annotations

import pytest

from simexplorer.counted_nouns import counted


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (counted(0, "pair"), "0 pairs"),
        (counted(1, "pair"), "1 pair"),
        (counted(37_169, "pair"), "37,169 pairs"),
        (counted(1, "marked one stays", "marked ones stay"), "1 marked one stays"),
        (counted(2, "marked one stays", "marked ones stay"), "2 marked ones stay"),
        (counted(1.002, "pair", spell="{:.2g}".format), "1 pair"),
        (counted(0.5, "pair", spell="{:.2g}".format), "0.5 pairs"),
    ],
)
def test_a_noun_agrees_with_its_number_as_it_is_spelt(told: str, expected: str) -> None:
    assert told == expected

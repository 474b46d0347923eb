"""Which sets of texts hold a pair: as each set by itself tells, and in room that does not grow with both."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.workspace import covering
from simexplorer.workspace.covering import TextSets


def sets_of(chosen: list[list[int]]) -> TextSets:
    """Sets of these texts in their order."""
    size = np.array([len(texts) for texts in chosen], np.int64)
    text = np.array([text for texts in chosen for text in texts], np.int64)
    return TextSets.holding(size, text, np.ones(len(chosen), np.uint8))


@pytest.mark.parametrize("room", [1, 7, 1 << 21])
def test_the_last_set_that_holds_both_is_found_whatever_its_size(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covering, "_AT_ONCE", room)
    draw = np.random.default_rng(5)
    chosen = [sorted(draw.choice(9, draw.integers(1, 5), replace=False).tolist()) for _ in range(40)]
    left, right = (draw.integers(0, 9, 60) for _ in range(2))
    expected = [
        max((number for number, texts in enumerate(chosen) if a != b and {a, b} <= set(texts)), default=-1)
        for a, b in zip(left.tolist(), right.tolist(), strict=True)
    ]
    assert sets_of(chosen).latest_of_pairs(left, right).tolist() == expected
    assert sets_of([[3], [4, 5]]).latest_of_pairs(left[:0], right[:0]).size == 0
    assert sets_of([]).latest_of_pairs(left, right).tolist() == [-1] * 60


def test_pairs_that_share_a_text_are_looked_up_each_and_larger_sets_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    repeat, others = np.repeat, np.arange(1, 2_001)
    pairs, threes = (sets_of([[0, other, *more] for other in others.tolist()]) for more in ([], [3_000]))
    monkeypatch.setattr(covering.np, "repeat", lambda *given: sizes.append(repeat(*given).size) or repeat(*given))
    assert pairs.latest_of_pairs(np.zeros(2_000, np.int64), others).tolist() == list(range(2_000))
    assert sizes == [], "a text times the other: 4 million"
    monkeypatch.setattr(covering, "_AT_ONCE", 50_000)
    assert threes.latest_of_pairs(np.zeros(2_000, np.int64), others).tolist() == list(range(2_000))
    assert max(sizes) <= 50_000

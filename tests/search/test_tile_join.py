"""What a join by tiles takes is told beforehand from the sets as they are numbered."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.search import tile_join
from simexplorer.search.exact_join import SelfJoin
from tests.oracles_joins import overlapping_sets


def numbers_of(sets):
    """The numbers of each set, rising, by a look at every bit of its words."""
    return [
        [
            64 * int(sets.blocks[e]) + bit
            for e in range(begin, end)
            for bit in range(64)
            if int(sets.words[e]) >> bit & 1
        ]
        for begin, end in zip(sets.edges.tolist(), sets.edges[1:].tolist(), strict=False)
    ]


def test_work_by_hand() -> None:
    # at 0.5 two sets of three share 2 at least, so that one number of each is its prefix: 1, which two sets have, the
    # two larger ones; sets of two have but one number that another has, which is too few for their like: no prefix
    join = SelfJoin.prepare(ShingleSets.from_lists([[1, 2, 30], [1, 2, 31], [2, 32], [2, 33]]), 0.5).join
    assert join.work() == (4 * 1 // 2, 2 * 2 // 2)


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_work_equals_a_count_one_by_one(threshold: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_join, "TILE", 50)
    join = SelfJoin.prepare(overlapping_sets(5, 200, 90, 2**64 - 1), threshold).join
    numbered = numbers_of(join.sets)
    assert [len(numbers) for numbers in numbered] == join.sets.kept.tolist()
    prefixes = [
        numbers[: int(prefix + prefix // 4)] if prefix else []
        for numbers, prefix in zip(numbered, join.prefix.tolist(), strict=True)
    ]
    meetings = sum(number in numbers for prefix in prefixes for number in prefix for numbers in numbered)
    assert meetings > 0
    assert join.work() == (join.sets.words.size * -(-len(numbered) // 50) // 2, meetings // 2)


def test_nothing_takes_nothing() -> None:
    assert SelfJoin.prepare(ShingleSets(np.zeros(1, np.int64), np.empty(0, np.uint64)), 0.5).join.work() == (0, 0)

"""Long texts whose shingles are told by the order of the first one: exact, whatever the texts are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.search.text_order import LONG, place_after
from simexplorer.search.verify import Packer

Ids = NDArray[np.uint64]
SIZE = int(LONG) + 300
MIXED = np.uint64(0x9E3779B97F4A7C15)


def text(random: np.random.Generator, size: int = SIZE) -> Ids:
    """Ids as a long text has them: stretches that are its own, and words that come again and again."""
    own = np.cumsum(random.random(size) < 0.6) + random.integers(1 << 40)
    again = random.random(size) < 0.3
    return np.where(again, random.integers(0, 500, size), own).astype(np.uint64) * MIXED


def version(random: np.random.Generator, first: Ids, edits: int) -> Ids:
    """The text with ids replaced, taken out and put in, and its parts in another order."""
    changed = first.copy()
    changed[random.integers(0, first.size, edits)] = random.integers(0, 2**63, edits).astype(np.uint64)
    changed = np.delete(changed, random.integers(0, changed.size, edits // 4))
    changed = np.insert(changed, random.integers(0, changed.size, edits // 4), random.integers(0, 900, edits // 4))
    parts = np.split(changed, np.sort(random.integers(0, changed.size, 3)))
    return np.concatenate([parts[part] for part in random.permutation(4)])


def packed(packer: Packer, texts: list[Ids], begins: list[bool]) -> None:
    packer.add(np.concatenate(texts), np.cumsum([0, *(one.size for one in texts)]), np.array(begins))


def shared_by(packer: Packer, left: list[int], right: list[int]) -> list[int]:
    return packer.shared(np.array(left, np.int32), np.array(right, np.int32)).tolist()


def test_a_version_is_told_by_order_alone():
    first = text(np.random.default_rng(1))
    packer, distinct = Packer(), np.unique(first).size
    packer.begin(2)
    packed(packer, [first], [True])
    packer._table[:] = 0  # nothing can be looked up
    packed(packer, [first], [False])
    assert packer.sizes.tolist() == [distinct, distinct]
    assert shared_by(packer, [0], [1]) == [distinct]
    # a, b, a, b, ...: half of the places have the other number, the order is as long as the text
    packer.begin(1)
    packed(packer, [np.arange(SIZE, dtype=np.uint64) % np.uint64(2)], [True])
    assert packer._numbered[2:].tolist() == [SIZE, 2]
    assert packer._order[:4].tolist() == [0, 1, 0, 1]


def test_short_texts_neither_leave_an_order_nor_follow_one():
    random = np.random.default_rng(2)
    short, packer = text(random, int(LONG) - 1), Packer()
    packer.begin(3)
    packed(packer, [short], [True])
    assert packer._numbered[2:].tolist() == [0, 0]
    first = text(random)
    packed(packer, [first, first[: int(LONG) - 1]], [True, False])
    assert packer._numbered[2:].tolist() == [SIZE, np.unique(first).size]
    assert shared_by(packer, [1], [2]) == [np.unique(first[:-301]).size]


@settings(max_examples=3)
@given(st.integers(0, 2**32), st.sampled_from([0, 8, 400, 30_000]), st.booleans())
def test_overlaps_of_long_texts_equal_intersections(seed, edits, looked_up):
    random = np.random.default_rng(seed)
    first, packer = text(random), Packer()
    others = [version(random, first, edits), first[::-1].copy(), text(random), first[:300], first[:0]]
    others.append(version(random, others[0], edits))
    packer.begin(7)
    packed(packer, [first], [True])
    if looked_up:
        for found in [packer.look_up(one, np.array([0, one.size])) for one in others]:
            packer.add_found(found)
    else:
        packed(packer, others, [False] * 6)
    sets = [np.unique(one) for one in (first, *others)]
    assert packer.sizes.tolist() == [one.size for one in sets]
    expected = [np.intersect1d(sets[a], sets[a + 1], assume_unique=True).size for a in range(6)]
    assert shared_by(packer, list(range(6)), list(range(1, 7))) == expected
    assert shared_by(packer, [0], [6]) == [np.intersect1d(sets[0], sets[6], assume_unique=True).size]


@pytest.mark.parametrize("together", [False, True])
def test_an_order_ends_where_the_numbering_begins_anew(together):
    random = np.random.default_rng(3)
    one, other = text(random), text(random, SIZE + 900)
    texts, begins = [one, version(random, one, 50), other, version(random, other, 50)], [True, False, True, False]
    packer = Packer()
    for _ in range(2):  # memory that is used again has an order of before
        packer.begin(4)
        if together:
            packed(packer, texts, begins)
        else:
            for now, begin in zip(texts, begins, strict=True):
                packed(packer, [now], [begin])
        assert packer.sizes.tolist() == [np.unique(now).size for now in texts]
        expected = [np.intersect1d(texts[a], texts[a + 1]).size for a in (0, 2)]
        assert shared_by(packer, [0, 2], [1, 3]) == expected
        assert packer._numbered[2:].tolist() == [other.size, np.unique(other).size]
        texts, other = texts[2:] + texts[:2], one


@lean_kernel
def looked_up(order: NDArray[np.uint32], places: NDArray[np.uint32], number: Int, end: Int) -> Int:
    return place_after(order, places, U(number), U(end))


def test_a_number_far_behind_the_noted_one_is_not_looked_for():
    order = np.repeat(np.arange(3, dtype=np.uint32), [5, 2_000, 1])
    places = np.zeros(1, np.uint32)
    assert looked_up(order, places, 1, order.size) == 6
    assert looked_up(order, places, 2, order.size) == order.size  # as if the order ended: nothing follows


def test_texts_of_long_repeats_are_told_in_any_order():
    random = np.random.default_rng(5)
    long = np.concatenate([np.append(np.zeros(9_000, np.uint64), np.uint64(k)) for k in range(1, 17)])
    short = random.integers(0, 19, SIZE).astype(np.uint64)
    packer = Packer()
    packer.begin(2)
    packed(packer, [long, short], [True, False])
    assert packer.sizes.tolist() == [17, 19]
    assert shared_by(packer, [0], [1]) == [17]

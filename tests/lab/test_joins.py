"""The worked example of the four filters, and fates of single pairs that add up to the counts of the whole join."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.errors import Cancelled, ParameterError
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.joins import ANSWER, COMPARED, LENGTH, NO_PAIR, SUFFIX, index_keys, join_walk, look_at
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe

LETTERS = ("bcdf", "abcde", "bcdefg", "abcdefg")
SENTENCES = (
    "el perro persigue al gato",
    "el gato persigue al perro",
    "la vaca come pasto",
    "el perro persigue al conejos",
    "el perro persigue al conejo",
)
ONE_LETTER = Cutting(Recipe(shingle_size=1))


def test_the_worked_example_pair_by_pair() -> None:
    # A = bcdf, B = abcde, C = bcdefg, D = abcdefg, J = 0.8; arithmetic in tests/search/test_join_filters.py:
    # length drops A C, A D, B D; suffix drops B C (4/7); A B is compared (3/6); C D is the answer (6/7)
    walk = join_walk(LETTERS, ONE_LETTER, 0.8, "id")
    assert walk.candidates == (6, 3, 3, 3, 2)
    assert (walk.compared, walk.answers) == (2, 1)
    assert walk.prefix.tolist() == [1, 2, 2, 2]
    fates = {(s, t): int(walk.fate[s, t]) for s in range(4) for t in range(s)}
    assert fates == {
        (1, 0): COMPARED,
        (2, 0): LENGTH,
        (2, 1): SUFFIX,
        (3, 0): LENGTH,
        (3, 1): LENGTH,
        (3, 2): ANSWER,
    }
    look = look_at(walk, 2, 1)
    assert (look.symbol, look.i, look.j, look.p, look.q) == ("b", 1, 2, 5, 3)
    assert (look.length_bound, look.position, look.suffix) == (5 / 6, 6 / 7, 4 / 7)
    assert walk.similarity[3, 2] == 6 / 7


def test_the_sentences_of_the_sources() -> None:
    walk = join_walk(SENTENCES, Cutting(Recipe(shingle_size=5)), 0.9)
    s, t = np.argwhere(walk.fate == ANSWER)[0].tolist()
    assert {int(walk.rows[s]), int(walk.rows[t])} == {3, 4}
    assert walk.similarity[s, t] == 23 / 24
    assert walk.answers == 1


@pytest.mark.parametrize("order", ["rarity", "id"])
@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.8, 1.0])
def test_the_fates_of_all_pairs_add_up_to_the_counts_of_the_join(order: str, threshold: float) -> None:
    random = np.random.default_rng(3)
    texts = ["".join(random.choice(list("abcdefghij"), random.integers(3, 14))) for _ in range(14)]
    walk = join_walk(texts, Cutting(Recipe(shingle_size=2)), threshold, order)
    fates = walk.fate[walk.fate != NO_PAIR]
    assert walk.candidates == tuple(int((fates >= passed).sum()) for passed in range(5))
    assert walk.compared == int((fates >= COMPARED).sum())
    alike = walk.similarity >= threshold
    np.testing.assert_array_equal(alike, walk.fate == ANSWER)


@pytest.mark.parametrize("order", ["rarity", "id"])
def test_strings_hold_the_shingles_of_their_texts(order: str) -> None:
    walk = join_walk(SENTENCES, Cutting(Recipe(shingle_size=5)), 0.5, order)
    for s, row in enumerate(walk.rows.tolist()):
        text = SENTENCES[row]
        assert sorted(walk.strings[s]) == sorted({text[at : at + 5] for at in range(len(text) - 4)})
    if order == "rarity":
        counts = [sum(symbol in string for string in walk.strings) for symbol in walk.strings[-1]]
        assert counts == sorted(counts)


def test_what_look_at_says_is_why_the_filter_dropped_the_pair() -> None:
    met = set()
    for size in (1, 3):
        walk = join_walk((*SENTENCES, *SENTENCES, "gato"), Cutting(Recipe(shingle_size=size)), 0.6)
        for s, t in np.argwhere(walk.fate != NO_PAIR).tolist():
            look, fate = look_at(walk, s, t), int(walk.fate[s, t])
            met.add(fate)
            assert (look.length_bound < 0.6) == (fate == LENGTH)
            if fate > LENGTH:
                passed = [look.symbol is not None]
                passed += [look.position >= 0.6, look.suffix >= 0.6] if passed[0] else []
                assert fate in ([1 + passed.index(False)] if False in passed else [COMPARED, ANSWER])
    assert met >= {*range(LENGTH, COMPARED), ANSWER}


def test_the_keys_of_the_index_are_as_many_as_the_join_counts() -> None:
    for texts, size, order in ((LETTERS, 1, "id"), (SENTENCES, 5, "rarity")):
        walk = join_walk(texts, Cutting(Recipe(shingle_size=size)), 0.8, order)
        assert tuple(len(index_keys(walk, detail)) for detail in range(3)) == walk.buckets[1:]
    # b leads A and C (places counted from 1), is second in B and D
    keys = dict(index_keys(join_walk(LETTERS, ONE_LETTER, 0.8, "id"), 1))
    assert keys == {("b", 1): [0, 2], ("a", 1): [1, 3], ("b", 2): [1, 3], ("c", 2): [2]}


def test_empty_texts_take_no_part_and_crowds_are_refused() -> None:
    walk = join_walk(["", "abc", "abc"], ONE_LETTER, 0.8)
    assert walk.rows.tolist() == [1, 2]
    assert walk.answers == 1
    assert join_walk([], ONE_LETTER, 0.8).candidates == (0, 0, 0, 0, 0)
    with pytest.raises(ParameterError, match="24"):
        join_walk(["a"] * 25, ONE_LETTER, 0.8)


def test_it_can_be_stopped_between_any_two_pairs() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        join_walk(LETTERS, ONE_LETTER, 0.8, progress=progress)

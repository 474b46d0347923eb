"""The worked example of the four filters, and fates of single pairs that add up to the counts of the whole join."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.errors import Cancelled, ParameterError
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.joins import ANSWER, COMPARED, LENGTH, MOST_TEXTS, NO_PAIR, SUFFIX, index_keys, join_walk, look_at
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.oracles_joins import jaccard_pairs, overlapping_sets, string_candidates

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
    # J = 0.8, symbols in the order of the alphabet, strings by length (each probes the shorter ones before it):
    #   A = bcdf     length 4, least overlap ceil(3.2) = 4: prefix of 4 - 4 + 1 = 1 symbol,  b
    #   B = abcde    length 5, least overlap 4:             prefix of 2 symbols,             ab
    #   C = bcdefg   length 6, least overlap ceil(4.8) = 5: prefix of 2,                     bc
    #   D = abcdefg  length 7, least overlap ceil(5.6) = 6: prefix of 2,                     ab
    # length:   4/5 = .8 keeps A B; 4/6, 4/7 drop A C, A D; 5/6 keeps B C; 5/7 drops B D; 6/7 keeps C D: 3 are left
    # prefix:   A B share b, B C share b, C D share b: 3 are left
    # position: A B: probe B has b at 2, A at 1: (5 - 2 + 1) / (5 + 1 - 1) = 4/5 stays
    #           B C: probe C has b at 1, B at 2: (6 - 1 + 1) / (6 + 2 - 1) = 6/7 stays
    #           C D: probe D has b at 2, C at 1: (7 - 2 + 1) / (7 + 1 - 1) = 6/7 stays
    # suffix:   A B: 3 symbols behind b each: (1 + 3) / (2 + 1 - 1 + 3) = 4/5 stays
    #           B C: 3 and 5 behind b: (1 + 3) / (1 + 2 - 1 + 5) = 4/7 goes
    #           C D: 5 and 5 behind b: (1 + 5) / (2 + 1 - 1 + 5) = 6/7 stays
    # answer:   A B share bcd: 3/6 is too little; C D share bcdefg: 6/7
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


def test_position_drops_what_the_prefix_keeps() -> None:
    # J = 0.8, both of length 10: prefixes of 10 - 8 + 1 = 3 symbols share only c, third in both:
    # at most 10 - 3 + 1 = 8 are shared, at least 10 + 3 - 1 = 12 are there: 8/12
    assert join_walk(("abcijklmno", "01cijklmno"), ONE_LETTER, 0.8, "id").candidates == (1, 1, 1, 0, 0)


def test_a_prefix_is_counted_in_whole_numbers() -> None:
    # (1 - 0.8) * 10 is 1.9999999999999996 as floating point; the prefix has 3 symbols all the same:
    # two sets of 10 that share 9 symbols but none of the first two of either have 9/11 = 0.82
    walk = join_walk(("abcdefghij", "bcdefghijk"), ONE_LETTER, 0.8, "id")
    assert walk.prefix.tolist() == [3, 3]
    assert (walk.answers, walk.similarity[1, 0]) == (1, 9 / 11)


def test_rare_symbols_come_first() -> None:
    # x is in three texts, y in two, a and z in one: ties in order of the alphabet
    assert ["".join(string) for string in join_walk(("xyz", "xa", "xy"), ONE_LETTER, 0.5).strings] == [
        "ax",
        "yx",
        "zyx",
    ]


@pytest.mark.parametrize("order", ["rarity", "id"])
@pytest.mark.parametrize("threshold", [0.3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1.0])
def test_counts_and_answers_are_those_of_a_look_at_every_key_and_every_pair(threshold: float, order: str) -> None:
    for seed in range(3):
        sets = overlapping_sets(seed, MOST_TEXTS, 30, 100)
        texts = ["".join(chr(0x4E00 + symbol) for symbol in sets[row].tolist()) for row in range(MOST_TEXTS)]
        walk = join_walk(texts, ONE_LETTER, threshold, order)
        assert walk.candidates[1:] == string_candidates(sets, threshold, order)
        found = [
            (*sorted(walk.rows[[s, t]].tolist()), walk.similarity[s, t]) for s, t in np.argwhere(walk.fate == ANSWER)
        ]
        assert sorted(found) == jaccard_pairs(sets, threshold)


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


def test_keys_of_the_index_are_symbols_then_also_places_then_also_what_is_behind() -> None:
    walk = join_walk(LETTERS, ONE_LETTER, 0.8, "id")
    # prefixes: A b, B ab, C bc, D ab; places counted from 1
    assert dict(index_keys(walk, 0)) == {("b",): [0, 1, 2, 3], ("a",): [1, 3], ("c",): [2]}
    assert dict(index_keys(walk, 1)) == {("b", 1): [0, 2], ("a", 1): [1, 3], ("b", 2): [1, 3], ("c", 2): [2]}
    assert len(index_keys(walk, 2)) == 7  # no two of these have as many symbols behind


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

"""Every choice of filters gives the answer of brute force; the counters say what each leaves, checked by hand."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

from simexplorer.errors import CapacityError, ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.join_filters import FILTERS, as_strings, filtered_join
from tests.oracles_joins import jaccard_pairs, overlapping_sets, string_candidates

SUBSETS = list(chain.from_iterable(combinations(FILTERS, size) for size in range(5)))


def as_list(found):
    return list(zip(found.i.tolist(), found.j.tolist(), found.jaccard.tolist(), strict=True))


def counters(found):
    return {step.name: step.candidates for step in found.steps}


def letters(*texts: str) -> ShingleSets:
    return ShingleSets.from_lists([[ord(letter) for letter in text] for text in texts])


def test_a_worked_example_of_all_four_filters() -> None:
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
    sets = letters("bcdf", "abcde", "bcdefg", "abcdefg")
    found = filtered_join(sets, 0.8, order="id")
    assert counters(found) == {"length": 3, "prefix": 3, "position": 3, "suffix": 2}
    assert (found.possible, found.compared) == (6, 2)
    assert as_list(found) == [(2, 3, 6 / 7)]
    # keys: a, b, c; then a1 b1 b2 c2 (b leads A and C, is second in B and D); with the suffix's length
    # b1+3 (A), a1+4 b2+3 (B), b1+5 c2+4 (C), a1+6 b2+5 (D)
    assert [step.buckets for step in found.steps] == [None, 3, 4, 7]


def test_position_drops_what_the_prefix_keeps() -> None:
    # J = 0.8, both of length 10: prefixes of 10 - 8 + 1 = 3 symbols share only c, third in both:
    # at most 10 - 3 + 1 = 8 are shared, at least 10 + 3 - 1 = 12 are there: 8/12
    found = filtered_join(letters("abcijklmno", "01cijklmno"), 0.8, order="id")
    assert counters(found) == {"length": 1, "prefix": 1, "position": 0, "suffix": 0}


def test_a_prefix_is_counted_in_whole_numbers() -> None:
    # (1 - 0.8) * 10 is 1.9999999999999996 as floating point; the prefix has 3 symbols all the same:
    # two sets of 10 that share 9 symbols but none of the first two of either have 9/11 = 0.82
    found = filtered_join(letters("abcdefghij", "bcdefghijk"), 0.8, order="id")
    assert as_list(found) == [(0, 1, 9 / 11)]
    sets = ShingleSets.from_lists([[0, *range(10, 29)], [1, *range(10, 29)]])
    assert as_list(filtered_join(sets, 19 / 21)) == [(0, 1, 19 / 21)]


def test_rare_symbols_come_first() -> None:
    # x is in three sets, y in two, a and z in one: ties by id
    strings = as_strings(letters("xyz", "xa", "xy"), np.arange(3))
    named = {0: "a", 1: "z", 2: "y", 3: "x"}
    text = "".join(named[token] for token in strings.tokens.tolist())
    assert [text[:3], text[3:5], text[5:]] == ["zyx", "ax", "yx"]


@pytest.mark.parametrize("filters", SUBSETS, ids=lambda names: "+".join(names) or "none")
def test_every_choice_of_filters_gives_the_same_answer(filters: tuple[str, ...]) -> None:
    for seed, largest_id in ((1, 40), (2, 2**64 - 1)):
        sets = overlapping_sets(seed, 50, 40, largest_id)
        for threshold in (0.3, 2 / 3, 0.8, 1.0):
            expected = jaccard_pairs(sets, threshold)
            for order in ("rarity", "id"):
                found = filtered_join(sets, threshold, filters, order=order)
                assert as_list(found) == expected
                left = [found.possible, *(step.candidates for step in found.steps), len(expected)]
                assert left == sorted(left, reverse=True)
                if filters:
                    assert found.compared == found.steps[-1].candidates


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.75, 0.8, 0.9, 1.0])
def test_the_counters_equal_a_look_at_every_key(threshold: float) -> None:
    for seed in range(3):
        sets = overlapping_sets(seed, 40, 30, 100)
        assert counters(filtered_join(sets, threshold)) == string_candidates(sets, threshold)


def test_ranges_and_rooms_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = overlapping_sets(5, 200, 30, 2**40)
    expected = filtered_join(sets, 0.5)
    monkeypatch.setattr("simexplorer.search.join_filters.AT_ONCE", 3)
    again = filtered_join(sets, 0.5)
    assert as_list(again) == as_list(expected) == jaccard_pairs(sets, 0.5)
    assert again.steps == expected.steps


def test_nothing_and_empty_sets_have_no_pairs() -> None:
    for rows in ([], [[]], [[], []], [[], [3]]):
        found = filtered_join(ShingleSets.from_lists(rows), 0.5)
        assert as_list(found) == []
        assert found.possible == found.compared == 0


def test_answers_too_large_and_unknown_words_are_refused() -> None:
    sets = ShingleSets.from_lists([[1, 2]] * 600)
    with pytest.raises(CapacityError):
        filtered_join(sets, 0.5, max_pairs=1000)
    with pytest.raises(ParameterError, match="suffix"):
        filtered_join(sets, 0.5, ("sufix",))
    with pytest.raises(ParameterError):
        filtered_join(sets, 0.5, order="random")
    with pytest.raises(ParameterError):
        filtered_join(sets, 0.0)

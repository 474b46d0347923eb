"""The page on shingles gives the figures of the sources."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.words import stemming_languages, stop_word_languages
from simexplorer.lab.examples import LANGUAGES, TEXT_PAIRS
from simexplorer.lab.shingling import BUCKETS, SIZES, CutSettings, random_edit, shingling

Golden = dict[str, Any]


def test_editorial_and_factorial_at_every_k(golden: Golden) -> None:
    pair = TEXT_PAIRS[0]
    found = shingling(pair.a, pair.b, CutSettings(size=2))
    for k, wanted in golden["jaccard_editorial_factorial"]["k"].items():
        row = SIZES.index(int(k))
        assert found.sets_by_size.jaccard[row] == pytest.approx(wanted["value"])
        # fractions in the sources' table are in their lowest terms
        assert found.sets_by_size.shared[row] * wanted["den"] == found.sets_by_size.either[row] * wanted["num"]


def test_set_and_bag_of_abcab(golden: Golden) -> None:
    wanted = golden["shingles_abcab_k2"]["bag"]
    side = shingling("abcab", "abcdabd", CutSettings(size=2)).a
    assert {side.shingle(n): int(c) for n, c in zip(side.distinct, side.counts, strict=True)} == wanted
    assert [side.shingle(n) for n in range(side.first.size)] == ["ab", "bc", "ca", "ab"]
    assert side.which.tolist() == [0, 1, 2, 0]


def test_two_sets_of_six_letters(golden: Golden) -> None:
    wanted, pair = golden["jaccard_sets_spanish"], TEXT_PAIRS[5]
    assert [sorted(pair.a), sorted(pair.b)] == [wanted["c1"], wanted["c2"]]
    likeness = shingling(pair.a, pair.b, CutSettings(size=pair.size)).likeness
    assert likeness.shared[0] * wanted["jaccard"]["den"] == likeness.either[0] * wanted["jaccard"]["num"]


def test_shingles_of_the_spanish_sentence_in_their_order(golden: Golden) -> None:
    wanted = golden["shingle_list_spanish"]
    side = shingling(wanted["text"], "", CutSettings(size=wanted["k"])).a
    assert [side.shingle(n) for n in range(side.first.size)] == wanted["list"]
    assert not side.shared.any()


def test_one_changed_word_touches_the_shingles_around_it(golden: Golden) -> None:
    wanted = golden["edit_touches_k_shingles"]
    found = shingling(wanted["a"], wanted["b"], CutSettings(size=wanted["k"]))
    for side, lone in ((found.a, wanted["only_a"]), (found.b, wanted["only_b"])):
        assert sorted(side.shingle(n) for n in side.distinct[~side.shared]) == lone
    assert found.a.normal[found.a.touched().argmax() :].startswith("g which")


def test_switches_make_more_texts_equal() -> None:
    found = shingling("Sábado", "sabado", CutSettings(size=2, normalise=("case", "accents")))
    by_name = dict(zip(found.switches, found.by_switch.jaccard, strict=True))
    assert by_name["none"] < by_name["accents"] < by_name["as chosen"] == 1.0


def test_stop_words_and_stems_of_a_language_make_more_texts_equal() -> None:
    a, b = "the dog walked to the cat", "a dog is walking to cats"
    found = shingling(a, b, CutSettings(kind="word", size=1, language="en", stop_words=True, stemming=True))
    likeness = found.by_switch
    by_name = dict(zip(found.switches, zip(likeness.shared, likeness.either, strict=True), strict=True))
    # the dog walked to cat; a dog is walking to cats: only "dog" and "to" are shared
    assert by_name["none"] == (2, 9)
    assert by_name["stop_words"] == (1, 5)  # dog walked cat; dog walking cats
    assert by_name["stemming"] == (4, 7)  # dog walk to cat, and: the, a, is
    assert by_name["as chosen"] == (3, 3)
    assert {"stop_words", "stemming"}.isdisjoint(shingling(a, b, CutSettings(kind="word", size=1)).switches)


def test_every_language_offered_has_stop_words_and_stems() -> None:
    assert set(LANGUAGES) <= {*stop_word_languages()} & {*stemming_languages()}


@pytest.mark.parametrize("buckets", [16, 64])
def test_what_is_expected_of_buckets_is_the_mean_over_hashes_but_for_one_part_in_the_shingles(buckets: int) -> None:
    found = shingling("editorial", "factorial", CutSettings(size=2))  # 8 and 8 shingles, 5 in both, 11 in either
    random, likenesses = np.random.default_rng(1), []
    for _ in range(4000):
        place = random.integers(0, buckets, 11)
        a, b = set(place[:8].tolist()), set(place[3:].tolist())
        likenesses.append(len(a & b) / len(a | b))
    expected = found.expected[BUCKETS.index(buckets)]
    assert abs(float(np.mean(likenesses)) - expected) < 1 / 11
    assert expected == pytest.approx({16: 0.587, 64: 0.488}[buckets], abs=5e-4)


def test_repeats_that_count_fall_into_buckets_of_their_own() -> None:
    # aa, aa, aa, ab and aa, ab: equal as sets, 2 of 4 as bags
    found = shingling("aaaab", "aab", CutSettings(size=2, bag=True))
    assert (found.likeness.shared[0], found.likeness.either[0]) == (2, 4)
    assert (found.in_buckets.shared[-1], found.in_buckets.either[-1]) == (2, 4)
    assert found.expected[-1] == pytest.approx(0.5, abs=1e-6)
    assert shingling("aaaab", "aab", CutSettings(size=2)).in_buckets.jaccard[-1] == 1.0


def test_one_more_number_of_buckets_stands_among_the_others() -> None:
    found = shingling("editorial", "factorial", CutSettings(size=2, buckets=100))
    assert found.buckets == (16, 64, 100, 256, 1024, 65536, 2**32)
    # 8 and 8 shingles, 5 in both: 100 (1 - 0.99^m) buckets filled by m = 8 and 11, so 2 * 7.7255 - 10.4662 in common
    assert found.expected[2] == pytest.approx((2 * 7.7255 - 10.4662) / 10.4662, abs=1e-4)
    assert found.in_buckets.jaccard[2] == found.in_buckets.shared[2] / found.in_buckets.either[2]
    assert shingling("a", "b", CutSettings(buckets=16)).buckets == shingling("a", "b", CutSettings()).buckets == BUCKETS


def test_few_buckets_make_unlike_texts_alike_as_expected() -> None:
    found = shingling("abcdefghijklmnopqrstuvwxyz" * 3, "zyxwvutsrqponmlkjihgfedcba" * 3, CutSettings(size=3))
    assert found.likeness.jaccard[0] == 0.0
    assert found.in_buckets.jaccard[0] > 0.5
    assert found.in_buckets.jaccard[-1] == 0.0
    assert np.all(np.diff(found.expected) < 0)
    assert len(found.expected) == len(BUCKETS)


def test_empty_texts_are_like_nothing() -> None:
    found = shingling("", "", CutSettings())
    assert found.likeness.jaccard[0] == 0.0
    assert found.a.first.size == 0


@given(st.text("abc ", min_size=1, max_size=30), st.integers(0, 2**31 - 1), st.integers(1, 5))
def test_one_edit_touches_at_most_k_shingles_on_each_side(text: str, seed: int, size: int) -> None:
    edited = random_edit(text, seed)
    assert edited != text
    assert abs(len(edited) - len(text)) <= 1
    cuts = [{(t[i : i + size]) for i in range(len(t) - size + 1)} for t in (text, edited)]
    assert len(cuts[0] - cuts[1]) <= size
    assert len(cuts[1] - cuts[0]) <= size

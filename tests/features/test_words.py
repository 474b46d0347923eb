"""Words in any script, as the kernels see them; stop words and stems."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.code_points import is_single
from simexplorer.features.normalise import normalise_text
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.features.words import WordFilter, stemming_languages, stop_word_languages, words
from tests import oracles_signatures as oracle

SWITCHES = ("nfc", "case", "space")
mixed = st.text(
    st.one_of(
        st.sampled_from("abc _09-'. \n漢字かなカｶไทยກາပ្ខé\u0301\u0e31\u093f\u20ddß٣½Ⅷ🙂\U000e0100"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=40,
)  # fmt: skip


def single(character: str) -> bool:
    return is_single(ord(character))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog, which chased the cat.", ["The", "dog", "which", "chased", "the", "cat"]),
        ("el perro naïve_1 e\u0301te\u0301", ["el", "perro", "naïve_1", "e\u0301te\u0301"]),
        ("漢字です。", ["漢", "字", "で", "す"]),
        ("abc漢def", ["abc", "漢", "def"]),
        ("ภาษาไทย", ["ภ", "า", "ษ", "า", "ไ", "ท", "ย"]),
        ("ที่นี่", ["ที่", "นี่"]),  # vowels and tones above continue their consonant
        ("한국어 단어", ["한", "국", "어", "단", "어"]),
        ("abc한국1", ["abc", "한", "국", "1"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("\u0301 a", ["a"]),  # a mark alone is no word
        ("--- ...", []),
        ("", []),
    ],
)
def test_words_by_hand(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(mixed)
def test_words_are_those_of_the_definition(text: str) -> None:
    assert words(text) == oracle.words(text, single)


@given(mixed)
def test_kernels_see_the_same_words(text: str) -> None:
    cutter = TextCutter(CutParams(normalise=SWITCHES, kind="word", size=1))
    found = words(normalise_text(text, SWITCHES))
    ids, _, _ = cutter.shingles(*join_texts([text.encode()]), cutter.scratch())
    one_by_one, bounds, _ = cutter.shingles(*join_texts([word.encode() for word in found]), cutter.scratch())
    assert np.diff(bounds).tolist() == [1] * len(found)
    np.testing.assert_array_equal(ids, one_by_one)


def test_hostile_texts_take_linear_time() -> None:
    # a pattern that tries again from every place would need hours and run into the time limit
    assert len(words("a" * 300_000 + "!")) == 1
    assert len(words("a\u0301" * 150_000 + "!")) == 1
    assert words("\u0301" * 300_000 + "!") == []
    assert len(words("漢a" * 150_000 + "!")) == 300_000


def test_english_stop_words_and_stems() -> None:
    english = WordFilter("en", stop_words=True, stemming=True, normalise=SWITCHES)
    text = normalise_text("The dogs don't chase a running fox; walked, walking — it’s over!", SWITCHES)
    assert words(english.apply(text)) == ["dog", "chase", "run", "fox", "walk", "walk"]
    stops = WordFilter("en", stop_words=True, stemming=False, normalise=SWITCHES)
    assert words(stops.apply("a dog is not an island")) == ["dog", "island"]
    stems = WordFilter("en", stop_words=False, stemming=True)
    assert stems.apply("The DOGS, running!") == "the dog, run!"


def test_what_is_no_word_stays_in_its_place() -> None:
    nothing = WordFilter(None, stop_words=False, stemming=False)
    assert nothing.apply(" a—b\n\n漢字 ") == " a—b\n\n漢字 "
    assert nothing.stem("dogs") == "dogs"


def test_a_stop_word_of_several_words_goes_as_a_whole_the_longest_first() -> None:
    # 因为 (because) is listed, as are 的 and 在; 书 (book) and 桌 (table) are not
    chinese = WordFilter("zh", stop_words=True, stemming=False, normalise=SWITCHES)
    assert words(chinese.apply("因为书在桌")) == ["书", "桌"]
    # don't is listed; don and t apart from each other are other words
    english = WordFilter("en", stop_words=True, stemming=False)
    assert words(english.apply("don't donate")) == ["donate"]
    assert words(english.apply("Don’t donate")) == ["donate"]


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        pytest.param("af", "'n boek", "'  boek", id="a sign before it"),
        pytest.param("hu", "alma stb. körte", "alma  . körte", id="a full stop behind it"),
        pytest.param("ga", "m'athair", " 'athair", id="an apostrophe behind it"),
        pytest.param("th", "งาน", "งาน", id="but no vowel sign: its letter is part of many words"),
        pytest.param("tr", "İçin ev", "  ev", id="a capital i with a dot"),
    ],
)
def test_a_stop_word_is_known_without_the_signs_around_it(language: str, text: str, left: str) -> None:
    switches = ("nfc", "case")
    stop_words = WordFilter(language, stop_words=True, stemming=False, normalise=switches)
    assert stop_words.apply(normalise_text(text, switches)) == left


def test_stop_words_go_through_the_switches_that_the_text_went_through() -> None:
    switches = ("nfc", "case", "accents", "punctuation", "space")
    spanish = WordFilter("es", stop_words=True, stemming=False, normalise=switches)
    assert words(spanish.apply(normalise_text("Él está aquí, perro", switches))) == ["perro"]
    english = WordFilter("en", stop_words=True, stemming=False, normalise=switches)
    assert words(english.apply(normalise_text("It isn't a dog", switches))) == ["dog"]


@pytest.mark.parametrize(
    ("language", "word", "stem"),
    [("en", "nationality", "nation"), ("de", "Häuser", "haus"), ("fr", "continuellement", "continuel"),
     ("es", "chicas", "chic"), ("ru", "вагонами", "вагон"), ("fi", "taloissa", "talo")],
)  # fmt: skip
def test_stems_of_several_languages(language: str, word: str, stem: str) -> None:
    assert WordFilter(language, stop_words=False, stemming=True).stem(word) == stem


def test_all_languages_offered_can_be_used() -> None:
    assert {"en", "de", "es", "fr", "zh", "ja", "th", "ru", "ar"} <= set(stop_word_languages())
    assert {"en", "de", "es", "fr", "ru", "ar"} <= set(stemming_languages())
    for language in stemming_languages():
        WordFilter(language, stop_words=False, stemming=True).apply("words слова كلمات")


@pytest.mark.parametrize(("language", "stemming"), [(None, False), ("xx", False), ("zh", True), (None, True)])
def test_languages_without_a_list_or_stemmer_are_refused(language: str | None, stemming: bool) -> None:
    with pytest.raises(ParameterError, match="language must be one of ") as refused:
        WordFilter(language, stop_words=not stemming, stemming=stemming)
    assert refused.value.field == "language"


def test_threads_share_a_filter() -> None:
    english = WordFilter("en", stop_words=True, stemming=True)
    text = " ".join(f"running{i % 7} walked tests{i % 3} nations" for i in range(500))
    expected, found = WordFilter("en", stop_words=True, stemming=True).apply(text), []
    workers = [threading.Thread(target=lambda: found.append(english.apply(text))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4

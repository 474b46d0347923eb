"""Words replaced in whole chunks of texts: the same as one text after the other, whatever is met when."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features import word_table
from simexplorer.features.normalise import normalise_text
from simexplorer.features.shingles import BLOCK
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.features.word_table import WordReplacer
from simexplorer.features.words import WordFilter
from simexplorer.kernel_words import PADDING

USUAL = ("nfc", "case", "space")
SWITCHES = ((), USUAL, ("nfkc", "space"), ("nfc", "case", "accents", "punctuation", "space"), ("case", "nospace"))
_made: dict[tuple[str, bool, tuple[str, ...]], tuple[WordFilter, WordReplacer]] = {}
bits = st.sampled_from(
    [
        "The",
        "don't",
        "Don’t",
        "it’s",
        "running",
        "DOGS",
        "a",
        "İs",
        "été",
        "Él",
        "ΤΟΥΣ",
        "ß",
        "因为",
        "什么的",
        "的",
        "书",
        "没有",
        "  ",
        "\r\n",
        "-",
        ".",
        "'",
        "’",
        "́",
        "🙂",
        "_9",
        "x" * 140,
    ]
)
texts = st.lists(st.lists(bits, max_size=12).map("".join) | st.lists(bits, max_size=12).map(" ".join), max_size=6)


def made(language: str, stemming: bool, switches: tuple[str, ...]) -> tuple[WordFilter, WordReplacer]:
    """A filter and what replaces by it; made once, so that examples meet words that earlier ones have left."""
    known = _made.get((language, stemming, switches))
    if known is None:
        words = WordFilter(language, stop_words=True, stemming=stemming, normalise=switches)
        known = words, WordReplacer(TextCutter(CutParams(normalise=switches)), words)
        _made[language, stemming, switches] = known
    return known


def replaced(replacer: WordReplacer, given_texts: list[str]) -> list[str]:
    out, ends = replacer.replaced(*join_texts([text.encode() for text in given_texts]))
    assert out.size >= ends[-1] + PADDING, "kernels read beyond the last text"
    return [out[a:b].tobytes().decode() for a, b in itertools.pairwise(ends)]


def one_by_one(words: WordFilter, given_texts: list[str], switches: tuple[str, ...]) -> list[str]:
    return [words.apply(normalise_text(text, switches)) for text in given_texts]


@given(texts, st.sampled_from(["en", "es", "el", "zh"]), st.sampled_from(SWITCHES))
def test_chunks_become_what_their_texts_become(
    given_texts: list[str], language: str, switches: tuple[str, ...]
) -> None:
    words, replacer = made(language, language in ("en", "es"), switches)
    assert replaced(replacer, given_texts) == one_by_one(words, given_texts, switches)


def test_by_hand() -> None:
    _, replacer = made("en", True, USUAL)
    assert replaced(replacer, ["The dogs don’t bark.", "", "Running THE nations"]) == [
        "  dog   bark.",
        "",
        "run   nation",
    ]
    _, chinese = made("zh", False, USUAL)
    assert replaced(chinese, ["因为书在桌"]) == [" 书 桌"]


@pytest.mark.parametrize("switches", [USUAL, ("case", "nospace")])
@pytest.mark.parametrize("language", ["en", "af", "ar"])
def test_every_stop_word_goes_where_no_blank_parts_them(language: str, switches: tuple[str, ...]) -> None:
    words, replacer = made(language, False, switches)
    given_texts = ["-".join(sorted(words.stop_words))]
    assert replaced(replacer, given_texts) == one_by_one(words, given_texts, switches)


@pytest.mark.parametrize("shift", range(-3, 3))
def test_a_stop_word_across_the_edge_of_a_block_of_words_goes_as_a_whole(shift: int) -> None:
    words, replacer = made("en", False, USUAL)
    text = "dog " * (BLOCK + shift) + "don't cat"
    assert replaced(replacer, [text]) == one_by_one(words, [text], USUAL)


def test_words_by_the_thousand_in_texts_that_grow_and_shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_table, "_NEW_WORDS", 16)
    monkeypatch.setattr(word_table, "_MOST_WORDS", 300)  # forgotten again and again
    words = WordFilter("en", stop_words=True, stemming=True, normalise=("nfc",))
    replacer = WordReplacer(TextCutter(CutParams(normalise=("nfc",))), words)
    rng = np.random.default_rng(1)
    kinds = np.array(["The", "of", "Connected{}ing", "Ⅷ{}", "\u1e9e{}ties", "don't", "İ{}"])
    given_texts = [
        " ".join(kind.format(n) for kind, n in zip(rng.choice(kinds, m), rng.integers(0, 900, m), strict=True))
        for m in (0, 3, 4000, 50)
    ]
    for _ in range(2):
        assert replaced(replacer, given_texts) == one_by_one(words, given_texts, ("nfc",))


def test_a_text_of_many_words_that_no_other_has() -> None:
    words, replacer = made("en", True, USUAL)
    given_texts = [" ".join(f"{n:x}ing" for n in range(100_000)), "the end"]
    assert replaced(replacer, given_texts) == one_by_one(words, given_texts, USUAL)


def test_a_word_longer_than_all_else_is_a_word() -> None:
    words, replacer = made("en", True, ())
    given_texts = ["short", "X" * 400_000 + " the " + "y" * 100_000, "the"]
    assert replaced(replacer, given_texts) == one_by_one(words, given_texts, ())

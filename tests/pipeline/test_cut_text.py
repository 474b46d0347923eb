"""Every shingle is found again where it stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.cut_text import cut_text
from simexplorer.pipeline.recipe import Recipe
from tests import oracles

RECIPES = [
    Recipe(shingle_size=4),
    Recipe(shingle_size=3, normalise=("nfkc", "case", "nospace")),
    Recipe(shingle_kind="word", shingle_size=2),
    Recipe(shingle_kind="word", shingle_size=3, normalise=("nfc", "accents", "punctuation", "space")),
]
PIECES = st.lists(
    st.sampled_from(["Ab", "ab ", "ß", "e\u0301", "中文", " - ", "x1_", "\r\n", "ไทย", "שלום"]), max_size=12
)


@given(PIECES.map("".join), st.sampled_from(RECIPES))
def test_shingles_stand_where_they_are_said_to(text, recipe):
    cut = cut_text(text, recipe)
    wanted = oracles.shingles(normalise_text(text, recipe.normalise), recipe.shingle_kind, recipe.shingle_size)
    assert cut.ids.size == len(wanted)
    normal = cut.normal.text
    for s, shingle in enumerate(wanted):
        between = normal[cut.first[s] : cut.last[s]]
        units = list(between) if recipe.shingle_kind == "char" else oracles.words(between)
        assert tuple(units) == tuple(shingle)
    # equal shingles and no others have equal ids
    assert len(set(cut.ids.tolist())) == len(set(wanted))


def test_an_example_by_hand():
    cut = cut_text("To be,  or NOT to be", Recipe(shingle_kind="word", shingle_size=2))
    assert cut.texts(np.arange(5)) == ("To be", "be,  or", "or NOT", "NOT to", "to be")
    assert cut.normalised(np.array([2, 0])) == ("or not", "to be")
    assert cut.ids[0] == cut.ids[4]
    starts, ends = cut.origins(np.array([1]))
    assert (starts.tolist(), ends.tolist()) == ([3], [10])


def test_words_of_full_width_letters_stand_where_they_are():
    text = "ｔｈｅ\u3000ｑｕｉｃｋ\u3000ｆｏｘ"
    cut = cut_text(text, Recipe(shingle_kind="word", shingle_size=1, normalise=("nfkc", "case", "space")))
    assert cut.texts(np.arange(3)) == tuple(text.split("\u3000"))


def test_items_are_the_runs_between_nul_bytes():
    cut = cut_text("milk\0\0 \0 old  bread \0", Recipe(shingle_kind="item", normalise=()))
    assert cut.texts(np.arange(cut.ids.size)) == ("milk", "old  bread")


def test_stop_words_are_gone_from_the_text():
    recipe = Recipe(shingle_kind="word", shingle_size=1, language="en", stop_words=True)
    cut = cut_text("The cat and the dog", recipe)
    assert cut.texts(np.arange(cut.ids.size)) == ("cat", "dog")


@pytest.mark.parametrize("kind", ["char", "word", "item"])
def test_an_empty_text_has_no_shingles(kind):
    assert cut_text("", Recipe(shingle_kind=kind)).ids.size == 0

"""Passages of two documents stand beside what they have in common with many others, not in it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import InputError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.cut_text import cut_text
from simexplorer.pipeline.pair_passages import NO_IDS, left_out_ids, left_out_words, pair_passages
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.passages import Passages

RECIPE = Recipe(boilerplate=0.2)
FORM = "I declare that I have written this essay by myself and named all sources."
COPIED = "The keeper of the tower saw a schooner in the fog of that autumn night."


def ids_of(text: str, recipe: Recipe = RECIPE) -> np.ndarray:
    return np.unique(cut_text(text, recipe).ids)


def sides(left: str, right: str, found: Passages) -> list[tuple[str, str]]:
    places = (found.left_start, found.left_end, found.right_start, found.right_end)
    return [(left[a:b], right[c:d]) for a, b, c, d in zip(*(p.tolist() for p in places), strict=True)]


def test_a_common_form_around_a_copied_sentence_is_no_passage() -> None:
    left, right = f"{FORM}\n{COPIED}\n{FORM}", f"One begins with this.\n{COPIED}\n{FORM}"
    assert sides(left, right, pair_passages(left, right, RECIPE, ids_of(FORM))) == [(COPIED, COPIED)]
    assert (FORM, FORM) in sides(left, right, pair_passages(left, right, RECIPE))
    only = pair_passages(FORM, f"{FORM} And more.", RECIPE, ids_of(FORM))
    assert len(only) == 0
    assert (only.left_share, only.right_share) == (0.0, 0.0)


def test_shares_are_those_of_what_counts() -> None:
    # of the left text 71 characters and the blank beside them count, of the right one 22 more
    left, right = f"{FORM} {COPIED}", f"{COPIED} {FORM} Another last sentence"
    found = pair_passages(left, right, RECIPE, ids_of(FORM))
    assert len(COPIED) == 71
    assert found.left_share == pytest.approx(1.0)
    assert found.right_share == pytest.approx(72 / 94)


def test_a_frequent_turn_of_phrase_parts_no_passage() -> None:
    left_out = ids_of("schooner in the fog")  # 19 characters: no passage of itself
    found = pair_passages(COPIED, COPIED, RECIPE, left_out)
    assert sides(COPIED, COPIED, found) == [(COPIED, COPIED)]


WORDS = st.lists(st.sampled_from(["storm", "seal", "fog", "ß", "gull and tide", "é"]), max_size=12).map(" ".join)
KINDS = st.sampled_from([Recipe(shingle_size=5), Recipe(shingle_kind="word", shingle_size=2)])


def boilerplate_in(text: str, recipe: Recipe, left_out: np.ndarray) -> set[int]:
    """Brute force: characters of runs of at least 24, and of a shingle's size, of nothing but such shingles."""
    cut, found = cut_text(text, recipe), set()
    known = set(left_out.tolist())
    for a in range(cut.ids.size):
        for b in range(a + recipe.shingle_size, cut.ids.size + 1):
            long = cut.last[b - 1] - cut.first[a] >= 24
            if long and all(shingle in known for shingle in cut.ids[a:b].tolist()):
                found |= set(range(cut.normal.starts[cut.first[a]], cut.normal.ends[cut.last[b - 1] - 1]))
    return found


@given(WORDS, WORDS, WORDS, KINDS)
def test_no_passage_is_of_boilerplate_alone_and_all_lie_in_those_of_the_whole_texts(left, right, form, recipe):
    left_out = ids_of(form, recipe)
    found, whole = (pair_passages(left, right, recipe, ids) for ids in (left_out, NO_IDS))
    for side, text in (("left", left), ("right", right)):
        form_there = boilerplate_in(text, recipe, left_out)
        painted, all_of_it = (
            [set(range(a, b)) for a, b in zip(getattr(f, f"{side}_start"), getattr(f, f"{side}_end"), strict=True)]
            for f in (found, whole)
        )
        assert set().union(*painted) <= set().union(*all_of_it)
        assert all(passage - form_there for passage in painted)
    for a, b in sides(left, right, found):
        assert normalise_text(a, recipe.normalise) == normalise_text(b, recipe.normalise) != ""
    if not left_out.size:
        assert sides(left, right, found) == sides(left, right, whole)


def test_nothing_is_left_out_where_nobody_knows_where_it_stands() -> None:
    class Read:
        left_out = ids_of(FORM)

    def unknown() -> Read:
        raise InputError("kept by another version")

    assert left_out_ids(RECIPE, Read) is Read.left_out  # type: ignore[arg-type]
    for recipe, reader in (
        (Recipe(), Read),
        (RECIPE.replace(stop_words=True, language="en"), Read),
        (RECIPE.replace(stemming=True, language="en"), Read),
        (RECIPE, unknown),
    ):
        assert left_out_ids(recipe, reader) is NO_IDS  # type: ignore[arg-type]
    assert left_out_words(RECIPE, NO_IDS) == ""
    assert left_out_words(RECIPE, Read.left_out) == "without what more than 20 % of the documents hold"

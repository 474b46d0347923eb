"""Each warning comes where its figure says so, at the limit and just beside it, with its figures in words."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from simexplorer.pipeline.forecast_warnings import Outlook, about, warnings_of
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe

CALM = Outlook(
    documents=1000.0, sampled=400, candidates=0.0, usual=0.0, memory=0, physical_memory=10_000_000_000, containers=0,
    signing_seconds=0.0, note="",
)  # fmt: skip
RECIPES = {
    "jaccard": Recipe(threshold=0.8, shingle_size=9),
    "containment": Recipe(measure="containment", threshold=0.8),
    "simhash": Recipe(measure="cosine", scheme="simhash", threshold=0.8),
    "hyperplane": Recipe(measure="cosine", scheme="hyperplane", threshold=0.8),
    "hamming": Recipe(measure="hamming", scheme="bit-sampling", max_distance=3.0),
    "euclidean": Recipe(measure="euclidean", scheme="random-lines", max_distance=10.0, interval=20.0),
}


def of(recipe: str | Recipe, **known: Any) -> tuple[str, ...]:
    """The warnings of a recipe where the outlook is calm but for what is ``known``."""
    return warnings_of(RECIPES[recipe] if isinstance(recipe, str) else recipe, replace(CALM, **known))


def only(recipe: str | Recipe, **known: Any) -> str:
    """The one warning of such an outlook."""
    (words,) = of(recipe, **known)
    return words


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_calm_outlook_is_not_warned_of(recipe: str) -> None:
    assert of(recipe) == ()


def test_the_gravest_stands_first_and_the_note_on_bands_before_memory_and_containers() -> None:
    words = of(
        RECIPES["jaccard"].replace(hashes=16),
        usual=0.6, candidates=499_500.0, note="A note.", memory=9_000_000_000, containers=2,
    )  # fmt: skip
    beginnings = (
        "With shingles of 9 ",
        "About 499,500 ",
        "With 16 hashes ",
        "A note.",
        "The run may take ",
        "2 archives,",
    )
    assert len(words) == len(beginnings)
    assert all(sentence.startswith(begin) for sentence, begin in zip(words, beginnings, strict=True))


def test_memory_is_warned_of_above_three_fifths_of_what_there_is() -> None:
    assert of("jaccard", memory=6_000_000_000) == ()
    assert only("jaccard", memory=6_010_000_000) == (
        "The run may take 6.0 GB of memory; this computer has 10.0 GB. "
        "Take fewer hashes, a higher threshold, or a part of the folder."
    )
    assert "Take longer shingles or a part of the folder." in only("containment", memory=7_000_000_000)


def test_what_holds_documents_is_counted() -> None:
    assert only("jaccard", containers=1) == (
        "1 archive, mailbox or table holds documents that this forecast does not see: expect more."
    )
    assert only("jaccard", containers=3).startswith("3 archives, mailboxes or tables hold documents")


def test_random_texts_that_share_more_than_half_of_the_threshold_are_warned_of() -> None:
    assert of("jaccard", usual=0.4) == ()
    assert only("jaccard", usual=0.41) == (
        "With shingles of 9 characters two texts picked at random already share 0.41, and the threshold is 0.80: "
        "unlike documents will look alike. Take longer shingles or a higher threshold."
    )
    assert "With shingles of 1 word two texts" in only(Recipe(shingle_kind="word", shingle_size=1), usual=0.9)
    for recipe, advice in (("hyperplane", "weights by rarity (tf-idf)"), ("containment", "longer shingles")):
        assert of(recipe, usual=0.4) == ()
        assert only(recipe, usual=0.5).endswith(
            f"of 0.50, and the limit is 0.80: unlike documents will look alike. Take a higher limit, or {advice}."
        )


def test_pairs_of_a_handful_say_nothing_of_random_texts() -> None:
    assert of("jaccard", usual=0.9, sampled=29) == ()
    assert len(of("jaccard", usual=0.9, sampled=30)) == 1


@pytest.mark.parametrize("recipe", ["hamming", "euclidean"])
def test_random_texts_that_are_less_than_one_and_a_half_times_the_limit_apart_are_warned_of(recipe: str) -> None:
    scale, limit = MeasureScale.of(RECIPES[recipe]), RECIPES[recipe].max_distance
    far, near = (float(scale.similarity(limit * times)) for times in (1.6, 1.4))
    assert of(recipe, usual=far) == ()
    words = only(recipe, usual=near)
    assert words.startswith("Two texts picked at random are only ")
    assert words.endswith(": unlike documents will look alike. Take a smaller limit, or other weights.")


def test_candidates_are_warned_of_where_they_are_more_than_a_tenth_of_the_pairs_of_many_documents() -> None:
    # 1,000 documents have 499,500 pairs
    assert of("jaccard", candidates=49_950.0) == ()
    assert only("jaccard", candidates=49_951.0) == (
        "About 49,951 of 499,500 pairs would have to be compared one by one. "
        "Take a higher threshold, longer shingles, or a lower recall."
    )
    assert of("jaccard", documents=500.0, candidates=124_750.0) == ()
    assert len(of("jaccard", documents=501.0, candidates=125_250.0)) == 1


@pytest.mark.parametrize(
    ("recipe", "advice"),
    [
        ("containment", "Take a higher minimum share or longer shingles."),
        ("simhash", "Take random hyperplanes with 256 hashes or more, a higher minimum cosine, weights by rarity "),
        ("hyperplane", "Take more hashes, a higher minimum cosine, weights by rarity (tf-idf), or a lower recall."),
        ("hamming", "Take more hashes, a smaller limit, or a lower recall."),
        ("euclidean", "Take more hashes, a smaller limit, or a lower recall."),
    ],
)
def test_what_to_do_about_candidates_depends_on_the_measure(recipe: str, advice: str) -> None:
    assert advice in only(recipe, candidates=400_000.0)


def test_that_pairs_are_left_out_is_said_where_more_are_to_be_checked_than_ever_are() -> None:
    # at most 5,000,000,000 are checked; to compare two in turn costs 0.35 of a check
    documents = 110_000.0  # 6.05 billion pairs, 2.1 of checks
    assert "left out" not in only("jaccard", documents=documents, candidates=6e9)
    documents = 200_000.0  # 20 billion pairs, 7 of checks
    assert "; at most 5 billion are, the rest is left out." in only("jaccard", documents=documents, candidates=6e9)
    assert "left out" not in only("jaccard", documents=documents, candidates=4.9e9)


def test_short_signatures_are_warned_of_with_their_error() -> None:
    assert of(Recipe(hashes=32)) == ()
    assert "With 31 hashes" in only(Recipe(hashes=31))
    # 0.5 / sqrt(25) = 0.1
    words = "With 25 hashes an estimate is off by 0.10 at similarity 0.5: take 128 or more."  # 0.5 / sqrt(25)
    assert only(Recipe(hashes=25)) == words


@pytest.mark.parametrize("interval", [1.0, 5.0, 20.0, 60.0, 1000.0])
def test_intervals_are_warned_of_where_one_line_says_too_little_of_the_limit(interval: float) -> None:
    recipe = RECIPES["euclidean"].replace(interval=interval)
    # Datar et al. 2004, section 3.2: the chance that one line agrees at distance c under intervals r wide, t = r / c
    t = interval / 10.0
    chance = math.erf(t / math.sqrt(2.0)) - 2.0 / (math.sqrt(2.0 * math.pi) * t) * (1.0 - math.exp(-t * t / 2.0))
    if 0.3 <= chance <= 0.85:
        assert of(recipe) == ()
    else:
        assert only(recipe) == (
            f"Intervals {interval:g} wide do not tell distances near 10 well (one line agrees there with chance "
            f"{chance:.2f}): take a width of about 17."
        )
    assert of(recipe.replace(max_distance=0.0)) == ()


def test_hyperplanes_that_take_more_than_two_minutes_to_sign_are_warned_of() -> None:
    assert of("hyperplane", signing_seconds=120.0) == ()
    words = only("hyperplane", signing_seconds=600.0)
    assert words.startswith("Signing with 128 random hyperplanes takes about 10 minutes: SimHash is many times faster")
    assert of("simhash", signing_seconds=600.0) == ()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0.0, "0"), (812.4, "812"), (999_999.0, "999,999"), (1e6, "1 million"), (34_490_000.0, "34.5 million"),
        (999e6, "999 million"), (1e9, "1 billion"), (1.234e9, "1.23 billion"),
    ],
)  # fmt: skip
def test_large_numbers_are_told_in_words(number: float, words: str) -> None:
    assert about(number) == words

"""Limits of a run, told as they are: no sentence denies what another one counts."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.index_work import IndexWork, capped_words
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.tuning import Banding


def test_where_all_pairs_count_neither_gaps_nor_bands_deny_the_count() -> None:
    gaps, note = IndexWork(gaps=0.25), Banding(128, 1, "No choice of bands finds a pair.")
    usual, all_pairs = capped_words(gaps, note, chance=0.9), capped_words(gaps, note, all_pairs=True, chance=0.9)
    assert usual[0].endswith("so that no recall is predicted.")
    assert usual[1] == note.note
    assert all_pairs[0].endswith("bands with such a position find nothing.")
    assert all_pairs[1] == "At this limit all pairs count, also those that share nothing, which no index finds."
    assert [capped_words(IndexWork(), note, every, chance=1.0) for every in (False, True)] == [(), ()]
    assert [len(capped_words(IndexWork(), note, chance=chance)) for chance in (0.5, 0.001)] == [1, 2]


def test_what_there_was_no_room_for_is_not_blamed_on_the_bands() -> None:
    clipped = IndexWork(verified=50, set_aside=9, needed=106, left_out=3, limit=2)
    told = capped_words(clipped, Banding(25, 5), chance=0.25)
    assert told[2] == "Of the pairs right at the limit 25 % are compared: take a higher threshold."
    whole = capped_words(IndexWork(verified=50, set_aside=9, needed=106), Banding(25, 5), chance=0.25)
    assert whole[1].startswith("Of the pairs right at the limit 25 % are compared: how many were missed is reckoned")
    assert whole[1].endswith("Measure the recall, or take a higher threshold.")


@pytest.mark.parametrize("scheme", ["one-pass", "first-rows"])
def test_a_counted_recall_stands_beside_no_word_that_there_is_none(tmp_path: Path, scheme: str) -> None:
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text(f"short text {number * 7919}")
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        result = analysis.run(Recipe(scheme=scheme, threshold=0.0), Progress())
    assert result.audit.predicted_recall is not None
    assert result.audit.gaps > 0.0
    assert not any("no recall is predicted" in words for words in result.capped)


def test_bands_that_find_few_pairs_at_the_limit_say_so(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(400)]
    for number in range(12):  # neighbours share about two thirds
        (tmp_path / f"{number:02}.txt").write_text(" ".join(words[number * 20 : number * 20 + 100]))
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        coarse = analysis.run(Recipe(threshold=0.5, bands=4, rows=16), Progress())
        usual = analysis.run(Recipe(threshold=0.5), Progress())
        single = analysis.run(Recipe(threshold=0.5, bands=1, rows=16), Progress())
    assert single.capped[0].startswith("1 band of 16 rows finds only")
    # 1 - (1 - 0.5^16)^4 = 0.00006
    assert coarse.capped[0].startswith("4 bands of 16 rows find only 0.01 % of the pairs right at the limit")
    assert "Measure the recall" in coarse.capped[0]
    assert usual.capped == ()


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(threshold=0.3, bands=1, rows=16),
        Recipe(measure="euclidean", scheme="random-lines", interval=20.0, max_distance=60.0, bands=2, rows=16),
    ],
    ids=["jaccard", "euclidean"],
)
def test_nothing_is_foretold_where_pairs_at_the_limit_are_hardly_found(tmp_path: Path, recipe: Recipe) -> None:
    """Of twelve texts that share half with their neighbours only one and its copy, but for a word, are found."""
    words = [f"word{number}" for number in range(400)]
    for number in range(12):
        (tmp_path / f"{number:02}.txt").write_text(" ".join(words[number * 20 : number * 20 + 40]))
    (tmp_path / "copy.txt").write_text(" ".join([*words[:40], "once"]))
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        coarse = analysis.run(recipe, Progress())
        measured = analysis.measure_recall(Progress()).audit.measured_recall
        usual = analysis.run(recipe.replace(bands=128, rows=1), Progress())
    assert 0 < coarse.at_threshold < usual.at_threshold
    assert measured is not None
    assert measured < 0.5
    assert coarse.audit.predicted_recall is None
    assert coarse.audit.predicted_missed is None
    assert any("Measure the recall" in words for words in coarse.capped)
    assert usual.audit.predicted_recall is not None


def test_bands_are_not_blamed_where_all_pairs_are_joined(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(f"one text of three that are alike {number}")
    recipe = Recipe(measure="containment", threshold=0.5, bands=2, rows=60)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        assert not any("right at the limit" in words for words in analysis.run(recipe, Progress()).capped)


def test_bands_that_are_given_are_told_what_bands_that_are_chosen_are(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text(f"{chr(97 + number) * 20} other words each")
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        chosen = analysis.run(Recipe(threshold=0.0), Progress())
        given = analysis.run(Recipe(threshold=0.0, bands=chosen.bands, rows=chosen.rows), Progress())
        contained = analysis.run(Recipe(measure="containment", threshold=0.01), Progress())
    assert chosen.capped == given.capped
    assert any("no index finds" in words for words in given.capped)
    assert contained.capped == (), "no bands are in an exact join"


def test_one_pair_that_was_not_compared_is_told_in_the_singular() -> None:
    told = [capped_words(IndexWork(left_out=count, limit=300), Banding(25, 5))[0] for count in (1, 1_200)]
    assert told[0].endswith("at most 1 pair inside such buckets was not compared.")
    assert told[1].endswith("at most 1,200 pairs inside such buckets were not compared.")

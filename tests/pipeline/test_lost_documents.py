"""A file that goes or changes after it was signed is in no pair, no cluster and no figure, whoever finds that out."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.listing import Status
from simexplorer.errors import InputError
from simexplorer.pipeline import analysis as stages
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.asking import ask
from simexplorer.pipeline.boilerplate import effect
from simexplorer.pipeline.calibration import calibrate_fairly
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.explaining import explain_pair
from simexplorer.pipeline.not_compared import why_not_compared
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result

FIRST, THEN = Recipe(threshold=0.9), Recipe(threshold=0.84)
LOST = "00.txt"


def write_chain(folder: Path, count: int = 14) -> None:
    """Texts too long to be kept, each like the next one and unlike the last: clusters read those that lie far apart."""
    rng = random.Random(1)
    words = [f"w{rng.randrange(500)}" for _ in range(400)]
    for k in range(count):
        text = " ".join([f"q{i}" for i in range(22 * k)] + words[22 * k :])
        (folder / f"{k:02}.txt").write_text(text * 3)
        os.utime(folder / f"{k:02}.txt", (1.6e9, 1.6e9))


def lose(folder: Path, how: str) -> None:
    path = folder / LOST
    if how == "vanished":
        path.unlink()
    else:
        path.write_text("something else altogether " * 50)


def pairs_of(result: Result) -> dict[tuple[str, str], float]:
    name, pairs = result.documents.paths.display, result.pairs
    columns = zip(pairs.i, pairs.j, pairs.jaccard, strict=True)
    return {(name(int(i)), name(int(j))): float(s) for i, j, s in list(columns)[: result.at_threshold]}


def clusters_of(result: Result) -> list[tuple[list[str], float, float]]:
    name, clusters = result.documents.paths.display, result.clusters
    return [
        ([name(int(row)) for row in clusters.members(c)], clusters.min_jaccard[c], clusters.mean_jaccard[c])
        for c in range(len(clusters))
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_chain(tmp_path)
    return tmp_path


@pytest.fixture
def analysis(folder: Path) -> Iterator[Analysis]:
    made = Analysis([os.fsencode(folder)], workers=1)
    yield made
    made.close()


def assert_as_without_it(folder: Path, result: Result, recipe: Recipe) -> None:
    (folder / LOST).unlink(missing_ok=True)
    fresh = Analysis([os.fsencode(folder)], workers=1)
    expected = fresh.run(recipe, Progress())
    fresh.close()
    assert pairs_of(result) == pairs_of(expected)
    assert clusters_of(result) == clusters_of(expected)
    assert result.documents.status[0] == Status.SKIPPED
    assert result.texts == expected.texts == 13


@pytest.mark.parametrize("how", ["vanished", "changed"])
def test_a_file_lost_between_two_thresholds_is_in_no_cluster(folder: Path, analysis: Analysis, how: str) -> None:
    first = analysis.run(FIRST, Progress())
    lose(folder, how)
    then = analysis.run(THEN, Progress())
    assert how in why_not_compared(then, 0)
    assert first.shingles[0], "an earlier result stays as it was"
    zero = [
        (i, j) for one in analysis.known_overlaps().batches for i, j, shared in zip(*one, strict=True) if not shared
    ]
    assert not zero, "every two of these texts share something"
    assert_as_without_it(folder, then, THEN)


@pytest.mark.parametrize("how", ["vanished", "changed"])
@pytest.mark.parametrize("linkage", ["component", "average"])
def test_a_file_lost_while_clusters_are_measured_is_in_none(
    folder: Path, analysis: Analysis, how: str, linkage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, recipe = stages.filler_of, THEN.replace(linkage=linkage)

    def late(*arguments: object) -> object:
        monkeypatch.setattr(stages, "filler_of", real)
        lose(folder, how)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(stages, "filler_of", late)
    assert_as_without_it(folder, analysis.run(recipe, Progress()), recipe)


def test_what_another_recipe_finds_lost_is_in_no_pair_of_the_next_run(folder: Path, analysis: Analysis) -> None:
    analysis.run(FIRST, Progress())
    lose(folder, "vanished")
    analysis.try_out(THEN, Progress())
    assert_as_without_it(folder, analysis.run(FIRST, Progress()), FIRST)


def test_the_figure_of_a_pair_that_cannot_be_read_again_is_not_remembered(folder: Path, analysis: Analysis) -> None:
    analysis.run(FIRST, Progress())
    lose(folder, "vanished")
    i, j = np.array([0, 1], np.int32), np.array([13, 13], np.int32)
    analysis.exact_jaccard(i, j)
    _, unknown = analysis.known_overlaps().ask(i, j)
    assert unknown.tolist() == [True, False]


@pytest.mark.parametrize("how", ["vanished", "changed"])
def test_a_similarity_to_a_lost_document_is_not_known_rather_than_nothing(
    folder: Path, analysis: Analysis, how: str
) -> None:
    result = analysis.run(FIRST, Progress())
    i, j = np.array([0, 1], np.int32), np.array([13, 13], np.int32)
    lose(folder, how)
    exact = analysis.exact_jaccard(i, j)
    assert np.isnan(exact).tolist() == [True, False]
    np.testing.assert_array_equal(exact_values(FIRST, analysis.reader, i, j), exact)
    near = analysis.neighbours(13, 64)
    assert near.rows[np.isnan(near.jaccard)].tolist() == [0]
    with pytest.raises(InputError, match=rf"{LOST} is gone or changed since the run"):
        explain_pair(result, analysis.reader, 0, 13)


@pytest.mark.parametrize("recipe", [FIRST, Recipe(measure="cosine", scheme="hyperplane", threshold=0.9)], ids=str)
def test_a_lost_document_answers_with_what_its_hash_tells(folder: Path, analysis: Analysis, recipe: Recipe) -> None:
    text = (folder / LOST).read_text()
    analysis.run(recipe, Progress())
    lose(folder, "vanished")
    same = ask(analysis.result, analysis.reader, analysis.engine, text)
    like = ask(analysis.result, analysis.reader, analysis.engine, text + " and more")
    known = (True, 1.0, 1.0, 1.0, 1.0)
    for found, told in ((same, known), (like, (False, *[np.nan] * 4))):
        at = found.rows.tolist().index(0)
        columns = (found.identical, found.value, found.jaccard, found.text_in_document, found.document_in_text)
        np.testing.assert_array_equal([column[at] for column in columns], told)
        assert 0.8 < found.value[found.rows.tolist().index(1)] < 1.0


def test_neither_boilerplate_nor_calibration_count_a_lost_document(folder: Path, analysis: Analysis) -> None:
    result = analysis.run(FIRST, Progress())
    whole = effect(result, analysis.reader, np.empty(0, np.uint64), analysis.engine, Progress())
    assert 0 in whole.i
    lose(folder, "vanished")
    left = effect(result, analysis.reader, np.empty(0, np.uint64), analysis.engine, Progress())
    assert not np.isin(0, [left.i, left.j])
    assert (left.emptied, left.falling) == (whole.emptied, whole.falling) == (0, 0)
    fair = calibrate_fairly(result, analysis.reader, analysis.exact_jaccard, analysis.engine, Progress())
    for method in fair.methods:
        assert len(method)
        assert not np.isin(0, [method.i, method.j])
        assert method.rmse < 3.0 * method.theory

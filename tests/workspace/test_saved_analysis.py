"""A saved result answers as the run did, says what is gone, and begins a real run when it must."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path

import numpy as np
import pytest

from simexplorer.errors import Cancelled, InputError, NotAtHandError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.asking import find_containing
from simexplorer.pipeline.boilerplate import find_frequent
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.saved_analysis import SavedAnalysis
from tests.texts import text_of

BASE = "The keeper of the lighthouse wrote down every ship that passed, its colours, and the hour of the day. "


@pytest.fixture
def both(tmp_path: Path) -> tuple[Analysis, SavedAnalysis, Path]:
    """A run, and the same from what would be kept of it."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for name, text in (("a", BASE * 3), ("b", BASE * 3 + "One more."), ("c", BASE * 2 + "Two more of these.")):
        (folder / f"{name}.txt").write_text(text)
    analysis = Analysis([os.fsencode(folder)], workers=1)
    result = analysis.run(Recipe(threshold=0.5), Progress())
    saved = SavedAnalysis(
        analysis.sources,
        result,
        analysis.known_overlaps,
        analysis.reader.left_out,
        lambda sources: Analysis(sources, workers=1),
    )
    return analysis, saved, folder


def test_a_document_that_is_there_again_is_no_longer_taken_for_lost(
    both: tuple[Analysis, SavedAnalysis, Path],
) -> None:
    analysis, saved, folder = both
    pair = np.array([0], np.int32), np.array([2], np.int32)
    expected = analysis.exact_jaccard(*pair)
    saved._overlaps = KnownOverlaps(3)
    away = folder.with_name("unplugged")
    folder.rename(away)
    for row in range(3):
        with pytest.raises(InputError, match="is gone or was changed"):
            text_of(saved, row)
    assert np.isnan(saved.exact_jaccard(*pair)).all()
    away.rename(folder)
    assert [text_of(saved, row) for row in range(3)] == [text_of(analysis, row) for row in range(3)]
    np.testing.assert_array_equal(saved.exact_jaccard(*pair), expected)
    saved.close()
    analysis.close()


def test_it_answers_as_the_run_did(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, _ = both
    i, j = np.array([0, 0, 1], np.int32), np.array([1, 2, 2], np.int32)
    np.testing.assert_array_equal(saved.exact_jaccard(i, j), analysis.exact_jaccard(i, j))
    assert [text_of(saved, row) for row in range(3)] == [text_of(analysis, row) for row in range(3)]
    for row in range(3):
        np.testing.assert_array_equal(saved.neighbours(row, 64).rows, analysis.neighbours(row, 64).rows)
    saved.close()
    analysis.close()


def test_a_row_of_a_run_that_goes_on_is_not_taken_for_one_of_what_was_saved(
    both: tuple[Analysis, SavedAnalysis, Path],
) -> None:
    analysis, saved, _ = both
    growing = analysis.run(saved.result.recipe.replace(exclude=("a.txt",)), Progress()).documents.paths
    for row in range(2):
        with pytest.raises(NotAtHandError):
            saved.text(growing, row)
    saved.close()
    analysis.close()


def test_what_was_changed_since_is_never_shown_as_what_it_was(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, folder = both
    (folder / "c.txt").write_text("Nothing of the kind any more, and long enough to be something else altogether.")
    with pytest.raises(InputError, match=r"c\.txt is gone or was changed"):
        text_of(saved, 2)
    saved._overlaps = type(saved._known)(3)
    exact = saved.exact_jaccard(np.array([0, 0], np.int32), np.array([1, 2], np.int32))
    assert exact[0] > 0.9
    assert np.isnan(exact[1])
    saved.close()
    analysis.close()


def test_documents_without_a_text_are_unlike_all_others_and_never_lost(tmp_path: Path) -> None:
    for name, text in (("a", BASE), ("b", BASE + "More."), ("c", ""), ("d", "  \n"), ("e.bin", "\0\1\0")):
        (tmp_path / name).write_text(text)
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    result = analysis.run(Recipe(threshold=0.5), Progress())
    saved = SavedAnalysis(
        analysis.sources, result, lambda: KnownOverlaps(5), analysis.reader.left_out, lambda _: analysis
    )
    i, j = (side.astype(np.int32) for side in np.triu_indices(5, 1))
    exact = saved.exact_jaccard(i, j)
    np.testing.assert_array_equal(exact, analysis.exact_jaccard(i, j))
    assert np.flatnonzero(exact).tolist() == [0], "the pair of a and b"
    np.testing.assert_array_equal(
        exact_values(result.recipe, saved.reader, i, j), exact_values(result.recipe, analysis.reader, i, j)
    )
    saved.close()
    analysis.close()


@pytest.mark.parametrize("measure", ["jaccard", "containment", "cosine", "euclidean", "hamming"])
def test_a_document_that_was_changed_since_has_no_value_by_any_measure(
    both: tuple[Analysis, SavedAnalysis, Path], measure: str
) -> None:
    analysis, saved, folder = both
    (folder / "c.txt").unlink()
    one, other = np.array([0, 0, 2], np.int32), np.array([1, 2, 1], np.int32)
    recipe = saved.result.recipe.replace(measure=measure)
    exact = exact_values(recipe, saved.reader, one, other)
    assert np.isnan(exact).tolist() == [False, True, True]
    assert exact[0] == exact_values(recipe, analysis.reader, one[:1], other[:1])[0]
    saved.close()
    analysis.close()


@pytest.mark.parametrize("change", ["gone", "new", "changed"])
def test_what_only_a_run_can_answer_puts_no_other_texts_under_the_names_that_are_shown(
    both: tuple[Analysis, SavedAnalysis, Path], change: str
) -> None:
    analysis, saved, folder = both
    shown, texts = saved.result, [text_of(saved, row) for row in range(3)]
    if change == "gone":
        (folder / "a.txt").unlink()
    else:
        (folder / ("0.txt" if change == "new" else "a.txt")).write_text("Something else, of some length. " * 4)
    with pytest.raises(InputError, match="Analyse again"):
        saved.measure_recall(Progress())
    assert saved.result is shown
    assert [text_of(saved, row) for row in (1, 2)] == texts[1:]
    if change != "new":
        with pytest.raises(InputError, match=r"a\.txt is gone or was changed"):
            text_of(saved, 0)
    saved.close()
    analysis.close()


def test_what_only_a_run_can_answer_is_asked_of_one_where_nothing_changed(
    both: tuple[Analysis, SavedAnalysis, Path],
) -> None:
    analysis, saved, _ = both
    asked, ran = (one.measure_recall(Progress()).audit.measured_recall for one in (saved, analysis))
    assert asked is not None
    assert asked == ran
    saved.close()
    analysis.close()


@pytest.fixture
def many(tmp_path: Path) -> tuple[Analysis, SavedAnalysis, Path]:
    """The same of thirty documents that share most of their text, and so are pairs enough to look at."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_text(BASE * 3 + f"Line {number} of its own, and nothing else.")
    analysis = Analysis([os.fsencode(folder)], workers=1)
    result = analysis.run(Recipe(threshold=0.5), Progress())
    left_out = analysis.reader.left_out
    make = lambda sources: Analysis(sources, workers=1)  # noqa: E731
    return analysis, SavedAnalysis(analysis.sources, result, analysis.known_overlaps, left_out, make), folder


def test_a_glance_at_shared_text_begins_no_run(many: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, folder = many
    glance = saved.shared_text(Progress())
    assert glance == analysis.shared_text(Progress())
    assert glance is not None
    assert saved._whole is None
    (folder / "07.txt").write_text("Something else, of some length. " * 4)
    assert saved.shared_text(Progress()) is None, "of documents that are not those of the result"
    saved.close()
    analysis.close()


def test_few_pairs_are_not_looked_at(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, _ = both
    assert saved.shared_text(Progress()) is None
    assert saved._reader is None
    assert saved._whole is None
    saved.close()
    analysis.close()


def test_a_run_for_what_must_miss_no_document_can_be_stopped(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, _ = both
    stopped = Progress()
    stopped.cancel()
    shown = saved.result
    with pytest.raises(Cancelled):
        saved.whole(stopped)
    assert saved.result is shown
    assert saved._whole is None
    saved.close()
    analysis.close()


def test_what_reads_all_documents_answers_as_after_the_run(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, _ = both
    result = saved.result
    whole = saved.whole(Progress())
    for one in (whole, analysis):
        rows, shares = find_containing(result, one.reader, one.engine, Progress(), BASE, 0.5)
        assert rows.tolist() == [0, 1, 2]
        assert shares.tolist() == [1.0] * 3
        assert find_frequent(result, one.reader, one.engine, Progress()).found.ids.size > 0
    saved.close()
    analysis.close()


def test_reading_again_waits_for_the_next_run(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    real, saved, _ = both
    assert real.result is not None
    saved.read_again([real.result.documents.paths.raw(0)])
    again = saved.run(real.result.recipe, Progress())
    assert again.shingles.tolist() == real.result.shingles.tolist()
    saved.read_again()
    assert saved.run(real.result.recipe, Progress()).at_threshold == real.result.at_threshold
    saved.close()
    real.close()


def test_the_first_run_is_a_real_one(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, folder = both
    (folder / "d.txt").write_text(BASE * 3)
    found = saved.run(Recipe(threshold=0.4), Progress())
    assert len(found.documents) == 4
    assert saved.result is found
    assert text_of(saved, 3) == BASE * 3
    saved.close()
    analysis.close()


def test_nothing_of_what_was_saved_is_held_once_there_is_a_run(both: tuple[Analysis, SavedAnalysis, Path]) -> None:
    analysis, saved, _ = both
    assert analysis.result is not None
    saved.exact_jaccard(np.array([0], np.int32), np.array([1], np.int32))
    recipe, gone = analysis.result.recipe, weakref.ref(analysis.result.pairs.jaccard)
    analysis.close()
    analysis.result = analysis._paired = analysis._prospect = None
    del analysis
    for threshold in (0.5, 0.6):
        newest = saved.run(recipe.replace(threshold=threshold), Progress())
        assert saved.result is saved._result is newest
    gc.collect()
    assert gone() is None
    saved.close()

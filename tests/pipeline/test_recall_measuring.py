"""Measuring the recall tells truly how far it is, and a stop is heard while it joins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from simexplorer.errors import Cancelled
from simexplorer.pipeline import recall_measuring
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from tests.pipeline.collection import write_collection

JOIN = "Measuring recall by an exact join"


class StoppedAt(Progress):
    """Is stopped as soon as a stage of this name begins."""

    def begin(self, stage: str, total: int, unit: str = "documents") -> None:
        super().begin(stage, total, unit)
        if stage == JOIN:
            self.cancel()


@pytest.fixture
def analysis(tmp_path: Path) -> Iterator[Analysis]:
    write_collection(tmp_path, seed=4, families=6, versions=3)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as made:
        made.run(Recipe(threshold=0.5), Progress())
        yield made


def test_documents_count_as_done_when_they_were_read(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall_measuring, "_FEW", 5)
    progress, read, told = Progress(), [0], []
    sets = Reader.sets

    def counting(self: Reader, rows: object) -> object:
        told.append((progress.state().done, read[0]))
        found = sets(self, rows)  # type: ignore[arg-type] # as it was called
        read[0] += len(found)
        return found

    monkeypatch.setattr(Reader, "sets", counting)
    analysis.measure_recall(progress)
    assert len(told) > 2
    assert all(done == before for done, before in told)
    assert progress.state().stage == JOIN
    assert progress.state().remaining_seconds is None


def test_a_stop_is_heard_by_the_join(analysis: Analysis) -> None:
    before = analysis.result
    with pytest.raises(Cancelled):
        analysis.measure_recall(StoppedAt())
    assert analysis.result is before


@pytest.mark.parametrize("exact_documents", [10**9, 0], ids=["all pairs", "sample"])
@pytest.mark.parametrize("measure", ["cosine", "euclidean"])
def test_a_pair_right_at_the_limit_is_one_that_can_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measure: str, exact_documents: int
) -> None:
    """Whether it is within the limit its rounded dot product does not tell: both documents are looked at again."""
    monkeypatch.setattr(recall_measuring, "EXACT_DOCUMENTS", exact_documents)
    write_collection(tmp_path, seed=4, families=6, versions=3)
    wide = {
        "cosine": Recipe(measure="cosine", scheme="hyperplane", threshold=0.5),
        "euclidean": Recipe(measure="euclidean", scheme="random-lines", max_distance=30, interval=40),
    }[measure].replace(bands=64, rows=1, sketch_sigmas=100.0)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as made:
        pairs = made.run(wide, Progress()).pairs
        value = float(MeasureScale.of(wide).values_of(pairs)[len(pairs) // 2])
        limit = {"threshold": value} if measure == "cosine" else {"max_distance": value}
        result = made.run(wide.replace(**limit), Progress())
        assert 2 < result.at_threshold < len(pairs)
        assert MeasureScale.of(wide).values_of(result.pairs)[result.at_threshold - 1] == value
        assert made.measure_recall(Progress()).audit.measured_recall == 1.0


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(threshold=0.4),
        Recipe(measure="cosine", scheme="hyperplane", threshold=0.5),
        Recipe(measure="euclidean", scheme="random-lines", max_distance=30, interval=40),
        Recipe(measure="hamming", scheme="bit-sampling", max_distance=16),
    ],
    ids=lambda recipe: recipe.measure,
)
def test_of_an_index_that_misses_pairs_it_is_told_which_share_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recipe: Recipe
) -> None:
    write_collection(tmp_path, seed=4, families=6, versions=3)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as made:
        all_of_them = made.run(recipe.replace(bands=64, rows=1, sketch_sigmas=100.0), Progress())
        values = MeasureScale.of(recipe).values_of(all_of_them.pairs)
        assert recipe.measure != "hamming" or values[all_of_them.at_threshold - 1] == 16, "one is right at the limit"
        found = made.run(recipe.replace(bands=2, rows=16, sketch_sigmas=100.0), Progress()).at_threshold
        share = found / all_of_them.at_threshold
        assert 0.0 < share < 1.0
        told = made.measure_recall(Progress()).audit
        assert told.measured_recall == pytest.approx(share)
        assert told.measured_interval == pytest.approx((share, share)), "all pairs were looked at"
        for name in ("EXACT_DOCUMENTS", "EXACT_SHINGLES"):
            monkeypatch.setattr(recall_measuring, name, 0)
        interval = made.measure_recall(Progress()).audit.measured_interval
        assert interval is not None
        assert interval[0] < share < interval[1]


def test_where_every_pair_is_within_the_limit_the_share_is_exact_and_no_interval_is_told(analysis: Analysis) -> None:
    count = int(analysis.run(Recipe(threshold=0.0), Progress()).members.size)
    told = analysis.measure_recall(Progress())
    share = told.at_threshold / (count * (count - 1) // 2)
    assert 0 < share < 1
    assert told.audit.measured_recall == pytest.approx(share)
    assert told.audit.measured_interval == pytest.approx((share, share))

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

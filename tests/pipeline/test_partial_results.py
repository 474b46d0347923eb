"""What is shown while pairs are still being verified."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from simexplorer.pipeline import timing
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result


def test_a_growing_result_lists_the_pairs_at_the_threshold_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = "The keeper of the lighthouse wrote down every ship that passed, its colours, and the hour of the day. "
    for number in range(12):
        own = " ".join(f"{(number + 2) ** power} of number {number * power}," for power in range(3, 3 + number))
        (tmp_path / f"{number:02}.txt").write_text(base * 3 + own)
    monkeypatch.setattr(timing, "PARTIAL_SECONDS", 0.0)
    growing: list[Result] = []
    analysis = Analysis([os.fsencode(tmp_path)], workers=1, headroom=0.4)
    whole = analysis.run(Recipe(threshold=0.8), Progress(), on_partial=growing.append)
    analysis.close()
    assert len(whole.pairs) > whole.at_threshold > 0
    assert whole.floor == pytest.approx(0.4)
    verified = [part for part in growing if len(part.pairs)]
    assert verified
    for part in verified:
        assert part.partial
        assert part.floor == part.audit.exact_from == 0.8
        assert len(part.pairs) == part.at_threshold <= whole.at_threshold
    last = verified[-1]
    assert len(last.pairs) == whole.at_threshold
    np.testing.assert_array_equal(last.pairs.jaccard, whole.pairs.jaccard[: whole.at_threshold])
    # only what was compared is said to be
    assert [part.audit.verified for part in growing] == sorted(part.audit.verified for part in growing)
    assert growing[0].audit.verified < whole.audit.verified
    # what the index would miss of a whole run is no promise about a part of one
    assert whole.audit.predicted_recall is not None
    for part in growing:
        assert part.audit.predicted_recall is None
        assert part.audit.predicted_missed is None


@pytest.mark.parametrize("measure", ["jaccard", "cosine"])
def test_a_run_that_was_stopped_before_it_compared_any_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measure: str
) -> None:
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text("The keeper wrote down every ship that passed by. " * 3 + str(number))
    recipe = Recipe(measure=measure, scheme="simhash" if measure == "cosine" else "fss")
    progress = Progress()
    begin = progress.begin

    def stop_at(stage: str, total: int, unit: str = "documents") -> None:
        if stage == "Verifying exactly":
            progress.cancel()
        begin(stage, total, unit)

    monkeypatch.setattr(progress, "begin", stop_at)
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    part = analysis.run(recipe, progress)
    whole = analysis.run(recipe, Progress())
    analysis.close()
    assert part.partial
    assert part.audit.candidates == whole.audit.candidates > 0
    assert (part.audit.verified, len(part.pairs)) == (0, 0)
    assert whole.audit.verified > 0

"""The numbers between two documents in one line: none contradicts what is said of it."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.pair_line import figures_of, measured_words
from tests.ui.fakes import FakeAnalysis


@pytest.mark.parametrize(
    ("jaccard", "told"),
    [
        (0.79996, "Jaccard 0.79996 (below the threshold)"),
        (0.7994, "Jaccard 0.799 (below the threshold)"),
        (0.8, "Jaccard 0.800 "),
        (0.80004, "Jaccard 0.800 "),
    ],
)
def test_a_value_just_below_the_threshold_is_told_with_as_many_digits_as_that_takes(jaccard: float, told: str) -> None:
    analysis = FakeAnalysis(documents=300)
    result = analysis.found(Recipe(threshold=0.8), 1.0)
    i, j = int(result.pairs.i[0]), int(result.pairs.j[0])
    same = (result.pairs.i == i) & (result.pairs.j == j)
    pairs = replace(result.pairs, jaccard=np.where(same, jaccard, result.pairs.jaccard))
    result = replace(result, pairs=pairs)
    assert f"{figures_of(result, analysis, (i, j))} ".replace(" ·", " ").startswith(told)


def test_a_value_of_another_measure_too() -> None:
    cosine = MeasureScale.of(Recipe(measure="cosine", scheme="hyperplane"))
    assert measured_words(0.79996, cosine, 0.8) == "cosine 0.79996"


def test_of_a_document_that_is_gone_only_the_signatures_tell(tmp_path: Path) -> None:
    for number in range(3):
        words = [f"w{place}" for place in range(300 + 200 * number)]
        (tmp_path / f"{number}.txt").write_text(" ".join(words) * 5)
        os.utime(tmp_path / f"{number}.txt", (1.6e9, 1.6e9))
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        result = analysis.run(Recipe(threshold=0.9), Progress())
        assert figures_of(result, analysis, (0, 1)).startswith("Jaccard 0.")
        (tmp_path / "2.txt").unlink()
        told = figures_of(result, analysis, (0, 2))
    assert "Jaccard" not in told
    assert "1 in 2" not in told
    assert told.startswith("estimate 0.")
    assert "± 0.000" not in told

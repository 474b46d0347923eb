"""The page on bands: the sources' table and choices, and buckets that hold what they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.lab.bands import MADE_AT, SPANISH, VARIATIONS, BandSettings, band_steps, steepest_point
from simexplorer.lab.examples import S_CURVE_POINTS
from simexplorer.lab.material import LabCollection, LabText
from simexplorer.search.tuning import by_histogram


def test_the_table_of_the_sources(golden: dict[str, Any]) -> None:
    wanted = golden["s_curve_b20_r5"]
    found = band_steps(VARIATIONS, (), BandSettings(), None)
    column = found.columns.index((20, 5))
    for point, chance in zip(S_CURVE_POINTS, found.table[:, column], strict=True):
        assert chance == pytest.approx(wanted["points"][str(point)])
    assert found.approximate == pytest.approx(wanted["approximate_threshold"])
    assert found.half == pytest.approx(wanted["exact_half_point"])
    assert found.missed_at == pytest.approx(wanted["missed_at_0.8"])


@pytest.mark.parametrize(
    ("bands", "rows", "by_hand"),
    [
        (20, 5, (4 / 99) ** 0.2),  # 0.5264, between half point 0.509 and (1/b)^(1/r) 0.549
        (50, 2, 99**-0.5),  # 0.1005, below both: 0.117 and 0.141
        (16, 4, (3 / 63) ** 0.25),
        (7, 1, 0.0),  # one row: no S, steepest where it begins
        (1, 4, 1.0),  # one band: steepest where it ends
    ],
)
def test_the_curve_is_steepest_where_it_says(bands: int, rows: int, by_hand: float) -> None:
    assert steepest_point(bands, rows) == pytest.approx(by_hand)
    grid = np.linspace(0, 1, 100_001)
    steepness = bands * rows * grid ** (rows - 1) * (1 - grid**rows) ** (bands - 1)
    assert grid[steepness.argmax()] == pytest.approx(by_hand, abs=2e-5)


def test_the_rule_of_the_sources_for_a_threshold(golden: dict[str, Any]) -> None:
    wanted = golden["pick_bands_0.9_100"]
    found = band_steps(VARIATIONS, (), BandSettings(bands=20, rows=5, threshold=0.9), None)
    assert (found.choices[0].bands, found.choices[0].rows) == (wanted["bands"], wanted["rows"])


def test_made_documents_have_the_similarities_they_were_made_for() -> None:
    found = band_steps(VARIATIONS, (), BandSettings(), None)
    to_first = {int(j): value for i, j, value in zip(found.i, found.j, found.exact, strict=True) if i == 0}
    assert [to_first[place + 1] for place in range(len(MADE_AT))] == pytest.approx(MADE_AT, abs=5e-4)


@pytest.mark.parametrize(("bands", "rows"), [(20, 5), (50, 2), (3, 1)])
def test_a_pair_is_a_candidate_when_a_band_agrees(bands: int, rows: int) -> None:
    found = band_steps(SPANISH, (), BandSettings(bands=bands, rows=rows, seed=4), None)
    assert np.array_equal(found.candidate, found.met.any(axis=1))
    for pair, (i, j) in enumerate(zip(found.i, found.j, strict=True)):
        for band in range(bands):
            together = any(i in bucket and j in bucket for bucket in found.buckets(band))
            assert together == found.met[pair, band]
            rows_of_band = slice(band * rows, band * rows + rows)
            assert together == np.array_equal(found.values[i, rows_of_band], found.values[j, rows_of_band])


def test_the_spanish_query_and_its_similarities(golden: dict[str, Any]) -> None:
    found = band_steps(SPANISH, (), BandSettings(), None)
    to_query = {int(j): value for i, j, value in zip(found.i, found.j, found.exact, strict=True) if i == 0}
    wanted = [entry["value"] for entry in golden["query_spanish_k5"]["jaccard"]]
    assert [to_query[place + 1] for place in range(4)] == pytest.approx(wanted)


def test_a_collection_is_judged_by_its_histogram_and_empty_texts_meet_nobody() -> None:
    histogram = np.zeros(100)
    histogram[85] = 1000.0
    collection = LabCollection(documents=50, histogram=histogram)
    found = band_steps(0, (LabText("a", ""), LabText("b", ""), LabText("c", "text")), BandSettings(), collection)
    assert found.expected is not None
    assert found.expected.similar == pytest.approx(1000)
    assert found.expected.recall > 0.999
    chosen = found.choices[-1]
    best = by_histogram(100, 0.8, histogram)
    assert (len(found.choices), chosen.bands, chosen.rows) == (4, best.bands, best.rows)
    assert len(band_steps(SPANISH, (), BandSettings(), None).choices) == 3
    assert not found.met.any()
    assert not found.candidate.any()

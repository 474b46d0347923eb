"""Groups are told in the units of the measure, whatever similarity they are ranked by."""

from __future__ import annotations

import math

import pytest

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.theme.measured import told, told_alone


@pytest.mark.parametrize(
    ("scale", "value", "cell", "alone"),
    [
        (JACCARD, 0.9125, "0.912", "0.912"),
        (MeasureScale("cosine"), 0.5, "0.500", "0.500"),
        (MeasureScale("hamming", bits=64), 5, "5", "5 bits apart"),
        (MeasureScale("hamming", bits=64), 1, "1", "1 bit apart"),
        (MeasureScale("hamming", bits=64), 5.5, "5.5", "5.5 bits apart"),
        (MeasureScale("euclidean", interval=17.0), 10.0, "10.0", "10.0 apart"),
        (MeasureScale("euclidean", interval=17.0), 9.8, "9.80", "9.80 apart"),
        (MeasureScale("euclidean", interval=17.0), 0.0, "0", "0 apart"),
        (MeasureScale("euclidean", interval=17.0), math.inf, "∞", "∞ apart"),
    ],
)
def test_similarities_are_told_in_the_units_of_the_measure(
    scale: MeasureScale, value: float, cell: str, alone: str
) -> None:
    similarity = float(scale.similarity(value))
    assert told(similarity, scale) == cell
    assert told_alone(similarity, scale) == alone


def test_a_value_beside_a_limit_is_told_on_its_own_side() -> None:
    lengths = MeasureScale("euclidean", interval=17.0)
    assert [told(value, JACCARD, 0.8) for value in (0.7998, 0.8, 0.1 + 0.7, 0.9998)] == [
        "0.7998",
        "0.800",
        "0.800",
        "0.999",
    ]
    assert told(float(lengths.similarity(10.004)), lengths, float(lengths.similarity(10.0))) == "10.004"
    assert told_alone(float(lengths.similarity(10.0)), lengths, float(lengths.similarity(10.0))) == "10.0 apart"


def test_what_is_not_known_is_said_so() -> None:
    for scale in (JACCARD, MeasureScale("hamming"), MeasureScale("euclidean", interval=3.0)):
        assert told(math.nan, scale) == told_alone(math.nan, scale) == "–"

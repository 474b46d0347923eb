"""The figures: points by hand."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from simexplorer.reports.figures import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, curve_words, histogram, s_curve


def _unit(points: str) -> list[tuple[float, float]]:
    """Pixels of a polyline back to the unit square."""
    pairs = [tuple(map(float, point.split(","))) for point in points.split()]
    return [((x - LEFT) / (WIDTH - LEFT - RIGHT), 1 - (y - TOP) / (HEIGHT - TOP - BOTTOM)) for x, y in pairs]


def test_the_curve_of_one_band_of_one_row_is_the_diagonal() -> None:
    svg = ET.fromstring(s_curve(1, 1, 0.5))
    (line,) = svg.iter("polyline")
    for x, y in _unit(line.attrib["points"]):
        assert y == pytest.approx(x, abs=1e-3)


def test_the_curve_of_20_bands_of_5_rows_passes_through_the_books_points() -> None:
    # Mining of Massive Datasets, 3.4.2: 0.8 -> 1 - (1 - 0.8^5)^20 = 1 - 0.67232^20 = 0.9996; 0.2 -> 0.006
    (line,) = ET.fromstring(s_curve(20, 5, 0.8)).iter("polyline")
    at = {round(x, 2): y for x, y in _unit(line.attrib["points"])}
    assert at[0.2] == pytest.approx(0.006, abs=1e-3)
    assert at[0.8] == pytest.approx(0.9996, abs=1e-3)


def test_bars_grow_with_the_logarithm_of_the_count() -> None:
    counts = np.zeros(100)
    counts[[10, 85]] = (9, 99)  # log10(1 + 9) = 1, log10(1 + 99) = 2: twice as high
    bars = list(ET.fromstring(histogram(counts, 0.8, 0.8)).iter("rect"))
    low, high = (float(bar.attrib["height"]) for bar in bars)
    assert high == pytest.approx(2 * low, abs=0.2)
    assert [bar.attrib["class"] for bar in bars] == ["count sampled", "count"]


def test_a_histogram_of_nothing_has_no_bars() -> None:
    assert "<rect" not in histogram(np.zeros(100), 0.8, 1.0)


def test_the_words_state_both_thresholds() -> None:
    # (1/20)^(1/5) = 0.549; half point (1 - 0.5^(1/20))^(1/5) = 0.0341^(0.2) = 0.509
    assert re.findall(r"0\.\d+", curve_words(20, 5)) == ["0.509", "0.549"]


@pytest.mark.parametrize("most", [3, 9, 10, 99, 12_345, 10**7])
def test_no_tick_of_a_histogram_stands_above_its_upper_edge(most: int) -> None:
    counts = np.zeros(100)
    counts[5] = most
    svg = ET.fromstring(histogram(counts, 0.8, 0.8))
    heights = [float(line.attrib["y1"]) for line in svg.iter("line") if line.attrib["class"] == "grid"]
    assert min(heights) >= TOP


def test_ticks_stand_where_their_lines_do() -> None:
    counts = np.zeros(100)
    counts[5] = 10**7  # eight powers of ten, of which every second one has room
    svg = ET.fromstring(histogram(counts, 0.8, 0.8))
    at = [[float(line.attrib[end]) for end in ("x1", "y1", "x2", "y2")] for line in svg.iter("line")][:-1]
    across, up = [line for line in at if line[1] == line[3]], [line for line in at if line[0] == line[2]]
    beside, below = (
        [
            (text.text, float(text.attrib["x"]), float(text.attrib["y"]))
            for text in svg.iter("text")
            if kind in text.attrib["class"]
        ]
        for kind in ("tick end", "tick middle")
    )
    assert [words for words, _, _ in beside] == ["0", "10", "1k", "100k", "10M"]
    assert [(x, y) for _, x, y in beside] == [(LEFT - 6, pytest.approx(line[1] + 4)) for line in across]
    assert [words for words, _, _ in below] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert [(x, y) for _, x, y in below] == [(pytest.approx(line[0]), HEIGHT - BOTTOM + 16) for line in up]
    assert (up[0][0], up[-1][0], across[0][1]) == (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM)


def test_one_pair_is_one_pair() -> None:
    counts = np.zeros(100)
    counts[[10, 99]] = (2, 1)
    titles = [title.text for title in ET.fromstring(histogram(counts, 0.8, 0.8)).iter("title")]
    assert titles[1:] == ["0.10 to 0.11: 2 pairs", "0.99 to 1.00: 1 pair"]


def test_the_words_of_a_curve_over_another_family_are_of_its_similarity() -> None:
    # one bit agrees with chance (1 + s) / 2. Of 16 bands of 8 rows the rule of thumb is p = (1/16)^(1/8) = 0.7071,
    # s = 0.414; half are found at p = (1 - 2^(-1/16))^(1/8) = 0.6735, s = 0.347. 40 bands of one row find half of the
    # pairs at p = 1 - 2^(-1/40) = 0.017, and no similarity has less than 1/2
    def one_bit(similarity: np.ndarray) -> np.ndarray:
        return (1.0 + similarity) / 2.0

    assert "found at 0.347; rule of thumb 0.414; threshold 0.8." in s_curve(16, 8, 0.8, one_bit)
    everywhere = s_curve(40, 1, 0.8, one_bit)
    assert "40 bands of 1 row. More than half of the pairs are found everywhere; threshold 0.8." in everywhere
    assert 'class="half"' not in everywhere
    assert "estimated" not in histogram(np.ones(100), 0.0, 0.0)

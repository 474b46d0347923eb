"""Comparisons: the sources' figures, candidates counted one by one, and extrapolations that enclose them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.lab.material import LabCollection
from simexplorer.lab.scale import count_growing, extrapolate, made_collection, predicted
from simexplorer.search.scurve import pairs_among
from simexplorer.signatures.minhash import MinHash


def test_the_figures_of_the_sources() -> None:
    assert pairs_among(1_000_000) == 499_999_500_000
    assert pairs_among(100_000) == 4_999_950_000
    # 100,000 signatures of 100 values of 4 bytes
    assert extrapolate(1000, 50, 10, 100_000, signature=400).signature_bytes == 40_000_000


def test_counted_candidates_are_those_of_a_look_at_every_pair() -> None:
    counted = count_growing(2, sizes=(40, 80))
    sets = made_collection(80, 2)
    values = MinHash(125, 2).sign(sets).values.reshape(80, 25, 5)
    rows = [set(sets[d].tolist()) for d in range(80)]
    for place, size in enumerate((40, 80)):
        met = {(a, b) for a, b in combinations(range(size), 2) if (values[a] == values[b]).all(axis=1).any()}
        alike = {
            (a, b) for a, b in combinations(range(size), 2) if len(rows[a] & rows[b]) >= 0.8 * len(rows[a] | rows[b])
        }
        assert counted.candidates[place] == len(met)
        assert counted.similar[place] == len(alike)
        assert counted.found[place] == len(met & alike)
        assert counted.pairs[place] == size * (size - 1) // 2


def test_the_s_curve_tells_the_candidates_about_right() -> None:
    counted = count_growing(1, sizes=(500,))
    assert 0.5 < counted.expected[0] / counted.candidates[0] < 2
    assert counted.rate > 0


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_expected_candidates_are_summed_over_the_exact_similarities(rows: int) -> None:
    counted = count_growing(2, bands=25, rows=rows, sizes=(80,))
    sets = [set(made.tolist()) for made in map(made_collection(80, 2).__getitem__, range(80))]
    by_hand = sum(1 - (1 - (len(a & b) / len(a | b)) ** rows) ** 25 for a, b in combinations(sets, 2))
    assert counted.expected[0] == pytest.approx(by_hand, rel=1e-9)


def test_the_same_seed_makes_the_same_collection() -> None:
    one, again, other = (made_collection(50, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.ids, again.ids)
    assert not np.array_equal(one.ids, other.ids)
    assert one.sizes.max() <= 60


def test_extrapolations_lie_between_documents_and_pairs() -> None:
    # 1,000 documents, 150 candidates of which 50 are alike; 10 times as many have 100.1 times the pairs
    grown = extrapolate(1000, 150, 50, 10_000)
    assert grown.least == 1500
    assert grown.most == pytest.approx(500 + 100 * (10_000 * 9_999) / (1000 * 999))
    same = extrapolate(1000, 150, 50, 1000)
    assert same.least == same.most == 150
    with pytest.raises(ParameterError, match="documents"):
        extrapolate(1, 0, 0, 10)


def test_no_more_is_compared_than_there_are_pairs() -> None:
    few = extrapolate(2000, 83_330, 100, 2)
    assert few.least == pytest.approx(100 / 1000 + 83_230 / 1_999_000)
    assert few.most == few.pairs == 1


def test_the_prediction_is_the_curve_over_the_histogram() -> None:
    # 100 pairs between .99 and 1 are met almost surely, 100 below .01 almost never
    histogram = np.zeros(100)
    histogram[[0, 99]] = 100
    assert predicted(LabCollection(documents=50, histogram=histogram)) == pytest.approx(100, abs=1e-6)

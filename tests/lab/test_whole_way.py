"""Two documents from text to verdict: by hand, and as the program itself computes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.lab.bands import BandSettings
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import TEXT_PAIRS
from simexplorer.lab.material import LabText
from simexplorer.lab.whole_way import MOST_NAMED, UNLIKE, whole_way
from simexplorer.pipeline.recipe import Recipe

CUT = Cutting(Recipe(shingle_size=3, normalise=()))
SETTINGS = BandSettings(bands=6, rows=3, threshold=0.5, seed=1)


def test_one_word_changed_by_hand(golden: dict[str, Any]) -> None:
    wanted, pair = golden["edit_touches_k_shingles"], TEXT_PAIRS[1]
    way = whole_way(LabText("A", pair.a), LabText("B", pair.b), CUT, SETTINGS)
    assert sorted(text for text, shared in way.shingles[0] if not shared) == wanted["only_a"]
    assert sorted(text for text, shared in way.shingles[1] if not shared) == wanted["only_b"]
    # 25 and 23 shingles, 7 and 5 of them alone: 18 in both, 18 + 7 + 5 = 30 in either
    assert (way.sizes, way.common, way.either) == ((25, 23), 18, 30)
    assert way.exact == pytest.approx(18 / 30)
    assert way.estimate == pytest.approx(way.equal.mean())
    assert way.error == pytest.approx((0.6 * 0.4 / 18) ** 0.5)
    # the S-curve of 6 bands of 3 at 0.6, whose third power is 0.216, and at 0.2
    assert way.chance == pytest.approx(1 - (1 - 0.216) ** 6)
    assert way.chance_of_unlike == pytest.approx(1 - (1 - UNLIKE**3) ** 6)
    np.testing.assert_array_equal(way.met, way.equal.reshape(6, 3).all(axis=1))
    np.testing.assert_array_equal(way.met, way.keys[0] == way.keys[1])


def test_unlike_is_less_than_the_threshold_asks_for() -> None:
    pair = TEXT_PAIRS[1]
    for threshold, unlike in ((0.5, UNLIKE), (0.4, UNLIKE), (0.1, 0.05), (0.0, 0.0)):
        settings = BandSettings(bands=6, rows=3, threshold=threshold, seed=1)
        way = whole_way(LabText("A", pair.a), LabText("B", pair.b), CUT, settings)
        assert way.unlike == pytest.approx(unlike)
        assert way.chance_of_unlike == pytest.approx(1 - (1 - unlike**3) ** 6)


def test_candidates_whose_signatures_are_too_unlike_are_not_compared() -> None:
    pair = TEXT_PAIRS[1]
    settings = BandSettings(bands=32, rows=1, threshold=0.95, seed=1)
    way = whole_way(LabText("A", pair.a), LabText("B", pair.b), CUT, settings)
    # 32 positions at 0.95: 30.4 are expected, sigma = sqrt(32 * 0.95 * 0.05) = 1.233; 4 sigma below: 25.5
    assert way.needed == 25
    assert way.met.any()
    assert way.equal.sum() < 25
    assert not way.compared
    assert whole_way(LabText("A", pair.a), LabText("B", pair.b), CUT.replace(sketch_sigmas=100.0), settings).compared


def test_an_empty_document_is_like_nothing() -> None:
    for one, other in (("", "some text"), ("some text", ""), ("", "")):
        way = whole_way(LabText("A", one), LabText("B", other), CUT, SETTINGS)
        assert way.empty
        assert np.isnan(way.exact)
        assert not way.met.any()


def test_of_a_long_document_all_is_counted_and_the_beginning_named() -> None:
    text = " ".join(map(str, range(3000)))
    way = whole_way(LabText("A", text), LabText("B", text), CUT, SETTINGS)
    assert way.sizes[0] > MOST_NAMED == len(way.shingles[0])
    assert way.exact == way.estimate == way.chance == 1.0
    assert way.met.all()

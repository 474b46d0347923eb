"""The page on SimHash: the slides' vector, the program's own fingerprints, lines in the plane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.features.bags import sets_of
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.lab.examples import SIMHASH_FEATURES
from simexplorer.lab.material import LabText
from simexplorer.lab.planes import planes
from simexplorer.lab.simhashing import WEIGHTS, SimHashSettings, slide_steps, text_steps
from simexplorer.signatures.packing import unpack
from simexplorer.signatures.simhash import SimHash

CAT, RABBIT = LabText("cat", "el perro persigue al gato"), LabText("rabbit", "el perro persigue al conejo")


def test_the_running_vector_of_the_slides(golden: dict[str, Any]) -> None:
    wanted = golden["simhash_16_bits"]
    (side,) = slide_steps(SIMHASH_FEATURES, {}).sides
    assert side.running[-1] == pytest.approx(wanted["v"])
    assert "".join(map(str, side.fingerprint)) == wanted["fingerprint"]
    assert side.running[1] == pytest.approx([1.0 if bit == "1" else -1.0 for bit in wanted["features"][0]["hash"]])


def test_weights_by_hand_change_the_bits() -> None:
    heavy = slide_steps(SIMHASH_FEATURES, {SIMHASH_FEATURES[1][0]: 10.0}).sides[0]
    assert "".join(map(str, heavy.fingerprint)) == SIMHASH_FEATURES[1][0]


def test_typed_weights_are_summed_as_they_are_written() -> None:
    # 0.1 + 0.2 - 0.3 is 5.6e-17 in floating point
    for weights, factors in (((0.1, 0.2, 0.3), {}), ((1.0, 2.0, 3.0), {"10": 0.1, "00": 0.1})):
        a, b, c = weights
        side = slide_steps((("10", a), ("10", b), ("00", c)), factors).sides[0]
        assert side.running[-1].tolist() == pytest.approx([0.0, -0.6])
        assert (side.running[-1][0], side.fingerprint.tolist()) == (0.0, [0, 0])


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_fingerprints_are_those_of_the_program(bits: int) -> None:
    found = text_steps(CAT, RABBIT, SimHashSettings(weights="binary", bits=bits, seed=7))
    cutter = TextCutter(CutParams(kind="word", size=1, normalise=("nfc", "case")))
    data, offsets = join_texts([CAT.text.encode(), RABBIT.text.encode()])
    ids, bounds, _ = cutter.shingles(data, offsets, cutter.scratch())
    wanted = unpack(SimHash(bits, 7).fingerprints(sets_of(ids, bounds)), 1, bits, np.uint8)
    assert [side.fingerprint.tolist() for side in found.sides] == wanted.tolist()


def test_the_angle_of_the_two_sentences() -> None:
    angles = text_steps(CAT, RABBIT, SimHashSettings(weights="tf")).angles
    assert angles is not None
    assert angles.cosine == pytest.approx(4 / 5)  # four of five words
    assert angles.angle == pytest.approx(np.degrees(np.arccos(0.8)))
    assert angles.estimate == pytest.approx(180 * angles.hamming / 64)
    off = angles.spread.mean() / 64 - (1 - angles.exact_chance)
    # Hoeffding for bits that are independent: 2 exp(-2 * 36 * 0.25) = 3e-8, seeds fixed
    assert abs(off) < 6 * np.sqrt(0.25 / (64 * angles.spread.size))


@pytest.mark.parametrize("weights", WEIGHTS)
def test_words_in_both_texts_weigh_less_by_tf_idf(weights: str) -> None:
    side = text_steps(CAT, RABBIT, SimHashSettings(weights=weights)).sides[0]
    by_name = dict(zip(side.names, side.weights, strict=True))
    assert (by_name["gato"] > by_name["el"]) == (weights == "tfidf")
    assert side.names == ("el", "perro", "persigue", "al", "gato")


def test_empty_texts_have_no_direction() -> None:
    angles = text_steps(LabText("", ""), LabText("", ""), SimHashSettings()).angles
    assert angles is not None
    assert np.isnan(angles.estimate)


def test_lines_separate_two_vectors_as_often_as_their_angle_says(golden: dict[str, Any]) -> None:
    wanted = golden["hyperplane"]
    found = planes((0.0, 45.0), 2000, 3)
    assert found.angle == pytest.approx(wanted["angle_degrees"])
    assert found.chance == pytest.approx(wanted["collision"])
    assert abs(found.estimate - found.angle) < 6 * found.error  # of a binomial: a false alarm in 5e8, seeds fixed
    # the sides are those of the normals that are drawn
    x = np.array([1.0, 0.0])
    assert np.array_equal(found.normals @ x > 0, found.sides[0] == 1)

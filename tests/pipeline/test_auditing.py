"""What the index is told to have missed: chances by hand, sums over what was found, and the truth of many runs."""

from __future__ import annotations

import math
import os
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.auditing import PairSample, detection_probability, prospect
from simexplorer.pipeline.index_work import IndexWork
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.remembered import Paired
from simexplorer.pipeline.result import Pairs
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.banding import SketchCheck
from simexplorer.search.tuning import Banding
from tests.pipeline.collection import write_collection

BANDING = Banding(6, 5)
# recipe of 128 values, a value in the measure of its family, the chance of one position
FAMILIES = {
    "jaccard": (Recipe(), 0.6, 0.6),
    "jaccard, 2 bits": (Recipe(scheme="bbit", bits=2), 0.6, 0.6 + 0.4 / 4),
    "an angle of 60 degrees": (Recipe(measure="cosine", scheme="hyperplane"), 60.0, 2 / 3),
    "16 of 64 bits": (Recipe(measure="hamming", scheme="bit-sampling", max_distance=20.0), 16.0, 0.75),
}


def as_many(length, needed, chance):
    """Of so many positions that agree with this chance each, at least those that are needed."""
    return sum(math.comb(length, k) * chance**k * (1 - chance) ** (length - k) for k in range(needed, length + 1))


def foretold(recipe, value, work):
    return float(detection_probability(SimpleNamespace(family=family_of(recipe)), np.array([value]), BANDING, work)[0])


@pytest.mark.parametrize("name", FAMILIES)
def test_a_pair_is_found_that_shares_a_bucket_and_agrees_in_positions_enough(name):
    recipe, value, one = FAMILIES[name]
    meets = 1 - (1 - one**5) ** 6
    for needed in (0, 60, 77, 96, 120):
        passes = as_many(128, needed, one)
        assert foretold(recipe, value, IndexWork(needed=needed)) == pytest.approx(meets * passes, abs=2e-4)
        # where all signatures are compared no bucket is needed
        assert foretold(recipe, value, IndexWork(needed=needed, scanned=True)) == pytest.approx(passes, abs=2e-4)


def test_longer_sketches_rule_out_more():
    # of 512 bits each agrees at 60 degrees with 2 / 3, 341 of them in the mean
    recipe, value, one = FAMILIES["an angle of 60 degrees"]
    for needed in (300, 341, 350, 380):
        work = IndexWork(scanned=True, needed=80, sketch=SketchCheck(512, needed))
        passes = as_many(128, 80, one) * as_many(512, needed, one)
        assert foretold(recipe, value, work) == pytest.approx(passes, abs=2e-4)
    # a Jaccard similarity of 0.6 is told as 6,000 and 40 more, off by 150: 6,100 or more is 0.4 standard errors above
    normal = [(6100, 0.344578), (6040, 0.5), (5890, 0.841345), (6340, 0.022750), (9000, 0.0)]
    for needed, share in normal:
        work = IndexWork(scanned=True, sketch=SketchCheck(10_000, needed, 150.0, 40.0))
        assert foretold(Recipe(), 0.6, work) == pytest.approx(max(share, 1e-6), abs=1e-4)


POOR = {
    "jaccard": Recipe(scheme="minhash", threshold=0.5, bands=6, rows=5),
    "cosine": Recipe(measure="cosine", scheme="hyperplane", threshold=0.6, bands=6, rows=12),
    "euclidean": Recipe(measure="euclidean", scheme="random-lines", max_distance=30, interval=40, bands=12, rows=5),
    "hamming": Recipe(measure="hamming", scheme="bit-sampling", max_distance=12, bands=6, rows=12),
}


@pytest.mark.parametrize("measure", POOR)
def test_over_many_seeds_as_many_pairs_are_foretold_as_were_missed(tmp_path, measure):
    """Bands that find half to four fifths of the pairs; the mean error is within 5.5 standard errors (4e-8)."""
    write_collection(tmp_path)
    told, true = [], []
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        for seed in range(1, 25):
            result = analysis.run(POOR[measure].replace(seed=seed), Progress())
            told.append(result.audit.predicted_missed)
            found, measured = result.at_threshold, analysis.measure_recall(Progress()).audit.measured_recall
            true.append(found / measured - found)
            assert result.audit.predicted_recall == pytest.approx(found / (found + told[-1]))
    error = np.subtract(told, true)
    bound = 5.5 * float(error.std()) / math.sqrt(error.size)
    assert abs(error.mean()) <= bound < np.mean(true), "a bound that tells it from nothing"


ONE_VALUE = Banding(1, 1)  # a pair is found with a chance of just its Jaccard similarity
NOTHING_OUT = IndexWork()


def told_of(values, sample, *, floor=0.5, complete=True, work=NOTHING_OUT, others=None):
    recipe = Recipe(scheme="minhash", threshold=0.5)
    rows, found = np.arange(len(values), dtype=np.int32), np.array(values)
    pairs = Pairs(rows, rows + 1, found, found, found, found, found, rows.astype(np.int16))
    paired = Paired((), ONE_VALUE, work, pairs, floor, floor, complete, others)
    return prospect(SimpleNamespace(family=family_of(recipe)), paired, Yardstick(recipe), sample)


def missed(told):
    return [told.missed(count) for count in range(told.ends[-1] + 1)]


def bars(told):
    return {int(place): float(told.histogram[place]) for place in np.flatnonzero(told.histogram)}


SAMPLE = PairSample(np.array([0.105, 0.305, 0.705]), np.array([5.0, 4.0, 1.0]), 2.0)  # of 20 pairs


def test_every_pair_found_stands_for_one_over_its_chance():
    # 1 for 1, 0.8 for 1.25 and twice 0.5 for 2: missed are 0, 0.25, 1 and 1
    told = told_of([1.0, 0.8, 0.5, 0.5], SAMPLE)
    assert missed(told) == pytest.approx([0.0, 0.0, 0.25, 1.25, 2.25])
    assert (told.at_one, told.sampled) == (1.0, 10)
    # 13.75 of 20 pairs are below, 5 : 4 of them at 0.1 and at 0.3; the one at 0.7 is known better
    assert bars(told) == pytest.approx({99: 1.0, 80: 1.25, 50: 4.0, 10: 13.75 * 5 / 9, 30: 13.75 * 4 / 9})
    # where not all above is known the sample is taken as it is
    for part in (
        told_of([1.0, 0.8, 0.5, 0.5], SAMPLE, complete=False),
        told_of([1.0, 0.8, 0.5, 0.5], SAMPLE, work=IndexWork(left_out=1)),
        told_of([1.0, 0.8, 0.5, 0.5], SAMPLE, work=IndexWork(set_aside=1)),
    ):
        assert bars(part) == pytest.approx({99: 1.0, 80: 1.25, 50: 4.0, 10: 10.0, 30: 8.0})


def test_pairs_compared_below_the_floor_stand_for_one_over_their_chance_where_half_are_compared():
    others = np.zeros(100)
    others[[30, 49, 60, 70]] = 9.0, 7.0, 121.0, 3.0  # of 30 and 49 fewer than half were compared
    sample = replace(SAMPLE, weight=40.0)  # of 400 pairs
    told = told_of([1.0, 0.8], sample, floor=0.705, others=others)
    # 121 at 0.605 for 200, 3 of just below 0.705 for 4.26; 5 : 4 of what is left at 0.1 and at 0.3
    left = 400.0 - 1.0 - 1.25 - 200.0 - 3.0 / 0.705
    wanted = {99: 1.0, 80: 1.25, 70: 3.0 / 0.705, 60: 200.0, 10: left * 5 / 9, 30: left * 4 / 9}
    assert bars(told) == pytest.approx(wanted)
    assert told.compared_from == 0.5
    # not where a random pair stands for two, nor where not all above is known, nor right at where half are compared
    for other in (
        told_of([1.0, 0.8], replace(SAMPLE, weight=2.0), floor=0.705, others=others),
        told_of([1.0, 0.8], sample, floor=0.705, others=others, work=IndexWork(left_out=1)),
        told_of([1.0, 0.8], sample, floor=0.705, others=others, complete=False),
        told_of([1.0, 0.8], sample, floor=0.5, others=others),
        told_of([1.0, 0.8], sample, floor=0.705),
    ):
        assert other.compared_from is None
        assert 60 not in bars(other)


def test_no_more_is_missed_than_there_are_pairs_left():
    # 5 pairs in all, one of them not found: of the first two no more than that one and the two behind them
    told = told_of([0.8, 0.5, 0.5, 0.5], PairSample(np.array([0.105, 0.305]), np.array([3.0, 2.0]), 1.0))
    assert missed(told) == pytest.approx([0.0, 0.25, 1.25, 2.0, 1.0])
    # the one left is like the sample, the more the likelier it is to be missed: 3 * 0.895 to 2 * 0.695
    at_a_tenth = 3 * 0.895 / (3 * 0.895 + 2 * 0.695)
    assert bars(told) == pytest.approx({80: 1.0, 50: 3.0, 10: at_a_tenth, 30: 1.0 - at_a_tenth}, rel=1e-6)


def test_down_to_nothing_what_was_not_found_is_all_that_is_left():
    told = told_of([0.8, 0.5], SAMPLE, floor=0.0)
    assert missed(told) == pytest.approx([0.0, 0.25, 1.25]), "fewer than the 18 that are left"
    unfound = np.array([5 * 0.895, 4 * 0.695, 1 * 0.295])
    shares = 18.0 * unfound / unfound.sum()
    assert bars(told) == pytest.approx({80: 1.0, 50: 1.0, 10: shares[0], 30: shares[1], 70: shares[2]}, rel=1e-6)


def test_without_a_pair_or_a_sample_nothing_is_told():
    told = told_of([], PairSample(np.empty(0), np.empty(0), 0.0))
    assert (missed(told), told.histogram.sum(), told.at_one, told.sampled) == ([0.0], 0.0, 0.0, 0)

"""The page on b-bit MinHash: the sources' figures, and estimates that keep to their stated errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.errors import Cancelled
from simexplorer.lab.bbit_trade import ALL_WIDTHS, BBitSettings, bbit_trade, made_pair
from simexplorer.lab.material import LabText
from tests.stopping import StopsAt


def test_variance_and_memory_at_one_bit_and_one_half(golden: dict[str, Any]) -> None:
    wanted = golden["b_bit_variance_factor_b1_R0.5"]
    found = bbit_trade((), BBitSettings(jaccard=0.5))
    assert found.exact == 0.5
    assert found.factor[0] == pytest.approx(wanted["value"])
    assert found.saving[0] == pytest.approx(wanted["storage_improvement_64_bits"])
    # the squared errors at equal K stand in the ratio that the factor says
    assert (found.error[0] / found.error[-1]) ** 2 == pytest.approx(3.0)


def test_kept_bits_are_the_lowest_ones_of_the_full_values() -> None:
    found = bbit_trade((), BBitSettings(jaccard=0.3, length=48))
    for place, bits in enumerate(ALL_WIDTHS):
        low = found.values[-1] & np.uint64(2**bits - 1)
        assert np.array_equal(found.values[place], low)
    accidents = found.equal & ~found.full_equal
    assert accidents[0].sum() > accidents[3].sum() >= accidents[-1].sum() == 0
    assert np.all(found.equal[:, found.full_equal])


def test_equal_bytes_buy_more_positions_of_fewer_bits() -> None:
    found = bbit_trade((), BBitSettings(jaccard=0.8, budget=128))
    assert found.lengths.tolist() == [1024, 512, 256, 128, 64, 16]
    assert found.bought_error[0] < found.bought_error[-1] / 3
    # 6 standard errors of a mean, six times: a false alarm in 8e7, seeds fixed
    assert np.all(np.abs(found.spread.mean(axis=1) - 0.8) < 6 * found.bought_error / np.sqrt(found.spread.shape[1]))


@pytest.mark.parametrize("jaccard", [0.0, 0.25, 1.0])
def test_made_pairs_have_the_similarity_asked_for(jaccard: float) -> None:
    pair = made_pair(jaccard)
    both = np.intersect1d(pair[0], pair[1]).size
    assert both / np.union1d(pair[0], pair[1]).size == jaccard


def test_documents_of_the_person_take_the_place_of_the_made_pair() -> None:
    found = bbit_trade((LabText("a", "the quick brown fox"), LabText("b", "the quick brown dog")), BBitSettings())
    assert 0.3 < found.exact < 0.9
    assert found.sizes == (11, 11)


def test_it_can_be_stopped_between_any_two_signings() -> None:
    for count in (1, 8, 40):
        progress = StopsAt(count)
        with pytest.raises(Cancelled):
            bbit_trade((), BBitSettings(length=8, budget=8), progress=progress)
        assert progress.left == 0, "it went on"

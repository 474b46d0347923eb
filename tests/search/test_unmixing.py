"""Similarities told from equal positions: every pair once, and candidates as many as there are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.scurve import collision_probability
from simexplorer.search.unmixing import unmixed

PLACES = (np.arange(400) + 0.5) / 400


def test_two_places_by_hand():
    """Of one position each: a chance of 0 never agrees, one of 1 always; 3 of 4 pairs agree, so 3 lie at 1."""
    np.testing.assert_allclose(unmixed(np.array([1, 3]), np.array([0.0, 1.0])), [1.0, 3.0], atol=1e-6)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=130))
def test_every_pair_is_in_the_answer(times):
    told = unmixed(np.array(times), PLACES)
    assert told.sum() == pytest.approx(sum(times))
    assert (told >= 0).all()


@pytest.mark.parametrize("length", [128, 512, 5000])
@pytest.mark.parametrize("kind", ["one", "spread", "mixed"])
def test_candidates_are_foretold_from_it_and_not_from_estimates(length, kind):
    """Seen numbers of 400,000 pairs err by 1 % where some 10,000 meet; a bar per estimate is off by half here."""
    rng = np.random.default_rng(length)
    count = 400_000
    true = {
        "one": np.full(count, 0.06),
        "spread": rng.beta(2, 30, count),
        "mixed": np.where(rng.random(count) < 0.95, 0.04, rng.beta(5, 10, count)),
    }[kind]
    equal = rng.binomial(length, true)
    told = unmixed(np.bincount(equal, minlength=length + 1), PLACES)
    bands, rows = 40, 3
    exact = collision_probability(true, bands, rows).sum()
    foretold = float(told @ collision_probability(PLACES, bands, rows))
    by_estimates = collision_probability(equal / length, bands, rows).sum()
    assert foretold == pytest.approx(exact, rel=0.05)
    assert length > 128 or abs(by_estimates - exact) > 2 * abs(foretold - exact)
    near = told[PLACES < 0.12].sum()
    assert near == pytest.approx(np.count_nonzero(true < 0.12), rel=0.02, abs=6 * math.sqrt(count))

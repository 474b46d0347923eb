"""Places in unsorted columns: the first one, in any part, as a search through all of them tells."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.search import finding
from simexplorer.search.finding import place_of, place_of_either, place_of_pair, reaching


@pytest.fixture(params=[3, 1 << 18])
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small parts, and one for all."""
    monkeypatch.setattr(finding, "_AT_ONCE", request.param)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seed", range(5))
def test_places_are_those_that_a_search_through_all_finds(seed: int) -> None:
    random = np.random.default_rng(seed)
    i, j = random.integers(0, 6, (2, 40)).astype(np.int32)
    rows = list(zip(i.tolist(), j.tolist(), strict=True))
    for a in range(7):
        assert place_of(i, a) == (i.tolist().index(a) if a in i else None)
        for b in range(7):
            expected = rows.index((a, b)) if (a, b) in rows else None
            assert place_of_pair(i, j, a, b) == expected
            turned = rows.index((b, a)) if (b, a) in rows else None
            assert place_of_either(i, j, a, b) == (turned if expected is None else expected)


def test_nothing_is_found_in_nothing() -> None:
    none = np.empty(0, np.int32)
    assert place_of(none, 0) is None
    assert place_of_pair(none, none, 0, 1) is None


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 200])
def test_what_reaches_a_limit_is_counted_as_one_by_one(size: int) -> None:
    random = np.random.default_rng(size)
    falling = -np.sort(-random.integers(0, 20, size) / 20.0)
    limits = np.concatenate([[-1.0, 2.0], np.arange(41) / 40.0, falling]).reshape(1, -1)
    found = reaching(falling, limits)
    assert found.shape == limits.shape
    assert found[0].tolist() == [sum(value >= limit for value in falling.tolist()) for limit in limits[0].tolist()]
    assert int(reaching(falling, 0.5)) == int((falling >= 0.5).sum())

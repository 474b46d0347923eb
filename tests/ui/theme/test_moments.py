"""Times that files tell, also such as no calendar has."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from simexplorer.ui.theme import moments


@pytest.fixture(params=["America/New_York", "Asia/Tokyo"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process is not set here")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_zone")
@pytest.mark.parametrize("told", [moments.minute, moments.second, moments.in_words])
def test_times_at_the_ends_of_the_calendar_are_told(told: Callable[[str], str]) -> None:
    for at in ("0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00"):
        assert told(at)
    assert told("yesterday") == "yesterday"


def test_a_time_is_told_on_the_clock_of_this_computer() -> None:
    assert moments.minute("2026-03-07T14:05:09") == "2026-03-07 14:05"
    assert moments.second("2026-03-07T14:05:09") == "2026-03-07 14:05:09"
    assert moments.in_words("2026-03-07T14:05:09") == "7 March 2026, 14:05"

"""How far a stage is: done of all, also where more of it is found on the way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from simexplorer.pipeline.progress import Progress, ProgressState


def test_what_is_found_on_the_way_adds_to_the_whole() -> None:
    progress = Progress()
    progress.begin("Reading", 4)
    progress.advance(2)
    assert progress.state().fraction == 0.5
    progress.widen(6)
    assert (progress.state().done, progress.state().total, progress.state().fraction) == (2, 10, 0.2)
    progress.begin("Signing", 3)
    assert progress.state().total == 3


def test_no_time_is_foretold_from_the_first_of_many() -> None:
    first = ProgressState("Signing", 1, 10_002, stage_seconds=0.4)
    assert first.remaining_seconds is None
    later = replace(first, done=100)
    assert later.remaining_seconds == pytest.approx(0.4 * 9_902 / 100)
    few = ProgressState("Signing", 1, 10, stage_seconds=0.4)
    assert few.remaining_seconds == pytest.approx(3.6)

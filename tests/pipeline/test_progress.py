"""How far a stage is: done of all, also where more of it is found on the way."""

from __future__ import annotations

from simexplorer.pipeline.progress import Progress


def test_what_is_found_on_the_way_adds_to_the_whole() -> None:
    progress = Progress()
    progress.begin("Reading", 4)
    progress.advance(2)
    assert progress.state().fraction == 0.5
    progress.widen(6)
    assert (progress.state().done, progress.state().total, progress.state().fraction) == (2, 10, 0.2)
    progress.begin("Signing", 3)
    assert progress.state().total == 3

"""What does not fit is refused with both figures and a way out, before anything is read."""

from __future__ import annotations

import os
from contextlib import closing
from types import SimpleNamespace

import psutil
import pytest

from simexplorer.errors import CapacityError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.memory_room import require_memory
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe


@pytest.fixture
def free(monkeypatch):
    """Let the computer have so many bytes free."""

    def let(count):
        monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=count))

    return let


def test_what_fits_is_let_through_and_what_does_not_is_told(free):
    free(2_500_000_000)
    require_memory(2_500_000_000, "This", "Do that.")
    with pytest.raises(CapacityError, match=r"^This takes about 12\.0 GB of memory, and 2\.5 GB are free\. Do that\.$"):
        require_memory(12_000_000_000, "This", "Do that.")


def test_containment_of_too_many_shingles_is_refused_before_it_begins_and_other_measures_go_on(tmp_path, free):
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(f"the quick brown fox jumps over the lazy dog number {number} " * 9)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        free(1000)
        with pytest.raises(
            CapacityError, match=r"An exact join of [\d,]+ shingles takes about .* Open fewer documents"
        ):
            analysis.run(Recipe(measure="containment", threshold=0.4), Progress())
        assert len(analysis.run(Recipe(measure="jaccard", threshold=0.4), Progress()).pairs)
        free(1 << 40)
        assert len(analysis.run(Recipe(measure="containment", threshold=0.4), Progress()).pairs)

"""What the pages of the lab compute ends where it is asked to: nobody waits for a page that is closed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simexplorer.errors import Cancelled
from simexplorer.lab.bands import BandSettings, band_steps
from simexplorer.lab.examples import SMALL_SETS
from simexplorer.lab.minhashing import MinhashSettings, minhash_steps
from simexplorer.lab.scale import count_growing
from simexplorer.pipeline.progress import Progress
from tests.stopping import StopsAt


def _minhash(way: str) -> Callable[[Progress], object]:
    settings = MinhashSettings(way=way, length=4, first=3, seed=1)
    return lambda progress: minhash_steps(SMALL_SETS[0], (), settings, None, progress)


WORK: dict[str, tuple[Callable[[Progress], object], tuple[int, ...]]] = {
    "bands": (lambda progress: band_steps(0, (), BandSettings(bands=4, rows=2), None, progress), (1, 2, 4)),
    "scale": (lambda progress: count_growing(1, 4, 2, sizes=(20, 40), progress=progress), (1, 3, 4)),
    "one permutation": (_minhash("permutations"), (1, 2, 20)),
    "functions": (_minhash("functions"), (1, 2, 20)),
    "one pass": (_minhash("one pass"), (1, 2, 4)),
    "first rows": (_minhash("first rows"), (1, 2, 20)),
    "sketching": (_minhash("sketching"), (1, 2, 20)),
}


@pytest.mark.parametrize("name", WORK)
def test_it_stops_where_it_asks(name: str) -> None:
    work, counts = WORK[name]
    for count in counts:
        progress = StopsAt(count)
        with pytest.raises(Cancelled):
            work(progress)
        assert progress.left == 0, "it went on"
    work(Progress())

"""All pairs by their outlines: what is near stays, and the rest is counted."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.search import pair_scan
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.found_pairs import Room, Sieve
from simexplorer.search.pair_scan import Scan, packed_bits
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.odd_comparing import Outlines, told
from simexplorer.signatures.odd_law import STEPS, OddLaw
from simexplorer.signatures.odd_sketch import odd_sketches


@pytest.fixture(scope="module")
def sets():
    """(sets, group of each): 300 of 200 to 40,000 ids, five versions a group, more and more unlike, in no order."""
    rng, made = np.random.default_rng(11), []
    for size in np.exp(rng.uniform(np.log(200), np.log(40_000), 60)).astype(int):
        first = rng.integers(0, 2**64, size, np.uint64)
        for version in range(5):
            new = int(size * version / 12)
            made.append(np.concatenate([first[new:], rng.integers(0, 2**64, new, np.uint64)]))
    order = rng.permutation(len(made))
    return [made[at] for at in order], order // 5


@pytest.mark.parametrize("single_bits", [False, True])
@pytest.mark.parametrize("limit", [0.55, 0.8])
def test_outlines_leave_all_that_are_near_and_the_rest_is_counted(sets, limit, single_bits):
    (sets, group), law = sets, OddLaw(limit, 5.0)
    bounds = np.cumsum([0, *(ids.size for ids in sets)])
    together = ShingleSets(bounds, np.concatenate(sets))
    sketches, values = odd_sketches(together, 3, law.most), FastSimilaritySketch().sign(together).values
    assert set(sketches.levels) >= {0, 1, 2}
    members, digests = np.arange(len(sets)), values.astype(np.uint8)
    values = digests & np.uint8(1) if single_bits else values
    bits = packed_bits(values, members)
    assert bool(bits.size) == single_bits
    scan = Scan(values, bits, digests, members, NO_VALUE)
    outlines = Outlines.of(law, sketches)
    scan.look_closer(Sieve(lambda i, j: told(law, sketches, i, j), STEPS, law.needed, outlines=outlines), 0)
    found = [scan.part(first, law.needed, law.needed, Room(1 << 30)) for first in scan.jobs]
    told_equal = {(i, j): equal for part in found for run in part.pairs for i, j, equal in run.T.tolist()}
    pairs = set(told_equal)
    assert all(equal == np.count_nonzero(values[i] == values[j]) for (i, j), equal in told_equal.items())
    near = set()
    for i, j in itertools.combinations(range(len(sets)), 2):
        if group[i] == group[j]:  # others have no id in common
            shared = np.intersect1d(sets[i], sets[j], assume_unique=True).size
            near |= {(i, j)} if shared >= limit * (sets[i].size + sets[j].size - shared) else set()
    assert len(near) >= 60
    assert pairs >= near, "at 5 sigmas one at the limit is lost in 3 million"
    assert len(pairs - near) < len(near) / 2, "and few others stay"
    every = len(sets) * (len(sets) - 1) // 2
    assert sum(part.candidates for part in found) == every
    assert sum(part.ruled_out for part in found) == every - len(pairs)
    expected = scan.expected(law.needed, lambda function, jobs: [function(job) for job in jobs])
    assert expected.sum() == pytest.approx(len(pairs), rel=0.2), "as random pairs tell, every one a few times"


def test_a_tile_begins_with_the_first_set_that_is_not_too_small_to_be_near(sets, monkeypatch):
    (sets, _), limit = sets, 0.55
    bounds = np.cumsum([0, *(ids.size for ids in sets)])
    together, law = ShingleSets(bounds, np.concatenate(sets)), OddLaw(limit, 5.0)
    sketches, values = odd_sketches(together, 3, law.most), FastSimilaritySketch().sign(together).values
    begun, compare = {}, pair_scan.scan_outlines

    def compared(members, begin, end, place, *others):
        begun.setdefault(begin, (members, end, place))
        return compare(members, begin, end, place, *others)

    monkeypatch.setattr(pair_scan, "scan_outlines", compared)
    scan = Scan(values, np.empty((0, 0), np.uint64), values.astype(np.uint8), np.arange(len(sets)), NO_VALUE)
    sieve = Sieve(lambda i, j: told(law, sketches, i, j), STEPS, law.needed, outlines=Outlines.of(law, sketches))
    scan.look_closer(sieve, 0)
    for first in scan.jobs:
        scan.part(first, law.needed, law.needed, Room(1 << 30))
    assert sorted(begun) == [0, 128, 256]
    for begin, (members, end, place) in begun.items():
        sizes = together.sizes[members]
        assert all(small < limit * sizes[begin:end].min() for small in sizes[:place])
    # a tile begins at a 2.3rd and a 4.5th of e^5.3 of the sizes: some 35 sets before it are more than 0.55 of that
    assert begun[128][2] > 64
    assert begun[256][2] > 192

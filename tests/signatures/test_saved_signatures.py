"""Signatures kept in files, mapped back read-only: every scheme estimates, collides and is indexed as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.features.sets import ShingleSets
from simexplorer.search.banding import candidates
from simexplorer.search.hamming import pairs_within
from simexplorer.search.index import BandIndex
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.packing import WIDTHS, pack, unpack
from simexplorer.signatures.schemes import family
from simexplorer.signatures.simhash import SimHash
from tests.estimator_contracts import MEASURES

SETS = ShingleSets.from_lists([[], range(200), range(10, 210), [5], range(195), [2**64 - 1, 2**63], [], range(90, 130)])


# two of them have value types that nothing else maps: half a minute of compiling on first use
LONG = ("minhash", "random-lines")


@pytest.mark.parametrize("scheme", [pytest.param(s, marks=[pytest.mark.slow] * (s in LONG)) for s in MEASURES])
def test_saved_and_loaded_signatures_answer_as_before(scheme: str, tmp_path: Path) -> None:
    made = family(scheme, 40, 7, bits=4, share=0.25, interval=9.0)
    signed = made.sign(SETS)
    cache = ArrayCache(tmp_path)
    assert cache.store("it", {"values": signed.values}, {"scheme": signed.scheme, "infinite": signed.infinite})
    kept = ArrayCache(tmp_path).load("it")
    assert kept is not None
    values = kept.arrays["values"]
    assert (values.dtype, values.flags.writeable) == (signed.values.dtype, False)
    loaded = Signatures(kept.words["scheme"], 7, values, kept.words["infinite"])
    np.testing.assert_array_equal(values, signed.values)
    again = made.sign(SETS)  # signed anew it is comparable with what was kept
    half = [1, 2, 3, 4], [2, 4, 5, 7]
    mine, theirs = (
        made.estimate(*(Signatures(s.scheme, 7, s.values[rows], s.infinite) for rows in half)) for s in (again, loaded)
    )
    np.testing.assert_array_equal(mine, theirs)
    found = [candidates(s.values, made.length // 2, 2, infinite=s.infinite) for s in (signed, loaded)]
    pairs = [sorted(zip(f.i.tolist(), f.j.tolist(), f.equal.tolist(), strict=True)) for f in found]
    assert pairs[0] == pairs[1] != []
    fresh, old = (BandIndex.build(s, made.length // 2, 2) for s in (signed, loaded))
    old.insert(again)
    old.remove(np.arange(len(SETS), 2 * len(SETS)))
    for one, other in zip(fresh.candidates(), old.candidates(), strict=True):
        np.testing.assert_array_equal(one, other)


def test_packed_bits_and_fingerprints_come_back(tmp_path: Path) -> None:
    cache, rng = ArrayCache(tmp_path), np.random.default_rng(3)
    values = rng.integers(0, 2**16, (9, 50), dtype=np.uint32)
    for bits in WIDTHS:
        assert cache.store("bits", {"words": pack(values, bits)}, {})
        kept = cache.load("bits")
        assert kept is not None
        words = kept.arrays["words"]
        np.testing.assert_array_equal(unpack(words, bits, 50), values % 2**bits)
    prints = SimHash(128, 1).fingerprints(SETS)
    assert cache.store("prints", {"words": prints}, {})
    kept = cache.load("prints")
    assert kept is not None
    for mine, theirs in zip(pairs_within(kept.arrays["words"], 40), pairs_within(prints, 40), strict=True):
        np.testing.assert_array_equal(mine, theirs)

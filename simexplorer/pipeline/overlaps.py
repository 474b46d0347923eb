"""Stage 3: the exact overlap of pairs, read and counted in units of documents that have much in common."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.pipeline.engine import PerThread
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.packing_together import Packing, dominant
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.verified import Verified
from simexplorer.search.agreement import agreeing
from simexplorer.search.document_parts import Likeness, Links
from simexplorer.search.verify import Packer, jaccard_of
from simexplorer.search.verify_units import UNIT_SHINGLES, Share, Unit, plan_shares

_PAIRS_AT_ONCE = 1 << 13
_A_LOOK = 4  # shingles that are packed while one pair's likeness is told and goes into a plan


def likeness_of(
    signed: SignedCorpus, i: NDArray[np.int32], j: NDArray[np.int32], known: KnownOverlaps
) -> Likeness | None:
    """How alike the documents of these pairs are, by signatures and by what is known.

    None where to read few of them again takes less.
    """
    shingles, jaccard = signed.texts.shingles, signed.jaccard_at
    paired = np.zeros(shingles.size, np.bool_)
    paired[i] = paired[j] = True
    total = int(shingles[paired].sum())
    if not jaccard.size or total <= UNIT_SHINGLES:
        return None
    if sum(share.shingles for share in plan_shares(i, j, shingles)) - total <= _A_LOOK * i.size:
        return None
    strength = agreeing(signed.texts.values, i.astype(np.int64), j.astype(np.int64), None)
    return Likeness(strength, jaccard, _links_among(paired, known, jaccard))


def _links_among(paired: NDArray[np.bool_], known: KnownOverlaps, jaccard: NDArray[np.float64]) -> Links | None:
    """The pairs of these documents whose overlap is known."""
    near = [(one, paired[one.i] & paired[one.j]) for one in known.batches]
    if not near:
        return None
    i, j, shared = (np.concatenate([one[column][at] for one, at in near]) for column in range(3))
    exact = jaccard_of(shared, known.sizes[i], known.sizes[j])
    return Links(i, j, np.maximum(np.searchsorted(jaccard, exact, side="right") - 1, 0).astype(np.int32))


def verify(
    packing: Packing,
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    verified: Verified,
    on_verified: Callable[[], None] = lambda: None,
    likeness: Likeness | None = None,
) -> bool:
    """Fill in the exact overlap of every pair that ``verified`` still lacks; False if it was cancelled on the way.

    ``on_verified`` is called now and then from worker threads. likeness : of the pairs, tells what to read together
    """
    count = int(np.count_nonzero(verified.shared < 0))
    if count == i.size:  # of all of them no copies are made
        todo, shares = None, plan_shares(i, j, packing.shingles, likeness)
    else:
        todo = np.flatnonzero(verified.shared < 0)
        shares = plan_shares(i[todo], j[todo], packing.shingles, None if likeness is None else likeness.at(todo))
    packing.progress.begin("Verifying exactly", count, "pairs")
    work = _Work(packing, todo, verified, on_verified)
    large = dominant(shares, packing.engine.workers)
    try:
        for share in shares[:large]:
            work.together(share)
        packing.engine.each(work.alone, shares[large:])
    except Cancelled:
        return False
    return True


class _Work:
    """What is done with a share, by one thread or by all; todo : positions of the pairs it speaks of, None for all."""

    def __init__(
        self, packing: Packing, todo: NDArray[np.int64] | None, verified: Verified, on_verified: Callable[[], None]
    ) -> None:
        self._packing, self._todo, self._verified, self._on_verified = packing, todo, verified, on_verified
        self._packers = PerThread(Packer)

    def alone(self, share: Share) -> None:
        """To be called by several threads, each with its own share."""
        self._packing.progress.check()
        unit, packer = share.unit(), self._packers.get()
        packer.begin(unit.documents.size)
        self._packing.pack_in_turn(packer, unit.documents, unit.begins)
        self._know_sizes(unit, packer)
        for part in _parts(unit):
            self._count(unit, packer, part)
        self._on_verified()

    def together(self, share: Share) -> None:
        """With all threads of the engine, of which the caller is none."""
        unit, packer = share.unit(), self._packers.get()
        packer.begin(unit.documents.size)
        self._packing.pack_together(packer, unit)
        self._know_sizes(unit, packer)
        bits = PerThread(packer.new_bits)
        self._packing.engine.each(lambda part: self._count(unit, packer, part, bits.get()), _parts(unit))
        self._on_verified()

    def _know_sizes(self, unit: Unit, packer: Packer) -> None:
        """Who sees an overlap finds the sizes; a file that has changed reads as empty, and what it was stays."""
        told = packer.sizes > 0
        self._verified.sizes[unit.documents[told]] = packer.sizes[told]

    def _count(self, unit: Unit, packer: Packer, part: slice, bits: NDArray[np.uint64] | None = None) -> None:
        self._packing.progress.check()
        pairs = unit.pairs[part] if self._todo is None else self._todo[unit.pairs[part]]
        self._verified.shared[pairs] = packer.shared(unit.left[part], unit.right[part], bits)
        self._packing.progress.advance(pairs.size)


def _parts(unit: Unit) -> list[slice]:
    return [slice(first, first + _PAIRS_AT_ONCE) for first in range(0, unit.pairs.size, _PAIRS_AT_ONCE)]

"""Stages 2 and 3: candidates from the signatures, then the exact overlap of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.pipeline.engine import Engine, PerThread
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recall_measuring import all_sets, runs_of
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.verified import Verified
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.agreement import agreeing
from simexplorer.search.banding import Candidates, candidates
from simexplorer.search.containment import ContainmentJoin
from simexplorer.search.filtering import needed_positions
from simexplorer.search.mapping import Mapper
from simexplorer.search.tuning import Banding
from simexplorer.search.verify import Packer, jaccard_of
from simexplorer.search.verify_units import Likeness, Links, Share, plan_shares

_PAIRS_AT_ONCE = 1 << 13
_SHINGLES_AT_ONCE = 4_000_000  # whose texts lie in memory together
_WORTH_A_LOOK = 48_000_000  # shingles


def find_candidates(
    reader: Reader,
    signed: SignedCorpus,
    members: NDArray[np.int64],
    banding: Banding,
    floor: float,
    yardstick: Yardstick,
    engine: Engine,
    progress: Progress,
) -> tuple[Candidates, float]:
    """Pairs of ``members`` that share a bucket and whose signatures do not rule out a value of ``floor``; the floor.

    It rises to the limit of the run where there is no room for what lies between both.
    Containment has no such buckets (a small text inside a large one is never alike): its exact join stands in.
    Raises Cancelled.
    """
    progress.check()
    each = engine.stoppable(progress)
    if yardstick.recipe.measure == "containment":
        return _contained(reader, signed, members, floor, progress, each), floor
    # positions without a value agree with nothing: where there are such, their number would be held against a pair
    missing = signed.missing(members)

    def needed(value: float) -> int:
        sigmas = yardstick.recipe.sketch_sigmas
        return needed_positions(signed.family, float(yardstick.to_family(value)), sigmas) if missing is None else 0

    found = candidates(
        signed.texts.values,
        banding.bands,
        banding.rows,
        members=members,
        infinite=missing,
        needed=needed(floor),
        may_scan=True,
        each=each,
    )
    if found.set_aside and floor < yardstick.limit:
        return _stricter(found, needed(yardstick.limit)), yardstick.limit
    return found, floor


def _stricter(found: Candidates, needed: int) -> Candidates:
    """The candidates with at least ``needed`` equal positions: where all such were kept, none is set aside."""
    if needed < found.needed:
        return found
    return replace(found.at(found.equal >= needed), needed=needed, set_aside=0)


def _contained(
    reader: Reader, signed: SignedCorpus, members: NDArray[np.int64], floor: float, progress: Progress, each: Mapper
) -> Candidates:
    # unlike texts may have equal shingles: they are pairs too, so that equal sets are not folded here
    join = ContainmentJoin.prepare(all_sets(reader, members, signed.texts.shingles, each), floor, each=each)
    found = join.all_pairs(each=each, heed=progress.check)
    rows = members.astype(np.int32)
    a, b = rows[found.inner], rows[found.outer]
    i, j = np.minimum(a, b), np.maximum(a, b)
    equal = agreeing(signed.texts.values, i, j, signed.missing(members))
    sizes = np.zeros(signed.texts.shingles.size, np.int32)
    sizes[members] = found.sizes
    return Candidates(i, j, equal, i.size, 0, 0, shared=found.common, sizes=sizes)


def likeness_of(
    signed: SignedCorpus, i: NDArray[np.int32], j: NDArray[np.int32], known: KnownOverlaps
) -> Likeness | None:
    """How alike the documents of these pairs are, by signatures and by what is known; None for too little text."""
    paired, jaccard = np.zeros(signed.texts.shingles.size, np.bool_), signed.jaccard_at
    paired[i] = paired[j] = True
    if not jaccard.size or signed.texts.shingles[paired].sum() < _WORTH_A_LOOK:
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
    reader: Reader,
    shingles: NDArray[np.int64],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    verified: Verified,
    engine: Engine,
    progress: Progress,
    on_verified: Callable[[], None] = lambda: None,
    likeness: Likeness | None = None,
) -> bool:
    """Fill in the exact overlap of every pair that ``verified`` still lacks; False if it was cancelled on the way.

    ``on_verified`` is called now and then from worker threads. likeness : of the pairs, tells what to read together
    """
    count = int(np.count_nonzero(verified.shared < 0))
    if count == i.size:  # of all of them no copies are made
        todo, shares = None, plan_shares(i, j, shingles, likeness)
    else:
        todo = np.flatnonzero(verified.shared < 0)
        shares = plan_shares(i[todo], j[todo], shingles, None if likeness is None else likeness.at(todo))
    progress.begin("Verifying exactly", count, "pairs")
    packers = PerThread(Packer)

    def work(share: Share) -> None:
        progress.check()
        unit, packer = share.unit(), packers.get()
        packer.begin(unit.documents.size)
        done = 0
        for rows in runs_of(unit.documents, shingles, _SHINGLES_AT_ONCE):
            progress.check()
            for ids, bounds in reader.pieces(rows):
                first, done = done, done + bounds.size - 1
                packer.add(ids, bounds, unit.begins[first:done])
        told = packer.sizes > 0  # a file that has changed reads as empty: what it was stays
        verified.sizes[unit.documents[told]] = packer.sizes[told]  # first: who sees an overlap finds the sizes
        for first in range(0, unit.pairs.size, _PAIRS_AT_ONCE):
            progress.check()
            part = slice(first, first + _PAIRS_AT_ONCE)
            pairs = unit.pairs[part] if todo is None else todo[unit.pairs[part]]
            verified.shared[pairs] = packer.shared(unit.left[part], unit.right[part])
            progress.advance(pairs.size)
        on_verified()

    try:
        engine.each(work, shares)
    except Cancelled:
        return False
    return True

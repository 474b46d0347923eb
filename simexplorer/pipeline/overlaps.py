"""Stage 3: the exact overlap of pairs, read and counted in units of documents that have much in common."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.pipeline.engine import Engine, PerThread
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.verified import Verified
from simexplorer.search.agreement import agreeing
from simexplorer.search.document_parts import Likeness, Links
from simexplorer.search.verify import Packer, jaccard_of
from simexplorer.search.verify_units import Share, plan_shares

_PAIRS_AT_ONCE = 1 << 13
_SHINGLES_AT_ONCE = 4_000_000  # whose texts lie in memory together
_WORTH_A_LOOK = 48_000_000  # shingles


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
        for rows in in_runs(unit.documents, shingles, _SHINGLES_AT_ONCE):
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

"""Stage 3: candidates on their way to verified pairs, whatever the measure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.measure_scale import OF_VECTORS
from simexplorer.pipeline.near_candidates import NearCandidates
from simexplorer.pipeline.overlaps import verify
from simexplorer.pipeline.packing_together import Packing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.ranking import compared_below
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.verified import Verified
from simexplorer.search.banding import Candidates
from simexplorer.search.document_parts import Likeness

Now = tuple[Candidates, Verified, NDArray[np.float64] | None]


class Verifying:
    """Candidates and what is known of them so far: their overlaps, and their values by a measure of vectors.

    Of a measure of vectors those beyond the floor are dropped as soon as they are looked at.
    """

    def __init__(self, sought: Sought, found: Candidates, known: KnownOverlaps) -> None:
        measure, signed = sought.yardstick.recipe.measure, sought.signed
        self._reader, self._shingles, self._known, self._found = sought.reader, signed.texts.shingles, known, found
        self._jaccard_at = signed.jaccard_at
        self._verified, self._unknown = Verified(np.empty(0, np.int32), known.sizes), np.empty(0, np.bool_)
        self._values: NDArray[np.float64] | None = None
        self._grows = measure == "jaccard"
        self._near: NearCandidates | None = None
        self._looked: int | None = None  # by a measure of vectors, once all are looked at
        if measure in OF_VECTORS:
            self._near = NearCandidates(sought, found, known.sizes)

    def now(self) -> Now:
        """The candidates, those of them that are verified, and values where the measure is one of vectors."""
        return (self._found, self._verified, self._values) if self._near is None else self._near.so_far()

    def compared(self) -> int:
        """How many candidates were compared exactly by now, near or not."""
        if self._near is not None:
            return self._near.looked
        return int(np.count_nonzero(self._verified.shared >= 0)) if self._looked is None else self._looked

    def run(self, engine: Engine, progress: Progress, on_verified: Callable[[], None]) -> bool:
        """Verify all that is not known yet; False if it was cancelled on the way.

        ``on_verified`` is called now and then from worker threads.
        """
        complete, counted = True, None
        if self._near is not None:
            complete = self._near.look(self._shingles, engine, progress, on_verified)
            self._found, verified, self._values = self._near.so_far()
            counted = verified if self._near.counts_overlaps else None
            self._looked = self._near.looked
            self._near = None  # all other candidates go
        i, j = self._found.i, self._found.j
        self._verified, self._unknown = self._known.ask(i, j, engine.each)
        if counted is not None:
            self._verified = counted
            return complete
        if self._found.shared is not None and self._found.sizes is not None:
            self._verified.take(self._found.shared, self._found.sizes)
        verified, likeness = self._verified, Likeness(self._found.equal, self._jaccard_at)
        told = on_verified if self._grows else _nothing
        packing = Packing(self._reader, self._shingles, engine, progress)
        return complete & verify(packing, i, j, verified, told, likeness)

    def below(self, floor: float) -> NDArray[np.float64] | None:
        """(BINS,) how many were compared that are less similar, once all are; None where they are not at hand."""
        if not self._grows or self._found.joined or self._found.strict:
            return None
        return compared_below(self._found, self._verified, floor)

    def remember(self) -> None:
        """Keep the overlaps among those that are known."""
        lost = self._reader.corpus.skipped() & (self._shingles > 0)
        self._known.add(self._found.i, self._found.j, self._verified, self._unknown, lost)


def _nothing() -> None:
    """Nobody is told."""

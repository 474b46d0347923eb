"""Stage 3 for measures of vectors: which candidates are within the limit, each by the exact measure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.pipeline.engine import Engine, PerThread
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.sets_in_memory import SKETCHED_AT_ONCE, in_runs
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.verified import Verified
from simexplorer.pipeline.yardstick import require_weights
from simexplorer.search.banding import Candidates
from simexplorer.search.document_parts import Likeness
from simexplorer.search.hamming import distances
from simexplorer.search.near_vectors import Near, Reach, VectorPairs
from simexplorer.search.verify_units import UNIT_SHINGLES, Share, plan_shares
from simexplorer.signatures.simhash import SimHash

_UNIT_SHINGLES = 2 * UNIT_SHINGLES  # where they are weighed and not only counted, to read a text again costs more
_PAIRS_AT_ONCE = 1 << 16
_BITS = 64  # of a fingerprint


class NearCandidates:
    """The candidates that are within the floor, as they are found; of all others nothing is kept.

    sizes : (n,) int32, where the distinct shingles of each document are told that was looked at
    """

    def __init__(self, sought: Sought, found: Candidates, sizes: NDArray[np.int32]) -> None:
        require_weights(sought.reader)
        self._reader, self._floor, self._yardstick = sought.reader, sought.floor, sought.yardstick
        self._found, self._sizes, self._fingerprints = found, sizes, sought.signed.texts.fingerprints
        self._parts: list[Near] = []
        self._looked: list[int] = []  # candidates of each share that is done

    @property
    def looked(self) -> int:
        """How many candidates were looked at by now."""
        return sum(self._looked)

    @property
    def counts_overlaps(self) -> bool:
        """Whether shared shingles are counted in passing: fingerprints do not tell them, nor counts those of bags."""
        return self._yardstick.recipe.measure != "hamming" and not self._reader.recipe.bag

    def so_far(self) -> tuple[Candidates, Verified, NDArray[np.float64]]:
        """Those found until now, their shared shingles (-1 where they are not counted) and the exact measure."""
        parts = list(self._parts)
        nothing = Near(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0))
        places, shared, values = (np.concatenate(column) for column in zip(nothing, *parts, strict=True))
        return self._found.at(places), Verified(shared, self._sizes), values

    def look(
        self,
        shingles: NDArray[np.int64],
        engine: Engine,
        progress: Progress,
        on_near: Callable[[], None] = lambda: None,
    ) -> bool:
        """Look at all candidates; False if it was cancelled on the way.

        ``on_near`` is called now and then from worker threads. shingles : (n,) of every document
        """
        try:
            if self._yardstick.recipe.measure == "hamming":
                self._by_fingerprints(shingles, engine, progress)
            else:
                self._by_vectors(shingles, engine, progress, on_near)
        except Cancelled:
            return False
        return True

    def _by_vectors(
        self, shingles: NDArray[np.int64], engine: Engine, progress: Progress, on_near: Callable[[], None]
    ) -> None:
        found, reader = self._found, self._reader
        counting = reader.recipe.weights != "binary"
        reach = Reach(self._yardstick.recipe.measure, self._least_near())
        memory = PerThread(lambda: VectorPairs(counting=counting))

        def work(share: Share) -> None:
            unit, vectors = share.unit(), memory.get()
            vectors.packer.begin(unit.documents.size)
            done = 0
            for ids, bounds in reader.occurrences(unit.documents):
                progress.check()
                first, done = done, done + bounds.size - 1
                vectors.packer.add(ids, bounds, unit.begins[first:done])
            if self.counts_overlaps:
                told = vectors.packer.sizes > 0  # a file that has changed reads as empty: what it was stays
                self._sizes[unit.documents[told]] = vectors.packer.sizes[told]
            vectors.weigh(reader.rarity(vectors.packer.numbers))
            for first in range(0, unit.pairs.size, _PAIRS_AT_ONCE):
                part = slice(first, first + _PAIRS_AT_ONCE)
                near = vectors.near(unit.left[part], unit.right[part], reach)
                shared = near.shared if self.counts_overlaps else np.full_like(near.shared, -1)
                self._keep(Near(unit.pairs[part][near.places].astype(np.int64), shared, near.values))
                self._looked.append(unit.pairs[part].size)
                progress.advance(unit.pairs[part].size)
            on_near()

        progress.begin("Verifying exactly", found.i.size, "pairs")
        likeness = _likeness_of(self._fingerprints, found) if shingles.sum() > _UNIT_SHINGLES else Likeness(found.equal)
        engine.each(work, plan_shares(found.i, found.j, shingles, likeness, _UNIT_SHINGLES))

    def _by_fingerprints(self, shingles: NDArray[np.int64], engine: Engine, progress: Progress) -> None:
        found, recipe = self._found, self._yardstick.recipe
        family = SimHash(recipe.simhash_bits, recipe.seed)
        paired = np.zeros(shingles.size, np.bool_)
        paired[found.i] = paired[found.j] = True
        rows = np.flatnonzero(paired)
        prints = np.zeros((shingles.size, -(-family.length // 64)), np.uint64)

        def fingerprint(chunk: NDArray[np.int64]) -> None:
            features = self._reader.features(self._reader.texts(chunk), weighted=True)
            prints[chunk] = np.concatenate([family.fingerprints(some) for some, _ in features])
            progress.advance(chunk.size)

        def compare(first: int) -> None:
            part = slice(first, first + _PAIRS_AT_ONCE)
            i, j = found.i[part].astype(np.int64), found.j[part].astype(np.int64)
            values = distances(prints, i, j).astype(np.float64)
            self._keep(Near(np.arange(first, first + i.size), np.full(i.size, -1, np.int32), values))
            self._looked.append(i.size)
            progress.advance(i.size)

        progress.begin("Reading fingerprints", rows.size)
        engine.each(fingerprint, in_runs(rows, shingles, SKETCHED_AT_ONCE))
        progress.begin("Verifying exactly", found.i.size, "pairs")
        engine.each(compare, range(0, found.i.size, _PAIRS_AT_ONCE))

    def _keep(self, near: Near) -> None:
        """Those within the floor, as it is told from their similarities."""
        scale = self._yardstick
        kept = np.flatnonzero(scale.similarity(near.values) >= float(scale.similarity(self._floor)))
        self._parts.append(Near(near.places[kept], near.shared[kept], near.values[kept]))

    def _least_near(self) -> float:
        """The floor, a little farther: what rounds to the floor's similarity is within it."""
        least = float(self._yardstick.similarity(self._floor)) * (1.0 - 1e-15)
        scale = MeasureScale.of(self._yardstick.recipe)
        return float(scale.value(least))


def _likeness_of(fingerprints: NDArray[np.uint64], found: Candidates) -> Likeness:
    """How alike the sets of candidates are if their texts make the angle that d different bits speak of, pi d / 64.

    Sets of equal size at cosine c have the Jaccard similarity c / (2 - c).
    """
    cosine = np.clip(np.cos(np.pi * (1.0 - np.arange(_BITS + 1) / _BITS)), 0.0, 1.0)
    strength = _BITS - distances(fingerprints, found.i, found.j).astype(np.int32)
    return Likeness(strength, cosine / (2.0 - cosine), guessed=True)

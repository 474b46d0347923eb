"""Between candidates and exact values: a longer sketch of their documents rules out those that are far apart.

Of cosines 512 or 2,048 SimHash bits, of Jaccard similarities parities of shingles in 4,096 cells, which take as long as
to read and to cut the documents once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.sets_in_memory import SKETCHED_AT_ONCE, in_runs
from simexplorer.pipeline.sought import Sought
from simexplorer.search.document_parts import Likeness
from simexplorer.search.filtering import needed_of
from simexplorer.search.found_pairs import Column, Columns, Sieve
from simexplorer.search.verify_units import UNIT_SHINGLES, plan_shares
from simexplorer.signatures import long_sketch
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.long_sketch import SPARED, LongSketches, agreeing_bits, long_sketches, weighted_sketches
from simexplorer.signatures.odd_comparing import Outlines, told
from simexplorer.signatures.odd_law import STEPS, OddLaw
from simexplorer.signatures.odd_sketch import LENGTH, OddSketches, odd_sketches

COSINE_SKETCH = RandomHyperplanes(long_sketch.LENGTH, components="signs")  # whose functions its bits are
_SIGMAS = {"jaccard": 5.0, "cosine": 6.0}  # a pair at the limit is lost with a chance of 3e-7 at most, or of 1e-9, of
# which some is spared for uneven documents
_COSINES, _MANY_COSINES = 4096, 20  # so many of a collection take as long as sketches, of a document as long ones
_LONG = 4  # times the length of a sketch
_PAIR_TAKES, _PACK_TAKES, _SKETCH_TAKES = 220.0, 15.0, (25_000.0, 6.0)  # ns; a shingle; a document, and a shingle
_FAR = 10  # times as many pairs far apart as near ones: of texts with little in common but what all have


class Narrowing:
    """Makes sieves for the pairs of a run, where they tell something of its measure and spare more than they take."""

    def __init__(self, sought: Sought, engine: Engine, progress: Progress) -> None:
        self._reader, self._signed = sought.reader, sought.signed
        self._yardstick, self._floor, recipe = sought.yardstick, sought.floor, sought.yardstick.recipe
        self._engine, self._progress = engine, progress
        self._sigmas = max(_SIGMAS.get(recipe.measure, 0.0), recipe.sketch_sigmas)
        if recipe.measure == "jaccard":
            self._laws = [OddLaw(self._least(strict), self._sigmas) for strict in (False, True)]

    def worth(
        self, counts: NDArray[Any], rows: NDArray[np.int64], *, strict: bool, pairs: Columns | None = None
    ) -> int:
        """How long sketches take less than to verify the pairs that they are likely to rule out; 0 if none do.

        counts : (K + 1,) pairs by equal positions; strict : as of ``sieve``; pairs : as of ``SieveMaker.worth``
        """
        recipe = self._yardstick.recipe
        if recipe.measure == "cosine":
            many = counts.sum() > _MANY_COSINES * rows.size and recipe.weights != "tfidf"
            length = long_sketch.LENGTH * (_LONG if many else 1)
            tells = 2 * self._needed(strict, length) > length  # unlike documents agree in half of the bits
            return length if tells and counts.sum() > _COSINES else 0
        if recipe.measure != "jaccard" or not self._laws[strict].tells:
            return 0
        return LENGTH if self._spares(counts, rows, strict=strict, pairs=pairs) else 0

    def _spares(
        self,
        counts: NDArray[Any],
        rows: NDArray[np.int64],
        *,
        strict: bool,
        pairs: Columns | None,
    ) -> bool:
        """Whether sketches spare more than they take."""
        family, shingles = self._signed.family, float(self._signed.texts.shingles[rows].sum())
        limit = int(family.length * float(family.collision_probability(self._least(strict))))
        near, far = float(counts[limit:].sum()), float(counts[:limit].sum())
        again = 0.0  # packed, for pairs with texts all over the collection, of which few are near by one another
        if far > _FAR * near and rows.size:
            again = min(shingles * max(0.0, shingles / (2 * UNIT_SHINGLES) - 1.0), 2.0 * far * shingles / rows.size)
        a_sketch, a_shingle = _SKETCH_TAKES
        takes, compared = rows.size * a_sketch + shingles * a_shingle, far * _PAIR_TAKES
        if pairs is not None and compared <= takes < compared + again * _PACK_TAKES:
            again = min(again, self._packed_again(*pairs))
        return compared + again * _PACK_TAKES > takes or (strict and far > near)

    def _packed_again(self, i: Column, j: Column, equal: Column) -> float:
        """How many shingles verifying these pairs packs more than once: those of one folder often lie together."""
        shingles, paired = self._signed.texts.shingles, np.zeros(self._signed.texts.shingles.size, np.bool_)
        paired[i] = paired[j] = True
        shares = plan_shares(i, j, shingles, Likeness(equal, self._signed.jaccard_at))
        return float(sum(share.shingles for share in shares) - shingles[paired].sum())

    def sieve(self, rows: NDArray[np.int64], length: int, *, strict: bool) -> Sieve:
        """What tells which pairs of these documents may be near, by sketches of ``length`` bits.

        strict : at the limit, not down to the floor. Raises Cancelled.
        """
        self._progress.begin("Sketching documents of candidates", rows.size)
        if self._yardstick.recipe.measure == "jaccard":
            return self._sieve_of_sets(rows, self._laws[strict])
        sketches = LongSketches.none(self._signed.texts.shingles.size, length)
        self._sketch_each(lambda chunk: sketches.put(chunk, list(self._by_angle(chunk, length))), rows)
        spared, bits = sketches.spared(self._least(strict)), range(0, length + 1, 64)
        least = np.array([[self._needed(strict, some, s) if some else 0 for some in bits] for s in SPARED], np.int32)
        return Sieve(lambda i, j: agreeing_bits(sketches, spared, least, i, j), length, int(least[0, -1]))

    def _sieve_of_sets(self, rows: NDArray[np.int64], law: OddLaw) -> Sieve:
        seed = self._reader.recipe.seed + 1  # other functions than those of the signatures
        sketches = OddSketches.none(self._signed.texts.shingles.size)

        def sketch(chunk: NDArray[np.int64]) -> None:
            done = 0  # a file that has changed reads as empty and gets no sketch: its pairs stay
            for ids, bounds in self._reader.pieces(chunk):
                piece = chunk[done : done + bounds.size - 1]
                sketches.put(piece, odd_sketches(ShingleSets(bounds - bounds[0], ids), seed, law.most))
                done += piece.size

        self._sketch_each(sketch, rows)
        (excess, spread), outlines = law.excess(sketches), Outlines.of(law, sketches)
        return Sieve(lambda i, j: told(law, sketches, i, j), STEPS, law.needed, spread, excess, outlines)

    def _sketch_each(self, sketch: Callable[[NDArray[np.int64]], None], rows: NDArray[np.int64]) -> None:
        """Sketch these documents, a chunk after the other on all cores."""

        def heeding(chunk: NDArray[np.int64]) -> None:
            self._progress.check()
            sketch(chunk)
            self._progress.advance(chunk.size)

        self._engine.each(heeding, in_runs(rows, self._signed.texts.shingles, SKETCHED_AT_ONCE))
        self._progress.begin("Comparing sketches", 0)

    def _least(self, strict: bool) -> float:
        """What pairs have at least that are not ruled out, in the measure of the signatures."""
        return float(self._yardstick.to_family(self._yardstick.limit if strict else self._floor))

    def _needed(self, strict: bool, length: int, spared: float = 1.0) -> int:
        """Bits of so many in which documents at that value agree, a little less; ``spared`` times as many differ."""
        differ = 1.0 - float(COSINE_SKETCH.collision_probability(self._least(strict)))
        return needed_of(length, max(0.0, 1.0 - spared * differ), self._sigmas)

    def _by_angle(self, rows: NDArray[np.int64], length: int) -> Iterator[LongSketches]:
        """The long sketches of these documents, weighed as the run wants, a few at a time."""
        weights, seed = self._reader.recipe.weights, self._reader.recipe.seed
        if weights == "tfidf":
            yield weighted_sketches(self._reader.vectors(rows), seed)
            return
        for ids, bounds in self._reader.occurrences(rows):
            if weights == "binary":
                one_each = sets_of(ids, bounds)
                ids, bounds = one_each.ids, one_each.offsets
            yield long_sketches(ids, bounds, seed, length)

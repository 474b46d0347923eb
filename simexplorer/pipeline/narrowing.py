"""Between candidates and exact values: a longer sketch of their documents rules out those that are far apart.

Of cosines 512 or 2,048 SimHash bits, of Jaccard similarities one bit of each of 4,096 sketch positions. To read and
sketch a document takes a tenth of what packing it among unlike ones does, a pair a hundredth.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.document_parts import Likeness
from simexplorer.search.filtering import needed_of
from simexplorer.search.found_pairs import Column, Columns, Sieve
from simexplorer.search.verify_units import UNIT_SHINGLES, plan_shares
from simexplorer.signatures import long_sketch, one_bit_sketch
from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.family import Family
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.long_sketch import agreeing_bits, long_sketches, weighted_sketches
from simexplorer.signatures.one_bit_sketch import one_bit_sketches

# (m, words) uint64 sketches of documents, and (m,) whether they hold: pairs of others stay, to be compared
_Sketched: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.bool_]]
_SIGMAS = {"jaccard": 5.0, "cosine": 6.0}  # a pair at the limit is lost with a chance of 3e-7 at most, or of 1e-9, of
# which some is spared for uneven documents
_READ_AT_ONCE = 500_000  # shingles
SKETCHES: dict[str, Family] = {  # by the measure of signatures, the family whose functions the bits are
    "angle": RandomHyperplanes(long_sketch.LENGTH, components="signs"),
    "jaccard": BBitMinHash(one_bit_sketch.LENGTH, bits=1),
}
_COSINES, _MANY_COSINES = 4096, 20  # so many of a collection take as long as sketches, of a document as long ones
_LONG = 4  # times the length of a sketch
_PAIR_TAKES, _PACK_TAKES, _SKETCH_TAKES = 220.0, 15.0, (100_000.0, 10.0)  # ns; a shingle; a document, and a shingle
_FAR = 10  # times as many pairs far apart as near ones: of texts with little in common but what all have


class Narrowing:
    """Makes sieves for the pairs of a run, where they tell something of its measure and spare more than they take.

    floor : of the measure, down to which pairs are looked for
    """

    def __init__(
        self,
        reader: Reader,
        signed: SignedCorpus,
        yardstick: Yardstick,
        floor: float,
        engine: Engine,
        progress: Progress,
    ) -> None:
        self._reader, self._signed, self._yardstick, self._floor = reader, signed, yardstick, floor
        self._engine, self._progress = engine, progress
        self._sigmas = max(_SIGMAS.get(yardstick.recipe.measure, 0.0), yardstick.recipe.sketch_sigmas)

    def worth(
        self, counts: NDArray[Any], rows: NDArray[np.int64], *, strict: bool, pairs: Columns | None = None
    ) -> int:
        """How long sketches take less than to verify the pairs that they are likely to rule out; 0 if none do.

        counts : (K + 1,) pairs by equal positions; strict : as of ``sieve``; pairs : as of ``SieveMaker.worth``
        """
        recipe, family = self._yardstick.recipe, self._signed.family
        if recipe.measure not in _SIGMAS:
            return 0
        value, length = self._yardstick.limit if strict else self._floor, SKETCHES[family.measure].length
        if recipe.measure == "cosine":
            many = counts.sum() > _MANY_COSINES * rows.size and recipe.weights != "tfidf"
            length *= _LONG if many else 1
        tells = 2 * self._needed(value, length) > length  # unlike documents agree in half of the bits
        if recipe.measure == "cosine":
            return length if tells and counts.sum() > _COSINES else 0
        return length if tells and self._spares(counts, rows, value, strict=strict, pairs=pairs) else 0

    def _spares(
        self,
        counts: NDArray[Any],
        rows: NDArray[np.int64],
        value: float,
        *,
        strict: bool,
        pairs: Columns | None,
    ) -> bool:
        """Whether sketches spare more than they take; value : of the measure, below which pairs are ruled out."""
        family, shingles = self._signed.family, float(self._signed.texts.shingles[rows].sum())
        limit = int(family.length * float(family.collision_probability(self._yardstick.to_family(value))))
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
        cosine, shingles = self._yardstick.recipe.measure == "cosine", self._signed.texts.shingles
        sketches, even = np.zeros((shingles.size, length // 64), np.uint64), np.zeros(shingles.size, np.bool_)
        self._progress.begin("Sketching documents of candidates", rows.size)

        def sketch(chunk: NDArray[np.int64]) -> None:
            self._progress.check()
            sketches[chunk], even[chunk] = self._by_angle(chunk, length) if cosine else self._by_overlap(chunk)
            self._progress.advance(chunk.size)

        self._engine.each(sketch, in_runs(rows, shingles, _READ_AT_ONCE))
        self._progress.begin("Comparing sketches", 0)
        needed = self._needed(self._yardstick.limit if strict else self._floor, length)
        return Sieve(lambda i, j: agreeing_bits(sketches, even, i, j), length, needed)

    def _needed(self, value: float, length: int) -> int:
        """Bits of so many in which documents of such a value of the measure agree, a little less."""
        chance = float(SKETCHES[self._signed.family.measure].collision_probability(self._yardstick.to_family(value)))
        return needed_of(length, chance, self._sigmas)

    def _by_overlap(self, rows: NDArray[np.int64]) -> _Sketched:
        seed = self._reader.recipe.seed + 1  # other functions than those of the signatures
        parts = []
        for ids, bounds in self._reader.pieces(rows):
            sketches = one_bit_sketches(ShingleSets(bounds - bounds[0], ids), seed)
            parts.append((sketches, np.diff(bounds) > 0))  # a file that has changed reads as empty: what it was stays
        return _joined(parts)

    def _by_angle(self, rows: NDArray[np.int64], length: int) -> _Sketched:
        """What ``long_sketches`` tells of these documents, weighed as the run wants."""
        weights, seed = self._reader.recipe.weights, self._reader.recipe.seed
        if weights == "tfidf":
            return weighted_sketches(self._reader.vectors(rows), seed)
        parts = []
        for ids, bounds in self._reader.occurrences(rows):
            if weights == "binary":
                one_each = sets_of(ids, bounds)
                ids, bounds = one_each.ids, one_each.offsets
            parts.append(long_sketches(ids, bounds, seed, length))
        return _joined(parts)


def _joined(parts: list[_Sketched]) -> _Sketched:
    sketches, even = zip(*parts, strict=True)
    return np.concatenate(sketches), np.concatenate(even)

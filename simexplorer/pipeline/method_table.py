"""Which pairs one method finds and another misses: MinHash, its b-bit forms and SimHash side by side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import pair_keys, stand_in
from simexplorer.search.hamming import pairs_within
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.signatures.derived_bits import WIDTHS, equal_bits, unbiased_share
from simexplorer.signatures.names import WHOLE_MINIMA

MOST_COMPUTED = 20_000  # pairs
Rows = NDArray[np.int32]


class MethodTable(Struct, frozen=True):
    """Pairs that at least one method finds, and which methods do.

    methods : names; finds : (m, len(methods)) bool
    i, j : (m,) int32 rows of different texts; jaccard : (m,) float64 exact similarity by the measure of the
        run, nan beyond what was to be computed
    truth : (m,) bool, exactly at or above the threshold; unknown : how many ``jaccard`` are nan
    """

    methods: tuple[str, ...]
    finds: NDArray[np.bool_]
    i: Rows
    j: Rows
    jaccard: NDArray[np.float64]
    truth: NDArray[np.bool_]
    unknown: int

    def __len__(self) -> int:
        return self.i.size

    def only(self, finder: str, misser: str) -> NDArray[np.int64]:
        """Places of the pairs that the one method finds and the other misses."""
        one, other = self.methods.index(finder), self.methods.index(misser)
        return np.flatnonzero(self.finds[:, one] & ~self.finds[:, other])

    def counts(self) -> NDArray[np.int64]:
        """(k, 3) of each method: pairs found, of them true ones, true ones missed."""
        found = self.finds.sum(axis=0)
        hits = (self.finds & self.truth[:, None]).sum(axis=0)
        return np.stack([found, hits, self.truth.sum() - hits], axis=1).astype(np.int64)


def compare_methods(
    result: Result,
    radius: int,
    exact_jaccard: Callable[[Rows, Rows], NDArray[np.float64]],
    each: Mapper = one_by_one,
) -> MethodTable:
    """Every method at the run's limit over the verified pairs and the pairs of fingerprints within ``radius``.

    ``exact_jaccard`` gives the exact similarity of the run's measure: for Jaccard that itself.

    ``index``: found by the run; ``estimate``: the signatures' estimate reaches the threshold; ``b = 1`` ... the same of
    b-bit signatures; ``SimHash``: within the radius. Exact similarities of at most MOST_COMPUTED pairs are computed,
    the nearest first. Raises CapacityError where too many fingerprints are that near.
    ``each(function, jobs)`` looks for those, in parallel if it likes.
    """
    threshold, pairs = limit_similarity(result.recipe), result.pairs
    members = result.members.astype(np.int32)
    a, b, bits = pairs_within(result.fingerprints[members], radius, each=each)
    near = pair_keys(members[a], members[b])
    verified = pair_keys(pairs.i, pairs.j)
    lone = np.flatnonzero(~stand_in(near, verified))
    lone = lone[np.argsort(bits[lone], kind="stable")]
    i = np.concatenate([pairs.i, members[a[lone]]])
    j = np.concatenate([pairs.j, members[b[lone]]])
    known = min(MOST_COMPUTED, lone.size)
    jaccard = np.concatenate([pairs.ranking, np.full(lone.size, np.nan)])
    jaccard[len(pairs) : len(pairs) + known] = exact_jaccard(i[len(pairs) :][:known], j[len(pairs) :][:known])
    columns = {"index": np.arange(i.size) < result.at_threshold}
    if result.recipe.scheme in WHOLE_MINIMA and result.recipe.measure == "jaccard":
        equal, counted, compared = equal_bits(result.signatures, i, j)
        columns["estimate"] = equal[:, 0] >= threshold * counted
        for place, width in enumerate(WIDTHS, 1):
            columns[f"b = {width}"] = unbiased_share(equal[:, place], counted, compared, width) >= threshold
    columns["SimHash"] = np.bitwise_count(result.fingerprints[i] ^ result.fingerprints[j]) <= radius
    finds = np.stack(list(columns.values()), axis=1)
    kept = np.flatnonzero(finds.any(axis=1) | (jaccard >= threshold))
    return MethodTable(
        methods=tuple(columns),
        finds=finds[kept],
        i=i[kept],
        j=j[kept],
        jaccard=jaccard[kept],
        truth=jaccard[kept] >= threshold,
        unknown=int(np.isnan(jaccard[kept]).sum()),
    )

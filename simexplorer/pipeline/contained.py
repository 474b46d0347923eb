"""Documents that are contained in others: of the pairs that a run met, or of all documents by a search of its own."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.overlaps import verify
from simexplorer.pipeline.packing_together import Packing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sets_in_memory import all_sets, set_sizes
from simexplorer.pipeline.told_column import ToldColumn, first_of
from simexplorer.pipeline.verified import Verified
from simexplorer.search.containment import ContainmentJoin
from simexplorer.search.containment_index import SCHEMES, ContainmentIndex
from simexplorer.search.verify import jaccard_of

EXACT_SHINGLES = 120_000_000  # up to here (1 GB) all pairs are joined exactly, which misses none
RECALL = 0.99
MOST_CANDIDATES = 4_000_000
_AT_ONCE = 1 << 16
Rows = NDArray[np.int32]
Floats = NDArray[np.float64]
_Columns = list[NDArray[Any]]  # inner, outer, share, back, jaccard


class Contained(Struct, frozen=True):
    """Pairs of which one is contained in the other, each of different texts; the highest share first, (m,) each.

    inner, outer : rows; share : part of the inner's shingles that the outer holds; back : the other way round
    jaccard : of both; exact : none was missed; chance : otherwise of finding a pair of equal size, nan if unknown
    least, shortest : looked for from this share up, in texts of so many shingles or more (a search: different ones)
    """

    inner: Rows
    outer: Rows
    share: Floats | ToldColumn
    back: Floats | ToldColumn
    jaccard: Floats | ToldColumn
    exact: bool
    chance: float
    least: float
    shortest: int

    def __len__(self) -> int:
        return self.inner.size

    def at_least(self, share: float) -> Contained:
        """Those at or above a share: the first of them."""
        count = bisect.bisect_right(range(len(self)), -share, key=lambda place: -self.share[place])
        names = ("inner", "outer", "share", "back", "jaccard")
        cut = {name: first_of(getattr(self, name), count) for name in names}
        return replace(self, **cut)


def contained_of_pairs(result: Result, least: float, least_shingles: int = 1) -> Contained:
    """What the verified pairs of a run tell: nothing is read, and documents much unlike in size are not among them."""
    pairs = result.pairs
    parts = [_of_part(result, slice(first, first + _AT_ONCE), least, least_shingles) for first in _starts(len(pairs))]
    kept, inner, outer, share, back = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    del parts
    order = _order(inner, outer, share, back)
    del share, back
    places = kept[order]

    def told(of: Callable[[Floats, Floats], Floats]) -> ToldColumn:
        """Of how much of the first lies in the second, and the other way round."""
        size, kind = places.size, np.float64
        return ToldColumn(size, kind, lambda at: of(pairs.i_in_j[places[at]], pairs.j_in_i[places[at]]))

    return Contained(
        inner=inner[order],
        outer=outer[order],
        share=told(np.maximum),
        back=told(np.minimum),
        jaccard=ToldColumn(places.size, np.float64, lambda at: pairs.jaccard[places[at]]),
        exact=False,
        chance=np.nan,
        least=least,
        shortest=least_shingles,
    )


def _starts(count: int) -> range:
    """Where parts of so many pairs begin; one part at least."""
    return range(0, max(1, count), _AT_ONCE)


def _of_part(result: Result, part: slice, least: float, least_shingles: int) -> tuple[Rows, Rows, Rows, Floats, Floats]:
    """Places of the pairs that count, of a part of them, with inner, outer and both shares."""
    pairs = result.pairs
    i, j, first, second = pairs.i[part], pairs.j[part], pairs.i_in_j[part], pairs.j_in_i[part]
    inner, outer = np.where(first >= second, i, j), np.where(first >= second, j, i)
    share, back = np.maximum(first, second), np.minimum(first, second)
    kept = np.flatnonzero((share >= least) & (result.shingles[inner] >= least_shingles))
    return (part.start + kept).astype(np.int32), inner[kept], outer[kept], share[kept], back[kept]


def find_contained(
    result: Result, reader: Reader, engine: Engine, progress: Progress, least: float, least_shingles: int
) -> Contained:
    """All documents of which another holds at least this share, exactly or by an index; raises Cancelled.

    Up to EXACT_SHINGLES shingles an exact join finds all of them. Beyond, candidates come from the signatures, cut into
    classes of equal size, and are verified exactly; what is much smaller than its holder may be missed.
    least_shingles : texts of fewer different ones are not looked for (a text of one is in half of everything)
    """
    members = result.members
    total = int(result.shingles[members].sum())
    if total <= EXACT_SHINGLES or result.signatures.scheme.partition("-")[0] not in SCHEMES:
        progress.begin("Reading all documents", 0)
        each = engine.stoppable(progress)
        sets = all_sets(reader, members, result.shingles, each)
        progress.begin("Joining all documents exactly", 0)
        join = ContainmentJoin.prepare(sets, least, least_shingles, each, in_place=True)
        del sets
        found = join.all_pairs(each=each, heed=progress.check)
        inner, outer = members[found.inner].astype(np.int32), members[found.outer].astype(np.int32)
        jaccard = jaccard_of(found.common, found.sizes[found.inner], found.sizes[found.outer])
        columns: _Columns = [inner, outer, found.share, found.back, jaccard]
        exact, chance = True, 1.0
    else:
        columns, chance = _by_index(result, reader, engine, progress, members, least, least_shingles)
        exact = False
    order = _order(*columns[:4])
    for place, column in enumerate(columns):  # one after the other replaced by its sorted copy
        columns[place] = column[order]
    inner, outer, share, back, jaccard = columns
    return Contained(inner, outer, share, back, jaccard, exact, chance, least, least_shingles)


def _by_index(
    result: Result,
    reader: Reader,
    engine: Engine,
    progress: Progress,
    members: NDArray[np.int64],
    least: float,
    least_shingles: int,
) -> tuple[_Columns, float]:
    """The columns, in no order, and the chance that a pair of equal size was found."""
    progress.begin("Reading all documents", 0)
    sizes = set_sizes(reader, members, result.shingles, engine.stoppable(progress))
    progress.begin("Looking for containers in the signatures", 0)
    whole = result.signatures
    signatures = of_rows(whole, members)
    index = ContainmentIndex.build(signatures, sizes)
    own = np.flatnonzero(sizes >= max(1, least_shingles))
    probes = of_rows(signatures, own)
    each = engine.stoppable(progress)
    p, row = index.candidates(probes, sizes[own], least, recall=RECALL, own=own, max_pairs=MOST_CANDIDATES, each=each)
    i, j = members[own[p]].astype(np.int32), members[row].astype(np.int32)
    low, high = np.minimum(i, j), np.maximum(i, j)
    verified = Verified.nothing_yet(low.size, result.shingles.size)
    if not verify(Packing(reader, result.shingles, engine, progress), low, high, verified):
        progress.check()
    shared = verified.shared
    jaccard = verified.jaccard(low, high)
    sizes_low, sizes_high = verified.sizes[low], verified.sizes[high]
    smaller = sizes_low <= sizes_high
    inner, outer = np.where(smaller, low, high), np.where(smaller, high, low)
    share = shared / np.maximum(1, np.minimum(sizes_low, sizes_high))
    back = shared / np.maximum(1, np.maximum(sizes_low, sizes_high))
    kept = (share >= least) & (verified.sizes[inner] >= least_shingles)
    typical = int(np.median(sizes)) if sizes.size else 1
    chances = [plan.chance for plan in index.plan(max(1, typical), least, RECALL) if plan.high >= typical]
    chance = chances[0] if chances else float("nan")
    return [column[kept] for column in (inner, outer, share, back, jaccard)], chance


def _order(inner: Rows, outer: Rows, share: Floats, back: Floats) -> NDArray[np.int64]:
    """What sorts them by falling share, then by falling share the other way round, then by rows."""
    return np.lexsort((outer, inner, -back, -share))

"""An exact join of all documents in place of the index: less work where texts are short and the limit is low."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.errors import CapacityError
from simexplorer.features.sets import ShingleSets, SparseVectors, in_one
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.measure_scale import shared_of_jaccard
from simexplorer.pipeline.narrowing import Narrowing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.rare_joining import RareJoining
from simexplorer.pipeline.sets_in_memory import all_sets, joined, read_in_parts
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.yardstick import require_weights
from simexplorer.search.agreement import agreeing
from simexplorer.search.banding import MAX_PAIRS, Candidates
from simexplorer.search.exact_join import SelfJoin
from simexplorer.search.posting_join import PostingJoin, additions

Rows = NDArray[np.int32]
MOST_SHINGLES = 60_000_000  # 1.3 GB
_CHECK_TAKES, _SHINGLE_TAKES, _ADDITION_TAKES = 8.0, 200.0, 1.5  # ns of processor time
_WORD_TAKES, _MEETING_TAKES = 0.5, 4.0
_FEW = 20_000_000  # shingles that lists of all of them may join: 0.7 GB
_MANY = 500_000_000  # additions: prefixes of the sets spare most of them
# of what the index would take: what is lost where it turns out that the join takes long, and what the join may take
_LOST, _TAKEN = 0.3, 0.6
_WORTH = 2e9  # ns of processor time that missing none is worth, where an index cannot have the recall that is wanted


class Joining:
    """Joins the documents of a run exactly, if that takes less than so many checks of an index.

    needed, narrowing : as of ``RareJoining``
    """

    def __init__(self, sought: Sought, needed: int, narrowing: Narrowing, engine: Engine, progress: Progress) -> None:
        self._reader, self._signed = sought.reader, sought.signed
        self._members, self._floor, measure = sought.members, sought.floor, sought.yardstick.recipe.measure
        self._of_sets, self._progress = measure == "jaccard", progress
        self._possible = measure in ("jaccard", "cosine") and sought.floor > 0.0
        self._each = engine.stoppable(progress)
        self._rare = RareJoining(sought, needed, narrowing, engine, progress)

    def instead(self, checks: int) -> Candidates | None:
        """All pairs, where a join costs less than so many checks; None where it does not, or has no room for them."""
        takes = _CHECK_TAKES * checks
        return self._within(_LOST * takes, _TAKEN * takes)

    def for_recall(self) -> Candidates | None:
        """All pairs, where a join takes no more than missing none is worth, whatever an index takes; else None."""
        return self._within(_WORTH, _WORTH)

    def _within(self, lost: float, most: float) -> Candidates | None:
        """All pairs, where a join takes at most so many ns; at most ``lost`` are spent on finding that out."""
        shingles = int(self._signed.texts.shingles[self._members].sum())
        if not self._possible:
            return None
        if shingles > (MOST_SHINGLES if self._of_sets else _FEW) or shingles * _SHINGLE_TAKES > lost:
            return self._rare.found(most) if self._of_sets else None
        self._progress.begin("Joining all documents exactly", 0)
        try:
            features = self._features()
            takes = additions(features.ids) if shingles <= _FEW else _MANY + 1
            if takes > _MANY and isinstance(features, ShingleSets):
                return self._by_prefixes(features, most)
            if takes * _ADDITION_TAKES > most:
                return None
            sizes = features.sizes if isinstance(features, ShingleSets) else None
            join = PostingJoin.prepare(features)
            del features  # whose ids would lie beside all pairs
            return self._found(*join.pairs(self._floor, MAX_PAIRS, self._each), sizes)
        except CapacityError:  # the index sets those aside that are least alike
            return None

    def _features(self) -> ShingleSets | SparseVectors:
        """What all members are compared by, in one."""
        shingles = self._signed.texts.shingles
        if self._of_sets:
            return all_sets(self._reader, self._members, shingles, self._each)
        require_weights(self._reader)
        parts = read_in_parts(self._reader.vectors, self._members, shingles, self._each)
        sets = [ShingleSets(part.offsets, part.ids) for part in parts]
        weights = [np.empty(0), *(part.weights for part in parts)]
        del parts
        whole = joined(sets)
        return SparseVectors(whole.offsets, whole.ids, in_one(weights))

    def _by_prefixes(self, sets: ShingleSets, most: float) -> Candidates | None:
        join = SelfJoin.prepare(sets, self._floor, self._each, in_place=True)
        words, meetings = join.join.work()
        if words * _WORD_TAKES + meetings * _MEETING_TAKES > most:
            return None
        sizes = sets.sizes
        i, j, jaccard = join.all_pairs(MAX_PAIRS, self._each, self._progress.check)
        return self._found(i, j, np.rint(shared_of_jaccard(jaccard, sizes[i], sizes[j])), sizes)

    def _found(self, i: Rows, j: Rows, common: NDArray[np.float64], sizes: NDArray[np.int64] | None) -> Candidates:
        """The pairs by the rows of the collection; common, sizes : of sets what each pair shares, and all sizes."""
        a, b = self._members[i], self._members[j]
        equal = agreeing(self._signed.texts.values, a, b, self._signed.missing(self._members))
        found = Candidates(a.astype(np.int32), b.astype(np.int32), equal, a.size, 0, 0, scanned=True, joined=True)
        if sizes is None:
            return found
        all_sizes = np.zeros(self._signed.texts.shingles.size, np.int32)
        all_sizes[self._members] = sizes
        return replace(found, shared=common.astype(np.int32), sizes=all_sizes)

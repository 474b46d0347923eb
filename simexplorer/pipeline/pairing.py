"""Stage 2: candidates from the signatures; or from an exact join, for containment or where that is less work."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.joining import Joining
from simexplorer.pipeline.light_changes import heavy_changes
from simexplorer.pipeline.mapped_columns import letting_go
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.narrowing import Narrowing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sets_in_memory import all_sets
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.agreement import agreeing
from simexplorer.search.banding import Candidates, candidates
from simexplorer.search.containment import ContainmentJoin
from simexplorer.search.filtering import needed_positions
from simexplorer.search.mapping import Mapper
from simexplorer.search.tuning import Banding


def find_candidates(sought: Sought, banding: Banding, engine: Engine, progress: Progress) -> tuple[Candidates, float]:
    """Pairs of members that share a bucket and whose signatures do not rule out a value of the floor; the floor.

    It rises to the limit of the run where there is no room for what lies between both.
    Containment has no such buckets (a small text inside a large one is never alike): its exact join stands in.
    Raises Cancelled.
    """
    progress.check()
    each, signed, yardstick, floor = engine.stoppable(progress), sought.signed, sought.yardstick, sought.floor
    if yardstick.recipe.measure == "containment":
        return _contained(sought, progress, each), floor
    # positions without a value agree with nothing: where there are such, their number would be held against a pair
    missing = signed.missing(sought.members)

    def needed(value: float) -> int:
        sigmas = yardstick.recipe.sketch_sigmas
        return needed_positions(signed.family, float(yardstick.to_family(value)), sigmas) if missing is None else 0

    narrowing = Narrowing(sought, engine, progress)
    joining = Joining(sought, needed(floor), narrowing, engine, progress)
    if banding.note:
        lowest = floor or yardstick.limit  # no join finds pairs that share nothing
        exact = Joining(replace(sought, floor=lowest), needed(lowest), narrowing, engine, progress)
        if (joined := exact.for_recall()) is not None:
            return joined, lowest
    found = candidates(
        signed.texts.values,
        banding.bands,
        banding.rows,
        members=sought.members,
        infinite=missing,
        needed=needed(floor),
        strictly=needed(yardstick.limit),
        may_scan=True,
        sieve=narrowing,
        instead=joining.instead,
        each=letting_go(each),
    )
    if found.strict:
        return found, yardstick.limit
    if found.set_aside and floor < yardstick.limit:
        return _stricter(found, needed(yardstick.limit)), yardstick.limit
    return found, floor


def joins_anew(recipe: Recipe, result: Result) -> bool:
    """Whether a run by this recipe looks for candidates again, though those of this result are at hand."""
    if heavy_changes(result.recipe, recipe):
        return True
    yardstick = Yardstick(recipe)
    banding, floor = yardstick.banding(family_of(recipe)), float(yardstick.similarity(result.floor))
    return floor > limit_similarity(recipe) or (banding.bands, banding.rows) != (result.bands, result.rows)


def _stricter(found: Candidates, needed: int) -> Candidates:
    """The candidates with at least ``needed`` equal positions: where all such were kept, none is set aside."""
    if needed < found.needed:
        return found
    return replace(found.at(found.equal >= needed), needed=needed, set_aside=0)


def _contained(sought: Sought, progress: Progress, each: Mapper) -> Candidates:
    signed, members = sought.signed, sought.members
    # unlike texts may have equal shingles: they are pairs too, so that equal sets are not folded here
    sets = all_sets(sought.reader, members, signed.texts.shingles, each)
    join = ContainmentJoin.prepare(sets, sought.floor, each=each, in_place=True)
    del sets
    found = join.all_pairs(each=each, heed=progress.check)
    rows = members.astype(np.int32)
    a, b = rows[found.inner], rows[found.outer]
    i, j = np.minimum(a, b), np.maximum(a, b)
    equal = agreeing(signed.texts.values, i, j, signed.missing(members))
    sizes = np.zeros(signed.texts.shingles.size, np.int32)
    sizes[members] = found.sizes
    return Candidates(i, j, equal, i.size, 0, 0, shared=found.common, sizes=sizes)

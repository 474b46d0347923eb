"""The recall of the index on the person's own documents: exact where the collection is small, by a sample beyond."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.errors import CapacityError
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sets_in_memory import in_runs, joined
from simexplorer.pipeline.sides import Sides
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.exact_join import exact_pairs, partners_of
from simexplorer.search.few_vectors import FewVectors
from simexplorer.search.recall import MeasuredRecall, Rows, measured_by_sample, measured_exactly

EXACT_SHINGLES = 40_000_000  # up to here all pairs are joined exactly: about half a minute on two cores
EXACT_DOCUMENTS = 2000  # up to here all pairs of a measure of vectors are computed: some seconds
DRAWS = 400
_DRAWN_SHINGLES = 40_000_000  # of drawn documents whose partners are looked for in one go
_DRAWN_FEATURES = 8_000_000  # the same of vectors
_CHUNK, _FEW = 2000, 250  # documents read at once
_CHUNK_SHINGLES, _JOINED_SHINGLES = 2_000_000, 16_000_000  # that they have at most, but for the last of them


def measure_recall(result: Result, reader: Reader, sides: Sides, engine: Engine, progress: Progress) -> MeasuredRecall:
    """Share of the true pairs within the limit of the run's measure, of distinct texts, that the run found.

    sides : which pairs of distinct texts count
    Jaccard: up to EXACT_SHINGLES shingles an exact join tells, unlike texts of equal shingles included. Cosine, Hamming
    and Euclidean distance: up to EXACT_DOCUMENTS documents all pairs are computed. Beyond, all partners of DRAWS drawn
    documents, with an interval of 95 %. Containment is found by an exact join to begin with. A limit that every pair is
    within leaves nothing to compare. Raises Cancelled.
    """
    similar, shingles, members = result.pairs.first(result.at_threshold), result.shingles, result.members
    found = (similar.i, similar.j)
    # the reader's own recipe may be older than the threshold
    yardstick, measure = Yardstick(result.recipe), result.recipe.measure
    if limit_similarity(result.recipe) <= 0.0:
        return _of_all_pairs(sides.pairs(members), len(similar), members.size)

    def counting(i: NDArray[np.integer], j: NDArray[np.integer]) -> tuple[Rows, Rows]:
        kept = sides.crossing(i, j)
        return i[kept].astype(np.int32), j[kept].astype(np.int32)

    if measure == "containment":
        return measured_exactly(found, found, members.size)
    if measure == "jaccard" and int(shingles[members].sum()) <= EXACT_SHINGLES:
        progress.begin("Measuring recall: reading", members.size)
        sets = joined(
            engine.each(lambda chunk: _sets(reader, chunk, progress), in_runs(members, shingles, _CHUNK_SHINGLES, _FEW))
        )
        progress.begin("Measuring recall by an exact join", 0)
        with contextlib.suppress(CapacityError):  # more true pairs than can be listed: a sample, then
            each = engine.stoppable(progress)
            i, j, _ = exact_pairs(sets, yardstick.limit, each=each, heed=progress.check, in_place=True)
            return measured_exactly(found, counting(members[i], members[j]), members.size)

    most = _DRAWN_SHINGLES if measure == "jaccard" else _DRAWN_FEATURES
    # each chunk is joined with all drawn documents anew: few large ones
    at_once = (_JOINED_SHINGLES, _CHUNK) if measure == "jaccard" else (_CHUNK_SHINGLES, _FEW)

    def partners(rows: Rows) -> tuple[Rows, Rows]:
        parts = [(rows[:0], rows[:0])]
        for some in in_runs(rows, shingles, most):  # one, but for long texts
            progress.begin(f"Measuring recall on {counted(some.size, 'document')}", members.size)
            against = _BY.get(measure, _by_vectors)(reader, some, yardstick, progress)
            parts += engine.each(against, in_runs(members, shingles, *at_once))
        return counting(*(np.concatenate([part[side] for part in parts]) for side in (0, 1)))

    rows = members.astype(np.int32)
    if measure != "jaccard" and members.size <= EXACT_DOCUMENTS:
        return measured_exactly(found, partners(rows), members.size)
    return measured_by_sample(rows, found, partners, min(DRAWS, members.size), reader.recipe.seed)


def _of_all_pairs(every: int, hits: int, documents: int) -> MeasuredRecall:
    """Where all pairs are true ones: there is nothing to compare."""
    share = hits / every if every else None
    edge = 1.0 if share is None else share
    return MeasuredRecall(share, edge, edge, every - hits, documents)


def _by_sets(
    reader: Reader, rows: Rows, yardstick: Yardstick, progress: Progress
) -> Callable[[NDArray[np.int64]], tuple[Rows, Rows]]:
    drawn = reader.sets(rows.astype(np.int64))

    def against(chunk: NDArray[np.int64]) -> tuple[Rows, Rows]:
        row, partner, _ = partners_of(drawn, _sets(reader, chunk, progress), yardstick.limit)
        found, other = rows[row], chunk[partner].astype(np.int32)
        return found[found != other], other[found != other]

    return against


def _by_vectors(
    reader: Reader, rows: Rows, yardstick: Yardstick, progress: Progress
) -> Callable[[NDArray[np.int64]], tuple[Rows, Rows]]:
    """What finds (row, partner) of all pairs of ``rows`` and a chunk of documents within the limit."""
    few = FewVectors(reader.vectors(rows.astype(np.int64)))

    def against(chunk: NDArray[np.int64]) -> tuple[Rows, Rows]:
        progress.check()
        near, doubtful = few.near(reader.vectors(chunk), yardstick.recipe.measure, yardstick.limit)
        right, left = np.nonzero(near & (chunk[:, None] != rows))
        found = rows[left], chunk[right].astype(np.int32)
        others, drawn = np.nonzero(doubtful)
        some, left = np.unique(drawn, return_inverse=True)
        which, right = np.unique(others, return_inverse=True)
        told = _exactly(reader, rows[some], chunk[which], left, right, yardstick)
        progress.advance(chunk.size)
        return np.concatenate([found[0], told[0]]), np.concatenate([found[1], told[1]])

    return against


def _by_fingerprints(
    reader: Reader, rows: Rows, yardstick: Yardstick, progress: Progress
) -> Callable[[NDArray[np.int64]], tuple[Rows, Rows]]:
    """The same of SimHash fingerprints, pair by pair."""

    def against(chunk: NDArray[np.int64]) -> tuple[Rows, Rows]:
        progress.advance(chunk.size)
        found: list[tuple[Rows, Rows]] = []
        for first in range(0, rows.size, _FEW):
            some = rows[first : first + _FEW]
            left, right = (side.ravel() for side in np.indices((some.size, chunk.size)))
            found.append(_exactly(reader, some, chunk, left, right, yardstick))
        return np.concatenate([pairs[0] for pairs in found]), np.concatenate([pairs[1] for pairs in found])

    return against


def _exactly(
    reader: Reader,
    rows: Rows,
    chunk: NDArray[np.int64],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    yardstick: Yardstick,
) -> tuple[Rows, Rows]:
    """Those of the pairs ``rows[left]``, ``chunk[right]`` that are within the limit by the measure itself."""
    both = np.concatenate([rows.astype(np.int64), chunk])
    values = yardstick.exact_of_vectors(reader, both, left, rows.size + right) if left.size else np.empty(0)
    near = yardstick.similarity(values) >= limit_similarity(yardstick.recipe)
    near &= rows[left] != chunk[right]
    return rows[left[near]], chunk[right[near]].astype(np.int32)


def _sets(reader: Reader, chunk: NDArray[np.int64], progress: Progress) -> ShingleSets:
    progress.check()
    sets = reader.sets(chunk)
    progress.advance(chunk.size)
    return sets


_BY = {"jaccard": _by_sets, "hamming": _by_fingerprints}

"""The recall of the index on the person's own documents: exact where the collection is small, by a sample beyond."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Pairs
from simexplorer.search.exact_join import exact_pairs, partners_of
from simexplorer.search.recall import MeasuredRecall, Rows, measured_by_sample, measured_exactly

EXACT_SHINGLES = 40_000_000  # up to here all pairs are joined exactly: about half a minute on two cores
DRAWS = 400
_CHUNK = 2000


def measure_recall(
    reader: Reader,
    shingles: NDArray[np.int64],
    members: NDArray[np.int64],
    similar: Pairs,
    threshold: float,
    engine: Engine,
    progress: Progress,
) -> MeasuredRecall:
    """Share of the true pairs at or above the threshold, of distinct texts, that the index found.

    shingles : (n,) of every document; members : rows of the distinct texts; similar : the pairs found at the threshold
    Up to EXACT_SHINGLES shingles an exact join tells; beyond, all partners of DRAWS drawn documents, with an interval
    of 95 %. Raises Cancelled.
    """
    if int(shingles[members].sum()) <= EXACT_SHINGLES:
        progress.begin("Measuring recall by an exact join", members.size)
        sets = joined([_sets(reader, chunk, progress) for chunk in _chunks(members)])
        i, j, _ = exact_pairs(sets, threshold, distinct=True, each=engine.each)
        true = (members[i].astype(np.int32), members[j].astype(np.int32))
        return measured_exactly((similar.i, similar.j), true, members.size)

    def partners(rows: Rows) -> tuple[Rows, Rows]:
        progress.begin(f"Measuring recall on {rows.size} drawn documents", members.size)
        drawn = reader.sets(rows.astype(np.int64))

        def against(chunk: NDArray[np.int64]) -> tuple[Rows, Rows]:
            row, partner, _ = partners_of(drawn, _sets(reader, chunk, progress), threshold)
            found, other = rows[row], chunk[partner].astype(np.int32)
            return found[found != other], other[found != other]

        parts = engine.each(against, _chunks(members))
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    found = (similar.i, similar.j)
    return measured_by_sample(members.astype(np.int32), found, partners, min(DRAWS, members.size), reader.recipe.seed)


def joined(parts: list[ShingleSets]) -> ShingleSets:
    """The sets of all parts, one after the other."""
    offsets = np.concatenate([np.zeros(1, np.int64), *(part.sizes for part in parts)]).cumsum()
    ids = [part.ids for part in parts]
    return ShingleSets(offsets, np.concatenate(ids) if ids else np.empty(0, np.uint64))


def all_sets(reader: Reader, members: NDArray[np.int64], engine: Engine) -> ShingleSets:
    """The shingle sets of all members in memory: 8 bytes a distinct shingle of each."""
    return joined(engine.each(reader.sets, _chunks(members)))


def _chunks(members: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [members[first : first + _CHUNK] for first in range(0, members.size, _CHUNK)]


def _sets(reader: Reader, chunk: NDArray[np.int64], progress: Progress) -> ShingleSets:
    progress.advance(chunk.size)
    return reader.sets(chunk)

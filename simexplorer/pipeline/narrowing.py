"""Between candidates and exact cosines: a longer sketch of their documents rules out those that are far apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.filtering import needed_positions
from simexplorer.search.found_pairs import Sieve, SieveMaker
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.long_sketch import LENGTH, WORDS, long_sketches, near_by_sketch, weighted_sketches

_SIGMAS = 6.0  # a pair at the limit is lost with a chance of 10^-9; some of it is spared for uneven documents
_READ_AT_ONCE = 500_000  # shingles


def sieve_maker(
    reader: Reader, shingles: NDArray[np.int64], yardstick: Yardstick, engine: Engine, progress: Progress
) -> SieveMaker | None:
    """What makes a sieve for documents: sketches of 512 bits rule cosines of their pairs out; None if they cannot.

    To read and sketch a document takes a tenth of what packing it among unlike ones does, a pair a hundredth.
    shingles : (n,) of each document. The maker raises Cancelled.
    """
    needed = _needed(yardstick)
    if 2 * needed <= LENGTH:  # unlike documents agree in half of the bits
        return None

    def make(rows: NDArray[np.int64]) -> Sieve:
        sketches, even = np.zeros((shingles.size, WORDS), np.uint64), np.zeros(shingles.size, np.bool_)
        progress.begin("Sketching documents of candidates", rows.size)

        def sketch(chunk: NDArray[np.int64]) -> None:
            progress.check()
            sketches[chunk], even[chunk] = _sketched(reader, chunk)
            progress.advance(chunk.size)

        engine.each(sketch, in_runs(rows, shingles, _READ_AT_ONCE))
        progress.begin("Comparing sketches", 0)
        return lambda i, j: near_by_sketch(sketches, even, i, j, needed)

    return make


def _sketched(reader: Reader, rows: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """What ``long_sketches`` tells of these documents, weighed as the run wants."""
    weights, seed = reader.recipe.weights, reader.recipe.seed
    if weights == "tfidf":
        return weighted_sketches(reader.vectors(rows), seed)
    parts = []
    for ids, bounds in reader.occurrences(rows):
        if weights == "binary":
            one_each = sets_of(ids, bounds)
            ids, bounds = one_each.ids, one_each.offsets
        parts.append(long_sketches(ids, bounds, seed))
    sketches, even = zip(*parts, strict=True)
    return np.concatenate(sketches), np.concatenate(even)


def _needed(yardstick: Yardstick) -> int:
    """Bits in which documents at the limit agree, a little less; 0 where a sketch tells nothing of the measure."""
    if yardstick.recipe.measure != "cosine":
        return 0
    family = RandomHyperplanes(LENGTH, components="signs")
    return needed_positions(
        family, float(yardstick.to_family(yardstick.limit)), max(_SIGMAS, yardstick.recipe.sketch_sigmas)
    )

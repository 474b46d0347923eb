"""How many comparisons all pairs would take, how many an index makes, and what both come to at other sizes.

A growing collection is made from a seed, signed and indexed by the program's own functions, and its candidates are
counted: nothing is assumed. Beyond that sizes are extrapolated in two ways that enclose what a person may meet.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", sections 3.4 and 3.8.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.lab.material import LabCollection
from simexplorer.pipeline.progress import Progress
from simexplorer.search.banding import candidates
from simexplorer.search.distinct import distinct, stand_in
from simexplorer.search.exact_join import Pairs, exact_pairs
from simexplorer.search.measures import jaccard_similarity
from simexplorer.search.scurve import collision_probability, expected_counts, pairs_among
from simexplorer.signatures.minhash import MinHash

SIZES = (125, 250, 500, 1000, 2000)
SLIDES_PER_SECOND = 1e6  # comparisons, as the lecture counts
_WORDS, _SHINGLES, _LETTERHEADS, _PRINTED = 20_000, 60, 60, 26
_COPIES, _MOST_CHANGED = 0.1, 24
_LIKE_AT_ALL = 0.001  # below 1 / (2 · 60): every two documents that share anything
_THRESHOLD = 0.8
_TIMED_PAIRS = 50_000


class Counted(Struct, frozen=True):
    """What was made at each size of a made collection: (m,) arrays.

    pairs : of documents; candidates : pairs that met in a band; similar : pairs at or above ``threshold``, exactly,
    found : of them among the candidates; expected : candidates that the S-curve predicts from the exact similarities.
    Counts scatter widely about it: pairs of one letterhead meet together or not at all
    seconds : of one core, to index and find the candidates; rate : exact comparisons a second of one core
    """

    bands: int
    rows: int
    threshold: float
    sizes: NDArray[np.int64]
    pairs: NDArray[np.int64]
    candidates: NDArray[np.int64]
    similar: NDArray[np.int64]
    found: NDArray[np.int64]
    expected: NDArray[np.float64]
    seconds: NDArray[np.float64]
    rate: float


class Extrapolated(Struct, frozen=True):
    """A collection at another size.

    pairs : all of them; least : comparisons if every document goes on to have as many candidates as now
    most : if unlike pairs meet as often as now, however many there are; signature_bytes : of all signatures
    """

    documents: int
    pairs: int
    least: float
    most: float
    signature_bytes: int


def extrapolate(documents: int, found: int, similar: int, to: int, signature: int = 512) -> Extrapolated:
    """What ``found`` candidates of ``documents``, ``similar`` of them alike, come to among ``to`` documents.

    Pairs that are alike grow with the documents; those that only met by chance at least so, at most with the pairs.
    Neither is more than there are pairs, as it would be of few documents. ``signature`` : bytes of each.
    """
    if documents < 2:
        raise ParameterError("documents", documents, "at least 2")
    longer, wider = to / documents, pairs_among(to) / pairs_among(documents)
    chance = max(0, found - similar)
    pairs = pairs_among(to)
    low, high = sorted(min(pairs, met) for met in (longer * found, longer * min(found, similar) + wider * chance))
    return Extrapolated(to, pairs, low, high, to * signature)


def predicted(collection: LabCollection) -> float:
    """Candidates that the S-curve expects of a collection's histogram (of pairs that are no identical texts)."""
    run = collection
    return expected_counts(run.histogram, run.threshold, run.bands, run.rows, at_end=run.at_one).candidates


def count_growing(
    seed: int,
    bands: int = 25,
    rows: int = 5,
    sizes: tuple[int, ...] = SIZES,
    progress: Progress | None = None,
) -> Counted:
    """Make a collection, index it at every size, count what is compared, and time an exact comparison.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    progress = progress or Progress()
    sets = made_collection(max(sizes), seed)
    progress.check()
    signed = MinHash(bands * rows, seed).sign(sets)
    progress.check()
    i, j, jaccard = exact_pairs(sets, _LIKE_AT_ALL)
    candidates(signed.values[:2], bands, rows)  # so that no clock below counts the loading of kernels
    counts = []
    for size in sizes:
        progress.check()
        counts.append(_counted_at(size, signed.values, (i, j, jaccard), bands, rows))
    progress.check()
    met, similar, found, expected, seconds = (np.array(column) for column in zip(*counts, strict=True))
    return Counted(
        bands=bands,
        rows=rows,
        threshold=_THRESHOLD,
        sizes=np.array(sizes),
        pairs=np.array([pairs_among(size) for size in sizes]),
        candidates=met,
        similar=similar,
        found=found,
        expected=expected,
        seconds=seconds,
        rate=_comparisons_a_second(sets),
    )


def _counted_at(
    size: int, values: NDArray[Any], pairs: Pairs, bands: int, rows: int
) -> tuple[int, int, int, float, float]:
    """Candidates, similar pairs, those among the candidates, candidates expected, seconds: of the first documents."""
    began = time.thread_time()
    met = candidates(values[:size], bands, rows)
    seconds = time.thread_time() - began
    inside = pairs[1] < size
    i, j, jaccard = pairs[0][inside], pairs[1][inside], pairs[2][inside]
    alike = jaccard >= _THRESHOLD
    keys, wanted = (a.astype(np.int64) << 32 | b for a, b in ((met.i, met.j), (i[alike], j[alike])))
    expected = float(collision_probability(jaccard, bands, rows).sum())
    return met.candidates, int(alike.sum()), int(stand_in(wanted, keys).sum()), expected, seconds


def made_collection(documents: int, seed: int) -> ShingleSets:
    """Sets of 60 shingles at most: 26 from one of 60 letterheads, the others drawn from 20,000.

    Every tenth is a copy of an earlier document with up to 24 shingles changed.
    """
    random = np.random.default_rng(seed)
    drawn = random.integers(_LETTERHEADS * _PRINTED, _WORDS, (documents, _SHINGLES))
    letterhead = random.integers(0, _LETTERHEADS, documents)
    drawn[:, :_PRINTED] = letterhead[:, None] * _PRINTED + np.arange(_PRINTED)
    copied = np.flatnonzero(random.random(documents) < _COPIES)
    for row in copied[copied > 0].tolist():
        drawn[row] = drawn[int(random.integers(0, row))]
        changed = int(random.integers(0, _MOST_CHANGED + 1))
        drawn[row, _PRINTED : _PRINTED + changed] = random.integers(_LETTERHEADS * _PRINTED, _WORDS, changed)
    keys = distinct(np.arange(documents)[:, None] << 32 | drawn)
    offsets = np.searchsorted(keys, np.arange(documents + 1) << 32).astype(np.int64)
    return ShingleSets(offsets, (keys & (2**32 - 1)).astype(np.uint64))


def _comparisons_a_second(sets: ShingleSets) -> float:
    """Exact Jaccard similarities a second, one core, documents in memory: the best of three."""
    random = np.random.default_rng(1)
    i, j = (random.integers(0, len(sets), _TIMED_PAIRS) for _ in range(2))
    best = np.inf
    for _ in range(3):
        began = time.thread_time()
        jaccard_similarity(sets, i, j)
        best = min(best, time.thread_time() - began)
    return _TIMED_PAIRS / float(best)

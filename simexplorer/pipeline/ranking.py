"""Verified candidates as the pairs that a result shows: within the floor, most similar first, with all columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.offsets import offsets_of
from simexplorer.pipeline.result import BINS, Pairs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.pipeline.verified import Verified
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.banding import Candidates
from simexplorer.search.falling_order import falling_order, falling_runs, order_of_words
from simexplorer.search.fetching import Known, fetch, reorder
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.verify import jaccard_of, similar_pairs
from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.known_union import may_lack_values, standard_errors

_ESTIMATED_AT_ONCE = 5_000  # whose signatures stay in the cache
_RANKED_AT_ONCE = 1 << 15
_LOOKED_AT = 1 << 18  # candidates, of which those of a hundredth of similarity are told within a few per cent


def ranked_pairs(
    signed: SignedCorpus,
    found: Candidates,
    verified: Verified,
    values: NDArray[np.float64] | None,
    floor: float,
    yardstick: Yardstick,
    each: Mapper = one_by_one,
) -> Pairs:
    """The verified pairs within ``floor``, most similar first, then by rows.

    values : (m,) the measure of all candidates in its own units, where it is one of vectors
    ``each(function, jobs)`` makes the columns, in parallel if it likes. Of the candidates below the floor, most of
    all, no column is made.
    """
    least, plain = float(yardstick.similarity(floor)), yardstick.recipe.measure == "jaccard"

    def part(first: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        if plain:
            return _similar(found, verified, slice(first, first + _RANKED_AT_ONCE), least)
        here = np.flatnonzero(verified.shared[first : first + _RANKED_AT_ONCE] >= 0)
        done = (first + here).astype(np.int32)
        measured = _contained(found, done, verified) if values is None else values[done]
        return _within(done, measured, floor, yardstick)

    parts = each(part, range(0, max(1, found.i.size), _RANKED_AT_ONCE))
    done, measured = np.concatenate([one[0] for one in parts]), np.concatenate([one[1] for one in parts])
    del parts
    runs = falling_runs(measured if plain else yardstick.similarity(measured), _RANKED_AT_ONCE)
    ends = offsets_of([run.size for run in runs])
    counts = isinstance(signed.family, FastSimilaritySketch)  # equal positions tell the estimate
    whole = _Ranked.room(done.size, np.min_scalar_type(signed.family.length) if counts else np.dtype(np.float64))

    known = Known(found.i, found.j, verified.shared, found.equal, measured)

    def fill(place: int) -> None:
        to, here = slice(ends[place], ends[place + 1]), Known.room(runs[place].size)
        fetch(known, done, runs[place], here)
        order = most_similar_first(here.i, here.j, yardstick.similarity(here.values))
        there = Known(whole.i[to], whole.j[to], whole.shared[to], np.empty_like(here.equal), whole.values[to])
        reorder(here, order, there)
        whole.estimate[to] = there.equal if counts else estimates(signed, there.i, there.j, there.equal)

    each(fill, range(len(runs)))
    return _told(signed, whole, verified.sizes, yardstick)


def compared_below(found: Candidates, verified: Verified, floor: float) -> NDArray[np.float64]:
    """(BINS,) how many candidates were compared and are less similar than ``floor``, by hundredths of Jaccard.

    Of very many some are looked at, which stand for the others.
    """
    part = slice(None, None, max(1, found.i.size // _LOOKED_AT))
    i, j, shared = found.i[part], found.j[part], verified.shared[part]
    union = verified.sizes[i].astype(np.int64) + verified.sizes[j] - shared
    jaccard = shared / np.maximum(union, 1)  # no kernel is compiled for it
    below = (jaccard[(jaccard >= 0.0) & (jaccard < floor)] * BINS + 1e-9).astype(np.int64)
    counted = np.bincount(below, minlength=BINS)[:BINS].astype(np.float64)
    counted *= found.i.size / max(1, i.size)
    return counted


class _Ranked(NamedTuple):
    """Verified pairs in their order: what is kept of each, and all else is told from.

    estimate : equal positions of the signatures where the estimate is their share, else the estimate itself
    values : the exact measure in its own units
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    shared: NDArray[np.int32]
    estimate: NDArray[Any]
    values: NDArray[np.float64]

    @classmethod
    def room(cls, count: int, kind: np.dtype[Any]) -> _Ranked:
        """Columns for so many pairs, not filled yet; ``kind`` of numbers that estimates are kept as."""
        i, j, shared = (np.empty(count, np.int32) for _ in range(3))
        return cls(i, j, shared, np.empty(count, kind), np.empty(count))


def _within(
    done: NDArray[np.int32], values: NDArray[np.float64], floor: float, yardstick: Yardstick
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Those of these candidates that are within the floor, with their values."""
    kept = np.flatnonzero(yardstick.similarity(values) >= float(yardstick.similarity(floor)))
    return done[kept], values[kept]


def _similar(
    found: Candidates, verified: Verified, part: slice, least: float
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The verified candidates of a part whose Jaccard similarity is ``least`` or more, with it."""
    i, j, shared = found.i[part], found.j[part], verified.shared[part]
    places, values = np.empty(i.size, np.int64), np.empty(i.size)
    count = similar_pairs(i, j, shared, verified.sizes, least, places, values)
    return (part.start + places[:count]).astype(np.int32), values[:count].copy()


def _contained(found: Candidates, done: NDArray[np.int32], verified: Verified) -> NDArray[np.float64]:
    """(len(done),) the exact containment of these candidates."""
    sizes = verified.sizes
    contained: NDArray[np.float64] = verified.shared[done] / np.minimum(sizes[found.i[done]], sizes[found.j[done]])
    return contained


def _told(signed: SignedCorpus, ranked: _Ranked, sizes: NDArray[np.int32], yardstick: Yardstick) -> Pairs:
    """All that is told of these pairs; sizes : (n,) distinct shingles of each document."""
    i, j, shared, _, values = ranked
    count, family, prints = i.size, signed.family, signed.texts.fingerprints
    plain = yardstick.recipe.measure == "jaccard"
    jaccard = values if plain else jaccard_of(shared, sizes[i], sizes[j])

    def estimate(at: Any) -> NDArray[np.float64]:
        told = ranked.estimate[at]
        return told / family.length if told.dtype.kind == "u" else np.asarray(told)

    def truth(at: Any) -> NDArray[np.float64]:
        # what the signatures estimate: of contained documents too the Jaccard similarity
        return np.asarray(jaccard[at] if family.measure == "jaccard" else yardstick.to_family(values[at]))

    def spread(at: Any) -> NDArray[np.float64]:
        union = sizes[i[at]].astype(np.int64) + sizes[j[at]] - shared[at]
        return standard_errors(family, truth(at), union)

    spreads: NDArray[np.float64] | ToldColumn = ToldColumn(count, np.float64, spread)
    if may_lack_values(family):
        spreads = spreads[:]  # one takes milliseconds there

    def error(at: Any) -> NDArray[np.float64]:
        exact, expected = truth(at), np.asarray(spreads[at], np.float64)
        return np.divide(estimate(at) - exact, expected, out=np.zeros(exact.size), where=expected > 0)

    return Pairs(
        i=i,
        j=j,
        jaccard=jaccard,
        estimate=ToldColumn(count, np.float64, lambda at: yardstick.from_family(estimate(at))),
        error_sd=ToldColumn(count, np.float64, error),
        i_in_j=ToldColumn(count, np.float64, lambda at: shared[at] / sizes[i[at]]),
        j_in_i=ToldColumn(count, np.float64, lambda at: shared[at] / sizes[j[at]]),
        hamming=ToldColumn(count, np.int16, lambda at: np.bitwise_count(prints[i[at]] ^ prints[j[at]])),
        distance=yardstick.distance(values),
        similarity=None if plain else yardstick.similarity(values),
        spread=spreads if may_lack_values(family) or isinstance(family, BBitMinHash) else None,
    )


def order_by_rows(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """What sorts pairs by ``i``, then by ``j``."""
    bits_i, bits_j, bits = (int(most).bit_length() for most in (i.max(initial=0), j.max(initial=0), i.size))
    if bits_i + bits_j + bits > 63:
        return np.lexsort((j, i)).astype(np.int64)
    return order_of_words((i.astype(np.int64) << bits_j) | j, bits)


def most_similar_first(
    i: NDArray[np.int32], j: NDArray[np.int32], similarity: NDArray[np.float64]
) -> NDArray[np.int64]:
    """What sorts pairs by falling similarity (in [0, 1]), then by ``i``, then by ``j``."""
    order = order_by_rows(i, j)
    return order[falling_order(similarity[order])]


def estimates(
    signed: SignedCorpus, i: NDArray[np.int32], j: NDArray[np.int32], equal: NDArray[np.int32]
) -> NDArray[np.float64]:
    """(m,) estimates of the family's measure from the signatures alone."""
    if isinstance(signed.family, FastSimilaritySketch):
        return equal / signed.family.length
    out = np.empty(i.size)
    whole = signed.signatures
    for first in range(0, i.size, _ESTIMATED_AT_ONCE):
        part = slice(first, first + _ESTIMATED_AT_ONCE)
        a, b = (replace(whole, values=whole.values[rows[part]]) for rows in (i, j))
        out[part] = signed.family.estimate(a, b)
    return out


def no_pairs() -> Pairs:
    """An empty table of pairs."""
    rows, numbers = np.empty(0, np.int32), np.empty(0)
    return Pairs(rows, rows, numbers, numbers, numbers, numbers, numbers, rows.astype(np.int16))

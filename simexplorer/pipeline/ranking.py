"""Verified candidates as the pairs that a result shows: within the floor, most similar first, with all columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.result import Pairs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.verified import Verified
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.banding import Candidates
from simexplorer.search.falling_order import falling_order, falling_runs, order_of_words
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.verify import jaccard_of, similar_pairs
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.known_union import standard_errors

_ESTIMATED_AT_ONCE = 50_000
_RANKED_AT_ONCE = 1 << 15


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

    def part(first: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        if plain:
            return _similar(found, verified, slice(first, first + _RANKED_AT_ONCE), least)
        done = first + np.flatnonzero(verified.shared[first : first + _RANKED_AT_ONCE] >= 0)
        measured = _contained(found, done, verified) if values is None else values[done]
        return _within(done, measured, floor, yardstick)

    parts = each(part, range(0, max(1, found.i.size), _RANKED_AT_ONCE))
    done, measured = np.concatenate([one[0] for one in parts]), np.concatenate([one[1] for one in parts])
    runs = falling_runs(measured if plain else yardstick.similarity(measured), _RANKED_AT_ONCE)
    ends = np.cumsum([0, *(run.size for run in runs)])
    whole = _room(_columns(signed, _Chosen.of(found, verified, done[:0], measured[:0]), yardstick), done.size)

    def fill(place: int) -> None:
        run = runs[place]
        chosen = _Chosen.of(found, verified, done[run], measured[run])
        order = most_similar_first(chosen.i, chosen.j, yardstick.similarity(chosen.values))
        for first in range(0, run.size, _RANKED_AT_ONCE):
            columns = _columns(signed, chosen.at(order[first : first + _RANKED_AT_ONCE]), yardstick)
            at = ends[place] + first
            for name in Pairs.__struct_fields__:
                if (column := getattr(whole, name)) is not None:
                    column[at : at + len(columns)] = getattr(columns, name)

    each(fill, range(len(runs)))
    return whole


class _Chosen(NamedTuple):
    """Some verified candidates, as columns of what their figures are made from.

    sizes_i, sizes_j : distinct shingles of their documents; values : their exact measure in its own units
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    equal: NDArray[np.int32]
    shared: NDArray[np.int32]
    sizes_i: NDArray[np.int32]
    sizes_j: NDArray[np.int32]
    values: NDArray[np.float64]

    @classmethod
    def of(
        cls, found: Candidates, verified: Verified, places: NDArray[np.int64], values: NDArray[np.float64]
    ) -> _Chosen:
        """Those at these places."""
        i, j, sizes = found.i[places], found.j[places], verified.sizes
        return cls(i, j, found.equal[places], verified.shared[places], sizes[i], sizes[j], values)

    def at(self, places: NDArray[np.int64]) -> _Chosen:
        """Some of these, in this order."""
        return _Chosen._make(column[places] for column in self)


def _within(
    done: NDArray[np.int64], values: NDArray[np.float64], floor: float, yardstick: Yardstick
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Those of these candidates that are within the floor, with their values."""
    kept = np.flatnonzero(yardstick.similarity(values) >= float(yardstick.similarity(floor)))
    return done[kept], values[kept]


def _similar(
    found: Candidates, verified: Verified, part: slice, least: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The verified candidates of a part whose Jaccard similarity is ``least`` or more, with it."""
    i, j, shared = found.i[part], found.j[part], verified.shared[part]
    places, values = np.empty(i.size, np.int64), np.empty(i.size)
    count = similar_pairs(i, j, shared, verified.sizes, least, places, values)
    return part.start + places[:count], values[:count]


def _contained(found: Candidates, done: NDArray[np.int64], verified: Verified) -> NDArray[np.float64]:
    """(len(done),) the exact containment of these candidates."""
    sizes = verified.sizes
    contained: NDArray[np.float64] = verified.shared[done] / np.minimum(sizes[found.i[done]], sizes[found.j[done]])
    return contained


def _room(columns: Pairs, count: int) -> Pairs:
    """Columns such as these for so many pairs."""
    named = {name: getattr(columns, name) for name in Pairs.__struct_fields__}
    return replace(columns, **{n: np.empty(count, one.dtype) for n, one in named.items() if one is not None})


def _columns(signed: SignedCorpus, chosen: _Chosen, yardstick: Yardstick) -> Pairs:
    """All that is told of these candidates, in their order."""
    i, j, equal, shared, sizes_i, sizes_j, values = chosen
    estimate = estimates(signed, i, j, equal)
    plain = yardstick.recipe.measure == "jaccard"
    jaccard = values if plain else jaccard_of(shared, sizes_i, sizes_j)
    # what the signatures estimate: of contained documents too the Jaccard similarity
    truth = jaccard if signed.family.measure == "jaccard" else yardstick.to_family(values)
    spread = standard_errors(signed.family, truth, sizes_i.astype(np.int64) + sizes_j - shared)
    error = np.divide(estimate - truth, spread, out=np.zeros(i.size), where=spread > 0)
    prints = signed.texts.fingerprints
    return Pairs(
        i=i,
        j=j,
        jaccard=jaccard,
        estimate=yardstick.from_family(estimate),
        error_sd=error,
        i_in_j=shared / sizes_i,
        j_in_i=shared / sizes_j,
        hamming=np.bitwise_count(prints[i] ^ prints[j]).astype(np.int16),
        distance=yardstick.distance(values),
        similarity=None if plain else yardstick.similarity(values),
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

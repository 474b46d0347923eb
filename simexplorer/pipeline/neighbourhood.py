"""The documents nearest to one, by Hamming distance and by Jaccard similarity."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.estimating import estimates_against, of_rows
from simexplorer.pipeline.result import Result
from simexplorer.search.linkage_pairs import Exact

MOST = 2000


class Neighbours(Struct, frozen=True):
    """Documents near one document, nearest first by Hamming distance, then by exact Jaccard; columns of length m.

    hamming : int16 bits in which the fingerprints differ; jaccard : float64 exact
    estimate : float64, by the scheme's own estimator, of the run's measure; nan where neither signature has a value
    hamming_rank : int32, 1 is nearest, equal values share a rank
    by_hamming : within the radius; by_minhash : a verified pair of the index at or above the threshold
    total : how many there are in all; m is less where one of the methods finds more than MOST
    """

    rows: NDArray[np.int32]
    hamming: NDArray[np.int16]
    jaccard: NDArray[np.float64]
    estimate: NDArray[np.float64]
    hamming_rank: NDArray[np.int32]
    by_hamming: NDArray[np.bool_]
    by_minhash: NDArray[np.bool_]
    total: int


def neighbours_of(result: Result, row: int, radius: int, exact: Exact) -> Neighbours:
    """The neighbours of a document by either method, twins of identical text included, at most MOST of each.

    exact : gives the exact Jaccard of pairs of rows, for those that the index has not verified
    """
    sized = result.shingles > 0
    distance = np.bitwise_count(result.fingerprints ^ result.fingerprints[row]).astype(np.int16)
    near = np.flatnonzero((distance <= radius) & sized)
    near = near[np.argsort(distance[near], kind="stable")]
    similar = _partners(result, row)
    listed, by_minhash, either = np.zeros((3, sized.size), np.bool_)
    listed[near[: MOST + 1]] = listed[similar[:MOST]] = True
    by_minhash[similar] = either[similar] = either[near] = True
    listed[row] = either[row] = False
    rows = np.flatnonzero(listed).astype(np.int32)
    if not sized[row] or rows.size == 0:
        empty = np.empty(0)
        whole = empty.astype(np.int32)
        return Neighbours(whole, whole.astype(np.int16), empty, empty, whole, empty > 0, empty > 0, 0)
    jaccard = exact(np.full(rows.size, row, np.int32), rows)
    order = np.lexsort((rows, -jaccard, distance[rows]))
    rows, jaccard = rows[order], jaccard[order]
    return Neighbours(
        rows=rows,
        hamming=distance[rows],
        jaccard=jaccard,
        estimate=estimates_against(result.recipe, of_rows(result.signatures, rows), result.signatures.values[row]),
        hamming_rank=_ranks(distance[rows]),
        by_hamming=distance[rows] <= radius,
        by_minhash=by_minhash[rows],
        total=int(np.count_nonzero(either)),
    )


def _partners(result: Result, row: int) -> NDArray[np.int32]:
    """Rows that the index pairs with this one at or above the threshold, most similar first, twins first of all."""
    representative = result.groups.representative
    mine = representative[row]
    pairs, count = result.pairs, result.at_threshold
    i, j = pairs.i[:count], pairs.j[:count]
    at = np.flatnonzero((i == mine) | (j == mine))
    met = np.where(i[at] == mine, j[at], i[at])
    partners = np.concatenate([[mine], met])
    place = np.full(representative.size, partners.size)
    place[partners[::-1]] = np.arange(partners.size)[::-1]
    found = np.flatnonzero((place[representative] < partners.size) & (result.shingles > 0))
    ranked = found[np.argsort(place[representative[found]], kind="stable")]
    others: NDArray[np.int32] = ranked[ranked != row].astype(np.int32)
    return others


def _ranks(values: NDArray[np.int16]) -> NDArray[np.int32]:
    """1 for the least value; equal values share the first of their ranks."""
    ordered = np.sort(values)
    return (np.searchsorted(ordered, values, side="left") + 1).astype(np.int32)

"""Every measure of likeness between documents, exact, for pairs of rows.

Each takes a container of documents and two arrays of rows and gives one number a pair: row ``i[p]`` against row
``j[p]``; with ``others`` given, ``j`` are rows of that. Containers: ``ShingleSets``, ``SparseVectors``, or a plain
(n, d) array of components (as a set: the columns that are not 0; as a bag or vector: the numbers).

An empty set or a vector of zeros is like nothing, itself included: its similarities are 0, its Jaccard distance 1, its
angle 90 degrees. Among all others the distances (Jaccard, angle, L2, L1, Hamming) keep the four axioms; the angle is a
distance between directions. Dice and overlap are shown for comparison: no LSH family exists for them.

Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.5.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import kernel
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.search.vector_lengths import length_products

Documents: TypeAlias = ShingleSets | SparseVectors | NDArray[Any]
RowNumbers: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]


def jaccard_similarity(sets: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) shared elements over all elements of both."""
    shared, size_i, size_j = _overlaps(sets, i, j, others)
    return _share(shared, size_i + size_j - shared)


def jaccard_distance(sets: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) one minus the Jaccard similarity: elements of one set only over all elements of both."""
    shared, size_i, size_j = _overlaps(sets, i, j, others)
    either = size_i + size_j - shared
    return np.where(either > 0, _share(either - shared, either), 1.0)


def containment(sets: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) share of the elements of ``i`` that ``j`` holds too; the other way round: swap them."""
    shared, size_i, _ = _overlaps(sets, i, j, others)
    return _share(shared, size_i)


def dice(sets: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) twice the shared elements over the sum of both sizes."""
    shared, size_i, size_j = _overlaps(sets, i, j, others)
    return _share(2 * shared, size_i + size_j)


def overlap(sets: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) shared elements over the size of the smaller set: the higher of both containments."""
    shared, size_i, size_j = _overlaps(sets, i, j, others)
    return _share(shared, np.minimum(size_i, size_j))


def bag_jaccard_similarity(bags: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) sum of minima over sum of maxima of the counts (or weights, 0 or more) of all elements.

    Exact for whole numbers below 2^53. Source: Ružička 1958; the denominator of "Mining of Massive Datasets", section
    3.1.3 is the sum of both sizes instead, by which equal bags have 1/2.
    """
    low, high = _minima_and_maxima(bags, i, j, others)
    return _share(low, high)


def bag_jaccard_distance(bags: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) one minus the Jaccard similarity of bags."""
    low, high = _minima_and_maxima(bags, i, j, others)
    return np.where(high > 0.0, _share(high - low, high), 1.0)


def cosine_similarity(vectors: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) cosine of the angle between both vectors, in [-1, 1]."""
    x, y = _both(vectors, others)
    lengths = length_products(x.power_sums(2)[i], y.power_sums(2)[j])
    dot = _compared(x, y, i, j, np.ones(len(x)), np.ones(len(y)))[:, _DOT]
    return np.clip(_share(dot, lengths), -1.0, 1.0)


def angle_degrees(vectors: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) angle between both vectors in degrees, 0 to 180: the cosine distance. Right to 1e-13 near 0 and 180 too.

    Source: Kahan 2006, "How futile are mindless assessments of roundoff": twice the arc tangent of |u - v| over
    |u + v| of the unit vectors, where an arc cosine would lose half of the digits.
    """
    x, y = _both(vectors, others)
    scale_x, scale_y = _share(np.ones(len(x)), _norms(x)), _share(np.ones(len(y)), _norms(y))
    sums = _compared(x, y, i, j, scale_x, scale_y)
    angle = np.degrees(2.0 * np.arctan2(np.sqrt(sums[:, _SQUARES]), np.sqrt(sums[:, _SUM_SQUARES])))
    return np.where((scale_x[i] > 0.0) & (scale_y[j] > 0.0), angle, 90.0)


def euclidean_distance(vectors: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) L2: root of the sum of squared differences."""
    x, y = _both(vectors, others)
    return np.sqrt(_compared(x, y, i, j, np.ones(len(x)), np.ones(len(y)))[:, _SQUARES])


def manhattan_distance(vectors: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) L1: sum of absolute differences."""
    x, y = _both(vectors, others)
    return _compared(x, y, i, j, np.ones(len(x)), np.ones(len(y)))[:, _DIFFERENCES]


def hamming_distance(vectors: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None = None) -> Floats:
    """(m,) number of components in which both differ; of packed fingerprints see ``search.hamming``."""
    x, y = _both(vectors, others)
    return _compared(x, y, i, j, np.ones(len(x)), np.ones(len(y)))[:, _UNEQUAL]


def _share(part: NDArray[Any], whole: NDArray[Any]) -> Floats:
    """``part / whole``, 0 where the whole is 0."""
    return np.asarray(np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0), np.float64)


def _vectors(documents: Documents) -> SparseVectors:
    if isinstance(documents, SparseVectors):
        return documents
    if isinstance(documents, ShingleSets):
        return SparseVectors(documents.offsets, documents.ids, np.ones(documents.ids.size))
    rows, columns = np.nonzero(documents)
    offsets = np.searchsorted(rows, np.arange(documents.shape[0] + 1)).astype(np.int64)
    return SparseVectors(offsets, columns.astype(np.uint64), np.asarray(documents, np.float64)[rows, columns])


def _both(documents: Documents, others: Documents | None) -> tuple[SparseVectors, SparseVectors]:
    x = _vectors(documents)
    return x, x if others is None else _vectors(others)


def _sets(documents: Documents) -> ShingleSets:
    if isinstance(documents, ShingleSets):
        return documents
    vectors = _vectors(documents)
    kept = np.flatnonzero(vectors.weights)
    return ShingleSets(np.searchsorted(kept, vectors.offsets).astype(np.int64), vectors.ids[kept])


def _overlaps(
    documents: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """(m,) shared elements and sizes of both sets of every pair."""
    x = _sets(documents)
    y = x if others is None else _sets(others)
    shared = np.empty(i.size, np.int64)
    _count_shared(x.offsets, x.ids, y.offsets, y.ids, i.astype(np.int64), j.astype(np.int64), shared)
    return shared, x.sizes[i], y.sizes[j]


def _minima_and_maxima(
    documents: Documents, i: RowNumbers, j: RowNumbers, others: Documents | None
) -> tuple[Floats, Floats]:
    """(m,) sums of minima and of maxima: half of the sum of all weights less, or plus, the sum of differences."""
    x, y = _both(documents, others)
    if np.any(x.weights < 0.0) or np.any(y.weights < 0.0):
        raise ValueError("the weights of a bag are 0 or more")
    total = x.power_sums(1)[i] + y.power_sums(1)[j]
    differences = _compared(x, y, i, j, np.ones(len(x)), np.ones(len(y)))[:, _DIFFERENCES]
    return 0.5 * (total - differences), 0.5 * (total + differences)


def _norms(vectors: SparseVectors) -> Floats:
    return np.asarray(np.sqrt(vectors.power_sums(2)))


_DOT, _SQUARES, _SUM_SQUARES, _DIFFERENCES, _UNEQUAL = range(5)


class _Scaled(NamedTuple):
    """Vectors as the kernel takes them: row ``d`` times ``scale[d]``."""

    offsets: NDArray[np.int64]
    ids: NDArray[np.uint64]
    weights: Floats
    scale: Floats


def _compared(
    x: SparseVectors, y: SparseVectors, i: RowNumbers, j: RowNumbers, scale_x: Floats, scale_y: Floats
) -> Floats:
    """(m, 5) sums over the components of scaled rows: products, (x - y)^2, (x + y)^2, |x - y|, and whether x != y."""
    sums = np.empty((i.size, 5))
    left, right = _Scaled(x.offsets, x.ids, x.weights, scale_x), _Scaled(y.offsets, y.ids, y.weights, scale_y)
    _compare(left, right, i.astype(np.int64), j.astype(np.int64), sums)
    return sums


@kernel
def _count_shared(
    offsets_x: NDArray[np.int64],
    ids_x: NDArray[np.uint64],
    offsets_y: NDArray[np.int64],
    ids_y: NDArray[np.uint64],
    i: NDArray[np.int64],
    j: NDArray[np.int64],
    shared: NDArray[np.int64],
) -> None:
    """Write the number of ids that both sorted rows hold, by a merge without branches."""
    for pair in range(i.size):
        a, end_a = offsets_x[i[pair]], offsets_x[i[pair] + 1]
        b, end_b = offsets_y[j[pair]], offsets_y[j[pair] + 1]
        count = 0
        while a < end_a and b < end_b:
            one, other = ids_x[a], ids_y[b]
            count += one == other
            a += one <= other
            b += other <= one
        shared[pair] = count


@kernel
def _compare(x: _Scaled, y: _Scaled, i: NDArray[np.int64], j: NDArray[np.int64], sums: Floats) -> None:
    """Write the five sums of ``_compared`` by one merge of both sorted rows; an id that one lacks weighs 0 there."""
    offsets_x, ids_x, weights_x, scale_x = x
    offsets_y, ids_y, weights_y, scale_y = y
    for pair in range(i.size):
        a, end_a = offsets_x[i[pair]], offsets_x[i[pair] + 1]
        b, end_b = offsets_y[j[pair]], offsets_y[j[pair] + 1]
        dot, squares, sum_squares, differences, unequal = 0.0, 0.0, 0.0, 0.0, 0.0
        while a < end_a or b < end_b:
            take_x = a < end_a and (b >= end_b or ids_x[a] <= ids_y[b])
            take_y = b < end_b and (a >= end_a or ids_y[b] <= ids_x[a])
            one = weights_x[a] * scale_x[i[pair]] if take_x else 0.0
            other = weights_y[b] * scale_y[j[pair]] if take_y else 0.0
            a += take_x
            b += take_y
            dot += one * other
            squares += (one - other) * (one - other)
            sum_squares += (one + other) * (one + other)
            differences += abs(one - other)
            unequal += one != other
        sums[pair, 0], sums[pair, 1], sums[pair, 2] = dot, squares, sum_squares
        sums[pair, 3], sums[pair, 4] = differences, unequal

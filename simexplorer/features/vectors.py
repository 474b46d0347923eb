"""Documents as sparse vectors: term frequencies, tf-idf, or weights that a person gives to features.

Sources: Salton, Buckley 1988, "Term-weighting approaches in automatic text retrieval"; Leskovec, Rajaraman, Ullman
2020, "Mining of Massive Datasets", section 1.3.1.
"""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U, kernel
from simexplorer.features.bags import sort_rows
from simexplorer.features.sets import ShingleSets, SparseVectors


def as_vectors(documents: ShingleSets | SparseVectors) -> SparseVectors:
    """Vectors as they are; sets as vectors whose every weight is 1."""
    if isinstance(documents, SparseVectors):
        return documents
    return SparseVectors(documents.offsets, documents.ids, np.ones(documents.ids.size))


@kernel
def _count_repeats(
    bounds: NDArray[np.int64],
    ids: NDArray[np.uint64],
    offsets: NDArray[np.int64],
    out_ids: NDArray[np.uint64],
    out_counts: NDArray[np.float64],
) -> None:
    end = 0
    for d in range(bounds.size - 1):
        start = end
        for p in range(U(bounds[d]), U(bounds[d + 1])):
            if end > start and out_ids[end - 1] == ids[p]:
                out_counts[end - 1] += 1.0
            else:
                out_ids[end], out_counts[end] = ids[p], 1.0
                end += 1
        offsets[d + 1] = end


def term_frequencies(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> SparseVectors:
    """Vectors whose weights count how often a document has each feature.

    ids : (m,) uint64, document ``d`` has ``ids[bounds[d]:bounds[d + 1]]`` in any order, repeats kept
    """
    sorted_ids = sort_rows(ids, bounds)
    offsets = np.zeros(bounds.size, np.int64)
    features, counts = np.empty(sorted_ids.size, np.uint64), np.empty(sorted_ids.size)
    _count_repeats(bounds - bounds[0], sorted_ids, offsets, features, counts)
    return SparseVectors(offsets, features[: offsets[-1]], counts[: offsets[-1]])


class DocumentFrequencies:
    """In how many documents each feature occurs, counted chunk by chunk: 16 bytes a distinct feature."""

    def __init__(self) -> None:
        self.documents = 0
        self._ids = np.empty(0, np.uint64)
        self._counts = np.empty(0, np.int64)
        self._pending: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = []
        self._pending_size = 0
        self._lock = threading.Lock()

    def add(self, documents: ShingleSets | SparseVectors) -> None:
        """Count these documents in; order and chunks do not matter."""
        self.documents += len(documents)
        ids, counts = np.unique(documents.ids, return_counts=True)
        self._pending.append((ids, counts.astype(np.int64)))
        self._pending_size += ids.size
        if self._pending_size > max(1 << 16, self._ids.size):  # so that each feature is merged O(log) times
            self._merge()

    def of(self, ids: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Number of documents that have each of ``ids``; 0 for one never seen."""
        self._merge()
        if not self._ids.size:
            return np.zeros(ids.size, np.int64)
        place = np.minimum(np.searchsorted(self._ids, ids), self._ids.size - 1)
        return np.where(self._ids[place] == ids, self._counts[place], 0)

    def inverse(self, ids: NDArray[np.uint64], *, smooth: bool = True) -> NDArray[np.float64]:
        """Inverse document frequency of each of ``ids``: ``ln(1 + N / df)``, or ``ln(N / df)`` if not ``smooth``.

        The plain form is 0 for what every document has: in a folder of two copies it would leave nothing to
        compare, hence the smooth one. A feature never seen counts as seen once.
        """
        share = self.documents / np.maximum(self.of(ids), 1)
        weights: NDArray[np.float64] = np.log1p(share) if smooth else np.log(np.maximum(share, 1.0))
        return weights

    def _merge(self) -> None:
        with self._lock:  # the first of several threads that ask does it for all
            self._merge_pending()

    def _merge_pending(self) -> None:
        if not self._pending:
            return
        ids = np.concatenate([self._ids, *(part[0] for part in self._pending)])
        counts = np.concatenate([self._counts, *(part[1] for part in self._pending)])
        self._ids, which = np.unique(ids, return_inverse=True)
        self._counts = np.bincount(which, counts, self._ids.size).astype(np.int64)
        self._pending, self._pending_size = [], 0


def tf_idf(frequencies: SparseVectors, documents: DocumentFrequencies, *, smooth: bool = True) -> SparseVectors:
    """Term frequencies times inverse document frequency, see ``DocumentFrequencies.inverse``."""
    weights = frequencies.weights * documents.inverse(frequencies.ids, smooth=smooth)
    return SparseVectors(frequencies.offsets, frequencies.ids, weights)


def given_weights(
    documents: ShingleSets | SparseVectors, ids: ArrayLike, weights: ArrayLike, *, default: float = 1.0
) -> SparseVectors:
    """Each feature's weight times the factor given for it: ``weights[i]`` for ``ids[i]``, ``default`` for all others.

    A factor of 0 leaves the feature in with weight 0. Ids given twice take the first factor.
    """
    vectors = as_vectors(documents)
    known, first = np.unique(np.asarray(ids, np.uint64), return_index=True)
    factors = np.full(vectors.ids.size, default)
    if known.size:
        place = np.minimum(np.searchsorted(known, vectors.ids), known.size - 1)
        found = known[place] == vectors.ids
        factors[found] = np.asarray(weights, np.float64)[first][place[found]]
    return SparseVectors(vectors.offsets, vectors.ids, vectors.weights * factors)

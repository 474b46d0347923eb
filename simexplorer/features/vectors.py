"""Documents as sparse vectors: term frequencies, tf-idf, or weights that a person gives to features.

Sources: Salton, Buckley 1988, "Term-weighting approaches in automatic text retrieval"; Leskovec, Rajaraman, Ullman
2020, "Mining of Massive Datasets", section 1.3.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U, kernel
from simexplorer.features.bags import sort_rows
from simexplorer.features.document_counts import IdCounts
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


class DocumentFrequencies(IdCounts):
    """In how many documents each feature occurs, and what it weighs for it.

    Those of one document need not be counted: they weigh the same.
    """

    def add(self, documents: ShingleSets | SparseVectors) -> None:
        """Count these documents in; order and chunks do not matter."""
        self.count(documents.ids, documents.offsets)

    def inverse(self, ids: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Inverse document frequency of each of ``ids``: ``ln(1 + N / df)``.

        The plain form, ``ln(N / df)``, is 0 for what every document has: in a folder of two copies it would leave
        nothing to compare. A feature never counted counts as seen once.
        """
        counts = self.of(ids)
        most = int(counts.max(initial=0))
        asked = np.arange(most + 1) if most < counts.size else counts  # a logarithm for each number, where that is less
        share = self.documents / np.maximum(asked, 1)
        weights: NDArray[np.float64] = np.log1p(share)
        return weights if asked is counts else weights[counts]


def tf_idf(frequencies: SparseVectors, documents: DocumentFrequencies) -> SparseVectors:
    """Term frequencies times inverse document frequency, see ``DocumentFrequencies.inverse``."""
    weights = frequencies.weights * documents.inverse(frequencies.ids)
    return SparseVectors(frequencies.offsets, frequencies.ids, weights)


def given_weights(documents: ShingleSets | SparseVectors, ids: ArrayLike, weights: ArrayLike) -> SparseVectors:
    """Each feature's weight times the factor given for it: ``weights[i]`` for ``ids[i]``, 1 for all others.

    A factor of 0 leaves the feature in with weight 0. Ids given twice take the first factor.
    """
    vectors = as_vectors(documents)
    known, first = np.unique(np.asarray(ids, np.uint64), return_index=True)
    factors = np.ones(vectors.ids.size)
    if known.size:
        place = np.minimum(np.searchsorted(known, vectors.ids), known.size - 1)
        found = known[place] == vectors.ids
        factors[found] = np.asarray(weights, np.float64)[first][place[found]]
    return SparseVectors(vectors.offsets, vectors.ids, vectors.weights * factors)

"""A few sets as a characteristic matrix: a worked example's, or the shingles of a person's documents."""

from __future__ import annotations

import itertools

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.lab.cutting import Cutting, joined
from simexplorer.lab.examples import SmallSets
from simexplorer.lab.material import MOST_SHINGLES, LabText
from simexplorer.signatures.permutations import characteristic_matrix


class SetMatrix(Struct, frozen=True):
    """Sets of row numbers, and the matrix that has them as columns.

    rows : names of the N elements; columns : names of the n sets; documents : the sets; matrix : (N, n) bool
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    documents: ShingleSets
    matrix: NDArray[np.bool_]

    @classmethod
    def of_example(cls, example: SmallSets) -> SetMatrix:
        """The sets of a worked example."""
        ones = np.array([[digit == "1" for digit in row] for row in example.ones])
        documents = ShingleSets.from_lists([np.flatnonzero(column).tolist() for column in ones.T])
        return cls(example.rows, example.columns, documents, characteristic_matrix(documents, len(example.rows)))

    @classmethod
    def of_texts(cls, texts: tuple[LabText, ...], cutting: Cutting) -> SetMatrix:
        """The shingles of texts, numbered as they first come; of a bag every occurrence is an element of its own."""
        cuts = [cutting.cut(text.text) for text in texts]
        ids, bounds = joined(cuts, MOST_SHINGLES)
        elements = np.stack([ids, _occurrences(ids, bounds) if cutting.recipe.bag else np.zeros_like(ids)])
        _, first, which = np.unique(elements, axis=1, return_index=True, return_inverse=True)
        order = np.argsort(first)
        row = np.empty(order.size, np.int64)
        row[order] = np.arange(order.size)
        numbers = row[which] if which.size else which.astype(np.int64)
        documents = ShingleSets.from_lists([numbers[a:b].tolist() for a, b in itertools.pairwise(bounds)])
        names: list[str] = []
        places = first[order]
        for cut, (start, stop) in zip(cuts, itertools.pairwise(bounds), strict=True):
            names += cut.normalised(places[(places >= start) & (places < stop)] - start)
        titles = tuple(text.title.rsplit("/", 1)[-1] for text in texts)
        return cls(tuple(names), titles, documents, characteristic_matrix(documents, max(1, len(names))))


def _occurrences(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> NDArray[np.uint64]:
    """(m,) how often each shingle has come before in its own text."""
    counted = np.zeros(ids.size, np.uint64)
    for start, stop in itertools.pairwise(bounds.tolist()):
        order = np.argsort(ids[start:stop], kind="stable")
        inside = ids[start:stop][order]
        begins = np.searchsorted(inside, inside)
        counted[start + order] = np.arange(inside.size) - begins
    return counted

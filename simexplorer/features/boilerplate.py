"""Boilerplate: shingles found in more than a share of all documents (navigation, licence headers), shown and left out.

Counted exactly in two passes that never hold all shingles (Savasere, Omiecinski, Navathe 1995, the partition
algorithm; in Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 6.4.3): what is in more than X %
of all documents is in more than X % of at least one part of them. The first pass collects those candidates part by
part, the second counts the candidates alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors

Documents = TypeVar("Documents", ShingleSets, SparseVectors)
Share: TypeAlias = float | Fraction


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """Shingles in more than a share of the documents: (m,) sorted ids and in how many of ``of`` documents each is."""

    ids: NDArray[np.uint64]
    documents: NDArray[np.int64]
    of: int

    def shares(self) -> NDArray[np.float64]:
        """(m,) share of all documents that have each shingle."""
        return self.documents / max(self.of, 1)

    def listed(self, text_of: Callable[[NDArray[np.uint64]], Sequence[str]]) -> list[tuple[str, int]]:
        """(text, documents) of all shingles, the most frequent first, then by text.

        ``text_of`` gives the strings of ids: it has the documents, or the shingles of one that holds them.
        """
        texts = text_of(self.ids)
        return sorted(zip(texts, self.documents.tolist(), strict=True), key=lambda entry: (-entry[1], entry[0]))


def most_documents(share: Share, documents: int) -> int:
    """The largest number of documents that is not more than this share of all, in whole numbers.

    A float stands for the number as it is written: 0.29 is 29/100, so that 29 of 100 documents are not more than it.
    (As binary fractions 0.29 times 100 is below 29.)
    """
    return math.floor((share if isinstance(share, Fraction) else Fraction(str(float(share)))) * documents)


def frequent_ids(part: ShingleSets, share: Share) -> NDArray[np.uint64]:
    """Sorted ids that are in more than ``share`` of this part's documents: the first pass."""
    ids, counts = np.unique(part.ids, return_counts=True)
    return ids[counts > most_documents(share, len(part))]


@kernel
def _count_candidates(ids: NDArray[np.uint64], candidates: NDArray[np.uint64], counts: NDArray[np.int64]) -> None:
    """Add to ``counts`` how often each of the sorted ``candidates`` is among ``ids``: the second pass."""
    for i in range(ids.size):
        at = np.searchsorted(candidates, ids[i])
        if at < candidates.size and candidates[at] == ids[i]:
            counts[at] += 1


def find_boilerplate(parts: Callable[[], Iterable[ShingleSets]], share: Share) -> Boilerplate:
    """The shingles in more than ``share`` of all documents, exactly (see ``most_documents``).

    ``parts()`` is called twice and yields the same sets each time, some thousands of documents at a time: memory is a
    part and its candidates. How the documents are cut into parts does not matter to the answer.
    """
    if not 0.0 <= share <= 1.0:
        raise ParameterError("boilerplate", share, "between 0 and 1")
    candidates, total = np.empty(0, np.uint64), 0
    for part in parts():
        total += len(part)
        candidates = np.union1d(candidates, frequent_ids(part, share))
    counts = np.zeros(candidates.size, np.int64)
    for part in parts():
        _count_candidates(part.ids, candidates, counts)
    kept = counts > most_documents(share, total)
    return Boilerplate(candidates[kept], counts[kept], total)


@kernel
def _mark_others(ids: NDArray[np.uint64], left_out: NDArray[np.uint64], kept: NDArray[np.bool_]) -> None:
    for i in range(U(ids.size)):
        at = np.searchsorted(left_out, ids[i])
        kept[i] = at >= left_out.size or left_out[at] != ids[i]


def others(ids: NDArray[np.uint64], left_out: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(m,) whether each of ``ids`` is none of the sorted ids ``left_out``; 10 to 50 ns an id."""
    kept = np.empty(ids.size, np.bool_)
    _mark_others(ids, left_out, kept)
    return kept


def leave_out(documents: Documents, left_out: NDArray[np.uint64]) -> Documents:
    """The documents without the sorted ids ``left_out``; one made of nothing else becomes empty."""
    kept = others(documents.ids, left_out)
    offsets = np.concatenate([[0], np.cumsum(kept)])[documents.offsets]
    if isinstance(documents, SparseVectors):
        return SparseVectors(offsets, documents.ids[kept], documents.weights[kept])
    return ShingleSets(offsets, documents.ids[kept])


def leave_out_of_runs(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], left_out: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """(ids, bounds) of documents as runs of shingles without the sorted ids ``left_out``: what bags are made of.

    Do it before ``bags_of``, which gives the repeats of a shingle ids of their own.
    """
    run = ids[bounds[0] : bounds[-1]]
    kept = others(run, left_out)
    return run[kept], np.concatenate([[0], np.cumsum(kept)])[bounds - bounds[0]]

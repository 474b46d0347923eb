"""Pairs between a reference and the other documents: which of the others are known there already, and as what."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result

Rows = NDArray[np.int32]


class BetweenFolders(Struct, frozen=True):
    """Pairs of one document of the reference and one outside it, identical ones first, then the most similar.

    reference, other : (m,) int32 rows, of identical texts the first on each side; similarity : (m,) float64
    pair : (m,) int64 place in ``result.pairs``; -1 where both texts are the same
    best : (n,) int32, for every document outside the nearest one of the reference; -1 where none is near, and inside
    best_similarity : (n,) float64; 0 where there is none
    """

    reference: Rows
    other: Rows
    similarity: NDArray[np.float64]
    pair: NDArray[np.int64]
    best: Rows
    best_similarity: NDArray[np.float64]

    def __len__(self) -> int:
        return self.reference.size

    @property
    def known(self) -> NDArray[np.int64]:
        """Documents outside the reference that have a partner in it."""
        return np.flatnonzero(self.best >= 0)


def pairs_between(result: Result, inside: NDArray[np.bool_]) -> BetweenFolders:
    """The pairs at the threshold that lead from one side to the other. O(pairs + documents), 20 ns each.

    inside : (n,) documents of the reference (``sides.of_reference``). A text that stands on both sides belongs to both.
    """
    representative = result.groups.representative
    first_inside, first_outside = _first_on_each_side(representative, inside, result.present)
    i, j = result.pairs.i[: result.at_threshold], result.pairs.j[: result.at_threshold]
    ways = []
    for reference, other in ((i, j), (j, i)):
        crossing = np.flatnonzero((first_inside[reference] >= 0) & (first_outside[other] >= 0))
        ways.append((crossing, reference[crossing], other[crossing]))
    pair = np.concatenate([way[0] for way in ways])
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    reference, other = (np.concatenate([way[side] for way in ways])[order] for side in (1, 2))
    both = np.flatnonzero((first_inside >= 0) & (first_outside >= 0))
    texts_in = np.concatenate([both, reference]).astype(np.int64)
    texts_out = np.concatenate([both, other]).astype(np.int64)
    similarity = np.concatenate([np.ones(both.size), result.pairs.ranking[pair]])
    nearest = np.full(representative.size, -1, np.int64)
    text, first = np.unique(texts_out, return_index=True)
    nearest[text] = first
    of_text = nearest[representative]
    found = ~inside & result.present & (of_text >= 0)
    best, best_similarity = np.full(representative.size, -1, np.int32), np.zeros(representative.size)
    best[found] = first_inside[texts_in[of_text[found]]]
    best_similarity[found] = similarity[of_text[found]]
    return BetweenFolders(
        reference=first_inside[texts_in],
        other=first_outside[texts_out],
        similarity=similarity,
        pair=np.concatenate([np.full(both.size, -1), pair]),
        best=best,
        best_similarity=best_similarity,
    )


def _first_on_each_side(
    representative: Rows, inside: NDArray[np.bool_], present: NDArray[np.bool_]
) -> tuple[Rows, Rows]:
    """(n,) at the row that stands for a text: its first document inside, its first outside; -1 where there is none."""
    sides = []
    for mine in (inside & present, ~inside & present):
        first = np.full(representative.size, -1, np.int32)
        rows = np.flatnonzero(mine)[::-1]
        first[representative[rows]] = rows  # the lowest row is written last
        sides.append(first)
    return sides[0], sides[1]

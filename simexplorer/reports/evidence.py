"""The passages that two documents share, for reports: the longest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

import numpy as np

from simexplorer.errors import InputError, NotAtHandError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.options import Evidence, Passage
from simexplorer.search.passages import Passages, shared_passages, suitable_least


class LongestFirst(Sequence[Passage]):
    """Passages of two texts, each cut out when it is asked for: texts that repeat themselves share 100,000 of them."""

    def __init__(self, left: str, right: str, found: Passages) -> None:
        self._left, self._right, self._found = left, right, found
        self._order = np.argsort(-found.length, kind="stable")

    def __len__(self) -> int:
        return self._order.size

    @overload
    def __getitem__(self, place: int) -> Passage: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Passage]: ...
    def __getitem__(self, place: int | slice) -> Passage | Sequence[Passage]:
        if isinstance(place, slice):
            return [self._cut_out(which) for which in self._order[place].tolist()]
        return self._cut_out(int(self._order[place]))

    def _cut_out(self, which: int) -> Passage:
        found, left, right = self._found, self._left, self._right
        return Passage(
            left=left[found.left_start[which] : found.left_end[which]],
            right=right[found.right_start[which] : found.right_end[which]],
            left_line=left.count("\n", 0, int(found.left_start[which])) + 1,
            right_line=right.count("\n", 0, int(found.right_start[which])) + 1,
        )


def evidence_of(text: Callable[[int], str], recipe: Recipe) -> Evidence:
    """A function that names the passages of a pair of documents, each read by ``text``; none of what is gone.

    It raises NotAtHandError where a run reads others meanwhile.
    """

    def passages(i: int, j: int) -> Sequence[Passage]:
        try:
            left, right = text(i), text(j)
        except NotAtHandError:
            raise
        except InputError:
            return []
        least = suitable_least(recipe.shingle_kind, recipe.shingle_size, min(len(left), len(right)))
        return LongestFirst(left, right, shared_passages(left, right, recipe.normalise, least))

    return passages

"""The passages that two documents share, for reports: the longest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from simexplorer.errors import InputError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.options import Evidence, Passage
from simexplorer.search.passages import shared_passages, suitable_least


def evidence_of(text: Callable[[int], str], recipe: Recipe) -> Evidence:
    """A function that names the passages of a pair of documents, each read by ``text``; none of what is gone."""

    def passages(i: int, j: int) -> Sequence[Passage]:
        try:
            left, right = text(i), text(j)
        except InputError:
            return []
        least = suitable_least(recipe.shingle_kind, recipe.shingle_size, min(len(left), len(right)))
        found = shared_passages(left, right, recipe.normalise, least)
        longest = np.argsort(-found.length, kind="stable")
        return [
            Passage(
                left=left[found.left_start[k] : found.left_end[k]],
                right=right[found.right_start[k] : found.right_end[k]],
                left_line=left.count("\n", 0, int(found.left_start[k])) + 1,
                right_line=right.count("\n", 0, int(found.right_start[k])) + 1,
            )
            for k in longest.tolist()
        ]

    return passages

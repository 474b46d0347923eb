"""The passages that two documents share, for reports: the longest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, overload

import numpy as np
from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.errors import InputError, NotAtHandError
from simexplorer.pipeline.pair_passages import NO_IDS, Ids, left_out_ids, left_out_words, pair_passages
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.options import Evidence, Passage, ReportOptions
from simexplorer.search.passages import Passages


class Reading(Protocol):
    """What an analysis tells of the texts that it compared."""

    @property
    def reader(self) -> Reader:
        """What cuts them; InputError where it is not at hand."""

    def text(self, paths: Paths, row: int) -> str:
        """The text of a row of these paths."""


def with_passages(options: ReportOptions, result: Result, analysis: Reading, pairs: int) -> ReportOptions:
    """The options of a report that shows the passages of so many pairs."""
    left_out = left_out_ids(result.recipe, lambda: analysis.reader)
    return replace(
        options,
        evidence=evidence_of(partial(analysis.text, result.documents.paths), result.recipe, left_out),
        evidence_pairs=pairs,
        evidence_words=left_out_words(result.recipe, left_out),
    )


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


def evidence_of(text: Callable[[int], str], recipe: Recipe, left_out: Ids = NO_IDS) -> Evidence:
    """A function that names the passages of a pair of documents, each read by ``text``; none of what is gone.

    left_out : shingles that were not compared

    It raises NotAtHandError where a run reads others meanwhile.
    """

    def passages(i: int, j: int) -> Sequence[Passage]:
        try:
            left, right = text(i), text(j)
        except NotAtHandError:
            raise
        except InputError:
            return []
        return LongestFirst(left, right, pair_passages(left, right, recipe, left_out))

    return passages

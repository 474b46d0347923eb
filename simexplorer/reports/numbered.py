"""The first words of documents whose names tell a person nothing, for reports that people read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.first_words import HasBeginnings, first_words_of, is_nameless
from simexplorer.pipeline.result import Result
from simexplorer.reports.options import FirstWords, ReportOptions

_AT_ONCE = 512  # documents between two looks at whether to stop


def words_by(analysis: HasBeginnings, result: Result) -> FirstWords:
    """A function that tells the first words of documents of this result."""
    paths = result.documents.paths
    return lambda rows: first_words_of(analysis, paths, rows)


def nameless_rows(paths: Paths, rows: NDArray[Any]) -> list[int]:
    """Those of these documents whose names tell nothing, each once, in order; negative ones are none.

    Messages of a mailbox, rows of a table, and files that a program named: those of a Maildir, numbers, checksums.
    """
    rows = rows[rows >= 0]
    first = np.full(len(paths), -1, np.int64)
    first[rows[::-1]] = np.arange(rows.size - 1, -1, -1)  # what is written last stays
    each = rows[np.sort(first[first >= 0])]
    parts = (each[start : start + _AT_ONCE].tolist() for start in range(0, each.size, _AT_ONCE))
    return [row for part in parts for row in part if is_nameless(paths, row)]


def words_beside(options: ReportOptions, rows: Sequence[int]) -> dict[int, str]:
    """The first words of these documents by row, without those that have none."""
    found: dict[int, str] = {}
    if options.first_words is None:
        return found
    for start in range(0, len(rows), _AT_ONCE):
        options.check()
        part = rows[start : start + _AT_ONCE]
        found.update((row, words) for row, words in zip(part, options.first_words(part), strict=True) if words)
    return found

"""What a report holds beyond the result itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from msgspec import Struct

from simexplorer.pipeline.progress import Progress
from simexplorer.reports.decision_columns import Decisions


class Passage(Struct, frozen=True, kw_only=True):
    """A stretch of text that two documents share: the same, or nearly the same, on both sides."""

    left: str
    right: str
    left_line: int | None = None
    right_line: int | None = None


Evidence: TypeAlias = Callable[[int, int], Sequence[Passage]]
FirstWords: TypeAlias = Callable[[Sequence[int]], Sequence[str]]


class ReportOptions(Struct, frozen=True, kw_only=True):
    """Choices of one export; without ``written_at`` the same result gives the same bytes in every format.

    title : heading of reports that have one; columns : names of the columns to keep in tables (None: all)
    written_at : date to state; evidence : the passages that a pair shares, asked for the first ``evidence_pairs``
    evidence_words : what these passages lack, as a part of a sentence
    max_rows : most rows of a table in formats that people read; what is left out is said there
    first_words : of documents, by row; reports that people read show them beside those that are called by a number
    progress : asked between chunks whether to stop; decisions : what was decided, as further columns of the tables
    """

    title: str = "Similarity report"
    columns: tuple[str, ...] | None = None
    written_at: datetime | None = None
    evidence: Evidence | None = None
    evidence_pairs: int = 20
    evidence_words: str = ""
    max_rows: int | None = None
    progress: Progress | None = None
    decisions: Decisions | None = None
    first_words: FirstWords | None = None

    def check(self) -> None:
        """Raise Cancelled if somebody asked to stop."""
        if self.progress is not None:
            self.progress.check()

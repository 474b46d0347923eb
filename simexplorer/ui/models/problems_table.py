"""Every file that was skipped, is empty or was cut short, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import STATUS_WORDS, Documents, Status
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers


@dataclass(frozen=True, slots=True)
class ProblemRows:
    """The documents that have a problem: ``rows`` of ``documents``."""

    documents: Documents
    rows: NDArray[np.int32]

    @classmethod
    def of(cls, documents: Documents) -> ProblemRows:
        """All documents that were not read whole."""
        status = documents.status
        poor = (status == Status.EMPTY) | (status == Status.SKIPPED) | documents.truncated
        return cls(documents, np.flatnonzero(poor).astype(np.int32))


class ProblemsTable(ArrayTable[ProblemRows]):
    """One row a document that was not read whole, by path."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="document", title="Document", kind=Kind.PATH, width=300, meaning="Path of the document."),
        Column(
            name="status",
            title="Status",
            kind=Kind.TEXT,
            width=84,
            meaning="Skipped: not read at all. Empty: read, but there is no text in it.\n"
            "Cut short: only the first part was read; that part takes part in the comparison.",
        ),
        Column(name="reason", title="Why", kind=Kind.TEXT, width=280, meaning="The reason, in words."),
        Column(name="size", title="Size", width=80, meaning="Size of the file on disk."),
    )

    @staticmethod
    def size_of(data: Any) -> int:
        """Number of rows."""
        return int(data.rows.size)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        documents = data.documents
        match column:
            case 0:
                return np.asarray(data.rows)
            case 1:
                return np.where(documents.status[data.rows] == Status.READ, 9, documents.status[data.rows])
            case 2:
                ranks = np.argsort(np.argsort(np.array(documents.reasons)))
                return np.asarray(ranks[documents.reason[data.rows]])
            case _:
                return np.asarray(documents.size[data.rows])

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows about any of the marked documents."""
        return np.asarray(documents[data.rows])

    def text(self, data: ProblemRows, entry: int, column: int) -> str:
        """What a cell says."""
        row, documents = int(data.rows[entry]), data.documents
        match column:
            case 0:
                return documents.paths.display(row)
            case 1:
                status = int(documents.status[row])
                return "Cut short" if status == Status.READ else STATUS_WORDS[status].capitalize()
            case 2:
                return documents.reason_of(row) or "no reason given"
            case _:
                return numbers.size(int(documents.size[row]))

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        return () if self._data is None else (int(self._data.rows[entry]),)

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these documents."""
        if self._data is None or len(documents) != 1:
            return None
        position = int(np.searchsorted(self._data.rows, documents[0]))
        held = position < self._data.rows.size and self._data.rows[position] == documents[0]
        return position if held else None

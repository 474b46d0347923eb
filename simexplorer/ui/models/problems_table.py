"""Every file that was skipped, is empty, was cut short, is odd or read in a guessed encoding, with words on it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Paths
from simexplorer.documents.problems import CUT, FINE, GUESSED, problem_kinds
from simexplorer.pipeline.frequency import by_frequency
from simexplorer.search.distinct import distinct
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers

KINDS = ("Skipped", "Empty", "Cut short", "Guessed", "Noted")
KIND_MEANINGS = (
    "Skipped: not read at all.",
    "Empty: read, but there is no text in it, or these settings leave nothing of it.",
    "Cut short: only a part was read; that part takes part in the comparison.",
    "Guessed: read whole, but its encoding is not certain. If the text looks wrong, choose another one.",
    "Noted: a table of which not everything is as expected. Its rows take part in the comparison.",
)


class ProblemRows(Struct, frozen=True):
    """The documents that have a problem.

    rows : (m,) int32 of ``documents``; kind : (m,) uint8, index into ``KINDS``
    why : (m,) int32, index into ``reasons``
    """

    documents: Documents
    rows: NDArray[np.int32]
    kind: NDArray[np.uint8]
    why: NDArray[np.int32]
    reasons: tuple[str, ...]

    def __len__(self) -> int:
        return self.rows.size

    @property
    def paths(self) -> Paths:
        """Of all documents."""
        return self.documents.paths

    @classmethod
    def of(cls, documents: Documents) -> ProblemRows:
        """All documents that were not read whole, those whose encoding was guessed, and tables that are odd."""
        kind = problem_kinds(documents)
        rows = np.flatnonzero(kind != FINE).astype(np.int32)
        why = documents.reason[rows].astype(np.int32)
        guessed = kind[rows] == GUESSED
        why[guessed] = len(documents.reasons) + documents.encoding[rows[guessed]]
        guesses = (f"read as {name}, which is a guess" for name in documents.encodings)
        return cls(documents, rows, kind[rows], why, (*documents.reasons, *guesses))

    def counts(self) -> NDArray[np.int64]:
        """(5,) documents of each kind."""
        return np.bincount(self.kind, minlength=len(KINDS)).astype(np.int64)

    def reasons_of(self, kind: int | None) -> list[tuple[int, int]]:
        """(number, documents) of the reasons given for one kind, or for all; the most frequent first."""
        wanted = self.why if kind is None else self.why[self.kind == kind]
        return by_frequency(wanted, self.reasons)

    def narrowed(
        self, mask: NDArray[np.bool_] | None, kind: int | None, reason: int | None
    ) -> NDArray[np.bool_] | None:
        """The mask of documents with only those of a kind and a reason left; None keeps all."""
        if kind is None and reason is None:
            return mask
        kept = np.ones(self.rows.size, np.bool_)
        if kind is not None:
            kept &= self.kind == kind
        if reason is not None:
            kept &= self.why == reason
        marked = np.zeros(len(self.documents), np.bool_)
        marked[self.rows[kept]] = True
        return marked if mask is None else marked & mask


class ProblemsTable(ArrayTable[ProblemRows]):
    """One row a document that something is to be said of, by path."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="document", title="Document", kind=Kind.PATH, width=240, meaning="Path of the document."),
        Column(name="status", title="What", kind=Kind.MARK, width=80, meaning="\n".join(KIND_MEANINGS)),
        Column(name="reason", title="Why", kind=Kind.TEXT, width=440, takes_rest=True, meaning="The reason, in words."),
        Column(
            name="encoding",
            title="Read as",
            kind=Kind.MARK,
            width=96,
            visible=False,  # of a guess the reason tells it
            meaning="The encoding that its bytes were taken to be in; ? marks a guess.",
        ),
        Column(name="size", title="Size", width=76, meaning="Size of the file on disk."),
    )

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        documents = data.documents
        match column:
            case 0:
                return np.asarray(data.rows)
            case 1:
                return np.asarray(data.kind)
            case 2:
                ranks = np.argsort(np.argsort(np.array(data.reasons)))
                return np.asarray(ranks[data.why])
            case 3:
                ranks = np.argsort(np.argsort(np.array(documents.encodings)))
                return np.where(data.kind < CUT, -1, ranks[documents.encoding[data.rows]])
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
                return KINDS[int(data.kind[entry])]
            case 2:
                return data.reasons[int(data.why[entry])] or "no reason given"
            case 3:
                if data.kind[entry] < CUT:
                    return ""
                guess = " ?" if data.kind[entry] == GUESSED else ""
                return documents.encodings[int(documents.encoding[row])] + guess
            case _:
                return "" if documents.unlisted(row) else numbers.size(int(documents.size[row]))

    def longest(self, data: ProblemRows) -> str | None:
        """The longest reason."""
        return max((data.reasons[number] for number in distinct(data.why)), key=len, default=None)

    def document_in(self, data: ProblemRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.documents.paths, int(data.rows[entry])) if column == 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        return () if self._data is None else (int(self._data.rows[entry]),)

    def documents_of_all(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of the documents of these entries."""
        return distinct((np.empty(0) if self._data is None else self._data.rows[entries]).astype(np.int64))

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these documents."""
        if self._data is None or len(documents) != 1:
            return None
        position = int(np.searchsorted(self._data.rows, documents[0]))
        held = position < self._data.rows.size and self._data.rows[position] == documents[0]
        return position if held else None

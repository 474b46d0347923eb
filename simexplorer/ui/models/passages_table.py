"""Passages found in many documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.boilerplate import ReadablePassages


_LOOKED_AT = 4_000  # characters of a passage of which a cell shows the words; some have many blanks between


class PassageRows(Struct, frozen=True):
    """Passages and the number of documents that they are shares of."""

    passages: ReadablePassages
    of: int

    def __len__(self) -> int:
        return len(self.passages)


class PassagesTable(ArrayTable[PassageRows]):
    """One row a passage, those first that repeat most text: documents times shingles."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="share",
            title="Share",
            kind=Kind.SIMILARITY,
            width=96,
            meaning="Share of all documents that hold the whole passage.\nWith ≤ until that is counted: the share that "
            "holds the rarest of its shingles.",
        ),
        Column(name="documents", title="Documents", width=88, meaning="The same as a number of documents."),
        Column(name="shingles", title="Shingles", width=76, meaning="Shingles in a row that make up the passage."),
        Column(
            name="text",
            title="Passage",
            kind=Kind.TEXT,
            width=360,
            meaning="The passage as it stands in one of the documents.",
        ),
    )

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        if column == 3:
            return np.argsort(np.argsort(np.array(data.passages.texts, object), kind="stable"), kind="stable")
        return np.asarray(data.passages.shingles if column == 2 else data.passages.documents)

    def text(self, data: PassageRows, entry: int, column: int) -> str:
        """What a cell says."""
        passages = data.passages
        if column < 2:
            documents, most = int(passages.documents[entry]), "" if passages.counted else "≤ "
            return most + (numbers.percent(documents / max(1, data.of)) if column == 0 else numbers.count(documents))
        if column == 2:
            return numbers.count(int(passages.shingles[entry]))
        return " ".join(passages.texts[entry].lstrip()[:_LOOKED_AT].split())[:400]

    def shade(self, data: PassageRows, entry: int, column: int) -> float | None:
        """The share as a bar."""
        return int(data.passages.documents[entry]) / max(1, data.of) if column == 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """The document in which the passage can be read."""
        return () if self._data is None else (int(self._data.passages.rows[entry]),)

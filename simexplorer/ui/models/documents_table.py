"""All documents of the collection, to choose one from."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Paths
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers


class DocumentRows(Struct, frozen=True):
    """Every document, by row."""

    documents: Documents

    @property
    def paths(self) -> Paths:
        """Of all documents."""
        return self.documents.paths


class DocumentsTable(ArrayTable[DocumentRows]):
    """One row a document."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="document", title="Document", kind=Kind.PATH, width=420, meaning="Path of the document."),
        Column(name="characters", title="Characters", width=96, meaning="Length of its text in characters."),
    )

    @staticmethod
    def size_of(data: Any) -> int:
        """Number of rows."""
        return len(data.documents)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        return np.arange(len(data.documents)) if column == 0 else np.asarray(data.documents.characters)

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:  # noqa: ARG004 - one document a row
        """Rows about any of the marked documents."""
        return documents

    def text(self, data: DocumentRows, entry: int, column: int) -> str:
        """What a cell says."""
        if column == 0:
            return data.documents.paths.display(entry)
        return numbers.count(int(data.documents.characters[entry]))

    def document_in(self, data: DocumentRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.documents.paths, entry) if column == 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """The document of an entry."""
        return (entry,)

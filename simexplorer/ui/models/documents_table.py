"""All documents of the collection, to choose one from."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simexplorer.documents.listing import Documents
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape


class DocumentsTable(ListingTable):
    """One row a document."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="document", title="Document", kind=Kind.PATH, width=420, meaning="Path of the document."),
        Column(name="characters", title="Characters", width=96, meaning="Length of its text in characters."),
    )


def documents_listed(documents: Documents) -> Listing:
    """Every document, by row."""
    rows = np.arange(len(documents), dtype=np.int32)
    return Listing(documents.paths, (Field(Shape.DOCUMENT, rows), Field(Shape.COUNT, documents.characters)))

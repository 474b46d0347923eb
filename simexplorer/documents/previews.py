"""The first rows of a table, for choosing its columns."""

from __future__ import annotations

import json
from dataclasses import dataclass

from simexplorer.documents.extracted import READ, Extracted


@dataclass(frozen=True, slots=True)
class TablePreview:
    """Column names, empty where the file has none, and rows cut to some length."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table_preview(found: Extracted) -> TablePreview | None:
    """The preview that a reading process sent; None where it could not make one."""
    if found.status != READ:
        return None
    try:
        sent = json.loads(found.text)
        return TablePreview(tuple(sent["columns"]), tuple(tuple(row) for row in sent["rows"]))
    except (ValueError, KeyError, TypeError):
        return None

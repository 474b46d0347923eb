"""Tables that a run read as one text each, or left out, though their rows may be what is to be compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.extracted import WANTS_COLUMN
from simexplorer.documents.formats import HOLD_ROWS, TABLES
from simexplorer.documents.listing import Documents, Status
from simexplorer.pipeline.result import Result


def tables_among(documents: Documents) -> NDArray[np.int64]:
    """Rows of the files that are tables."""
    numbers = [number for number, media_type in enumerate(documents.formats) if media_type in TABLES]
    return np.flatnonzero((documents.paths.container < 0) & np.isin(documents.format, numbers))


def whole_tables(result: Result) -> int:
    """How many tables are one text each in this result; 0 where rows are documents."""
    return 0 if _has_rows(result) else _count(result.documents.status[tables_among(result.documents)] == Status.READ)


def tables_left_out(result: Result) -> int:
    """How many tables were left out because they can only be read by their rows, or have no column that was named."""
    tables = tables_among(result.documents)
    if not tables.size:
        return 0
    from simexplorer.documents.readers.row_cutter import LACKS_COLUMN  # brings what reads tables

    return _told(result.documents, tables, (WANTS_COLUMN, LACKS_COLUMN)).size


def table_without_columns(result: Result) -> int | None:
    """The first table that has no column of a name that was given, where no table's rows could be read."""
    documents = result.documents
    inside, formats = documents.paths.container >= 0, documents.formats
    table, may_hold_rows = (
        np.isin(documents.format, [number for number, name in enumerate(formats) if name in kinds])
        for kinds in (TABLES, HOLD_ROWS)
    )
    if not _has_rows(result) or ((documents.status == Status.READ) & (table | (may_hold_rows & inside))).any():
        return None
    from simexplorer.documents.readers.row_cutter import LACKS_COLUMN

    return next(iter(_told(documents, tables_among(documents), (LACKS_COLUMN,)).tolist()), None)


def only_tables(result: Result) -> bool:
    """Whether every document is a table whose rows could be documents."""
    return len(result.documents) == whole_tables(result) + tables_left_out(result)


def _has_rows(result: Result) -> bool:
    return result.recipe.text_column is not None or result.recipe.shingle_kind == "item"


def _told(documents: Documents, tables: NDArray[np.int64], beginnings: tuple[str, ...]) -> NDArray[np.int64]:
    """Those of these rows of which something is told that begins so."""
    told = [at for at, reason in enumerate(documents.reasons) if reason.startswith(beginnings)]
    return tables[np.isin(documents.reason[tables], told)]


def _count(those: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(those))

"""Tables that a run read as one text each, or left out, though their rows may be what is to be compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.extracted import WANTS_COLUMN
from simexplorer.documents.formats import TABLES
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
    documents, tables = result.documents, tables_among(result.documents)
    if not tables.size:
        return 0
    from simexplorer.documents.readers.row_cutter import LACKS_COLUMN  # brings what reads tables

    told = [at for at, reason in enumerate(documents.reasons) if reason.startswith((WANTS_COLUMN, LACKS_COLUMN))]
    return _count(np.isin(documents.reason[tables], told))


def only_tables(result: Result) -> bool:
    """Whether every document is a table whose rows could be documents."""
    return len(result.documents) == whole_tables(result) + tables_left_out(result)


def _has_rows(result: Result) -> bool:
    return result.recipe.text_column is not None or result.recipe.shingle_kind == "item"


def _count(those: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(those))

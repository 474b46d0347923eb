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
    """How many tables can only be read by their rows, and were left out; 0 where rows are documents."""
    documents = result.documents
    if _has_rows(result) or WANTS_COLUMN not in documents.reasons:
        return 0
    return _count(documents.reason[tables_among(documents)] == documents.reasons.index(WANTS_COLUMN))


def only_tables(result: Result) -> bool:
    """Whether every document is a table whose rows could be documents."""
    return len(result.documents) == whole_tables(result) + tables_left_out(result)


def _has_rows(result: Result) -> bool:
    return result.recipe.text_column is not None or result.recipe.shingle_kind == "item"


def _count(those: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(those))

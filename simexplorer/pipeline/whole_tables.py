"""Tables that a run read as one text each though their rows may be what is to be compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import TABLES
from simexplorer.documents.listing import Documents, Status
from simexplorer.pipeline.result import Result


def tables_among(documents: Documents) -> NDArray[np.int64]:
    """Rows of the files that are tables."""
    numbers = [number for number, media_type in enumerate(documents.formats) if media_type in TABLES]
    return np.flatnonzero((documents.paths.container < 0) & np.isin(documents.format, numbers))


def whole_tables(result: Result) -> int:
    """How many tables are one text each in this result; 0 where rows are documents."""
    recipe, documents = result.recipe, result.documents
    if recipe.text_column is not None or recipe.shingle_kind == "item":
        return 0
    return int(np.count_nonzero(documents.status[tables_among(documents)] == Status.READ))

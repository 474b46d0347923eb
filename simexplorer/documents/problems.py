"""Which documents something must be said of: skipped, empty, cut short, read in a guessed encoding, or odd tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import HOLD_ROWS
from simexplorer.documents.listing import Documents, Status

SKIPPED, EMPTY, CUT, GUESSED, NOTED = range(KINDS := 5)
FINE = 255


def problem_kinds(documents: Documents) -> NDArray[np.uint8]:
    """(n,) the problem of each document; FINE where it was read whole, or was not reached so far."""
    status, read = documents.status, documents.status == Status.READ
    kind = np.full(len(documents), FINE, np.uint8)
    if documents.guessed.size:
        kind[read & documents.guessed] = GUESSED
    noted = read & (documents.reason > 0)
    kind[noted & (documents.characters > 0)] = EMPTY
    tables = np.array([name in HOLD_ROWS for name in documents.formats], np.bool_)[documents.format]
    kind[noted & (documents.characters == 0)] = CUT
    kind[noted & (documents.characters == 0) & tables] = NOTED
    kind[read & documents.truncated] = CUT
    kind[status == Status.EMPTY] = EMPTY
    kind[status == Status.SKIPPED] = SKIPPED
    return kind

"""Which documents something must be said of: skipped, empty, cut short or read in a guessed encoding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Status

SKIPPED, EMPTY, CUT, GUESSED = range(4)
FINE = 255


def problem_kinds(documents: Documents) -> NDArray[np.uint8]:
    """(n,) the problem of each document; FINE where it was read whole, or was not reached so far."""
    status, read = documents.status, documents.status == Status.READ
    kind = np.full(len(documents), FINE, np.uint8)
    if documents.guessed.size:
        kind[read & documents.guessed] = GUESSED
    noted = read & (documents.reason > 0)
    kind[noted & (documents.characters > 0)] = EMPTY
    kind[(noted & (documents.characters == 0)) | (read & documents.truncated)] = CUT
    kind[status == Status.EMPTY] = EMPTY
    kind[status == Status.SKIPPED] = SKIPPED
    return kind

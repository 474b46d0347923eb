"""Archives and tables that are no text themselves: they were opened for what they hold, which was compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import CONTAINERS
from simexplorer.documents.listing import Status
from simexplorer.pipeline.result import Result


def opened_documents(result: Result) -> NDArray[np.bool_]:
    """(n,) which documents are such archives and tables."""
    documents, container = result.documents, result.documents.paths.container
    inside = [number for number, name in enumerate(documents.formats) if name in CONTAINERS]
    holds = np.isin(documents.format, inside)  # archives inside of archives too, whose members lead to the outermost
    holds[container[container >= 0]] = True
    opened: NDArray[np.bool_] = holds & (result.shingles == 0) & (documents.status == Status.READ)
    return opened

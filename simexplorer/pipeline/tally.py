"""Numbers of documents and bytes that are shown of a result, counted once: 50 ms for a million documents."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.formats import CONTAINERS, HOLD_ROWS
from simexplorer.documents.listing import Documents, Status
from simexplorer.documents.problems import KINDS, problem_kinds
from simexplorer.search.clustering import Clusters

Mask = NDArray[np.bool_]


class Tally(Struct, frozen=True, kw_only=True):
    """Numbers of documents, and bytes.

    compared : hold text and were compared; lost : were signed, but could not be read again to be compared
    opened : archives and tables that are no text themselves, see ``opened_among``
    present_bytes : of all that can be in a pair; copied_bytes : of copies of a text, the first one not counted
    spare : are in clusters beside the representative of each
    problems : (KINDS,) of each kind of ``documents.problems``
    formats : of each of ``documents.formats``, where anything was read; a table is none of its rows
    without_text : were skipped, or are empty
    """

    compared: int
    compared_bytes: int
    lost: int
    opened: int
    present_bytes: int
    copied_bytes: int
    spare: int
    spare_bytes: int
    problems: NDArray[np.int64]
    formats: NDArray[np.int64]
    without_text: int

    @classmethod
    def of(
        cls,
        documents: Documents,
        shingles: NDArray[np.int64],
        signed: Mask,
        present: Mask,
        representative: NDArray[np.int32],
        clusters: Clusters,
    ) -> Tally:
        """Of the documents of a result, (n,) each; ``signed``, ``present`` : as of the result."""
        status, size = documents.status, documents.size
        lost = signed & (status == Status.SKIPPED)
        compared = (shingles > 0) & ~lost
        opened = opened_among(documents, shingles)
        without = (status == Status.SKIPPED) | (status == Status.EMPTY)
        tables = [number for number, name in enumerate(documents.formats) if name in HOLD_ROWS]
        told = ~without & ~(opened & np.isin(documents.format, tables))
        kept = np.zeros(representative.size, np.bool_)
        kept[clusters.representative] = True
        spare = clusters.rows[~kept[clusters.rows]]
        return cls(
            compared=int(np.count_nonzero(compared)),
            compared_bytes=int(size[compared].sum()),
            lost=int(np.count_nonzero(lost)),
            opened=int(np.count_nonzero(opened)),
            present_bytes=int(size[present].sum()),
            copied_bytes=int(size[representative != np.arange(representative.size)].sum()),
            spare=spare.size,
            spare_bytes=int(size[spare].sum()),
            problems=np.bincount(problem_kinds(documents), minlength=KINDS)[:KINDS],
            formats=np.bincount(documents.format[told], minlength=len(documents.formats)),
            without_text=int(np.count_nonzero(without)),
        )


def opened_among(documents: Documents, shingles: NDArray[np.int64]) -> Mask:
    """(n,) archives and tables that are no text themselves: they were opened for what they hold, which was compared."""
    container = documents.paths.container
    inside = [number for number, name in enumerate(documents.formats) if name in CONTAINERS]
    holds = np.isin(documents.format, inside)  # archives inside of archives too, whose members lead to the outermost
    holds[container[container >= 0]] = True
    opened: Mask = holds & (shingles == 0) & (documents.status == Status.READ)
    return opened

"""Documents that were read but of which these settings leave no shingle: not compared, with that as the reason."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Status

NOTHING_LEFT = "nothing of it is left to compare under these settings"


def with_nothing_left(documents: Documents, shingles: NDArray[np.int64]) -> Documents:
    """The listing with this reason for every text without a shingle that has none yet; the same where there is none.

    shingles : (n,) of each document, all of them signed. Signs alone have none where signs are left out, for example.
    """
    bare = (documents.status == Status.READ) & (documents.characters > 0) & (documents.reason == 0) & (shingles == 0)
    if not bare.any():
        return documents
    reason = np.where(bare, len(documents.reasons), documents.reason).astype(documents.reason.dtype)
    return replace(documents, reason=reason, reasons=(*documents.reasons, NOTHING_LEFT))

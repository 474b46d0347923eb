"""Which pairs a run looks for, in one object for whatever finds, narrows down and verifies them."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick


class Sought(Struct, frozen=True):
    """Pairs of ``members`` (rows) whose value by the measure of ``yardstick`` is at least ``floor``."""

    reader: Reader
    signed: SignedCorpus
    members: NDArray[np.int64]
    yardstick: Yardstick
    floor: float

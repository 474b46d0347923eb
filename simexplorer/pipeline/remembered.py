"""What an analysis remembers of its stages, so that another recipe runs only what must run."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.index_work import IndexWork
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Pairs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.tuning import Banding


class AtHand(Struct, frozen=True):
    """Signatures, what reads the documents as they need it, and the overlaps verified so far, under one recipe."""

    key: tuple[object, ...]
    reader: Reader
    corpus: SignedCorpus
    known: KnownOverlaps


class Paired(Struct, frozen=True):
    """The outcome of indexing and verifying, and the parameters it holds for.

    floor : the index looked for pairs down to this similarity; listed : those found are there down to this one
    others : (BINS,) pairs that were compared exactly and are less similar, by hundredths; None where they
        are not at hand: of an exact join, and of other measures
    """

    key: tuple[object, ...]
    banding: Banding
    work: IndexWork
    pairs: Pairs
    floor: float
    listed: float
    complete: bool
    others: NDArray[np.float64] | None = None

    def serves(self, key: tuple[object, ...], yardstick: Yardstick) -> bool:
        """Whether nothing has to be indexed again for these parameters."""
        if not self.complete or self.key != key:
            return False
        return float(yardstick.similarity(self.floor)) <= limit_similarity(yardstick.recipe)

"""Exact similarities of any pairs of a collection that was signed; what was verified before is not read again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.exact_values import both_there
from simexplorer.pipeline.overlaps import likeness_of, verify
from simexplorer.pipeline.packing_together import Packing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.remembered import AtHand
from simexplorer.pipeline.verified import Verified
from simexplorer.search.linkage_pairs import Filler

Rows = NDArray[np.int32]


def exact_jaccard(signed: AtHand, i: Rows, j: Rows, engine: Engine) -> NDArray[np.float64]:
    """(m,) exact Jaccard of any pairs of different rows; nan where one is gone and nothing was verified before."""
    low, high = np.minimum(i, j), np.maximum(i, j)
    verified, new = signed.known.ask(low, high, engine.each)
    exact = _completed(signed, low, high, verified, new, engine)
    exact[new & ~both_there(signed.reader, low, high)] = np.nan
    return exact


def filler_of(signed: AtHand, engine: Engine) -> Filler:
    """Computes what clusters lack; known overlaps that lie in a file are in memory until they are let go."""
    known = signed.known

    def exact(i: Rows, j: Rows) -> NDArray[np.float64]:
        nothing = Verified(np.full(i.size, -1, np.int32), known.sizes)
        return _completed(signed, i, j, nothing, None, engine)

    return Filler(exact, remembered=known.remembered(engine.each))


def _completed(
    signed: AtHand, i: Rows, j: Rows, verified: Verified, new: NDArray[np.bool_] | None, engine: Engine
) -> NDArray[np.float64]:
    """(m,) exact Jaccard of these pairs, ``i < j``; those ``new`` (None: all of them) are verified and kept now."""
    likeness = likeness_of(signed.corpus, i, j, signed.known)
    packing = Packing(signed.reader, signed.corpus.texts.shingles, engine, Progress())
    verify(packing, i, j, verified, likeness=likeness)
    signed.known.add(i, j, verified, new, signed.reader.corpus.skipped())
    return verified.jaccard(i, j)

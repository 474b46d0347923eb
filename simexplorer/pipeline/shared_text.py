"""Whether most pairs rest on text that many documents share: a glance at some of both, to know where to look closer.

Cheap enough to be taken after every run: a few hundred documents are read again, whatever the size of the collection.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.boilerplate import frequent_ids
from simexplorer.pipeline.boilerplate import effect
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sets_in_memory import joined

SHARE = 0.3  # of the documents
MOST_DOCUMENTS, MOST_PAIRS = 200, 200  # that are looked at
LEAST_DOCUMENTS, LEAST_PAIRS = 10, 20  # fewer tell nothing
_MOST_SHINGLES = 4_000_000  # of the documents looked at, and again of the pairs
_CHUNK = 16


class SharedText(Struct, frozen=True):
    """How many pairs would be none without the shingles that stand in more than ``share`` of the documents.

    documents : that were drawn at random to count those shingles, ``of_documents`` that hold text
    pairs : at or above the threshold that were drawn at random, of ``of_pairs``; falling : those that fall below it
    """

    share: float
    documents: int
    of_documents: int
    pairs: int
    of_pairs: int
    falling: int

    @property
    def carries_most(self) -> bool:
        """Whether at least half of the pairs rest on it."""
        return 2 * self.falling >= self.pairs > 0


def is_worth_a_look(result: Result) -> bool:
    """Whether there are so many pairs, two a document and more, that shared text may have made them.

    Not of a run that was stopped, nor of one that leaves such text out already.
    """
    texts = int(np.count_nonzero(result.shingles))
    if result.partial or result.recipe.boilerplate < 1.0 or texts < LEAST_DOCUMENTS:
        return False
    return result.at_threshold >= max(LEAST_PAIRS, 2 * texts)


def glance_at_shared_text(result: Result, reader: Reader, engine: Engine, progress: Progress) -> SharedText | None:
    """What leaving out the frequent shingles of some documents does to some pairs.

    Both samples are drawn at random without replacement. None where it is not worth a look or texts are too long.
    Raises Cancelled.
    """
    if not is_worth_a_look(result):
        return None
    rows = np.flatnonzero(result.shingles)
    drawn = np.random.default_rng(1).permutation(rows)[:MOST_DOCUMENTS]
    drawn = np.sort(drawn[np.cumsum(result.shingles[drawn]) <= _MOST_SHINGLES])
    most = _most_pairs(result)
    if drawn.size < LEAST_DOCUMENTS or most < LEAST_PAIRS:
        return None
    plain = Reader(reader.source, result.recipe.replace(bag=False, boilerplate=1.0))
    chunks = [drawn[first : first + _CHUNK] for first in range(0, drawn.size, _CHUNK)]
    left_out = frequent_ids(joined(engine.each(plain.sets, chunks)), SHARE)
    progress.check()
    found = effect(result, reader, left_out, engine, progress, most)
    return SharedText(SHARE, drawn.size, rows.size, found.before.size, found.of, found.falling)


def _most_pairs(result: Result) -> int:
    """As many pairs as have about ``_MOST_SHINGLES`` shingles together."""
    similar = result.pairs.first(result.at_threshold)
    sizes: NDArray[np.int64] = result.shingles[similar.i] + result.shingles[similar.j]
    return int(min(MOST_PAIRS, _MOST_SHINGLES / max(1.0, float(sizes.mean())))) if sizes.size else 0

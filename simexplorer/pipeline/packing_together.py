"""The documents of a unit of verification, packed by one thread, or a large one by all of them side by side."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.search.verify import Found, Packer
from simexplorer.search.verify_units import Share, Unit

_WORTH_IT = 1_000_000  # shingles: fewer are packed in less time than threads need to meet
_A_ROUND = 4_000_000  # shingles of a thread whose texts lie in memory together
_PIECES = 2  # of a round, for each thread, to end at about the same time


def dominant(shares: list[Share], workers: int) -> int:
    """How many of the first shares, which have the most work, all threads do together for the whole to end soonest.

    One thread would be last with them. Of a unit the first document is one thread's work in any case; how many it has
    its pairs tell, at least.
    """
    alone = np.array([share.work for share in shares], np.float64)
    pairs = np.array([share.pairs.size for share in shares], np.float64)
    first = 2.0 / (1.0 + np.sqrt(1.0 + 8.0 * pairs))  # one of n documents, which have n (n - 1) / 2 pairs at most
    worth_it = np.array([share.shingles > _WORTH_IT for share in shares], np.bool_)
    together = np.where(worth_it, alone * (first + (1.0 - first) / workers), np.inf)
    left = alone.sum() - np.cumsum([0.0, *alone])
    ends = np.cumsum([0.0, *together]) + np.maximum(left / workers, [*alone, 0.0])
    return int(ends.argmin())


class Packing(Struct, frozen=True):
    """Who reads and packs documents for verification.

    shingles : (n,) int64, of each document of the collection, repeats counted
    """

    reader: Reader
    shingles: NDArray[np.int64]
    engine: Engine
    progress: Progress

    def pack_in_turn(self, packer: Packer, documents: NDArray[np.int64], begins: NDArray[np.bool_]) -> None:
        """Pack the next documents of a unit; begins : of all documents of it. Raises Cancelled."""
        for rows in in_runs(documents, self.shingles, _A_ROUND):
            self.progress.check()
            for ids, bounds in self.reader.pieces(rows):
                first = packer.sizes.size
                packer.add(ids, bounds, begins[first : first + bounds.size - 1])

    def pack_together(self, packer: Packer, unit: Unit) -> None:
        """Pack the documents of a unit, as one thread would.

        Similar documents have few shingles that those before them lack: once the first is numbered, all threads look
        up the next ones. To be called by none of the engine's own threads. Raises Cancelled.
        """
        shingles, workers = self.shingles, self.engine.workers

        def look_up(rows: NDArray[np.int64]) -> list[Found]:
            self.progress.check()
            return [packer.look_up(ids, bounds) for ids, bounds in self.reader.pieces(rows)]

        for compared in np.split(unit.documents, np.flatnonzero(unit.begins[1:]) + 1):
            few = shingles[compared].sum() < _WORTH_IT
            first, others = (compared, compared[:0]) if few else (compared[:1], compared[1:])
            self.pack_in_turn(packer, first, unit.begins)
            most = max(_A_ROUND, int(shingles[others].max(initial=0))) * workers
            for rows in in_runs(others, shingles, most):
                some = -(-int(shingles[rows].sum()) // (_PIECES * workers))
                for founds in self.engine.each(look_up, in_runs(rows, shingles, max(1, some))):
                    for found in founds:
                        packer.add_found(found)

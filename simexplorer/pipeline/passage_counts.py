"""In how many documents passages stand whole: their shingles one after another, not only each of them somewhere."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from simexplorer.offsets import places_in_runs
from simexplorer.pipeline.boilerplate import ReadablePassages
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct

Numbers = NDArray[np.uint64]
_MASK = np.uint64(0xFFFF)
_MOST_AT_ONCE = 1 << 20  # places where a passage may stand that are looked at together


def count_documents(
    passages: ReadablePassages, result: Result, reader: Reader, engine: Engine, progress: Progress
) -> ReadablePassages:
    """The same passages with the number of documents that hold each: those first that repeat most text.

    All documents are read once. A document counts once, however often it says the passage. Raises Cancelled.
    """
    if not len(passages):
        return passages
    plain = Reader(reader.corpus, result.recipe.replace(bag=False, boilerplate=1.0))
    sought = _Sought(passages)
    plain.parts(np.flatnonzero(result.shingles > 0), engine, progress)(sought.count)
    return passages.with_counts(sought.documents)


class _Sought:
    """Passages found by their rarest shingle, and told by two sums of all: of the ids, and of ids times their places.

    Sums modulo 2^64 of ids, which are hash values, agree by chance once in 2^64 comparisons each.
    """

    def __init__(self, passages: ReadablePassages) -> None:
        self.documents = np.zeros(len(passages), np.int64)
        self._lock = threading.Lock()
        runs, rarest = passages.ids, passages.rarest
        anchors = np.array([ids[place] for ids, place in zip(runs, rarest.tolist(), strict=True)], np.uint64)
        self._order = np.argsort(anchors, kind="stable")  # of several with one anchor all are tried
        self._anchors = distinct(anchors)
        self._marks = np.zeros(int(_MASK) + 1, np.bool_)  # by the lowest bits: most ids are no anchor
        self._marks[anchors & _MASK] = True
        edges = np.searchsorted(anchors[self._order], self._anchors)
        self._firsts, self._counts = edges, np.diff(np.append(edges, anchors.size))
        self._before, self._sizes = rarest, passages.shingles
        self._sums = np.array([ids.sum(dtype=np.uint64) for ids in runs])
        self._moments = np.array([(ids * np.arange(ids.size, dtype=np.uint64)).sum(dtype=np.uint64) for ids in runs])

    def count(self, ids: Numbers, bounds: NDArray[np.int64]) -> None:
        """Look through the shingles of some documents, as they stand in their texts."""
        places = np.flatnonzero(self._marks[ids & _MASK])
        at = np.minimum(np.searchsorted(self._anchors, ids[places]), self._anchors.size - 1)
        exact = self._anchors[at] == ids[places]
        places, at = places[exact], at[exact]
        tries = np.cumsum(self._counts[at])
        sums = _summed(ids)
        moments = _summed(np.multiply(ids, np.arange(ids.size, dtype=np.uint64)))
        found, done = [], 0
        while done < places.size:
            before = tries[done - 1] if done else 0
            end = max(done + 1, int(np.searchsorted(tries, before + _MOST_AT_ONCE, side="right")))
            found.append(self._standing(places[done:end], at[done:end], sums, moments, bounds))
            done = end
        if found:
            which = distinct(np.concatenate(found)) % self.documents.size
            with self._lock:
                self.documents += np.bincount(which, minlength=self.documents.size)

    def _standing(
        self,
        places: NDArray[np.int64],
        at: NDArray[np.int64],
        sums: Numbers,
        moments: Numbers,
        bounds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """document * passages + passage, wherever a passage stands around one of these places."""
        tries = self._counts[at]
        nth = places_in_runs(tries)
        passage = self._order[np.repeat(self._firsts[at], tries) + nth]
        start = np.repeat(places, tries) - self._before[passage]
        end = start + self._sizes[passage]
        document = np.searchsorted(bounds, np.repeat(places, tries), side="right") - 1
        inside = np.flatnonzero((start >= bounds[document]) & (end <= bounds[document + 1]))
        start, end, passage, document = start[inside], end[inside], passage[inside], document[inside]
        total = sums[end] - sums[start]
        equal = total == self._sums[passage]
        equal &= moments[end] - moments[start] - start.astype(np.uint64) * total == self._moments[passage]
        keys: NDArray[np.int64] = document[equal] * self.documents.size + passage[equal]
        return keys


def _summed(values: Numbers) -> Numbers:
    """(m + 1,) sums of the first values, modulo 2^64."""
    total = np.zeros(values.size + 1, np.uint64)
    np.cumsum(values, out=total[1:])
    return total

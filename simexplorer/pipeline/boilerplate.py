"""Boilerplate that people can read: passages that stand in many documents, and what leaving them out would change.

Everything above a low share is counted once; a slider then moves over what was counted, and nothing is read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.boilerplate import Boilerplate, LeftOut, find_boilerplate, most_documents
from simexplorer.offsets import runs_where
from simexplorer.pipeline.cut_text import cut_document
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.exact_values import both_there, exact_similarities
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.overlaps import verify
from simexplorer.pipeline.packing_together import Packing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.repeated_parts import repeated_parts
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.pipeline.verified import Verified
from simexplorer.search.distinct import distinct

LEAST_SHARE = 0.05
LEAST_DOCUMENTS = 3  # a shingle of fewer documents is no boilerplate, however small the collection
MOST_EXAMPLES = 300
MOST_RUNS = 5_000
_PART_SHINGLES = 1_000_000


class Run(Struct, frozen=True):
    """Frequent shingles that follow each other in one document, and are found in about as many documents.

    row : the document; text : of the run, as it stands there
    documents : (m,) int64, how many documents have each shingle; starts, ends : (m,) int64, places in ``text``
    ids : (m,) uint64
    """

    row: int
    text: str
    ids: NDArray[np.uint64]
    documents: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class ReadablePassages(Struct, frozen=True):
    """Passages whose every shingle is in more than a share of the documents: those first that repeat most text.

    texts : as they stand in one of the documents, ``rows`` (p,) int32
    documents : (p,) int64, how many hold the passage; until that is ``counted`` at most so many: those that have the
        rarest of its shingles
    shingles : (p,) int64; ids : of each passage, uint64, in order; rarest : (p,) int64, which of them fewest have
    """

    texts: tuple[str, ...]
    rows: NDArray[np.int32]
    documents: NDArray[np.int64]
    shingles: NDArray[np.int64]
    ids: tuple[NDArray[np.uint64], ...]
    rarest: NDArray[np.int64]
    counted: bool = False

    def __len__(self) -> int:
        return len(self.texts)

    def with_counts(self, documents: NDArray[np.int64]) -> ReadablePassages:
        """The same passages, held by so many documents each."""
        order = np.argsort(-documents * self.shingles, kind="stable")
        return ReadablePassages(
            texts=tuple(self.texts[place] for place in order.tolist()),
            rows=self.rows[order],
            documents=documents[order],
            shingles=self.shingles[order],
            ids=tuple(self.ids[place] for place in order.tolist()),
            rarest=self.rarest[order],
            counted=True,
        )


class FrequentShingles(Struct, frozen=True):
    """Everything in more than ``share`` of the documents, and where to read it.

    found : ids and counts; runs : in documents that together hold ``spelt`` of the ids
    """

    share: float
    found: Boilerplate
    runs: tuple[Run, ...]
    spelt: int

    def ids_above(self, share: float) -> NDArray[np.uint64]:
        """Sorted ids in more than this share (of those that were counted), as a run would leave them out."""
        return self.found.ids[self.found.documents > most_documents(share, self.found.of)]

    def passages(self, share: float) -> ReadablePassages:
        """The passages at this share. A few milliseconds: for a slider."""
        limit = most_documents(share, self.found.of)
        pieces: dict[bytes, tuple[Run, int, int, int]] = {}
        for run in self.runs:
            for first, last in runs_where(run.documents > limit).tolist():
                key = run.ids[first:last].tobytes()
                if key not in pieces:
                    pieces[key] = (run, first, last, first + int(run.documents[first:last].argmin()))
        ranked = sorted(pieces.values(), key=lambda p: (p[0].documents[p[3]] * (p[1] - p[2]), p[0].row, p[1]))
        return ReadablePassages(
            texts=tuple(run.text[run.starts[a] : run.ends[b - 1]] for run, a, b, _ in ranked),
            rows=np.array([run.row for run, *_ in ranked], np.int32),
            documents=np.array([run.documents[rarest] for run, *_, rarest in ranked], np.int64),
            shingles=np.array([b - a for _, a, b, _ in ranked], np.int64),
            ids=tuple(run.ids[a:b] for run, a, b, _ in ranked),
            rarest=np.array([rarest - a for _, a, _, rarest in ranked], np.int64),
        )


class BoilerplateEffect(Struct, frozen=True):
    """What leaving shingles out does to pairs that the run found.

    i, j : (m,) int32 rows; before, after : (m,) float64 similarity; of : pairs that these are a random part of
    falling : pairs at or above the threshold that would be below it
    emptied : documents of these pairs of which nothing would be left
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    of: int
    falling: int
    emptied: int


def find_frequent(result: Result, reader: Reader, engine: Engine, progress: Progress) -> FrequentShingles:
    """All shingles in more than LEAST_SHARE of the documents and at least LEAST_DOCUMENTS of them, counted exactly.

    Repeats within a document count once. The documents are read twice, and again until every passage was seen; no
    more than a part of them is in memory. Raises Cancelled.
    """
    plain = Reader(reader.corpus, result.recipe.replace(bag=False, boilerplate=1.0))
    rows = np.flatnonzero(result.shingles > 0)
    least = max(Fraction(str(LEAST_SHARE)), Fraction(LEAST_DOCUMENTS - 1, max(LEAST_DOCUMENTS - 1, rows.size)))

    found = find_boilerplate(plain.parts(rows, engine, progress), least, result.shingles.sum() / max(1, rows.size))
    progress.begin("Looking for passages", rows.size)
    runs, spelt = _runs(plain, found, in_runs(rows, result.shingles, _PART_SHINGLES), progress)
    return FrequentShingles(float(least), found, tuple(runs), spelt)


def effect(
    result: Result,
    reader: Reader,
    left_out: NDArray[np.uint64],
    engine: Engine,
    progress: Progress,
    most: int = 20_000,
) -> BoilerplateEffect:
    """The similarities of found pairs without these shingles; of at most ``most`` pairs, drawn at random, rising.

    Pairs of documents that are gone by now are left out.
    """
    count = result.at_threshold
    chosen = np.arange(count)
    if count > most:
        chosen = np.sort(np.random.default_rng(1).choice(count, most, replace=False))
    i, j, before = result.pairs.i[chosen], result.pairs.j[chosen], result.pairs.ranking[chosen]
    verified = Verified.nothing_yet(chosen.size, result.shingles.size)
    complete = verify(Packing(reader.leaving_out(left_out), result.shingles, engine, progress), i, j, verified)
    if not complete:
        progress.check()
    after = verified.jaccard(i, j)
    if result.recipe.measure != "jaccard":
        after = exact_similarities(result.recipe, reader.leaving_out(left_out), i, j, progress)
    there = both_there(reader, i, j)
    i, j, before, after = i[there], j[there], before[there], after[there]
    empty = np.concatenate([i[verified.sizes[i] == 0], j[verified.sizes[j] == 0]])
    return BoilerplateEffect(
        i=i,
        j=j,
        before=before,
        after=after,
        of=count,
        falling=int(np.count_nonzero(after < limit_similarity(result.recipe))),
        emptied=int(distinct(empty).size),
    )


def _runs(
    plain: Reader, found: Boilerplate, parts: Iterable[NDArray[np.int64]], progress: Progress
) -> tuple[list[Run], int]:
    """Runs of frequent shingles in documents taken in order while they show new ones; and how many ids they show."""
    spelt = np.zeros(found.ids.size, np.bool_)
    runs: list[Run] = []
    examples = 0
    for rows in parts if found.ids.size else ():
        progress.check()
        first = 0
        for ids, bounds in plain.pieces(rows):
            wanted = found.ids[~spelt]
            lacking = np.diff(LeftOut(wanted).taken_from(ids, bounds)[1]) < np.diff(bounds)
            for number in np.flatnonzero(lacking).tolist():
                shown = np.isin(found.ids, ids[bounds[number] : bounds[number + 1]]) & ~spelt
                if shown.any():
                    runs += _runs_of(plain, int(rows[first + number]), found, spelt)
                    spelt |= shown
                    examples += 1
                if spelt.all() or examples >= MOST_EXAMPLES or len(runs) >= MOST_RUNS:
                    return runs, int(spelt.sum())
            first += bounds.size - 1
        progress.advance(rows.size)
    return runs, int(spelt.sum())


def _runs_of(plain: Reader, row: int, found: Boilerplate, spelt: NDArray[np.bool_]) -> list[Run]:
    """The runs of one document that hold at least one shingle not spelt yet."""
    cut = cut_document(plain, row)
    place = np.minimum(np.searchsorted(found.ids, cut.ids), found.ids.size - 1)
    frequent = found.ids[place] == cut.ids
    runs = []
    for first, last in runs_where(frequent).tolist():
        documents = found.documents[place[first:last]]
        for low, high in repeated_parts(documents):
            begin, end = first + low, first + high
            if spelt[place[begin:end]].all():
                continue
            starts, ends = cut.origins(np.arange(begin, end))
            text, starts, ends = cut.text[starts[0] : ends[-1]], starts - starts[0], ends - starts[0]
            runs.append(Run(row, text, cut.ids[begin:end], documents[low:high], starts, ends))
    return runs

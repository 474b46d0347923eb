"""Neighbours of a text that somebody pastes or drops: at once, from the signatures at hand, without a new run."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError
from simexplorer.features.boilerplate import others
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import join_texts
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.estimating import estimates_against, near_enough
from simexplorer.pipeline.measure_scale import OF_VECTORS, MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Readable, Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result, Signed
from simexplorer.pipeline.sets_in_memory import in_runs
from simexplorer.pipeline.signing import OTHERWISE_SIGNED, family_of, signed_as_today
from simexplorer.pipeline.yardstick import Yardstick, require_weights
from simexplorer.search.scanning import agreements
from simexplorer.search.verify import jaccard_of, overlaps
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.simhash import text_fingerprints
from simexplorer.signatures.text_signer import SignedTexts, TextSigner

MOST_ANSWERS = 2_000
MOST_HOLDING = 1_000
_CHUNK = 64  # documents that are compared with a text at once
_READ_AT_ONCE = 2**22  # shingles of documents that are read together: 32 MB


class Answers(Struct, frozen=True, kw_only=True):
    """Documents that are like the text, most similar first by the run's measure; columns of length m.

    rows : int32; value : float64, exact, of the run's measure in its units; jaccard : float64, exact; like all that is
        counted nan of a document that is gone by now, unless it was ``identical``
    hamming : int16 bits of the fingerprints
    estimate : float64, by the scheme's own estimator, of the run's measure in its units (as in the run's pairs); nan
        where neither signature has a value
    text_in_document, document_in_text : float64, share of one's shingles that the other holds
    identical : bool, the same text after normalisation; meets : int32 bands in which the signatures meet (0: the index
        alone would not have found it)
    shingles : of the text, each once (but in a bag); with_repeats : all of them, as documents are counted
    more : documents that came near and were left uncounted
    """

    rows: NDArray[np.int32]
    value: NDArray[np.float64]
    jaccard: NDArray[np.float64]
    estimate: NDArray[np.float64]
    hamming: NDArray[np.int16]
    text_in_document: NDArray[np.float64]
    document_in_text: NDArray[np.float64]
    identical: NDArray[np.bool_]
    meets: NDArray[np.int32]
    shingles: int
    more: int = 0
    with_repeats: int = 0

    def __len__(self) -> int:
        return self.rows.size


class AskedText(Struct, frozen=True):
    """A text as this reader's documents are signed and cut, a row each; vectors : None where sets are compared."""

    signed: SignedTexts
    sets: ShingleSets
    vectors: SparseVectors | None


class PastedText(Readable):
    """One text where a reader expects a collection."""

    def __init__(self, text: str) -> None:
        self._data, self._offsets = join_texts([text.encode("utf-8", "replace")])

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Give the text once, whatever is asked for."""
        del rows
        buffer.data = self._data.copy()
        buffer.finish(self._offsets)


class Stock(Struct, frozen=True):
    """The documents that a text is compared with: columns of length n, and who reads them.

    bands, rows : of the index; floor : of the measure, down to which pairs are looked for
    """

    recipe: Recipe
    reader: Reader
    signatures: Signatures
    fingerprints: NDArray[np.uint64]
    text_hashes: NDArray[np.uint64]
    shingles: NDArray[np.int64]
    bands: int
    rows: int
    floor: float

    @classmethod
    def of(cls, result: Signed, reader: Reader) -> Stock:
        """All documents of a run; raises InputError where this program signs otherwise than the one that kept it."""
        if not signed_as_today(result.recipe, result.signatures.scheme):
            raise InputError(OTHERWISE_SIGNED)
        columns = (result.signatures, result.fingerprints, result.text_hashes, result.shingles)
        return cls(result.recipe, reader, *columns, result.bands, result.rows, result.floor)

    def down_to(self, similarity: float) -> Stock:
        """The same, looked through down to this similarity in [0, 1]."""
        return replace(self, floor=float(MeasureScale.of(self.recipe).value(similarity)))

    def take(self, rows: NDArray[np.int64]) -> Stock:
        """Some of them, in this order; ``reader`` still knows them by their numbers in the whole."""
        return replace(
            self,
            signatures=replace(self.signatures, values=self.signatures.values[rows]),
            fingerprints=self.fingerprints[rows],
            text_hashes=self.text_hashes[rows] if self.text_hashes.size else self.text_hashes,
            shingles=self.shingles[rows],
        )


def ask(result: Signed, reader: Reader, engine: Engine, text: str, radius: int | None = None) -> Answers:
    """The documents whose signature comes near the text's, down to the run's floor, and those within ``radius`` bits.

    Every signature is compared (10 ms for 100,000), then at most MOST_ANSWERS documents are read and compared exactly,
    the likeliest first, by the measure of the run and by Jaccard. Raises InputError where that needs what is not kept
    with a saved run. To ask again and again, or for what the index alone finds: ``text_index.TextIndex``.
    """
    stock = Stock.of(result, reader)
    return answers_among(stock, np.arange(stock.shingles.size), signed_text(reader, text), engine, radius)


def answers_among(
    stock: Stock,
    among: NDArray[np.int64],
    asked: AskedText,
    engine: Engine,
    radius: int | None,
    *,
    all_read: bool = False,
) -> Answers:
    """Those of the documents ``among`` (rising rows) that come near a text.

    all_read : all are read for what they hold of the text and it of them; of a long document and a short text the
    signatures agree in no position
    """
    signed, size = asked.signed, asked.sets.ids.size
    if not size:
        return _nothing()
    part = stock if among.size == stock.shingles.size else stock.take(among)
    likely, meets, hamming = _likely(part, signed, engine, radius)
    within = hamming <= (-1 if radius is None else radius)
    if all_read:
        all_shared, all_sizes = _overlaps(stock.reader, engine, asked.sets, among, part.shingles)
        others = likely[(all_sizes[likely] == 0) | within[likely]]  # of what could not be read nothing is known
        likely = _holding(stock.floor, size, all_shared, all_sizes, others)
        shared, sizes = all_shared[likely[:MOST_ANSWERS]], all_sizes[likely[:MOST_ANSWERS]]
    else:
        first = likely[:MOST_ANSWERS]
        shared, sizes = _overlaps(stock.reader, engine, asked.sets, among[first], part.shingles[first], _CHUNK)
    more, places = max(0, likely.size - MOST_ANSWERS), likely[:MOST_ANSWERS]
    matching, scale = _matching(part, signed)[places], MeasureScale.of(stock.recipe)
    read, unread = sizes > 0, np.where(matching, 1.0, np.nan)  # what the hash tells where nothing else does
    jaccard = np.where(read, jaccard_of(shared, np.full(places.size, size, np.int64), sizes), unread)
    value = np.where(read, _values(stock, engine, asked, among[places], shared, sizes), scale.value(unread))
    similar = scale.similarity(value)
    order = np.lexsort((places, ~matching, -jaccard, -similar))
    if stock.recipe.measure == "containment":
        # a position in common says little: what is held decides, where it is known
        order = order[((similar >= stock.floor) | matching | ~read | within[places])[order]]
    places = places[order]
    return Answers(
        rows=among[places].astype(np.int32),
        value=value[order],
        jaccard=jaccard[order],
        estimate=estimates_against(stock.recipe, part.take(places).signatures, signed.values[0]),
        hamming=hamming[places],
        text_in_document=np.where(read, shared / size, unread)[order],
        document_in_text=np.where(read, shared / np.maximum(sizes, 1), unread)[order],
        identical=matching[order],
        meets=meets[places],
        shingles=size,
        more=more,
        with_repeats=int(signed.shingles[0]),
    )


def _likely(
    part: Stock, signed: SignedTexts, engine: Engine, radius: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int16]]:
    """Places that come near a text, the likeliest first; and of all of ``part`` the bands met and the bits unlike."""
    signatures, query = part.signatures, signed.values[0]
    equal, meets = agreements(signatures.values, query, part.bands, part.rows, signatures.infinite, engine.each)
    hamming = np.bitwise_count(part.fingerprints ^ signed.fingerprints[0]).astype(np.int16)
    near = near_enough(part.recipe, part.floor, signatures, query, equal)
    near |= hamming <= (-1 if radius is None else radius)
    near |= _matching(part, signed)  # a signature of gaps alone agrees with none
    places = np.flatnonzero(near & (part.shingles > 0))
    return places[np.argsort(-equal[places], kind="stable")], meets, hamming


def _matching(part: Stock, signed: SignedTexts) -> NDArray[np.bool_]:
    """(n,) documents that said the very same; none where no hashes are kept."""
    hashes = part.text_hashes
    return (hashes == signed.text_hashes[0]).all(axis=1) if hashes.size else np.zeros(part.shingles.size, np.bool_)


def _holding(
    floor: float, size: int, shared: NDArray[np.int64], sizes: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Places of documents that hold a text, or are held by it, down to the floor, the most first; then the others."""
    held = shared / np.maximum(np.minimum(size, sizes), 1)
    holds = (shared > 0) & (held >= floor)
    places = np.flatnonzero(holds)
    return np.concatenate([places[np.argsort(-held[places], kind="stable")], others[~holds[others]]])


def _values(
    stock: Stock,
    engine: Engine,
    asked: AskedText,
    rows: NDArray[np.int64],
    shared: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> NDArray[np.float64]:
    """(m,) exact values of the run's measure between the text and each of these documents."""
    own = np.full(rows.size, asked.sets.ids.size, np.int64)
    if asked.vectors is not None:
        return _of_vectors(stock, engine, asked.vectors, rows)
    if stock.recipe.measure == "containment":
        return np.asarray(shared / np.maximum(np.minimum(own, sizes), 1))
    return jaccard_of(shared, own, sizes)


def find_containing(
    result: Result, reader: Reader, engine: Engine, progress: Progress, text: str, least: float
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """(rows, shares) of documents that hold ``least`` of the text's shingles or more, the MOST_HOLDING that hold most.

    For a passage out of a longer document, which no similarity finds: all texts are read. Raises Cancelled.
    """
    asked = reader.over(PastedText(text)).sets(np.zeros(1, np.int64)).ids
    members = np.flatnonzero(result.shingles > 0)
    progress.begin("Looking for the passage", members.size)
    found = np.zeros(result.shingles.size)

    def look(chunk: NDArray[np.int64]) -> None:
        ids, bounds = reader.shingles(chunk)
        hits = np.flatnonzero(~others(ids, asked))
        document = np.searchsorted(bounds, hits, side="right") - 1
        order = np.lexsort((ids[hits], document))
        document, matched = document[order], ids[hits][order]
        new = np.ones(hits.size, np.bool_)
        new[1:] = (document[1:] != document[:-1]) | (matched[1:] != matched[:-1])
        found[chunk] = np.bincount(document[new], minlength=chunk.size) / max(1, asked.size)
        progress.advance(chunk.size)

    if asked.size:
        engine.each(look, reader.corpus.plan(members))
    rows = np.flatnonzero((found >= least) & (found > 0))
    rows = rows[np.argsort(-found[rows], kind="stable")][:MOST_HOLDING]
    return rows.astype(np.int32), found[rows]


def signed_text(reader: Reader, text: str) -> AskedText:
    """A text signed and cut as this reader's documents are; raises InputError where their weights are not known."""
    over, one, family = reader.over(PastedText(text)), np.zeros(1, np.int64), family_of(reader.recipe)
    vectors = None
    if over.recipe.measure in OF_VECTORS:
        require_weights(over)
        vectors = over.vectors(one)
    sketched = family.scheme.startswith("fss") and over.plain
    signed = over.sign(one, TextSigner(over.cutter, family.length if sketched else 1, over.recipe.seed))
    sets = over.sets(one)
    if not sketched:
        values = family.sign(sets if vectors is None else vectors).values
        ids, bounds = next(over.occurrences(one))  # without what is left out, as documents have
        signed = replace(signed, values=values, fingerprints=text_fingerprints(ids, bounds), shingles=np.diff(bounds))
    return AskedText(signed, sets, vectors)


def _of_vectors(stock: Stock, engine: Engine, asked: SparseVectors, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of the run's measure between each document and the text."""
    values, yardstick = np.empty(rows.size), Yardstick(stock.recipe)

    def measure(first: int) -> None:
        part = slice(first, min(first + _CHUNK, rows.size))
        values[part] = yardstick.exact_against(stock.reader, rows[part], asked)

    engine.each(measure, range(0, rows.size, _CHUNK))
    return values


def _overlaps(
    reader: Reader,
    engine: Engine,
    asked: ShingleSets,
    rows: NDArray[np.int64],
    shingles: NDArray[np.int64],
    most: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(shared, sizes): shingles that each document shares with the text, and its distinct shingles.

    rows, shingles : documents and how many shingles each has
    most : documents that are read together at most; without it as many as have _READ_AT_ONCE shingles
    """
    shared, sizes = np.zeros(rows.size, np.int64), np.zeros(rows.size, np.int64)

    def count(part: NDArray[np.int64]) -> None:
        ids, bounds = reader.shingles(rows[part])
        together = np.concatenate([asked.ids, ids[bounds[0] : bounds[-1]]])
        ends = np.concatenate([[0], bounds - bounds[0] + asked.ids.size])
        right = np.arange(1, ends.size - 1)
        both, distinct = overlaps(together, ends, np.zeros(right.size, np.int64), right)
        shared[part], sizes[part] = both, distinct[1:]

    engine.each(count, in_runs(np.arange(rows.size), shingles, _READ_AT_ONCE, most))
    return shared, sizes


def _nothing() -> Answers:
    none, numbers = np.empty(0, np.int32), np.empty(0)
    return Answers(
        rows=none,
        value=numbers,
        jaccard=numbers,
        estimate=numbers,
        hamming=none.astype(np.int16),
        text_in_document=numbers,
        document_in_text=numbers,
        identical=none.astype(np.bool_),
        meets=none,
        shingles=0,
    )

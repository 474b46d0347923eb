"""Neighbours of a text that somebody pastes or drops: at once, from the signatures at hand, without a new run."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError
from simexplorer.features.boilerplate import others
from simexplorer.features.sets import ShingleSets
from simexplorer.features.texts import join_texts
from simexplorer.pipeline.analysis import read_options
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.filtering import needed_positions
from simexplorer.search.scanning import agreements
from simexplorer.search.verify import jaccard_of, overlaps
from simexplorer.signatures.family import Family
from simexplorer.signatures.text_signer import SignedTexts, TextSigner

MOST_ANSWERS = 2_000
MOST_TEXTS = 50
_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Answers:
    """Documents that are like the text, most similar first by exact Jaccard; columns of length m.

    rows : int32; jaccard, estimate : float64; hamming : int16 bits of the fingerprints
    text_in_document, document_in_text : float64, share of one's shingles that the other holds
    identical : bool, the same text after normalisation; meets : int32 bands in which the signatures meet (0: the index
        alone would not have found it)
    shingles : of the text; looked_at : documents whose exact similarity was counted; more : so many were left uncounted
    """

    rows: NDArray[np.int32]
    jaccard: NDArray[np.float64]
    estimate: NDArray[np.float64]
    hamming: NDArray[np.int16]
    text_in_document: NDArray[np.float64]
    document_in_text: NDArray[np.float64]
    identical: NDArray[np.bool_]
    meets: NDArray[np.int32]
    shingles: int
    looked_at: int
    more: int

    def __len__(self) -> int:
        return self.rows.size


class PastedText:
    """One text where a reader expects a collection."""

    def __init__(self, text: str) -> None:
        self._data, self._offsets = join_texts([text.encode("utf-8", "replace")])

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Give the text once, whatever is asked for."""
        del rows
        buffer.data = self._data.copy()
        buffer.finish(self._offsets)


def texts_of_file(path: bytes, recipe: Recipe) -> list[tuple[str, str]]:
    """(name, text) of a dropped file, read as the recipe reads; of an archive or mailbox the first MOST_TEXTS members.

    Raises InputError, with the reason, where there is no text in it.
    """
    corpus = Corpus.open([path], replace(read_options(recipe), include=(), exclude=()))
    try:
        texts: list[tuple[str, str]] = []
        rows = np.arange(len(corpus))
        while rows.size and len(texts) < MOST_TEXTS:
            buffer = TextBuffer()
            corpus.read(rows[:MOST_TEXTS], buffer)
            name = corpus.paths.display
            found = zip(rows[:MOST_TEXTS].tolist(), range(len(buffer)), strict=True)
            texts += [(name(row), buffer.text(at).decode("utf-8", "replace")) for row, at in found if buffer.text(at)]
            rows = corpus.discovered()
        if not texts:
            reason = (corpus.documents().reason_of(0) if len(corpus) else None) or "there is no text in it"
            raise InputError(f"{path.decode('utf-8', 'backslashreplace')}: nothing to look for: {reason}.")
        return texts[:MOST_TEXTS]
    finally:
        corpus.close()


def ask(
    result: Result, reader: Reader, engine: Engine, text: str, radius: int | None = None, most: int = MOST_ANSWERS
) -> Answers:
    """The documents whose signature comes near the text's, down to the run's floor, and those within ``radius`` bits.

    Every signature is compared, then at most ``most`` documents are read and compared exactly, the likeliest first.
    Schemes for the cosine and other measures find by their own signatures; the exact figures are Jaccard's.
    """
    over = reader.over(PastedText(text))
    one = np.zeros(1, np.int64)
    family = family_of(result.recipe)
    signed = _signed(over, family)
    asked = over.sets(one)
    if not asked.ids.size:
        return _nothing()
    values = result.signatures.values
    equal, meets = agreements(
        values, signed.values[0], result.bands, result.rows, result.signatures.infinite, engine.each
    )
    hamming = np.bitwise_count(result.fingerprints ^ signed.fingerprints[0]).astype(np.int16)
    floor = float(Yardstick(result.recipe).to_family(result.floor))
    needed = max(1, needed_positions(family, floor, result.recipe.sketch_sigmas))
    near = (equal >= needed) & (result.shingles > 0)
    if radius is not None:
        near |= (hamming <= radius) & (result.shingles > 0)
    rows = np.flatnonzero(near)
    rows = rows[np.argsort(-equal[rows], kind="stable")]
    more = max(0, rows.size - most)
    rows = rows[:most]
    shared, sizes = _overlaps(reader, engine, asked, rows)
    own = np.full(rows.size, asked.ids.size, np.int64)
    jaccard = jaccard_of(shared, own, sizes)
    matching = np.zeros(rows.size, np.bool_)
    if result.text_hashes.size:
        matching = np.asarray((result.text_hashes[rows] == signed.text_hashes[0]).all(axis=1))
    order = np.lexsort((rows, ~matching, -jaccard))
    rows, shared, sizes = rows[order], shared[order], sizes[order]
    return Answers(
        rows=rows.astype(np.int32),
        jaccard=jaccard[order],
        estimate=equal[rows] / values.shape[1],
        hamming=hamming[rows],
        text_in_document=shared / own,
        document_in_text=shared / np.maximum(sizes, 1),
        identical=matching[order],
        meets=meets[rows],
        shingles=int(asked.ids.size),
        looked_at=int(rows.size),
        more=more,
    )


def find_containing(
    result: Result, reader: Reader, engine: Engine, progress: Progress, text: str, least: float = 0.5, most: int = 1_000
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """(rows, shares) of documents that hold at least this share of the text's shingles, the most first.

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
    rows = rows[np.argsort(-found[rows], kind="stable")][:most]
    return rows.astype(np.int32), found[rows]


def _signed(over: Reader, family: Family) -> SignedTexts:
    """Signature, fingerprint and text hash of the one text of this reader."""
    one = np.zeros(1, np.int64)
    sketched = family.scheme.startswith("fss") and over.plain
    signed = over.sign(one, TextSigner(over.cutter, family.length if sketched else 1, over.recipe.seed))
    if sketched:
        return signed
    documents = over.sets(one) if family.measure == "jaccard" else over.vectors(one)
    return replace(signed, values=family.sign(documents).values)


def _overlaps(
    reader: Reader, engine: Engine, asked: ShingleSets, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(shared, sizes): shingles that each document shares with the text, and its distinct shingles."""
    shared, sizes = np.zeros(rows.size, np.int64), np.zeros(rows.size, np.int64)

    def count(first: int) -> None:
        part = slice(first, min(first + _CHUNK, rows.size))
        ids, bounds = reader.shingles(rows[part])
        together = np.concatenate([asked.ids, ids[bounds[0] : bounds[-1]]])
        edges = np.concatenate([[0], bounds - bounds[0] + asked.ids.size])
        right = np.arange(1, edges.size - 1)
        both, distinct = overlaps(together, edges, np.zeros(right.size, np.int64), right)
        shared[part], sizes[part] = both, distinct[1:]

    engine.each(count, range(0, rows.size, _CHUNK))
    return shared, sizes


def _nothing() -> Answers:
    none, numbers = np.empty(0, np.int32), np.empty(0)
    return Answers(
        none, numbers, numbers, none.astype(np.int16), numbers, numbers, none.astype(np.bool_), none, 0, 0, 0
    )

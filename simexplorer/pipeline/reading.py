"""Documents to shingles as a recipe wants them: words filtered, cut, as sets or bags, without boilerplate."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.bags import numbered, sets_of
from simexplorer.features.boilerplate import LeftOut, find_boilerplate
from simexplorer.features.document_counts import Count, RepeatedBuckets
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import CutParams, CutRoom, TextCutter
from simexplorer.features.vectors import DocumentFrequencies, as_vectors, term_frequencies, tf_idf
from simexplorer.features.word_table import WordReplacer
from simexplorer.features.words import WordFilter
from simexplorer.pipeline.engine import Engine, PerThread
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.distinct import distinct
from simexplorer.signatures.text_signer import SignedBefore, SignedTexts, TextSigner

_PIECE_IDS = 1 << 17  # a megabyte of ids: what is cut is compared while it is still in the processor's cache
_VOTING = ("simhash", "bit-sampling")  # schemes that count how many features have a bit

Texts: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int64]]  # a thread's buffer, and where each text begins in it
Runs: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.int64]]  # shingles, and where those of each document begin


def cut_params(recipe: Recipe) -> CutParams:
    """The slice of the recipe that decides how a text is cut."""
    return CutParams(
        normalise=recipe.normalise, kind=recipe.shingle_kind, size=recipe.shingle_size, id_bits=recipe.id_bits
    )


class Readable(Protocol):
    """Where texts come from: a corpus, a saved run whose files are read again, or a text that somebody pasted."""

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Fill ``buffer`` with the texts of these rows, in order."""

    def lost(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(m,) which of these had a text that could not be read again as it was, so far; of texts at hand none."""
        return np.zeros(rows.size, np.bool_)


class Reader:
    """Reads and cuts documents for any stage; shared by threads, buffers and scratch are each thread's own."""

    def __init__(self, source: Readable, recipe: Recipe) -> None:
        self.recipe = recipe
        self._collection = source if isinstance(source, Corpus) else None
        self._source = source
        self.cutter = TextCutter(cut_params(recipe))
        self._words = self._replacers()
        self._left_out = LeftOut(np.empty(0, np.uint64))
        self._frequencies: DocumentFrequencies | None = None
        self._buffers = PerThread(TextBuffer)
        self._scratch = PerThread(self.cutter.scratch)
        self._rooms = PerThread(self._new_room)

    @property
    def plain(self) -> bool:
        """Whether a text's shingles are compared as they are cut: then one compiled pass signs them."""
        return not self.recipe.bag and len(self._left_out) == 0

    @property
    def corpus(self) -> Corpus:
        """The collection that it was made for, whichever texts it is ``over``; a saved run has none."""
        assert self._collection is not None
        return self._collection

    @property
    def source(self) -> Readable:
        """Where the texts come from."""
        return self._source

    @property
    def left_out(self) -> NDArray[np.uint64]:
        """Sorted ids of the shingles that are left out as boilerplate."""
        return self._left_out.ids

    @property
    def knows_weights(self) -> bool:
        """Whether vectors can be made: tf-idf has to be learned from the collection first."""
        return self.recipe.weights != "tfidf" or self._frequencies is not None

    def over(self, texts: Readable) -> Reader:
        """A reader of other texts that treats them as those of this collection: same cuts, words, shingles left out."""
        other = copy.copy(self)
        other._source = texts
        other._buffers, other._scratch = PerThread(TextBuffer), PerThread(self.cutter.scratch)
        other._rooms = PerThread(self._new_room)
        return other

    def leaving_out(self, ids: NDArray[np.uint64]) -> Reader:
        """A reader of the same documents that leaves out these shingles (sorted ids) instead of its own."""
        other = self.over(self._source)
        other._left_out = LeftOut(ids)
        return other

    def lost(self, rows: NDArray[Any]) -> NDArray[np.bool_]:
        """(m,) which of these had a text that could not be read again as it was, so far: they read as empty."""
        return self._source.lost(rows)

    def texts(self, rows: NDArray[np.int64], *, put_off: bool = False) -> Texts:
        """The texts of these documents, words filtered; they hold until the same thread reads others.

        put_off : as in ``Corpus.read``
        """
        buffer = self._buffers.get()
        if put_off:
            self.corpus.read(rows, buffer, put_off=True)
        else:
            self._source.read(rows, buffer)
        return self.filtered(buffer)

    def filtered(self, buffer: TextBuffer) -> Texts:
        """Texts at hand, words filtered."""
        if self._words is None:
            return buffer.data, buffer.offsets
        return self._words.get().replaced(buffer.data, buffer.offsets)

    def sign(self, rows: NDArray[np.int64], signer: TextSigner) -> SignedTexts:
        """Signatures of these documents' texts by the compiled pass."""
        return self.sign_texts(self.texts(rows), signer)

    def sign_texts(
        self,
        texts: Texts,
        signer: TextSigner,
        room: SignedTexts | None = None,
        before: SignedBefore | None = None,
    ) -> SignedTexts:
        """The same of texts at hand, written where there is ``room`` for them; before : as of ``TextSigner.sign``."""
        signed, scratch = signer.sign(*texts, self._scratch.get(), room, before)
        self._scratch.put(scratch)
        return signed

    def features(self, texts: Texts, weighted: bool) -> Iterator[tuple[ShingleSets | SparseVectors, Runs]]:
        """What a family signs, a few documents at a time, in order; each piece holds until the next one is asked for.

        Sets stand as they were cut, unsorted and with repeats, which no family for sets minds. In the votes of a
        SimHash each occurrence counts, as its term frequency wants, or each feature once. Beside them the runs of
        shingles that they were made of, repeats included.
        """
        for ids, bounds in self._pieces(texts):
            features: ShingleSets | SparseVectors
            if not weighted:
                features = ShingleSets(bounds - bounds[0], self._as_compared(ids, bounds)[0])
            elif self.recipe.scheme not in _VOTING or self.recipe.weights == "tfidf":
                features = self._weighted(ids, bounds)
            elif self.recipe.weights == "tf":
                features = ShingleSets(bounds - bounds[0], ids)
            else:
                features = sets_of(ids, bounds)
            yield features, (ids, bounds)

    def shingles(self, rows: NDArray[np.int64]) -> Runs:
        """(ids, bounds) to compare: of bags each occurrence has an id of its own; repeats may stand for sets."""
        return self._as_compared(*self._cut(rows))

    def pieces(self, rows: NDArray[np.int64]) -> Iterator[Runs]:
        """The same, a few documents at a time, in order; each piece holds until the next one is asked for."""
        return (self._as_compared(*runs) for runs in self._pieces(self.texts(rows)))

    def occurrences(self, rows: NDArray[np.int64]) -> Iterator[Runs]:
        """(ids, bounds) in such pieces of all shingles as they are cut, repeats included: what ``vectors`` counts."""
        return self._pieces(self.texts(rows))

    def _pieces(self, texts: Texts) -> Iterator[Runs]:
        data, offsets = texts
        room = self._rooms.get()
        while offsets.size > 1:
            ids, bounds = self.cutter.piece(data, offsets, room)
            offsets = offsets[bounds.size - 1 :]
            yield self._without_left_out(ids, bounds)

    def _as_compared(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> Runs:
        return numbered(ids, bounds) if self.recipe.bag else (ids, bounds)

    def sets(self, rows: NDArray[np.int64]) -> ShingleSets:
        """The same as sets: sorted, without repeats."""
        return sets_of(*self.shingles(rows))

    def vectors(self, rows: NDArray[np.int64]) -> SparseVectors:
        """The documents as weighted features: binary, term frequencies, or tf-idf over this collection."""
        return self._weighted(*self._cut(rows))

    def _weighted(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> SparseVectors:
        if self.recipe.weights == "binary":
            return as_vectors(sets_of(ids, bounds))
        frequencies = term_frequencies(ids, bounds)
        return frequencies if self._frequencies is None else tf_idf(frequencies, self._frequencies)

    def rarity(self, ids: NDArray[np.uint64]) -> NDArray[np.float64]:
        """(m,) by what ``vectors`` multiplies the counts of these shingles; empty where they stay as they are."""
        return np.empty(0) if self._frequencies is None else self._frequencies.inverse(ids)

    def learn_collection(self, weighted: bool, shingles: float, engine: Engine, progress: Progress) -> int:
        """Look at all documents for what the recipe asks of the whole: boilerplate, document frequencies.

        shingles : of a document, about. Returns the number of shingles that are left out from now on. To be called
        once everything was read. Raises Cancelled.
        """
        each_part = self.parts(np.arange(len(self.corpus)), engine, progress)
        if self.recipe.boilerplate < 1.0:
            self._left_out = LeftOut(find_boilerplate(each_part, self.recipe.boilerplate, shingles).ids)
        if weighted and self.recipe.weights == "tfidf":
            repeated = RepeatedBuckets(shingles * len(self.corpus))
            each_part(repeated.count)
            counted = DocumentFrequencies(repeated.repeated())
            each_part(counted.count)
            self._frequencies = counted
        return len(self._left_out)

    def parts(self, rows: NDArray[np.int64], engine: Engine, progress: Progress) -> Callable[[Count], None]:
        """What shows these documents to whoever counts shingles, from all threads; those without a shingle are not."""

        def each_part(count: Count) -> None:
            progress.begin("Counting shingles in documents", rows.size)

            def count_chunk(chunk: NDArray[np.int64]) -> None:
                progress.check()
                for ids, bounds in self._pieces(self.texts(chunk)):
                    count(ids, distinct(bounds))
                progress.advance(chunk.size)

            engine.each(count_chunk, self.corpus.plan(rows), reading=True)

        return each_part

    def _replacers(self) -> PerThread[WordReplacer] | None:
        """What filters the words of texts, for each thread; nothing if the recipe wants them as they are."""
        recipe = self.recipe
        if not (recipe.stop_words or recipe.stemming):
            return None
        words = WordFilter(
            recipe.language, stop_words=recipe.stop_words, stemming=recipe.stemming, normalise=recipe.normalise
        )
        return PerThread(partial(WordReplacer, self.cutter, words))

    def _new_room(self) -> CutRoom:
        return CutRoom(self.cutter.scratch(), np.empty(_PIECE_IDS, np.uint64))

    def _cut(self, rows: NDArray[np.int64]) -> Runs:
        ids, bounds, scratch = self.cutter.shingles(*self.texts(rows), self._scratch.get())
        self._scratch.put(scratch)
        return self._without_left_out(ids, bounds)

    def _without_left_out(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> Runs:
        return self._left_out.taken_from(ids, bounds) if len(self._left_out) else (ids, bounds)

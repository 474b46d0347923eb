"""Documents to shingles as a recipe wants them: words filtered, cut, as sets or bags, without boilerplate."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.bags import bags_of, sets_of
from simexplorer.features.boilerplate import find_boilerplate, leave_out_of_runs
from simexplorer.features.normalise import normalise_text
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import CutParams, CutRoom, TextCutter, join_texts
from simexplorer.features.vectors import DocumentFrequencies, as_vectors, term_frequencies, tf_idf
from simexplorer.features.words import WordFilter
from simexplorer.pipeline.engine import PerThread
from simexplorer.pipeline.recipe import Recipe
from simexplorer.signatures.text_signer import SignedTexts, TextSigner

_CHUNK = 2000
_PIECE_IDS = 1 << 17  # a megabyte of ids: what is cut is compared while it is still in the processor's cache


def cut_params(recipe: Recipe) -> CutParams:
    """The slice of the recipe that decides how a text is cut."""
    return CutParams(
        normalise=recipe.normalise, kind=recipe.shingle_kind, size=recipe.shingle_size, id_bits=recipe.id_bits
    )


class Readable(Protocol):
    """Where texts come from: a corpus, or a text that somebody pasted."""

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Fill ``buffer`` with the texts of these rows, in order."""


class Reader:
    """Reads and cuts documents for any stage; shared by threads, buffers and scratch are each thread's own."""

    def __init__(self, corpus: Corpus, recipe: Recipe) -> None:
        self.corpus = corpus
        self.recipe = recipe
        self._source: Readable = corpus
        self.cutter = TextCutter(cut_params(recipe))
        self._words = _word_filter(recipe)
        self._left_out = np.empty(0, np.uint64)
        self._frequencies: DocumentFrequencies | None = None
        self._buffers = PerThread(TextBuffer)
        self._scratch = PerThread(self.cutter.scratch)
        self._rooms = PerThread(self._new_room)

    @property
    def plain(self) -> bool:
        """Whether a text's shingles are compared as they are cut: then one compiled pass signs them."""
        return not self.recipe.bag and self._left_out.size == 0

    @property
    def source(self) -> Readable:
        """Where the texts come from."""
        return self._source

    @property
    def left_out(self) -> NDArray[np.uint64]:
        """Sorted ids of the shingles that are left out as boilerplate."""
        return self._left_out

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
        other._left_out = ids
        return other

    def sign(self, rows: NDArray[np.int64], signer: TextSigner, *, put_off: bool = False) -> SignedTexts:
        """Signatures of these documents' texts by the compiled pass; ``put_off`` as in ``Corpus.read``."""
        data, offsets = self._texts(rows, put_off)
        signed, scratch = signer.sign(data, offsets, self._scratch.get())
        self._scratch.put(scratch)
        return signed

    def shingles(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(ids, bounds) to compare: of bags each occurrence has an id of its own; repeats may stand for sets."""
        return self._as_compared(*self._cut(rows))

    def pieces(self, rows: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.int64]]]:
        """The same, a few documents at a time, in order; each piece holds until the next one is asked for."""
        data, offsets = self._texts(rows)
        room = self._rooms.get()
        while offsets.size > 1:
            ids, bounds = self.cutter.piece(data, offsets, room)
            offsets = offsets[bounds.size - 1 :]
            yield self._as_compared(*self._without_left_out(ids, bounds))

    def _as_compared(
        self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        if self.recipe.bag:
            bags = bags_of(ids, bounds)
            return bags.ids, bags.offsets
        return ids, bounds

    def sets(self, rows: NDArray[np.int64]) -> ShingleSets:
        """The same as sets: sorted, without repeats."""
        return sets_of(*self.shingles(rows))

    def vectors(self, rows: NDArray[np.int64]) -> SparseVectors:
        """The documents as weighted features: binary, term frequencies, or tf-idf over this collection."""
        ids, bounds = self._cut(rows)
        if self.recipe.weights == "binary":
            return as_vectors(sets_of(ids, bounds))
        frequencies = term_frequencies(ids, bounds)
        return frequencies if self._frequencies is None else tf_idf(frequencies, self._frequencies)

    def learn_collection(self, weighted: bool) -> int:
        """Look at all documents for what the recipe asks of the whole: boilerplate, document frequencies.

        Returns the number of shingles that are left out from now on. To be called once everything was read.
        """
        if self.recipe.boilerplate < 1.0:
            self._left_out = find_boilerplate(self._parts, self.recipe.boilerplate).ids
        if weighted and self.recipe.weights == "tfidf":
            counted = DocumentFrequencies()
            for part in self._parts():
                counted.add(part)
            self._frequencies = counted
        return int(self._left_out.size)

    def _new_room(self) -> CutRoom:
        return CutRoom(self.cutter.scratch(), np.empty(_PIECE_IDS, np.uint64))

    def _parts(self) -> Iterator[ShingleSets]:
        for first in range(0, len(self.corpus), _CHUNK):
            ids, bounds = self._cut(np.arange(first, min(first + _CHUNK, len(self.corpus))))
            sets = sets_of(ids, bounds)
            yield sets.take(np.flatnonzero(sets.sizes))

    def _cut(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        ids, bounds, scratch = self.cutter.shingles(*self._texts(rows), self._scratch.get())
        self._scratch.put(scratch)
        return self._without_left_out(ids, bounds)

    def _without_left_out(
        self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        return leave_out_of_runs(ids, bounds, self._left_out) if self._left_out.size else (ids, bounds)

    def _texts(self, rows: NDArray[np.int64], put_off: bool = False) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        buffer = self._buffers.get()
        if put_off:
            self.corpus.read(rows, buffer, put_off=True)
        else:
            self._source.read(rows, buffer)
        if self._words is None:
            return buffer.data, buffer.offsets
        raw = (buffer.data[a:b].tobytes().decode() for a, b in zip(buffer.offsets, buffer.offsets[1:], strict=False))
        switches = self.recipe.normalise
        return join_texts([self._words.apply(normalise_text(text, switches)).encode() for text in raw])


def _word_filter(recipe: Recipe) -> WordFilter | None:
    if not (recipe.stop_words or recipe.stemming):
        return None
    return WordFilter(
        recipe.language, stop_words=recipe.stop_words, stemming=recipe.stemming, normalise=recipe.normalise
    )

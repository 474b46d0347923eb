"""Stage 1: read every document once and sign it; of its text nothing stays in memory, unless it is short."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.agreement import holds_value
from simexplorer.signatures.family import Family, Signatures
from simexplorer.signatures.known_union import may_lack_values
from simexplorer.signatures.schemes import family
from simexplorer.signatures.simhash import text_fingerprints
from simexplorer.signatures.text_signer import SignedBefore, SignedTexts, TextSigner


def family_of(recipe: Recipe) -> Family:
    """The signature scheme that the recipe names."""
    return family(
        recipe.scheme,
        recipe.hashes,
        recipe.seed,
        bits=recipe.bits,
        share=recipe.first_rows,
        components=recipe.components,
        interval=recipe.interval,
        simhash_bits=recipe.simhash_bits,
    )


OTHERWISE_SIGNED = (
    "These results were kept by another version of the program, with signatures that no text can be compared with now. "
    "Analyse the documents again."
)


def signed_as_today(recipe: Recipe, scheme: str) -> bool:
    """Whether what was signed by this scheme, of whatever version, is signed as this program signs it."""
    return family_of(recipe).scheme.partition("/")[0] == scheme.partition("/")[0]


def lacks_values(family: Family, signatures: Signatures, members: NDArray[np.int64]) -> bool:
    """Whether signatures of these documents, none of them empty, have positions without a value.

    Such positions agree with nothing: counting equal ones against all of them would hold their number against a pair.
    """
    if signatures.infinite is None or not may_lack_values(family):
        return False
    return bool(holds_value(signatures.values, members, signatures.infinite))


class SignedCorpus(Struct):
    """Columns over all documents of a corpus; rows that are not signed yet hold no shingle, and any values.

    infinite : the value of an empty document's positions, if the family has one
    known : (n,) int64, the row that each document had in the run whose work was taken over; -1 for news
    """

    texts: SignedTexts
    family: Family
    infinite: int | None
    known: NDArray[np.int64]
    complete: bool = False

    @classmethod
    def unsigned(cls, count: int, family: Family) -> SignedCorpus:
        """Room for ``count`` documents of which nothing is known."""
        nothing = family.sign(ShingleSets.from_lists([]))
        values = np.empty((count, family.length), nothing.values.dtype)
        return cls(SignedTexts.around(values), family, nothing.infinite, np.full(count, -1, np.int64))

    @property
    def signatures(self) -> Signatures:
        """The signatures with the names of what made them."""
        return Signatures(self.family.scheme, self.family.seed, self.texts.values, self.infinite)

    @property
    def jaccard_at(self) -> NDArray[np.float64]:
        """(K + 1,) the Jaccard similarity that 0, 1, ... equal positions speak of; empty where they do of another."""
        if self.family.measure != "jaccard":
            return np.empty(0)
        return np.clip(self.family.measure_at(np.arange(self.family.length + 1) / self.family.length), 0.0, 1.0)

    def missing(self, members: NDArray[np.int64]) -> int | None:
        """What stands in positions without a value, if signatures of these documents, none of them empty, have such."""
        return self.infinite if lacks_values(self.family, self.signatures, members) else None

    def grow(self, count: int) -> None:
        """Make room for documents that were found inside others, if any were."""
        before = self.known.size
        if count == before:
            return
        larger = SignedCorpus.unsigned(count, self.family)
        larger.texts.put(slice(before), self.texts)
        larger.known[:before] = self.known
        self.texts, self.known = larger.texts, larger.known

    def blank(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> None:
        """Give rows that are not signed yet, or never will be, the values of an empty document."""
        self.texts.values[rows] = 0 if self.infinite is None else self.infinite

    def leave_out(self, lost: NDArray[np.bool_]) -> None:
        """Have these documents (n,) hold no shingle from now on: they can be compared with none any more."""
        self.texts = replace(self.texts, shingles=np.where(lost, 0, self.texts.shingles))

    def reorder(self, order: NDArray[np.int64]) -> None:
        """Put the rows in another order."""
        if np.any(order != np.arange(order.size)):
            self.texts, self.known = self.texts.take(order), self.known[order]


def sign_corpus(
    reader: Reader,
    engine: Engine,
    progress: Progress,
    on_signed: Callable[[SignedCorpus], None] = lambda _signed: None,
    take_over: Callable[[SignedCorpus], None] = lambda _signed: None,
) -> SignedCorpus:
    """Sign all documents, members of containers included; a cancelled run returns what is done, not ``complete``.

    ``take_over`` may fill in rows that were signed before and mark them in ``known``: they are not read.
    ``on_signed`` is called from worker threads after every chunk with the columns so far.
    """
    recipe, corpus = reader.recipe, reader.corpus
    signed = SignedCorpus.unsigned(len(corpus), family_of(recipe))
    weighted = signed.family.measure != "jaccard"
    needs_all = recipe.boilerplate < 1.0 or (weighted and recipe.weights == "tfidf")
    take_over(signed)
    rows = np.flatnonzero(signed.known < 0)
    progress.begin("Reading and signing", rows.size)
    try:
        while rows.size:
            _sign_rows(reader, signed, rows, engine, progress, on_signed, plain=needs_all)
            rows = corpus.discovered()
            if rows.size:
                signed.grow(len(corpus))
                progress.begin("Reading and signing the rest", rows.size)
        if needs_all:
            filled = int(np.count_nonzero(signed.texts.shingles))
            reader.learn_collection(weighted, signed.texts.shingles.sum() / max(1, filled), engine, progress)
            progress.begin("Signing with what the collection tells", len(corpus))
            _sign_rows(reader, signed, np.arange(len(corpus)), engine, progress, on_signed, again=True)
        signed.complete = True
    except Cancelled:
        corpus.discovered()  # members go with their container, wherever it stands from now on
        signed.grow(len(corpus))
        signed.blank(signed.texts.shingles == 0)
    order = corpus.order()
    corpus.reorder(order)
    signed.reorder(order)
    return signed


def _sign_rows(
    reader: Reader,
    signed: SignedCorpus,
    rows: NDArray[np.int64],
    engine: Engine,
    progress: Progress,
    on_signed: Callable[[SignedCorpus], None],
    *,
    plain: bool = False,
    again: bool = False,
) -> None:
    """Sign these rows, chunk by chunk; ``plain`` only reads and counts, for a first look at the whole.

    again : all of them were read before, so none is put off until ``discovered`` names it
    """
    sketched = signed.family.scheme.startswith("fss") and reader.plain
    signer = TextSigner(reader.cutter, signed.family.length if sketched else 1, reader.recipe.seed)
    weighted = signed.family.measure != "jaccard"
    before = SignedBefore.nothing(signed.texts) if sketched else None
    if before is not None and not again:  # what is signed again is written to
        before.add(np.arange(signed.known.size))

    def sign(chunk: NDArray[np.int64]) -> None:
        progress.check()
        texts = reader.texts(chunk, put_off=not again)
        place = slice(int(chunk[0]), int(chunk[-1]) + 1)  # where chunks are runs of rows they are signed
        in_place = sketched and np.array_equal(chunk, np.arange(place.start, place.stop))
        columns = reader.sign_texts(texts, signer, signed.texts.take(place) if in_place else None, before)
        if plain and not sketched:
            signed.blank(chunk)
        elif not sketched:
            done = 0
            for documents, (ids, bounds) in reader.features(texts, weighted):
                part = slice(done, done + len(documents))
                signed.texts.values[chunk[part]] = signed.family.sign(documents).values
                columns.shingles[part] = np.diff(bounds)
                if reader.left_out.size:
                    columns.fingerprints[part] = text_fingerprints(ids, bounds)
                done = part.stop
        if not in_place:
            signed.texts.put(chunk, columns, with_values=sketched)
        if before is not None:
            before.add(chunk)
        progress.advance(chunk.size)
        on_signed(signed)

    engine.each(sign, reader.corpus.plan(rows), reading=True)

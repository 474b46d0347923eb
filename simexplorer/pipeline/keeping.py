"""What a run found out about unchanged documents, taken over by the next one: signatures and verified overlaps."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from simexplorer.compiled import KERNEL_VERSION
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.mapped_columns import MappedColumns, let_go_of_all
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.signatures.text_signer import SignedTexts

_OF_TEXTS = ("values", "fingerprints", "text_hashes", "shingles")
_OF_FILES = ("include", "exclude", "encodings")  # which files are read, and single ones anew: no matter to the others

_TAKEN_AT_ONCE = 1 << 14  # signatures


class Keeper:
    """The cache of one collection under one recipe; without a cache it keeps and knows nothing."""

    def __init__(self, cache: ArrayCache | None, recipe: Recipe) -> None:
        self._cache, self._recipe = cache, recipe
        self._stamp = ""  # under which signatures were taken over

    def _key(self, stamp: str) -> str:
        """Names the run whose rows count, the code that cut and signed, and all of the recipe that matters to both."""
        same = self._recipe.replace(**dict.fromkeys(_OF_FILES, ()), hidden_files=True, follow_links=False)
        return f"signatures {stamp} {KERNEL_VERSION} {same.heavy_key()!r}"

    def _key_of_pairs(self, stamp: str) -> str:
        return f"overlaps and {self._key(stamp)}"

    @property
    def _applies(self) -> bool:
        """What depends on the whole collection is not kept: one new document would change it for all."""
        return self._cache is not None and self._recipe.boilerplate >= 1.0 and self._recipe.weights != "tfidf"

    def take_over(self, corpus: Corpus, signed: SignedCorpus) -> None:
        """Fill in the rows signed before and mark them in ``signed.known``."""
        kept = self._cache.load(self._key(corpus.known_stamp)) if self._cache and corpus.known_stamp else None
        if kept is None or not self._applies:
            return
        signed.known[:] = corpus.known
        mapped = MappedColumns.of(kept)
        column = kept.arrays.__getitem__ if mapped is None else mapped.column
        values, *others = map(column, _OF_TEXTS)
        if mapped is not None and _all_as_kept(signed, values.shape[0]):
            signed.texts = SignedTexts(values, *(other.copy() for other in others))
        else:
            rows = np.flatnonzero(corpus.known >= 0)
            for first in range(0, rows.size, _TAKEN_AT_ONCE):
                part = rows[first : first + _TAKEN_AT_ONCE]
                signed.texts.put(part, SignedTexts(values, *others).take(corpus.known[part]))
                let_go_of_all()
        self._stamp = corpus.known_stamp

    def overlaps(self, signed: SignedCorpus) -> KnownOverlaps:
        """Those among the documents that were taken over, under the rows that they have now."""
        kept = self._cache.load(self._key_of_pairs(self._stamp)) if self._cache and self._stamp else None
        if kept is None:
            return KnownOverlaps(signed.texts.shingles.size)
        return KnownOverlaps.of_arrays(kept.arrays, signed.known)

    def keep(self, corpus: Corpus, signed: SignedCorpus, overlaps: KnownOverlaps, *, lasting: bool = False) -> None:
        """Store what this run knows, in the order that the rows have now; of what is stored no copy is made.

        lasting : signatures and overlaps are asked for long after the run; from now on they lie in files, which take
            memory while somebody reads
        """
        stamp = corpus.remember() if self._applies and signed.complete else ""
        if stamp and self._cache is not None:
            of_pairs, stored = self._key_of_pairs(stamp), overlaps.batches
            if stamp != corpus.known_stamp or not _all_as_kept(signed, len(corpus)):  # else they are there
                self._keep_texts(self._key(stamp), signed, lasting=lasting)
            if self._cache.store(of_pairs, overlaps.arrays(), {}) and lasting:
                overlaps.lie_in(self._cache.load(of_pairs), stored)
            self._cache.trim()

    def _keep_texts(self, key: str, signed: SignedCorpus, *, lasting: bool) -> None:
        assert self._cache is not None
        texts = {name: getattr(signed.texts, name) for name in _OF_TEXTS}
        mapped = MappedColumns.of(self._cache.load(key)) if self._cache.store(key, texts, {}) and lasting else None
        if mapped is not None:
            signed.texts = replace(signed.texts, values=mapped.column("values"))


def _all_as_kept(signed: SignedCorpus, rows: int) -> bool:
    """Whether all signatures were taken over, each from the row that it has now, and are all that were kept."""
    return np.array_equal(signed.known, np.arange(rows))

"""What a run found out about unchanged documents, taken over by the next one: signatures and verified overlaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import KERNEL_VERSION
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.signatures.text_signer import SignedTexts

_OF_FILES = ("include", "exclude", "encodings")  # which files are read, and single ones anew: no matter to the others


@dataclass(frozen=True, slots=True)
class Keeper:
    """The cache of one collection under one recipe; without a cache it keeps and knows nothing."""

    cache: ArrayCache | None
    recipe: Recipe

    def _key(self, stamp: str) -> str:
        """Names the run whose rows count, the code that cut and signed, and all of the recipe that matters to both."""
        same = self.recipe.replace(**dict.fromkeys(_OF_FILES, ()), hidden_files=True, follow_links=False)
        return f"signed {stamp} {KERNEL_VERSION} {same.heavy_key()!r}"

    @property
    def _applies(self) -> bool:
        """What depends on the whole collection is not kept: one new document would change it for all."""
        return self.cache is not None and self.recipe.boilerplate >= 1.0 and self.recipe.weights != "tfidf"

    def take_over(self, corpus: Corpus, signed: SignedCorpus) -> KnownOverlaps:
        """Fill in the rows signed before and mark them in ``signed.known``; the overlaps among them, by old rows."""
        kept = self.cache.load(self._key(corpus.known_stamp)) if self.cache and corpus.known_stamp else None
        if kept is None or not self._applies:
            return KnownOverlaps()
        signed.known[:] = corpus.known
        rows = np.flatnonzero(corpus.known >= 0)
        old = corpus.known[rows]
        columns = (kept.arrays[name][old] for name in ("values", "fingerprints", "text_hashes", "shingles"))
        signed.texts.put(rows, SignedTexts(*columns))
        return KnownOverlaps.of_columns(kept.arrays["pairs"].copy(), kept.arrays["overlaps"].copy())

    def keep(self, corpus: Corpus, signed: SignedCorpus, overlaps: KnownOverlaps) -> None:
        """Store what this run knows, in the order that the rows have now."""
        stamp = corpus.remember() if self._applies and signed.complete else ""
        if stamp and self.cache is not None:
            texts = signed.texts
            pairs, columns = overlaps.columns()
            arrays = {
                "values": texts.values,
                "fingerprints": texts.fingerprints,
                "text_hashes": texts.text_hashes,
                "shingles": texts.shingles,
                "pairs": pairs,
                "overlaps": columns,
            }
            self.cache.store(self._key(stamp), arrays, {})
            self.cache.trim()


def renumbered(overlaps: KnownOverlaps, known: NDArray[np.int64]) -> KnownOverlaps:
    """Overlaps by old rows as overlaps by present rows; those of documents that are gone or changed are forgotten.

    known : (n,) old row of each present row, -1 for news
    """
    keys, columns = overlaps.columns()
    if not keys.size:
        return overlaps
    i, j = keys >> 32, keys & 0xFFFFFFFF
    present = np.full(int(max(known.max(initial=0), i.max(), j.max())) + 1, -1, np.int64)
    rows = np.flatnonzero(known >= 0)
    present[known[rows]] = rows
    a, b = present[i], present[j]
    kept = np.flatnonzero((a >= 0) & (b >= 0))
    a, b, columns = a[kept], b[kept], columns[:, kept]
    swapped = a > b  # the order of two documents may have changed: then their sizes change places
    columns = np.where(swapped, columns[[0, 2, 1]], columns)
    keys = (np.minimum(a, b) << 32) | np.maximum(a, b)
    order = np.argsort(keys)
    return KnownOverlaps.of_columns(keys[order], columns[:, order])

"""A living index over the documents of a run: it answers texts, and texts may be added to it and removed.

What a run found stays as it is; the index is a living copy of it. After any sequence of texts that join and documents
that leave it answers as one that was built afresh from those that are there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.texts import join_texts
from simexplorer.pipeline.asking import Answers, Stock, answers_among, signed_text
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.reading import Readable, Reader
from simexplorer.pipeline.result import Signed
from simexplorer.search.index import BandIndex
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.text_signer import SignedTexts


class TextIndex:
    """The band index of a run's documents that are not empty; a text that joins gets the next row number.

    Building its buckets takes 1 to 2 microseconds a document of 25 bands; a question costs what its candidates cost.
    The number of a document that left is never given again. For one thread at a time.
    """

    def __init__(self, result: Signed, reader: Reader, engine: Engine) -> None:
        self._engine = engine
        self._texts = _Joined(reader, result.shingles.size)
        self._stock = replace(Stock.of(result, reader), reader=reader.over(self._texts))
        self._buckets: BandIndex | None = None

    def __len__(self) -> int:
        return self.members.size

    @property
    def members(self) -> NDArray[np.int64]:
        """Rows of the documents that are there, rising: below the run's number of documents they are its own."""
        return np.flatnonzero(self._stock.shingles > 0) if self._buckets is None else self._buckets.members

    @property
    def _index(self) -> BandIndex:
        """The buckets, made when they are first needed: for a single text it is faster to compare all signatures."""
        if self._buckets is None:
            stock = self._stock
            self._buckets = BandIndex.build(stock.signatures, stock.bands, stock.rows)
            self._buckets.remove(np.flatnonzero(stock.shingles == 0))
        return self._buckets

    def insert(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Let texts join; returns their rows. An empty one gets a row too, but is like nothing and no member."""
        if not texts:
            return np.empty(0, np.int64)
        asked = [signed_text(self._stock.reader, text) for text in texts]
        signed = [one.signed for one in asked]
        whole = self._stock.signatures
        values = np.concatenate([one.values for one in signed]).astype(whole.values.dtype, copy=False)
        rows = self._index.insert(Signatures(whole.scheme, whole.seed, values, whole.infinite))
        shingles = np.array([one.sets.ids.size for one in asked], np.int64)
        self._index.remove(rows[shingles == 0])
        self._texts.join(texts)
        stock = self._stock
        hashes = np.concatenate([one.text_hashes for one in signed])
        self._stock = replace(
            stock,
            signatures=replace(whole, values=np.concatenate([whole.values, values])),
            fingerprints=np.concatenate([stock.fingerprints, *(one.fingerprints for one in signed)]),
            text_hashes=np.concatenate([stock.text_hashes, hashes]) if stock.text_hashes.size else stock.text_hashes,
            shingles=np.concatenate([stock.shingles, shingles]),
        )
        return rows

    def remove(self, rows: NDArray[np.int64]) -> None:
        """Let documents leave; raises InputError, and none leaves, where one is not there."""
        self._index.remove(rows)

    def ask(
        self,
        text: str,
        radius: int | None = None,
        *,
        thorough: bool = False,
        floor: float | None = None,
    ) -> Answers:
        """The documents that are like a text: candidates out of the buckets first, then their exact similarity.

        So are those found that say the same, and those whose fingerprints lie within ``radius`` bits. thorough : the
        signatures of all members are compared, those that share no bucket too (``meets`` is 0 for them), and where the
        run looks for contained documents all are read. floor : down to which similarity in [0, 1], if not to that of
        the run. Otherwise as ``asking.ask``.
        """
        asked = signed_text(self._stock.reader, text)
        stock = self._stock if floor is None else self._stock.down_to(floor)
        return answers_among(
            stock,
            self.members if thorough else self._candidates(asked.signed, radius),
            asked,
            self._engine,
            radius,
            all_read=thorough and stock.recipe.measure == "containment",
        )

    def _candidates(self, signed: SignedTexts, radius: int | None) -> NDArray[np.int64]:
        """Members that share a bucket with the text, say the same or lie within the radius; rising."""
        stock, members = self._stock, self.members
        whole = stock.signatures
        values = signed.values.astype(whole.values.dtype, copy=False)
        near = np.zeros(members.size, np.bool_)
        if stock.text_hashes.size:
            near |= (stock.text_hashes[members] == signed.text_hashes[0]).all(axis=1)
        if radius is not None:
            near |= np.bitwise_count(stock.fingerprints[members] ^ signed.fingerprints[0]) <= radius
        met = self._index.query(Signatures(whole.scheme, whole.seed, values, whole.infinite))[1]
        return np.union1d(met, members[near])


class _Joined(Readable):
    """Texts of a run's documents, and behind them those of the texts that joined."""

    def __init__(self, reader: Reader, count: int) -> None:
        self._source: Readable = reader.source
        self._count = count
        self._texts: list[bytes] = []

    def join(self, texts: Sequence[str]) -> None:
        """Keep some more texts."""
        self._texts += [text.encode("utf-8", "replace") for text in texts]

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Fill ``buffer`` with the texts of these rows, in order; those that joined come last."""
        own = rows[rows < self._count]
        if own.size == rows.size:
            self._source.read(rows, buffer)
            return
        found: dict[int, bytes] = {}
        if own.size:
            self._source.read(own, buffer)
            found = {row: bytes(buffer.text(place)) for place, row in enumerate(own.tolist())}
        texts = [found[row] if row < self._count else self._texts[row - self._count] for row in rows.tolist()]
        buffer.data, offsets = join_texts(texts)
        buffer.finish(offsets)

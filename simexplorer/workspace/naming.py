"""Rows of a result and the names that decisions give to texts and documents, in both directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.result import Result, says_something
from simexplorer.workspace.entry import Keys, path_digest

Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
NO_TEXT = np.zeros(2, np.uint64)


class Names:
    """The names in one result, looked up once. A text is its representative's row; the empty name is "no text"."""

    def __init__(self, result: Result) -> None:
        self._paths = result.documents.paths
        self._representative = result.groups.representative.astype(np.int64)
        self._has_text = says_something(result.text_hashes)
        self._hashes = result.text_hashes
        rows = np.arange(self._representative.size)
        texts = rows[self._has_text & (self._representative == rows)]
        self._texts = texts[np.argsort(self._hashes[texts, 0], kind="stable")]
        self._first_words = self._hashes[self._texts, 0]
        self._digests = np.empty((rows.size, 2), np.uint64)
        self._digested = np.zeros(rows.size, np.bool_)

    def text_keys(self, rows: Rows) -> Keys:
        """(m, 2) names of the texts of these rows."""
        return np.where(self._has_text[rows, None], self._hashes[rows], NO_TEXT)

    def document_keys(self, rows: Rows) -> Keys:
        """(m, 4) names of these documents."""
        fresh = rows[~self._digested[rows]]
        if fresh.size:
            self._digests[fresh] = path_keys(self._paths, fresh)
            self._digested[fresh] = True
        return np.concatenate([self.text_keys(rows), self._digests[rows]], axis=1)

    def text_rows(self, keys: Keys) -> Rows:
        """(m,) representative's row of each text; -1 where no document says it any more."""
        if self._texts.size == 0 or keys.shape[0] == 0:
            return np.full(keys.shape[0], -1)
        place = np.minimum(np.searchsorted(self._first_words, keys[:, 0]), self._texts.size - 1)
        rows = self._texts[place]
        return np.where(np.all(self._hashes[rows] == keys[:, :2], axis=1), rows, -1)

    def document_rows(self, keys: Keys) -> Rows:
        """(m,) row of each document; -1 where there is none of this text at this path."""
        found = np.full(keys.shape[0], -1)
        if keys.shape[0] == 0:
            return found
        texts = self.text_rows(keys)
        wanted = np.zeros(self._representative.size, np.bool_)
        wanted[texts[texts >= 0]] = True
        candidates = wanted[self._representative]
        if np.any(np.all(keys[:, :2] == NO_TEXT, axis=1)):
            candidates |= ~self._has_text
        rows = np.flatnonzero(candidates)
        if rows.size == 0:
            return found
        names = self.document_keys(rows)
        order = np.argsort(names[:, 2], kind="stable")
        place = np.minimum(np.searchsorted(names[order, 2], keys[:, 2]), rows.size - 1)
        same = np.all(names[order[place]] == keys, axis=1)
        found[same] = rows[order[place[same]]]
        return found


def path_keys(paths: Paths, rows: Rows) -> Keys:
    """(m, 2) digests of the paths of these rows."""
    digests = b"".join(path_digest(paths.raw(row)) for row in rows.tolist())
    return np.frombuffer(digests, "<u8").astype(np.uint64).reshape(-1, 2)

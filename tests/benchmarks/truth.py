"""The exact answer of a collection, and how much of it an engine found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import sets_of
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.pipeline.engine import Engine
from simexplorer.search.exact_join import exact_pairs
from tests.benchmarks import peers
from tests.benchmarks.corpora import STORE, files_of

CHECKED = 500


class Truth:
    """All pairs of different texts at the threshold; identical texts count once, for every engine."""

    def __init__(self, collection: str, folder: Path, shingle: str, threshold: float) -> None:
        stored = STORE / f"truth-{collection}-{shingle.replace(':', '')}-{threshold:g}.npz"
        if not stored.exists():
            np.savez(stored, **_joined(folder, shingle, threshold))
        with np.load(stored) as known:
            self.paths, self.first = known["paths"], known["first"]
            self.keys: NDArray[np.int64] = known["keys"]
        self._row = {path: row for row, path in enumerate(self.paths.tolist())}

    def score(self, found: Path) -> tuple[float, float]:
        """(recall, precision) of the pairs in a run's file."""
        with np.load(found) as run:
            row = np.array([self._row[path] for path in run["paths"].tolist()], np.int64)
            a, b = self.first[row[run["i"]]], self.first[row[run["j"]]]
        low, high = np.minimum(a, b), np.maximum(a, b)
        keys = np.unique((low * self.paths.size + high)[low != high])
        hits = np.intersect1d(keys, self.keys, assume_unique=True).size
        return hits / max(1, self.keys.size), hits / max(1, keys.size)


def _joined(folder: Path, shingle: str, threshold: float) -> dict[str, NDArray[np.generic]]:
    """Paths, the first row of the same text, and a key a pair, from an exact join; some pairs are checked by sets."""
    files = files_of(folder)
    texts = [peers.text_of(path) for path in files]
    first_of: dict[str, int] = {}
    first = np.array([first_of.setdefault(text, row) for row, text in enumerate(texts)], np.int64)
    kind, _, size = shingle.partition(":")
    cutter = TextCutter(CutParams(kind=kind, size=int(size)))
    rows = np.flatnonzero(first == np.arange(len(files)))
    ids, bounds, _ = cutter.shingles(*join_texts([texts[row].encode() for row in rows]), cutter.scratch())
    engine = Engine()
    i, j, jaccard = exact_pairs(sets_of(ids, bounds), threshold, each=engine.each)
    engine.close()
    for p in np.random.default_rng(1).integers(0, i.size, CHECKED if i.size else 0).tolist():
        a, b = (set(peers.cut(texts[rows[side[p]]], shingle)) for side in (i, j))
        assert abs(len(a & b) / len(a | b) - jaccard[p]) < 1e-12, (files[rows[i[p]]], files[rows[j[p]]])
    paths = np.array([str(Path(path).relative_to(folder)) for path in files])
    return {"paths": paths, "first": first, "keys": rows[i] * len(files) + rows[j]}

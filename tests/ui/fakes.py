"""An analysis that reads nothing: random arrays of any size, with the shape of the real ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from msgspec.structs import replace

from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.errors import Cancelled
from simexplorer.features.bags import sets_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Audit, Clusters, Groups, Pairs, Result
from simexplorer.signatures.family import Signatures


def make_paths(names: Sequence[bytes], root: bytes = b"/data/fake") -> Paths:
    """Paths of one root from sorted names."""
    n = len(names)
    offsets = np.zeros(n + 1, np.int64)
    np.cumsum([len(name) for name in names], out=offsets[1:])
    return Paths(
        b"".join(names), offsets, (root,), np.zeros(n, np.int32), np.zeros(n, np.int32), np.full(n, -1, np.int64)
    )


def make_documents(paths: Paths, seed: int = 1) -> Documents:
    """Documents of which one in fifty has a problem."""
    n, random = len(paths), np.random.default_rng(seed)
    status = np.full(n, Status.READ, np.uint8)
    status[::50] = Status.SKIPPED
    status[7::200] = Status.EMPTY
    reason = np.zeros(n, np.int32)
    reason[status == Status.SKIPPED] = 1
    reason[status == Status.EMPTY] = 2
    size = random.integers(100, 90_000, n)
    return Documents(
        paths=paths,
        status=status,
        reason=reason,
        reasons=("", "binary: no text in it", "there is no text in the file"),
        format=(np.arange(n) % 3).astype(np.uint8),
        formats=("text/plain", "text/html", "text/markdown"),
        size=size,
        modified_ns=np.zeros(n, np.int64),
        characters=size,
        truncated=np.zeros(n, np.bool_),
        encoding=np.zeros(n, np.uint8),
    )


def make_pairs(documents: int, count: int, floor: float, hashes: int, seed: int = 1) -> Pairs:
    """Random pairs, most similar first."""
    random = np.random.default_rng(seed)
    i = random.integers(0, max(1, documents - 1), count).astype(np.int32)
    j = (i + 1 + random.integers(0, np.maximum(1, documents - 1 - i))).astype(np.int32)
    jaccard = np.sort(floor + (1 - floor) * random.random(count) ** 2)[::-1].copy()
    error = np.sqrt(jaccard * (1 - jaccard) / hashes)
    deviations = random.normal(0, 1, count)
    estimate = np.clip(jaccard + deviations * error, 0, 1)
    return Pairs(
        i=i,
        j=j,
        jaccard=jaccard,
        estimate=estimate,
        error_sd=np.where(error > 0, (estimate - jaccard) / np.where(error > 0, error, 1), 0.0),
        i_in_j=np.minimum(1.0, jaccard * 1.05),
        j_in_i=np.minimum(1.0, jaccard * 1.1),
        hamming=(32 * (1 - jaccard)).astype(np.int16),
    )


def make_clusters(documents: int, size: int, threshold: float) -> Clusters:
    """Every ``size`` documents one cluster, as long as half of the documents last."""
    count = documents // 2 // size
    offsets = np.arange(count + 1, dtype=np.int64) * size
    rows = np.arange(count * size, dtype=np.int32)
    of = np.full(documents, -1, np.int32)
    of[rows] = np.repeat(np.arange(count), size)
    similar = 1.0 - (rows % size) * (1 - threshold) / size
    lowest = threshold + 0.1 * np.sin(np.arange(count))
    return Clusters(
        offsets, rows, of, rows[::size].copy(), lowest, (1 + lowest) / 2, np.maximum(lowest, threshold), similar
    )


class FakeAnalysis:
    """As ``pipeline.analysis.Analysis``: the same answer for the same recipe, as slowly as one likes.

    seconds : how long a heavy run takes; light ones take none
    """

    def __init__(
        self, sources: Sequence[bytes] = (), *, documents: int = 400, pairs: int = 900, seconds: float = 0.0
    ) -> None:
        self.sources = list(sources)
        self.seconds = seconds
        self.recipes: list[Recipe] = []
        self.drafts: list[bool] = []
        self.again: list[tuple[bytes, ...]] = []
        self.closed = False
        self.fails: Exception | None = None
        self.shared: object = None  # what a glance at shared text tells
        names = sorted(b"folder-%02d/part-%d/document_%06d.txt" % (i % 12, i % 3, i) for i in range(documents))
        self.documents = make_documents(make_paths(names))
        self.pair_count = pairs
        self.result: Result | None = None
        self._heavy: object = None

    def run(
        self,
        recipe: Recipe,
        progress: Progress,
        *,
        on_partial: Callable[[Result], None] | None = None,
        on_stage: Callable[[Result], None] | None = None,
        draft: bool = False,
    ) -> Result:
        self.recipes.append(recipe)
        self.drafts.append(draft)
        if self.fails is not None:
            raise self.fails
        partial = False
        if recipe.heavy_key() != self._heavy:
            partial = self._work(recipe, progress, on_partial)
            self._heavy = None if partial else recipe.heavy_key()
        self.result = replace(self.found(recipe, 0.5 if partial else 1.0), partial=partial)
        return self.result

    def _work(self, recipe: Recipe, progress: Progress, on_partial: Callable[[Result], None] | None) -> bool:
        n = len(self.documents)
        try:
            progress.begin("reading and signing", n)
            for step in range(20):
                end = time.monotonic() + self.seconds / 20
                while time.monotonic() < end:
                    progress.check()
                    time.sleep(0.002)
                progress.advance(n // 20)
                if on_partial is not None and self.seconds:
                    on_partial(self.found(recipe, (step + 1) / 20))
        except Cancelled:
            return True
        return False

    def found(self, recipe: Recipe, part: float) -> Result:
        n = len(self.documents)
        bands, rows = recipe.bands or 25, recipe.rows or 5
        pairs = make_pairs(n, int(self.pair_count * part), 0.5, recipe.hashes)
        histogram = np.zeros(100)
        counted = np.bincount(np.minimum(99, (pairs.jaccard * 100).astype(int)), minlength=100)
        histogram[50:] = counted[50:]
        histogram[:50] = 1e6 * np.exp(-np.arange(50) / 4)
        twins = np.arange(n, dtype=np.int32)
        twins[n - 10 :] = n - 10
        return Result(
            recipe=recipe,
            documents=self.documents,
            shingles=np.where(self.documents.status == Status.READ, self.documents.size, 0).astype(np.int64),
            signatures=Signatures("fss-5", recipe.seed, np.zeros((n, recipe.hashes), np.uint8)),
            fingerprints=np.arange(n, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15),
            bands=bands,
            rows=rows,
            groups=Groups(
                np.array([0, 10][: 1 + (n > 10)]), np.arange(n - 10, n, dtype=np.int32)[: 10 * (n > 10)], twins
            ),
            pairs=pairs,
            floor=0.5,
            at_threshold=int((pairs.jaccard >= recipe.threshold).sum()),
            clusters=make_clusters(n, 5, recipe.threshold),
            audit=Audit(
                3 * len(pairs), 2 * len(pairs), 0.9995, 1.7, histogram=histogram, exact_from=0.5, sampled_pairs=100_000
            ),
            timings={"list": 0.1, "read_and_sign": 0.6, "index": 0.1, "verify": 0.1, "cluster": 0.05, "total": 0.95},
        )

    def read_again(self, paths: Sequence[bytes] = ()) -> None:
        self.again.append(tuple(paths))
        self._heavy = None

    def text(self, paths: Paths, row: int) -> str:
        return f"Text of document {row}.\n" + "The quick brown fox jumps over the lazy dog. " * 40

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        return [self.text(paths, row).encode()[:240] if paths is self.documents.paths else b"" for row in rows]

    def neighbours(self, row: int, radius: int) -> SimpleNamespace:
        n, m = len(self.documents), 12 + radius
        rows = ((row + 1 + np.arange(m)) % n).astype(np.int32)
        hamming = np.arange(m).astype(np.int16)
        jaccard = 1.0 - 0.04 * np.arange(m)
        return SimpleNamespace(
            rows=rows,
            hamming=hamming,
            jaccard=jaccard,
            estimate=jaccard,
            hamming_rank=np.arange(1, m + 1, dtype=np.int32),
            by_hamming=hamming <= radius,
            by_minhash=np.arange(m) % 3 == 0,
            total=m,
        )

    def exact_jaccard(self, i: np.ndarray, j: np.ndarray) -> np.ndarray:
        return np.full(i.size, 0.25)

    @property
    def reader(self) -> SimpleNamespace:
        """Two of the eight shingles of any two texts are in both: a Jaccard similarity of 0.25."""
        two = sets_of(np.array([1, 2, 3, 4, 5, 4, 5, 6, 7, 8], np.uint64), np.array([0, 5, 10]))
        return SimpleNamespace(sets=lambda _rows: two, left_out=np.empty(0, np.uint64))

    def whole(self, progress: Progress) -> FakeAnalysis:
        return self

    def shared_text(self, progress: Progress) -> object:
        return self.shared

    def close(self) -> None:
        self.closed = True


def made_into(fakes: list[FakeAnalysis], **fake: Any) -> Callable[[Sequence[bytes]], FakeAnalysis]:
    """What makes the analyses of a window, and puts them into this list, the newest last."""

    def make(sources: Sequence[bytes]) -> FakeAnalysis:
        fakes.append(FakeAnalysis(sources, **fake))
        return fakes[-1]

    return make

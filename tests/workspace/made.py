"""Results made by hand for the workspace's tests: paths with texts named by a word, and pairs of such words."""

from __future__ import annotations

import hashlib

import numpy as np
from msgspec import Struct

from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.pipeline.folding import fold_identical
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Audit, Pairs, Result
from simexplorer.search.clustering import cluster
from simexplorer.search.linkage_pairs import KnownPairs
from simexplorer.signatures.family import Signatures

ROOT = b"/data/files"


def text_hash(word: str) -> np.ndarray:
    return np.frombuffer(hashlib.blake2b(word.encode(), digest_size=16).digest(), np.uint64)


def paths_of(names: list[bytes], root: bytes = ROOT) -> Paths:
    n = len(names)
    offsets = np.cumsum([0] + [len(name) for name in names]).astype(np.int64)
    container = np.full(n, -1, np.int64)
    for row, name in enumerate(names):
        if b"!" in name:
            container[row] = names.index(name.partition(b"!")[0])
    return Paths(b"".join(names), offsets, (root,), np.zeros(n, np.int32), np.zeros(n, np.int32), container)


def documents_of(files: dict[bytes, str], root: bytes = ROOT, modified: dict[bytes, int] | None = None) -> Documents:
    names = sorted(files)
    n = len(names)
    return Documents(
        paths=paths_of(names, root),
        status=np.array([Status.READ if files[name] else Status.SKIPPED for name in names], np.uint8),
        reason=np.array([0 if files[name] else 1 for name in names], np.int32),
        reasons=("", "not text"),
        format=np.zeros(n, np.uint8),
        formats=("text/plain", "text/html"),
        size=np.array([10 * len(files[name]) for name in names], np.int64),
        modified_ns=np.array([(modified or {}).get(name, 1000) for name in names], np.int64),
        characters=np.array([len(files[name]) for name in names], np.int64),
        truncated=np.zeros(n, np.bool_),
        encoding=np.zeros(n, np.uint8),
        guessed=np.zeros(n, np.bool_),
    )


def made(
    files: dict[str, str] | dict[bytes, str],
    similar: dict[tuple[str, str], float] | None = None,
    *,
    recipe: Recipe | None = None,
    root: bytes = ROOT,
    modified: dict[bytes, int] | None = None,
    seed: int = 1,
) -> Result:
    """The result of a run over ``files`` (path to the word that stands for its text; empty: skipped).

    similar : exact Jaccard of pairs of words, those below the threshold of 0.8 included
    """
    recipe = recipe or Recipe()
    raw = {name.encode() if isinstance(name, str) else name: word for name, word in files.items()}
    documents = documents_of(raw, root, modified)
    words = [raw[name] for name in sorted(raw)]
    n = len(words)
    hashes = np.array([text_hash(word) if word else [0, 0] for word in words], np.uint64).reshape(n, 2)
    shingles = np.array([20 * len(word) for word in words], np.int64)
    groups = fold_identical(hashes, shingles > 0)
    first = {word: words.index(word) for word in words}
    found = []
    for (a, b), jaccard in (similar or {}).items():
        if a in first and b in first:
            found.append((-jaccard, *sorted((first[a], first[b]))))
    found.sort()
    share = np.array([-row[0] for row in found])
    i, j = (np.array([row[k] for row in found], np.int32) for k in (1, 2))
    pairs = Pairs(i, j, share, share, share * 0, share, share, np.zeros(len(found), np.int16))
    at_threshold = int(np.count_nonzero(share >= recipe.threshold))
    known = KnownPairs.of(i, j, share)
    clusters, _ = cluster(known, recipe.threshold, recipe.linkage, groups.representative, shingles > 0)
    values = np.random.default_rng(seed).integers(0, 2**32, (n, 8)).astype(np.uint32)
    return Result(
        recipe=recipe,
        documents=documents,
        shingles=shingles,
        signatures=Signatures("fss-5", 1, values),
        fingerprints=hashes[:, 0].copy(),
        bands=2,
        rows=4,
        groups=groups,
        pairs=pairs,
        floor=0.5,
        at_threshold=at_threshold,
        clusters=clusters,
        audit=Audit(len(found), len(found), 0.99, 0.1),
        capped=("Nothing was left out.",),
        timings={"total": 1.5},
        text_hashes=hashes,
    )


FILES = {
    "a/one.txt": "alpha",
    "a/one copy.txt": "alpha",
    "b/one.txt": "alphb",
    "b/two.txt": "beta",
    "c/two.txt": "betb",
    "c/three.txt": "gamma",
    "logo.png": "",
}
SIMILAR = {("alpha", "alphb"): 0.9, ("beta", "betb"): 0.85, ("betb", "gamma"): 0.6}


def small(**changes: object) -> Result:
    """Two clusters: the two copies of alpha with alphb, and beta with betb; gamma is alone, the picture was skipped.

    Rows by path: 0 a/one copy.txt, 1 a/one.txt, 2 b/one.txt, 3 b/two.txt, 4 c/three.txt, 5 c/two.txt, 6 logo.png.
    """
    return made(FILES, SIMILAR, **changes)  # type: ignore[arg-type]


def row(result: Result, path: str) -> int:
    return [result.documents.paths.raw(k).decode() for k in range(len(result.documents))].index(path)


def assert_same_result(expected: Result, actual: Result) -> None:
    """Equal in every field, dtype and value, whatever is nested in what."""
    assert_same(expected, actual, "result")


def assert_same(expected: object, actual: object, where: str) -> None:
    assert type(expected) is type(actual), where
    if isinstance(expected, np.ndarray):
        assert expected.dtype == actual.dtype, where
        np.testing.assert_array_equal(expected, actual, err_msg=where)
    elif isinstance(expected, Struct):
        for name in expected.__struct_fields__:
            assert_same(getattr(expected, name), getattr(actual, name), f"{where}.{name}")
    else:
        assert expected == actual, where

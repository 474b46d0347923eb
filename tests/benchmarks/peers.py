"""Peers as their own documentation shows them, each from files to pairs; runs in an environment of its own.

All cut the same shingles (case folded, white space folded; characters or words), use 128 hash values, 16 bands of 8
rows where they can be told, and keep what their signatures estimate at the threshold or above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

K, BANDS, BATCH = 128, 16, 1000
WORD = re.compile(r"\w+")
Pairs = dict[tuple[int, int], float]
Engine = Callable[[list[str], str, float], Pairs]
Thing = TypeVar("Thing")

PACKAGES = {
    "rensa": "rensa==0.5.0",
    "gaoya": "gaoya==0.2.2",
    "fastsketch": "fastsketchlsh==1.0.1",
    "hashed": "fastsketchlsh==1.0.1",
    "datasketch": "datasketch==2.0.0",
    "setsimilaritysearch": "SetSimilaritySearch==1.0.1",
}
MOST_DOCUMENTS = {"setsimilaritysearch": 5_000, "datasketch": 100_000}  # above, a run takes more than some minutes


def text_of(path: str) -> str:
    """A file's text as all engines compare it."""
    with open(path, "rb") as file:
        return " ".join(file.read().decode("utf-8", "replace").casefold().split())


def cut(text: str, shingle: str) -> list[str]:
    """The shingles of a text: ``char:9`` or ``word:3``, repeats kept."""
    kind, _, size = shingle.partition(":")
    parts = list(WORD.findall(text)) if kind == "word" else text
    k, joint = int(size), " " if kind == "word" else ""
    if len(parts) <= k:
        return [joint.join(parts)] if parts else []
    if kind == "char":
        return [text[i : i + k] for i in range(len(text) - k + 1)]
    return [joint.join(parts[i : i + k]) for i in range(len(parts) - k + 1)]


def cuts(paths: list[str], shingle: str) -> Iterator[list[str]]:
    """The shingles of file after file."""
    return (cut(text_of(path), shingle) for path in paths)


def _batches(things: Iterable[Thing]) -> Iterator[list[Thing]]:
    rest = iter(things)
    while batch := list(islice(rest, BATCH)):
        yield batch


def rensa(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """RMinHash with RMinHashLSH: the mode of rensa that gives pairs."""
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=threshold, num_perm=K, num_bands=BANDS)
    signatures = []
    for shingles in cuts(paths, shingle):
        signature = RMinHash(num_perm=K, seed=42)
        signature.update(shingles)
        signatures.append(signature)
    index.insert_many(signatures)
    found = {}
    for row, near in enumerate(index.query_all(signatures)):
        for other in near:
            if other < row and (value := signatures[row].jaccard(signatures[other])) >= threshold:
                found[other, row] = value
    return found


def gaoya(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """MinHashStringIndex, which cuts the shingles itself, in bulk on all cores."""
    from gaoya.minhash import MinHashStringIndex

    kind, _, size = shingle.partition(":")
    texts = [text_of(path) for path in paths]
    analyzer = "char" if kind == "char" else "word"
    index = MinHashStringIndex(32, threshold, BANDS, K // BANDS, None, analyzer, False, (int(size), int(size)), "vec")
    index.par_bulk_insert_docs(list(range(len(texts))), texts)
    found = {}
    for row, near in enumerate(index.par_bulk_query(texts, return_similarity=True)):
        found.update({(other, row): value for other, value in near if other < row and value >= threshold})
    return found


def fastsketch(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """FastSimilaritySketch of token lists in batches, then its band-parallel LSH."""
    from FastSketchLSH import FastSimilaritySketch

    sketcher = FastSimilaritySketch(size=K, seed=42)
    return _of_sketches([sketcher.batch(batch) for batch in _batches(cuts(paths, shingle))], threshold)


def hashed(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """What an expert builds of the parts: shingles hashed in arrays, FastSketchLSH of the hashes, its LSH."""
    import numpy as np
    from FastSketchLSH import FastSimilaritySketch

    sketcher, parts = FastSimilaritySketch(size=K, seed=42), []
    for batch in _batches(paths):
        ids, bounds = _hash_shingles([text_of(path) for path in batch], shingle)
        parts.append(sketcher.batch_csr(ids, bounds.astype(np.uint64), prehashed=True))
    return _of_sketches(parts, threshold)


def _hash_shingles(texts: list[str], shingle: str) -> tuple[Any, Any]:
    """64-bit hashes of the shingles of some texts, one text behind the other, and where each text's begin."""
    import numpy as np

    kind, _, size = shingle.partition(":")
    k = int(size)
    if kind == "char":
        parts = [np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4") for text in texts]
    else:
        parts = [np.fromiter(map(hash, WORD.findall(text)), np.int64) for text in texts]
    lengths = np.array([part.size for part in parts])
    joined = np.concatenate([*parts, np.zeros(k, parts[0].dtype)]).astype(np.uint64)
    ids = np.zeros(joined.size - k + 1, np.uint64)
    for place in range(k):  # a polynomial, then the finaliser of SplitMix64
        ids = ids * np.uint64(0x9E3779B97F4A7C15) + joined[place : place + ids.size]
    ids = (ids ^ (ids >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    ids ^= ids >> np.uint64(27)
    kept = np.where(lengths > 0, np.maximum(1, lengths - k + 1), 0)  # a shorter text is one shingle
    begins = np.cumsum(lengths) - lengths
    bounds = np.concatenate([[0], np.cumsum(kept)])
    return ids[np.repeat(begins - bounds[:-1], kept) + np.arange(bounds[-1])], bounds


def _of_sketches(parts: list[Any], threshold: float) -> Pairs:
    import numpy as np
    from FastSketchLSH import LSH

    rows = np.concatenate([np.asarray(part, np.uint64) for part in parts])
    index = LSH(K, BANDS)
    index.insert(rows)
    flat, ends = index.query(rows, "csr")
    found = {}
    for row in range(len(rows)):
        near = np.unique(np.asarray(flat[ends[row] : ends[row + 1]], np.int64))
        near = near[near < row]
        equal = (rows[near] == rows[row]).mean(axis=1)
        found.update(
            zip(((other, row) for other in near[equal >= threshold].tolist()), equal[equal >= threshold], strict=True)
        )
    return found


def datasketch(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """MinHash.generator and MinHashLSH with an insertion session, SHA-1 as by default."""
    from datasketch import MinHash, MinHashLSH

    index, signatures = MinHashLSH(num_perm=K, params=(BANDS, K // BANDS)), []
    encoded = ([part.encode() for part in shingles] for shingles in cuts(paths, shingle))
    with index.insertion_session() as session:
        for row, signature in enumerate(MinHash.generator(encoded, num_perm=K)):
            signatures.append(signature)
            session.insert(row, signature, check_duplication=False)
    found = {}
    for row, signature in enumerate(signatures):
        for other in index.query(signature):
            if other < row and (value := signature.jaccard(signatures[other])) >= threshold:
                found[other, row] = value
    return found


def setsimilaritysearch(paths: list[str], shingle: str, threshold: float) -> Pairs:
    """Exact AllPairs join in Python."""
    from SetSimilaritySearch import all_pairs

    sets = [set(shingles) for shingles in cuts(paths, shingle)]
    rows = [row for row, one in enumerate(sets) if one]
    joined = all_pairs([sets[row] for row in rows], similarity_func_name="jaccard", similarity_threshold=threshold)
    return {(min(rows[a], rows[b]), max(rows[a], rows[b])): value for a, b, value in joined}


ENGINES: dict[str, Engine] = {
    "rensa": rensa,
    "gaoya": gaoya,
    "fastsketch": fastsketch,
    "hashed": hashed,
    "datasketch": datasketch,
    "setsimilaritysearch": setsimilaritysearch,
}
MODULES = {"fastsketch": "FastSketchLSH", "hashed": "FastSketchLSH", "setsimilaritysearch": "SetSimilaritySearch"}

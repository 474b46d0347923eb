"""An exact join of a small collection, filter by filter: what each leaves, and why it lets one pair go.

Counts are those of ``search.join_filters.filtered_join`` over the whole collection. The fate of a single pair is asked
of the same join over these two strings alone, symbols in the same order: filters look at one pair at a time.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.lab.cutting import Cutting
from simexplorer.pipeline.progress import Progress
from simexplorer.search.join_filters import FILTERS, as_strings, filtered_join, position_bound, suffix_bound
from simexplorer.search.prefix_index import fill_least_sizes

MOST_TEXTS = 24
# where a pair ends: dropped by one of the four filters, compared and found too unlike, or part of the answer
LENGTH, PREFIX, POSITION, SUFFIX, COMPARED, ANSWER = range(6)
NO_PAIR = -1


class JoinWalk(Struct, frozen=True, kw_only=True):
    """A collection as strings of symbols, shortest first, and what becomes of each pair of them.

    rows : (n,) which text each string is; strings : their symbols as they are read, in the order of the index
    sizes, least, prefix : (n,) symbols, the shortest partner a string can have, and the symbols that are indexed
    candidates : pairs left: all of them, then after each of ``FILTERS``; buckets : keys of each index, None: no index
    compared : pairs compared in full; fate : (n, n) int8, of string s (row) with an earlier one t; NO_PAIR elsewhere
    common : (n, n) int64 shared symbols, and similarity : (n, n) their Jaccard similarity, likewise
    """

    threshold: float
    rows: NDArray[np.int64]
    strings: tuple[tuple[str, ...], ...]
    sizes: NDArray[np.int64]
    least: NDArray[np.int64]
    prefix: NDArray[np.int64]
    candidates: tuple[int, ...]
    buckets: tuple[int | None, ...]
    compared: int
    fate: NDArray[np.int8]
    common: NDArray[np.int64]
    similarity: NDArray[np.float64]

    @property
    def answers(self) -> int:
        """Pairs at or above the threshold."""
        return int((self.fate == ANSWER).sum())


class PairLook(Struct, frozen=True):
    """One pair under the filters; bounds are the most similarity that each filter leaves possible.

    i, j : places (from 1) of the first symbol that both prefixes share in the probing and in the indexed string
    p, q : symbols behind it; all None where the prefixes share none
    """

    length_bound: float
    symbol: str | None
    i: int | None
    j: int | None
    p: int | None
    q: int | None
    position: float | None
    suffix: float | None


def join_walk(
    texts: Sequence[str], cutting: Cutting, threshold: float, order: str = "rarity", progress: Progress | None = None
) -> JoinWalk:
    """Cut up to 24 texts, join them exactly, and follow every pair; empty texts take no part.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    progress = progress or Progress()
    if len(texts) > MOST_TEXTS:
        raise ParameterError("texts", len(texts), f"at most {MOST_TEXTS}: every pair is followed one by one")
    sets, names = _named_sets(texts, cutting)
    whole = filtered_join(sets, threshold, FILTERS, order=order)
    rows = np.argsort(sets.sizes, kind="stable")
    rows = rows[sets.sizes[rows] > 0]
    tokens = as_strings(sets, rows, order)
    ordered = ShingleSets(tokens.offsets, tokens.tokens.astype(np.uint64))
    labels = _labels(sets, names, order)
    least = np.empty(rows.size, np.int64)
    fill_least_sizes(threshold, tokens.sizes, least)
    fate, common, similarity = _fates(ordered, threshold, progress)
    return JoinWalk(
        threshold=threshold,
        rows=rows,
        strings=tuple(tuple(labels[token] for token in ordered[s].tolist()) for s in range(rows.size)),
        sizes=tokens.sizes,
        least=least,
        prefix=tokens.sizes - least + 1,
        candidates=(whole.possible, *(step.candidates for step in whole.steps)),
        buckets=tuple(step.buckets for step in whole.steps),
        compared=whole.compared,
        fate=fate,
        common=common,
        similarity=similarity,
    )


def look_at(walk: JoinWalk, s: int, t: int) -> PairLook:
    """String ``s`` probing for the earlier, no longer string ``t``: the symbol they meet by, and the bounds there."""
    mine, other = int(walk.sizes[s]), int(walk.sizes[t])
    theirs = {symbol: place for place, symbol in enumerate(walk.strings[t][: walk.prefix[t]], 1)}
    for i, symbol in enumerate(walk.strings[s][: walk.prefix[s]], 1):
        j = theirs.get(symbol)
        if j is not None:
            p, q = mine - i, other - j
            bounds = float(position_bound(mine, i, j)), float(suffix_bound(i, j, p, q))
            return PairLook(other / mine, symbol, i, j, p, q, *bounds)
    return PairLook(other / mine, None, None, None, None, None, None, None)


def index_keys(walk: JoinWalk, detail: int) -> list[tuple[tuple[str | int, ...], list[int]]]:
    """Keys of the prefix index and the strings under each, the fullest first: by symbol (detail 0), by symbol and
    place (1), or by these and the number of symbols behind (2).
    """
    found: dict[tuple[str | int, ...], list[int]] = {}
    for s, string in enumerate(walk.strings):
        for place, symbol in enumerate(string[: walk.prefix[s]], 1):
            key = (symbol, place, len(string) - place)[: detail + 1]
            found.setdefault(key, []).append(s)
    return sorted(found.items(), key=lambda entry: -len(entry[1]))


def _named_sets(texts: Sequence[str], cutting: Cutting) -> tuple[ShingleSets, tuple[str, ...]]:
    """Every text as a set of small numbers, and the shingle that each number stands for, in order of its spelling."""
    cut = [cutting.cut(text) for text in texts]
    spelt: dict[int, str] = {}
    for one in cut:
        normal = one.normal.text
        for shingle, first, last in zip(one.ids.tolist(), one.first.tolist(), one.last.tolist(), strict=True):
            spelt.setdefault(shingle, normal[first:last])
    in_order = sorted(spelt, key=lambda shingle: (spelt[shingle], shingle))
    number = {shingle: place for place, shingle in enumerate(in_order)}
    sets = ShingleSets.from_lists([{number[shingle] for shingle in one.ids.tolist()} for one in cut])
    return sets, tuple(spelt[shingle] for shingle in in_order)


def _labels(sets: ShingleSets, names: tuple[str, ...], order: str) -> list[str]:
    """The shingle of every symbol number of ``as_strings``."""
    if order == "id":
        return list(names)
    counts = np.bincount(sets.ids.astype(np.int64), minlength=len(names))
    return [names[place] for place in np.argsort(counts, kind="stable")]


def _fates(
    strings: ShingleSets, threshold: float, progress: Progress
) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.float64]]:
    n = len(strings)
    fate, common = np.full((n, n), NO_PAIR, np.int8), np.zeros((n, n), np.int64)
    similarity = np.zeros((n, n))
    for s in range(n):
        for t in range(s):
            progress.check()
            pair = strings.take(np.array([t, s]))
            found = filtered_join(pair, threshold, FILTERS, order="id")
            passed = sum(step.candidates for step in found.steps)
            fate[s, t] = passed if passed < COMPARED else ANSWER if found.i.size else COMPARED
            common[s, t] = np.intersect1d(pair[0], pair[1], assume_unique=True).size
            similarity[s, t] = common[s, t] / (pair.sizes.sum() - common[s, t])
    return fate, common, similarity

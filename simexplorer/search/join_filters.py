"""An exact join by the filters of the sources, each of them optional, with the candidates each leaves.

A set is a string of its symbols in a fixed order of all symbols. For a wanted similarity J and lengths L:
length    two strings match only if shorter / longer >= J: sorted by length, each meets a window of others
prefix    they share a symbol among the first L - ceil(J L) + 1 of each: an index by symbol
position  that symbol at places i and j (from 1), none shared before: (L - i + 1) / (L + j - 1) >= J for the L of the
          probing string: an index by symbol and place
suffix    with p and q symbols behind it: (1 + min(p, q)) / (i + j - 1 + max(p, q)) >= J: an index by symbol, place and
          length of the suffix
No choice of filters changes the answer, only what is compared in full. (Leskovec, Rajaraman, Ullman, "Mining of Massive
Datasets", section 3.9.) The fast engine is ``exact_join``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, kernel_part, lean_kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.join_room import MAX_PAIRS, checked_threshold, require_room
from simexplorer.search.prefix_index import PrefixIndex, build_index, fill_least_sizes
from simexplorer.search.vocabulary import TokenSets

FILTERS = ("length", "prefix", "position", "suffix")
ORDERS = ("rarity", "id")
AT_ONCE = 256  # strings that probe between two looks at the size of the answer
AFTER_LENGTH, AFTER_PREFIX, AFTER_POSITION, AFTER_SUFFIX = range(4)


class Switches(NamedTuple):
    """Which filters are on, and the similarity they are for."""

    threshold: float
    indexed: bool
    position: bool
    suffix: bool


class FilterStep(Struct, frozen=True):
    """Candidate pairs that a filter leaves; ``buckets``: keys of its index, None for the length filter."""

    name: str
    candidates: int
    buckets: int | None


class FilteredJoin(Struct, frozen=True):
    """The answer, sorted by i, then j, and what each filter left of all ``possible`` pairs.

    i, j : (m,) int32 rows, i < j; jaccard : (m,) float64; compared : pairs whose strings were compared in full
    """

    possible: int
    steps: tuple[FilterStep, ...]
    compared: int
    i: NDArray[np.int32]
    j: NDArray[np.int32]
    jaccard: NDArray[np.float64]


@kernel_part
def _overlap(strings: TokenSets, s: Int, t: Int) -> Int:
    a, b, common = strings.offsets[s], strings.offsets[t], 0
    while a < strings.offsets[s + 1] and b < strings.offsets[t + 1]:
        left, right = strings.tokens[a], strings.tokens[b]
        common += left == right
        a += left <= right
        b += right <= left
    return common


@lean_kernel
def position_bound(length: Int, i: Int, j: Int) -> Any:
    """The most similarity a probing string of ``length`` can have whose symbol ``i`` is the other's ``j`` (from 1)."""
    return (length - i + 1) / (length + j - 1)


@lean_kernel
def suffix_bound(i: Int, j: Int, p: Int, q: Int) -> Any:
    """The most similarity of two strings that share symbols ``i`` and ``j``, none before, with p and q behind them."""
    return (1 + min(p, q)) / (i + j - 1 + max(p, q))


@kernel_part
def _candidates(
    strings: TokenSets,
    s: Int,
    prefix: Int,
    low: Int,
    index: PrefixIndex,
    switches: Switches,
    counts: NDArray[np.int64],
    met: NDArray[np.int32],
    out: NDArray[np.int32],
) -> Int:
    """Write the strings before ``s`` that pass the filters to ``out``; returns their number, adds to ``counts``.

    Only the first shared symbol of a pair is looked at: later ones give tighter bounds, so that a pair that fails there
    has no other key that would find it. met : (n,) int32, the last string that met each
    """
    if not switches.indexed:
        for t in range(low, s):
            out[t - low] = t
        return s - low
    found, mine = 0, strings.sizes[s]
    for i in range(1, prefix + 1):
        token = strings.tokens[strings.offsets[s] + i - 1]
        for at in range(index.starts[token], index.starts[token + 1]):
            t = index.docs[at]
            if t >= s:
                break
            if t < low or met[t] == s:
                continue
            met[t] = s
            counts[AFTER_PREFIX] += 1
            j = strings.sizes[t] - index.rests[at] + 1
            if switches.position:
                if position_bound(mine, i, j) < switches.threshold:
                    continue
                counts[AFTER_POSITION] += 1
            if switches.suffix:
                if suffix_bound(i, j, mine - i, index.rests[at] - 1) < switches.threshold:
                    continue
                counts[AFTER_SUFFIX] += 1
            out[found] = t
            found += 1
    return found


@kernel
def _join_range(
    strings: TokenSets,
    prefix: NDArray[np.int64],
    low: NDArray[np.int64],
    index: PrefixIndex,
    switches: Switches,
    first: Int,
    stop: Int,
    met: NDArray[np.int32],
    partners: NDArray[np.int32],
    counts: NDArray[np.int64],
    out: NDArray[np.int32],
) -> tuple[Int, Int, Int]:
    """Pairs of strings ``first .. stop - 1`` with earlier ones to ``out`` (3, room); (pairs, where to go on, compared).

    Ends before the first string whose partners might not fit. counts : (4,) int64, candidates after each filter
    """
    found, compared = 0, 0
    for s in range(first, stop):
        if out.shape[1] - found < s - low[s]:
            return found, s, compared
        counts[AFTER_LENGTH] += s - low[s]
        many = _candidates(strings, s, prefix[s], low[s], index, switches, counts, met, partners)
        compared += many
        for c in range(many):
            common = _overlap(strings, s, partners[c])
            if common / (strings.sizes[s] + strings.sizes[partners[c]] - common) >= switches.threshold:
                out[0, found], out[1, found], out[2, found] = s, partners[c], common
                found += 1
    return found, stop, compared


def as_strings(sets: ShingleSets, rows: NDArray[np.int64], order: str = "rarity") -> TokenSets:
    """The sets as strings of symbol numbers: rare symbols first (ties by id), or in order of their ids.

    (``edges``, ``blocks`` and ``words`` are left empty.)
    """
    ids, symbols, counts = np.unique(sets.ids, return_inverse=True, return_counts=True)
    if order == "rarity":
        rank = np.empty(ids.size, np.int64)
        rank[np.argsort(counts, kind="stable")] = np.arange(ids.size)
        symbols = rank[symbols]
    numbered = ShingleSets(sets.offsets, symbols.astype(np.uint64)).take(rows)
    keys = np.repeat(np.arange(rows.size, dtype=np.uint64) << U(32), numbered.sizes) | numbered.ids
    keys.sort()
    none = np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.uint64)
    return TokenSets(numbered.offsets, keys.astype(np.uint32).view(np.int32), numbered.sizes, *none)


def _buckets(strings: TokenSets, prefix: NDArray[np.int64]) -> tuple[int, int, int]:
    """Different keys of the index by symbol, by symbol and place, and by these and the suffix's length."""
    place = np.arange(strings.tokens.size) - np.repeat(strings.offsets[:-1], strings.sizes)
    inside = place < np.repeat(prefix, strings.sizes)
    suffix = (np.repeat(strings.sizes, strings.sizes) - place)[inside]
    keys = np.stack((strings.tokens[inside].astype(np.int64), place[inside], suffix))
    keys = keys[:, np.lexsort(keys[::-1])]
    new = keys[:, 1:] != keys[:, :-1]
    some = int(keys.shape[1] > 0)
    return some + int(new[0].sum()), some + int(new[:2].any(axis=0).sum()), some + int(new.any(axis=0).sum())


def filtered_join(
    sets: ShingleSets,
    threshold: float,
    filters: Iterable[str] = FILTERS,
    *,
    order: str = "rarity",
    max_pairs: int = MAX_PAIRS,
) -> FilteredJoin:
    """All pairs of a Jaccard similarity of at least the threshold, through the chosen filters; empty sets have none.

    ``position`` and ``suffix`` keys begin with the symbol, so that they filter by prefix too, counted or not. Without
    any of these three every pair of the length filter's window is compared: O(n^2).
    Raises ParameterError for names not in FILTERS or ORDERS, CapacityError for more than ``max_pairs``.
    """
    threshold, chosen = checked_threshold(threshold), frozenset(filters)
    for name in chosen - set(FILTERS):
        raise ParameterError("filters", name, "made of " + ", ".join(FILTERS))
    if order not in ORDERS:
        raise ParameterError("order", order, "one of " + ", ".join(ORDERS))
    rows = np.argsort(sets.sizes, kind="stable")
    rows = rows[sets.sizes[rows] > 0]
    strings = as_strings(sets, rows, order)
    n = rows.size
    least = np.empty(n, np.int64)
    fill_least_sizes(threshold, strings.sizes, least)
    prefix = strings.sizes - least + 1
    low = np.searchsorted(strings.sizes, least) if "length" in chosen else np.zeros(n, np.int64)
    index = build_index(strings, prefix, int(strings.tokens.max(initial=-1)) + 1)
    switches = Switches(threshold, bool(chosen - {"length"}), "position" in chosen, "suffix" in chosen)

    def join(first: int) -> tuple[NDArray[np.int64], int, NDArray[np.int32]]:
        stop, counts, compared, parts = min(first + AT_ONCE, n), np.zeros(4, np.int64), 0, []
        met, partners = np.full(n, -1, np.int32), np.empty(n, np.int32)
        while first < stop:
            out = np.empty((3, n + 4096), np.int32)
            args = (strings, prefix, low, index, switches, first, stop, met, partners, counts, out)
            found, first, more = _join_range(*args)
            compared += more
            parts.append(out[:, :found].copy())
        return counts, compared, np.concatenate(parts, axis=1)

    jobs: list[tuple[NDArray[np.int64], int, NDArray[np.int32]]] = []
    total = 0
    for first in range(0, n, AT_ONCE):
        jobs.append(join(first))
        require_room(total := total + jobs[-1][2].shape[1], max_pairs)
    pairs = np.concatenate([np.empty((3, 0), np.int32), *(job[2] for job in jobs)], axis=1)
    counts = sum((job[0] for job in jobs), np.zeros(4, np.int64))
    buckets = (None, *_buckets(strings, prefix))
    steps = tuple(FilterStep(name, int(counts[k]), buckets[k]) for k, name in enumerate(FILTERS) if name in chosen)
    return FilteredJoin(n * (n - 1) // 2, steps, sum(job[1] for job in jobs), *_answer(rows, strings.sizes, pairs))


def _answer(
    rows: NDArray[np.int64], sizes: NDArray[np.int64], pairs: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
    """Rows and similarities of (3, m) strings s, t and overlap, sorted."""
    s, t, common = pairs.astype(np.int64)
    i, j = np.minimum(rows[s], rows[t]), np.maximum(rows[s], rows[t])
    jaccard = common / (sizes[s] + sizes[t] - common)
    order = np.argsort((i << 32) | j)
    return i[order].astype(np.int32), j[order].astype(np.int32), jaccard[order]

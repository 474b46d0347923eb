"""Brute-force twins of the joins and indexes: every pair is looked at, nothing is clever."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets


def fingerprints_as_ints(fingerprints: NDArray[np.uint64]) -> list[int]:
    """Each (words,) row as one Python integer, the first word its lowest 64 bits."""
    rows = fingerprints[:, None] if fingerprints.ndim == 1 else fingerprints
    return [sum(int(word) << (64 * w) for w, word in enumerate(row)) for row in rows]


def hamming_pairs(fingerprints: NDArray[np.uint64], radius: int) -> list[tuple[int, int, int]]:
    """(i, j, distance) of all pairs within ``radius`` bits, sorted."""
    values = fingerprints_as_ints(fingerprints)
    found = [(i, j, (values[i] ^ values[j]).bit_count()) for i, j in combinations(range(len(values)), 2)]
    return [pair for pair in found if pair[2] <= radius]


def hamming_neighbours(
    fingerprints: NDArray[np.uint64], query: NDArray[np.uint64] | int, radius: int
) -> tuple[list[int], list[int]]:
    """Rows within ``radius`` bits of the query and their distances, nearest first, then by row."""
    rows = fingerprints[:, None] if fingerprints.ndim == 1 else fingerprints
    bits = np.bitwise_count(rows ^ np.atleast_1d(np.asarray(query, np.uint64))).sum(axis=1, dtype=np.int64)
    near = np.flatnonzero(bits <= radius)
    near = near[np.argsort(bits[near], kind="stable")]
    return near.tolist(), bits[near].tolist()


def jaccard_pairs(sets: ShingleSets, threshold: float) -> list[tuple[int, int, float]]:
    """(i, j, Jaccard) of all pairs at or above the threshold, sorted; the empty set is in none."""
    rows = [set(sets[row].tolist()) for row in range(len(sets))]
    found = []
    for i, j in combinations(range(len(rows)), 2):
        if rows[i] and rows[j] and (similarity := len(rows[i] & rows[j]) / len(rows[i] | rows[j])) >= threshold:
            found.append((i, j, similarity))
    return found


def containment_pairs(sets: ShingleSets, threshold: float) -> list[tuple[int, int, float, float]]:
    """(inner, outer, share, back) of all pairs whose smaller set is contained to the threshold or more, sorted.

    The inner set is the smaller one, of two equally large ones the lower row.
    """
    rows = [set(sets[row].tolist()) for row in range(len(sets))]
    found = []
    for i, j in combinations(range(len(rows)), 2):
        inner, outer = (i, j) if len(rows[i]) <= len(rows[j]) else (j, i)
        common = len(rows[i] & rows[j])
        if rows[inner] and common / len(rows[inner]) >= threshold:
            found.append((inner, outer, common / len(rows[inner]), common / len(rows[outer])))
    return sorted(found)


def string_candidates(sets: ShingleSets, threshold: float, order: str) -> tuple[int, ...]:
    """Pairs of strings left by each filter of MMDS 3.9, by looking up every key of every string.

    order : of the symbols, "rarity" (ties by id) or "id"
    """
    counts: dict[int, int] = {}
    for symbol in sets.ids.tolist() if order == "rarity" else ():
        counts[symbol] = counts.get(symbol, 0) + 1
    strings = [
        sorted(sets[row].tolist(), key=lambda symbol: (counts.get(symbol, 0), symbol)) for row in range(len(sets))
    ]
    strings = sorted((string for string in strings if string), key=len)
    left = [0, 0, 0, 0]
    for later, probe in enumerate(strings):
        for other in strings[:later]:
            long, short = len(probe), len(other)
            if short / long < threshold:
                continue
            prefixes = [
                string[: sum(c / len(string) >= threshold for c in range(1, len(string) + 1))]
                for string in (probe, other)
            ]
            shared = [(i, j) for i, x in enumerate(prefixes[0], 1) for j, y in enumerate(prefixes[1], 1) if x == y]
            placed = [(i, j) for i, j in shared if (long - i + 1) / (long + j - 1) >= threshold]
            fitting = [
                (i, j)
                for i, j in placed
                if (1 + min(long - i, short - j)) / (i + j - 1 + max(long - i, short - j)) >= threshold
            ]
            left = [
                count + more for count, more in zip(left, (1, bool(shared), bool(placed), bool(fitting)), strict=True)
            ]
    return tuple(left)


def band_candidates(values: NDArray[np.integer], bands: int, rows: int, infinite: int | None) -> set[tuple[int, int]]:
    """Pairs of rows whose values are equal and finite in all positions of at least one band."""
    found = set()
    for i, j in combinations(range(len(values)), 2):
        for band in range(bands):
            a, b = (values[x, band * rows : (band + 1) * rows].tolist() for x in (i, j))
            if a == b and infinite not in a:
                found.add((i, j))
    return found


def overlapping_sets(seed: int, count: int, universe: int, largest_id: int) -> ShingleSets:
    """Random sets of skewed ids, of any size down to none, most of them changed or unchanged copies of earlier ones."""
    rng = np.random.default_rng(seed)
    ids = np.unique(rng.integers(0, largest_id, universe, dtype=np.uint64, endpoint=True))
    rows: list[list[int]] = []
    for _ in range(count):
        if rows and rng.random() < 0.7:
            row = list(rows[rng.integers(len(rows))])
            for _ in range(rng.integers(0, 4)):
                if row and rng.random() < 0.5:
                    row.pop(rng.integers(len(row)))
                else:
                    row.append(int(rng.choice(ids)))
        else:
            places = (ids.size * rng.random(rng.integers(0, universe + 1)) ** 3).astype(np.int64)
            row = ids[places].tolist()
        rows.append(row)
    return ShingleSets.from_lists(rows)

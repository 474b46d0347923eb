"""Brute-force twins of the features and of the pipeline: slow, short, obviously right. Other oracles stand beside."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from simexplorer.features.code_points import is_mark, is_single, is_word


def words(text: str) -> list[str]:
    """Words one after the other: letters, digits and ``_``; marks go on; Chinese, Korean, Thai, ... one by one."""
    found: list[str] = []
    current, alone = "", False
    for character in text:
        begins = is_word(character)
        single = begins and is_single(ord(character))
        if current and (is_mark(character) or (begins and not single and not alone)):
            current += character
            continue
        if current:
            found.append(current)
        current, alone = (character, single) if begins else ("", False)
    return [*found, current] if current else found


def shingles(text: str, kind: str, k: int) -> list[object]:
    """All shingles of a normalised text in order, repeats kept; a text shorter than k is one shingle."""
    units: Sequence[str] = text if kind == "char" else words(text)
    if not units:
        return []
    if len(units) < k:
        return [tuple(units)]
    return [tuple(units[i : i + k]) for i in range(len(units) - k + 1)]


def jaccard(a: Iterable[object], b: Iterable[object]) -> float:
    """Shared over all; two empty sets are not alike."""
    a, b = set(a), set(b)
    return len(a & b) / len(a | b) if a | b else 0.0


def similar_pairs(sets: Sequence[Iterable[object]], threshold: float) -> dict[tuple[int, int], float]:
    """Every pair at or above the threshold with its exact Jaccard."""
    found = {}
    for i, j in itertools.combinations(range(len(sets)), 2):
        if (value := jaccard(sets[i], sets[j])) >= threshold and sets[i]:
            found[i, j] = value
    return found

"""Small collections to be joined by hand or measured, some drawn from a seed: texts and how to cut them, no kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simexplorer.lab.examples import SPANISH_QUERY, SPANISH_SIZE, SPANISH_TEXTS


class SmallCollection(NamedTuple):
    """Texts with what the choice is called, the length of a shingle in characters, and a threshold to begin with."""

    title: str
    names: tuple[str, ...]
    texts: tuple[str, ...]
    size: int
    threshold: float
    order: str = "rarity"


_NOTICES = (
    "the meeting is moved to monday at ten",
    "the meeting is moved to monday at nine",
    "the meeting was moved to monday at ten",
    "meeting moved to tuesday",
    "the office is closed on friday",
    "the office is closed on friday and monday",
    "the office stays closed on friday",
    "please bring your own cup",
    "please bring your own cups",
    "lunch is at noon",
)

COLLECTIONS = (
    SmallCollection("ten short notices", tuple(f"N{n + 1}" for n in range(10)), _NOTICES, 3, 0.7),
    SmallCollection("four strings of letters", tuple("ABCD"), ("bcdf", "abcde", "bcdefg", "abcdefg"), 1, 0.8, "id"),
    SmallCollection(
        "five sentences of a lesson",
        ("D1", "D2", "D3", "D4", "query"),
        (*SPANISH_TEXTS, SPANISH_QUERY),
        SPANISH_SIZE,
        0.9,
    ),
)


def drawn_strings(seed: int) -> SmallCollection:
    """Twelve strings of 6 to 14 different letters, every third an earlier one with two letters changed at most."""
    random = np.random.default_rng(seed)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    texts: list[str] = []
    for place in range(12):
        if place % 3 == 2:
            kept = set(texts[int(random.integers(0, place))])
            kept ^= set(random.choice(letters, int(random.integers(0, 3)), replace=False).tolist())
        else:
            kept = set(random.choice(letters, int(random.integers(6, 15)), replace=False).tolist())
        texts.append("".join(sorted(kept)))
    names = tuple(f"S{place + 1}" for place in range(len(texts)))
    return SmallCollection("twelve strings drawn with the seed", names, tuple(texts), 1, 0.7)


class Triple(NamedTuple):
    """Three texts to be measured, and the length of a shingle in characters."""

    title: str
    texts: tuple[str, str, str]
    size: int


TRIPLES = (
    Triple("editorial, factorial, tutorial", ("editorial", "factorial", "tutorial"), 2),
    Triple("a, b, ab: where Dice fails", ("a", "b", "ab"), 1),
    Triple("three sentences of a lesson", (SPANISH_QUERY, SPANISH_TEXTS[3], SPANISH_TEXTS[0]), 5),
)

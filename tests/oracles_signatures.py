"""Brute-force twins of the signature schemes and features: Python's whole numbers, sets and fractions, no kernels."""

from __future__ import annotations

import itertools
import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from statistics import NormalDist
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=Hashable)
WORD = 2**64 - 1
GOLD = 0x9E3779B97F4A7C15


def mix64(word: int) -> int:
    """SplitMix64's finaliser in whole numbers."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def bag_jaccard(a: Iterable[int], b: Iterable[int]) -> float:
    """Sum of minima over sum of maxima."""
    x, y = Counter(a), Counter(b)
    return (x & y).total() / (x | y).total()


# --- MinHash and its relatives


def first_row(column: Sequence[bool], ranks: Sequence[int]) -> int | None:
    """The least rank of a row that has a one."""
    return min((rank for rank, one in zip(ranks, column, strict=True) if one), default=None)


def minhash(ids: Iterable[int], a: int, b: int, salt: int, prime: int) -> int:
    return min(((a * (mix64(x ^ salt) >> 4) + b) % prime for x in ids), default=prime)


def one_pass(ids: Iterable[int], salt: int, groups: int, infinite: int) -> list[int]:
    row = [infinite] * groups
    for x in ids:
        product = mix64(x ^ salt) * groups
        group, place = product >> 64, (product & WORD) >> 33
        row[group] = min(row[group], place)
    return row


def first_rows(ids: Iterable[int], salt: int, share_of_65536: int, length: int, infinite: int) -> list[int]:
    """Random words are or-ed or and-ed by the share's binary digits, the lowest first, leading zeros dropped."""
    digits = f"{share_of_65536:016b}".rstrip("0") if share_of_65536 < 65536 else ""
    row = [infinite] * length
    for x in ids:
        state = mix64(x ^ salt)
        for start in range(0, length, 64):
            mask = 0 if digits else WORD
            for digit in reversed(digits):
                state = (state + GOLD) & WORD
                mask = mask | mix64(state) if digit == "1" else mask & mix64(state)
            for j in range(start, min(start + 64, length)):
                if mask >> (j - start) & 1:
                    state = (state + GOLD) & WORD
                    row[j] = min(row[j], mix64(state) >> 33)
    return row


def one_pass_candidates(common: int, union: int, groups: int, bands: int, rows: int) -> Fraction:
    """The chance that some band of a one-pass signature collides: inclusion and exclusion over all sets of bands.

    q given groups collide when all are filled and q elements drawn without repeats are shared.
    """

    def all_of(q: int) -> Fraction:
        filled = Fraction(sum((-1) ** i * math.comb(q, i) * (groups - i) ** union for i in range(q + 1)))
        return filled / groups**union * Fraction(math.perm(common, q), max(1, math.perm(union, q)))

    return sum(
        ((-1) ** (k + 1) * math.comb(bands, k) * all_of(k * rows) for k in range(1, bands + 1) if k * rows <= common),
        Fraction(0),
    )


def bbit_collision(common: int, only_a: int, only_b: int, universe: int, bits: int) -> Fraction:
    """The exact chance that the lowest bits of two first rows are equal, over all permutations of the universe.

    The first of the union's rows is at rank z; it is shared with probability J. Else it belongs to one set, and the
    other's first row is the least of its f rows among the universe - z - 1 that are left.
    """
    union = common + only_a + only_b
    total = Fraction(0)
    for z in range(universe - union + 1):
        first = Fraction(math.comb(universe - z - 1, union - 1), math.comb(universe, union))
        same = Fraction(common, union)
        for mine, others in ((only_a, common + only_b), (only_b, common + only_a)):
            if not mine or not others:
                continue
            left = universe - z - 1
            later = sum(
                Fraction(math.comb(left - gap - 1, others - 1), math.comb(left, others))
                for gap in range(left - others + 1)
                if (gap + 1) % 2**bits == 0
            )
            same += Fraction(mine, union) * later
        total += first * same
    return total


# --- SimHash and hyperplanes


def simhash(hashes: Sequence[int], weights: Sequence[float], bits: int) -> tuple[list[float], int]:
    """(V, fingerprint), bit 0 the lowest."""
    v = [0.0] * bits
    for hashed, weight in zip(hashes, weights, strict=True):
        for i in range(bits):
            v[i] += weight if hashed >> i & 1 else -weight
    return v, sum(1 << i for i in range(bits) if v[i] > 0)


def bit_agreement(common: int, only_a: int, only_b: int) -> Fraction:
    """The share of all sign patterns of the features in which the two sums have the same bit."""
    same = 0
    n = common + only_a + only_b
    for signs in itertools.product((-1, 1), repeat=n):
        shared = sum(signs[:common])
        a = shared + sum(signs[common : common + only_a])
        b = shared + sum(signs[common + only_a :])
        same += (a > 0) == (b > 0)
    return Fraction(same, 2**n)


def normal(feature: int, seed: int, function: int) -> float:
    """The component of a random vector: 12 bits of the feature's hash, as the middle of that part of the normal law."""
    seed_word = mix64((seed + (function // 5 + 1) * 0x9E3779B97F4A7C15) % 2**64)
    part = mix64(feature ^ seed_word) >> 12 * (function % 5) & 0xFFF
    return float(np.float32(NormalDist().inv_cdf((part + 0.5) / 4096) / _deviation_of_middles()))


@cache
def _deviation_of_middles() -> float:
    return math.sqrt(sum(NormalDist().inv_cdf((k + 0.5) / 4096) ** 2 for k in range(4096)) / 4096)


def cosine(x: Mapping[T, float], y: Mapping[T, float]) -> float:
    dot = sum(weight * y.get(feature, 0.0) for feature, weight in x.items())
    return dot / math.sqrt(sum(w * w for w in x.values()) * sum(w * w for w in y.values()))


def angle(x: Mapping[T, float], y: Mapping[T, float]) -> float:
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine(x, y)))))


def euclidean(x: Mapping[T, float], y: Mapping[T, float]) -> float:
    return math.sqrt(sum((x.get(f, 0.0) - y.get(f, 0.0)) ** 2 for f in x.keys() | y.keys()))


def line_collision(ratio: float, steps: int = 20_000) -> float:
    """Datar's integral for w / d: the offset leaves room 1 - t/w for two projections t apart."""
    w, d = ratio, 1.0
    total = 0.0
    for i in range(steps):
        t = (i + 0.5) * w / steps
        total += 2.0 / d * math.exp(-0.5 * (t / d) ** 2) / math.sqrt(2.0 * math.pi) * (1.0 - t / w)
    return total * w / steps


def combined(p: Fraction, steps: Iterable[tuple[str, int]]) -> Fraction:
    """AND and OR by simulating them: the chance that all, or one, of so many independent functions say yes."""
    for kind, count in steps:
        p = p**count if kind == "and" else 1 - (1 - p) ** count
    return p


# --- features


def words(text: str, is_single: Callable[[str], bool]) -> list[str]:
    """One character at a time: letters and digits make words, marks continue them, single characters stand alone."""
    found: list[str] = []
    current, alone = "", False
    for c in text:
        if c.isalnum() or c == "_":
            if current and not alone and not is_single(c):
                current += c
                continue
            if current:
                found.append(current)
            current, alone = c, is_single(c)
        elif current and unicodedata.category(c).startswith("M"):
            current += c
        else:
            if current:
                found.append(current)
            current = ""
    return [*found, current] if current else found


def document_counts(documents: Iterable[Iterable[int]]) -> Counter[int]:
    return Counter(itertools.chain.from_iterable(set(document) for document in documents))


# --- Fast Similarity Sketching


def fast_sketch(ids: Iterable[int], seeds: Sequence[int], length: int, rounds: int) -> list[int]:
    """Round by round, bin by bin: the least (round, value) of each bin, then the bins' own functions; 16 bits of it."""
    elements, empty = list(ids), 2**32 - 1
    row = [empty] * length

    def draw(x: int, seed: int) -> int:
        word = (x ^ seed) * 0xBF58476D1CE4E5B9 % 2**64
        return (word ^ (word >> 32)) * 0x94D049BB133111EB % 2**64

    for turn in range(rounds):
        drawn: dict[int, int] = {}
        for x in elements:
            word = draw(x, seeds[turn])
            place = (word >> 32) * length >> 32
            drawn[place] = min(drawn.get(place, empty), (word & 0xFFFFFFFF) >> 1)
        for place, value in drawn.items():
            if row[place] == empty:
                row[place] = value ^ (seeds[turn] & 0x7FFFFFFF) if turn else value
    if not elements:
        return [2**16 - 1] * length
    short = [draw(x, seeds[rounds]) & 0xFFFFFFFF for x in elements]
    halves = [half for word in seeds[rounds + 1 :] for half in (word & 0xFFFFFFFF, word >> 32)]
    for j in range(length):
        if row[j] == empty:
            factor, term = halves[j] | 1, halves[length + j]
            values = []
            for word in short:
                x = (word * factor + term) & 0xFFFFFFFF
                values.append(((x ^ (x >> 15)) * 0x846CA68B & 0xFFFFFFFF) >> 1)
            row[j] = min(values) ^ (seeds[rounds] & 0x7FFFFFFF)
    return [min(value % 2**16, 2**16 - 2) for value in row]


def occupied_groups(union: int, groups: int) -> NDArray[np.float64]:
    """(groups + 1,) chances that ``union`` elements thrown into ``groups`` groups leave exactly so many not empty."""
    chances = np.zeros(groups + 1)
    chances[0] = 1.0
    share = np.arange(groups + 1) / groups
    # beyond 60 elements a group the chance of an empty one is below 1e-26 groups: nothing changes any more
    for _ in range(min(union, 60 * groups)):
        chances[1:] = chances[1:] * share[1:] + chances[:-1] * (1.0 - share[:-1])
        chances[0] = 0.0
    return chances

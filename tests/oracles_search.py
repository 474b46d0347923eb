"""Brute-force twins of S-curve, tuning, clustering, measures and recall: the definitions, written out and slow."""

from __future__ import annotations

from fractions import Fraction


def collision_probability(p: Fraction, bands: int, rows: int) -> tuple[Fraction, Fraction]:
    """(hit, miss) of the S-curve in exact fractions."""
    miss = (1 - p**rows) ** bands
    return 1 - miss, miss


def all_bandings(length: int) -> list[tuple[int, int]]:
    """Every (bands, rows) whose product fits into ``length`` positions."""
    return [(b, r) for r in range(1, length + 1) for b in range(1, length // r + 1)]


Similarities = dict[tuple[int, int], float]  # of pairs (low row, high row); a pair that is not there counts as 0


def components(rows: list[int], similar: Similarities, threshold: float) -> set[frozenset[int]]:
    """Rows that chains of pairs at or above the threshold connect."""
    groups = {row: frozenset([row]) for row in rows}
    for (i, j), similarity in similar.items():
        if similarity >= threshold and groups[i] is not groups[j]:
            for row in (both := groups[i] | groups[j]):
                groups[row] = both
    return set(groups.values())


def agglomerated(rows: list[int], similar: Similarities, threshold: float, linkage: str) -> set[frozenset[int]]:
    """Merge the two most similar groups again and again, as long as they reach the threshold."""
    groups = [frozenset([row]) for row in rows]

    def between(a: frozenset[int], b: frozenset[int]) -> Fraction:
        values = [Fraction(similar.get((min(x, y), max(x, y)), 0.0)) for x in a for y in b]
        return min(values) if linkage == "complete" else sum(values, Fraction(0)) / len(values)

    while len(groups) > 1:
        pairs = [(between(a, b), x, y) for x, a in enumerate(groups) for y, b in enumerate(groups[:x])]
        highest, x, y = max(pairs)
        if highest < threshold:
            break
        merged = groups[x] | groups[y]
        groups = [group for place, group in enumerate(groups) if place not in (x, y)] + [merged]
    return set(groups)


def stars(rows: list[int], similar: Similarities, threshold: float) -> dict[int, int]:
    """Centre of every row: heaviest rows first become centres unless linked to one, others join their most similar."""
    linked: dict[int, dict[int, float]] = {row: {} for row in rows}
    for (i, j), similarity in similar.items():
        if similarity >= threshold:
            linked[i][j] = linked[j][i] = similarity
    weight = {row: sum(map(Fraction, linked[row].values())) for row in rows}
    centres: list[int] = []
    for row in sorted(rows, key=lambda row: (-weight[row], row)):
        if not any(centre in linked[row] for centre in centres):
            centres.append(row)
    return {
        row: row if row in centres else min((-linked[row][c], c) for c in centres if c in linked[row])[1]
        for row in rows
    }


def weakest_link(group: frozenset[int], similar: Similarities) -> float:
    """The highest threshold at which the group is still connected; 1 for a row alone."""
    if len(group) == 1:
        return 1.0
    inside = {pair: s for pair, s in similar.items() if set(pair) <= group}
    return max(t for t in inside.values() if group in components(sorted(group), inside, t))


def medoid(group: frozenset[int], similar: Similarities) -> int:
    """The row with the highest sum of similarities to the others, of equals the lowest."""

    def total(row: int) -> Fraction:
        return sum((Fraction(similar.get((min(row, x), max(row, x)), 0.0)) for x in group if x != row), Fraction(0))

    return min(group, key=lambda row: (-total(row), row))


def common_subsequence_length(x: str, y: str) -> int:
    """The textbook table of the longest common subsequence."""
    row = [0] * (len(y) + 1)
    for a in x:
        before = row
        row = [0]
        for place, b in enumerate(y):
            row.append(before[place] + 1 if a == b else max(before[place + 1], row[place]))
    return row[-1]

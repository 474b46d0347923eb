"""What the page of distances shows, as grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.distances import Axioms, Table, Tried
    from simexplorer.lab.measure_list import Measure
    from simexplorer.search.edit_distance import Piece

_SEES = {
    "set": "the set of shingles",
    "counts": "how often each occurs",
    "direction": "direction of the counts",
    "fingerprint": "SimHash of the counts",
    "text": "the characters",
}
_WHOLE = {"l1", "hamming", "bits", "edit"}
_OF_ONE = {"edits": "edit", "bits of 64": "bit of 64"}
_HOPELESS = {"dice", "overlap"}
_WORDS = {"delete": "delete", "insert": "insert", "equal": "keep"}


def value_words(measure: Measure, value: float) -> str:
    """A value of a measure without its unit."""
    if np.isnan(value):
        return numbers.UNKNOWN
    if measure.key in _WHOLE:
        return numbers.count(int(value))
    digits = 1 if measure.key == "angle" else 3
    return numbers.similarity(value) if measure.kind == "similarity" else numbers.decimal(value, digits)


def measure_grid(table: Table) -> Grid:
    """A row for every measure; similarities first, then distances."""
    from simexplorer.lab.measure_list import MEASURES

    cells, tints = [], []
    for measure, value in zip(MEASURES, table.values.tolist(), strict=True):
        family = measure.family or ("none exists" if measure.key in _HOPELESS else numbers.UNKNOWN)
        unit = _OF_ONE.get(measure.unit, measure.unit) if value == 1.0 else measure.unit
        words = value_words(measure, value) if np.isnan(value) else f"{value_words(measure, value)} {unit}".strip()
        cells.append([words, measure.kind, _SEES[measure.sees], measure.formula, family])
        tints.append([Tint.ONE])
    similarities = sum(measure.kind == "similarity" for measure in MEASURES)
    return Grid(
        cells=cells,
        columns=("A and B", "is a", "looks at", "formula", "functions that follow it"),
        rows=[measure.title for measure in MEASURES],
        tints=tints,
        gaps=frozenset({similarities}),
    )


def axiom_grid(axioms: Sequence[Axioms], tried: dict[str, Tried]) -> Grid:
    """A row for every distance: which axiom holds, the tightest triangle in numbers, random triples.

    What is not known of any of the texts, of the triangle of one of them, has no verdict.
    """
    cells: list[list[str]] = []
    tints: list[list[Tint | int]] = []
    for row in axioms:
        x, y, z = ("ABC"[corner] for corner in row.corners)
        held = (row.positive, row.identity, row.symmetric, row.triangle)
        sign = "≤" if row.triangle else ">"
        direct, detour = value_words(row.measure, row.direct), value_words(row.measure, row.detour)
        there = ~np.isnan(row.distances)
        known = bool(there.all())
        legs = f"{x}{y} = {direct} {sign} {detour} = {x}{z} + {z}{y}" if known else numbers.UNKNOWN
        random = tried.get(row.measure.key)
        broke = numbers.UNKNOWN if random is None else f"{numbers.count(random.broken)} break it"
        tested = (*[bool(there.any())] * 3, known)
        verdicts = [
            ("holds" if ok else "fails") if seen else numbers.UNKNOWN for ok, seen in zip(held, tested, strict=True)
        ]
        cells.append([*verdicts, legs, broke])
        marks: list[Tint | int] = [Tint.NONE if ok else Tint.WARNING for ok in held]
        marks.append(Tint.NONE if row.triangle else Tint.WARNING)
        marks.append(Tint.WARNING if random is not None and random.broken else Tint.NONE)
        tints.append(marks)
    return Grid(
        cells=cells,
        columns=("d ≥ 0", "d = 0 ⇔ x = y", "both ways", "triangle", "the tightest one", "of random triples"),
        rows=[row.measure.title for row in axioms],
        tints=tints,
        gaps=frozenset({sum(row.measure.axioms for row in axioms)}),
    )


def values_grid(axioms: Sequence[Axioms]) -> Grid:
    """A row for every distance: between all three."""
    cells = [
        [value_words(row.measure, float(row.distances[i, j])) for i, j in ((0, 1), (0, 2), (1, 2))] for row in axioms
    ]
    return Grid(cells=cells, columns=("A and B", "A and C", "B and C"), rows=[row.measure.title for row in axioms])


def piece_rows(x: str, y: str, pieces: Sequence[Piece]) -> list[tuple[str, str, int]]:
    """What each piece does, to which characters, and how many edits that is."""
    rows = []
    for piece in pieces:
        text = y[piece.y_start : piece.y_end] if piece.operation == "insert" else x[piece.x_start : piece.x_end]
        shown = text if len(text) <= 40 else f"{text[:39]}…"
        rows.append((_WORDS[piece.operation], repr(shown), 0 if piece.operation == "equal" else len(text)))
    return rows

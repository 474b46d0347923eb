"""What the page of families shows after each block, as grids and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.lines_board import NAMES
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.families import FamilyCurve, Trial
    from simexplorer.lab.lines import Lines


def stage_names(curve: FamilyCurve) -> list[str]:
    """What stands after 0, 1, 2, ... blocks."""
    return ["one function", *(f"{kind.upper()} of {count}" for kind, count in curve.construction.steps)]


def stage_words(curve: FamilyCurve, step: int) -> str:
    """The first ``step`` blocks in words, the innermost first."""
    names = stage_names(curve)[: step + 1]
    return ", then ".join(names[1:]) if step else "One function alone"


def plain(value: float) -> str:
    """Two decimals, four of a small number."""
    return "∞" if np.isinf(value) else numbers.decimal(value, 2 if value >= 0.1 else 4)


def short(value: float) -> str:
    """Two decimals without zeros at the end."""
    text = numbers.decimal(value, 2)
    return text.rstrip("0").rstrip(".,") if any(mark in text for mark in ".,") else text


def yes_words(chance: float, of_one: float) -> str:
    """The chance of a yes in four decimals: a 0 or a 1 only where that ``of_one`` function is as certain."""
    return numbers.chance(chance, of_one in (0.0, 1.0), 4)


def has_key(curve: FamilyCurve) -> list[bool]:
    """After 0, 1, 2, ... blocks: whether a yes is that two keys are equal, as it is without an OR of several."""
    steps = curve.construction.steps
    return [all(kind == "and" or count == 1 for kind, count in steps[:blocks]) for blocks in range(len(steps) + 1)]


def stage_grid(curve: FamilyCurve, trials: Sequence[tuple[Trial, Trial]], step: int) -> Grid:
    """A row for every number of blocks: the promise, what was counted, ρ.

    An AND leaves ρ as it is. After an OR there is none: its yes is no key that a table could be sorted by, so it cannot
    lower what a search costs (Indyk, Motwani 1998: an AND of log n / log(1/p₂) functions in each of n^ρ tables).
    """
    cells = []
    one = curve.promises[0]
    for promise, (near, far), keyed in zip(curve.promises, trials, has_key(curve), strict=True):
        counted = [
            numbers.estimate(asked.share, asked.standard_error) if asked.trials else numbers.UNKNOWN
            for asked in (near, far)
        ]
        cells.append(
            [
                yes_words(promise.p1, one.p1),
                counted[0],
                yes_words(promise.p2, one.p2),
                counted[1],
                plain(promise.rho) if keyed else numbers.UNKNOWN,
            ]
        )
    return Grid(
        cells=cells, columns=("p₁", "counted at d₁", "p₂", "counted at d₂", "ρ"), rows=stage_names(curve), current=step
    )


def pair_grid(lines: Lines, line_drawn: int) -> Grid:
    """A row for every two points."""
    cells, heads, tints = [], [], []
    for place, (i, j) in enumerate(zip(lines.i.tolist(), lines.j.tolist(), strict=True)):
        heads.append(f"{NAMES[i]} and {NAMES[j]}")
        together = bool(lines.buckets[i, line_drawn] == lines.buckets[j, line_drawn])
        estimate, error = float(lines.estimate[place]), float(lines.error[place])
        cells.append(
            [
                numbers.decimal(float(lines.distance[place]), 3),
                "yes" if together else "no",
                numbers.chance(float(lines.chance[place]), lines.distance[place] == 0.0),
                numbers.decimal(float(lines.share[place]), 3),
                "∞" if np.isinf(estimate) else numbers.estimate(estimate, error),
            ]
        )
        tints.append([Tint.NONE, Tint.HIT if together else Tint.NONE])
    columns = ("distance", "same interval", "chance", f"share of {lines.buckets.shape[1]} lines", "distance from it")
    return Grid(cells=cells, columns=columns, rows=heads, tints=tints)

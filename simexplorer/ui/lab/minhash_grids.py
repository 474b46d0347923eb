"""The matrices of the page on MinHash at one step: rows and first ones, the signature filling, all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.short_titles import short_titles
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.minhashing import MinhashSteps

SHOWN_ROWS = 16
INFINITY = "∞"
ROUNDS = ("1", "2", "3", "own")  # of sketching: three draws of a bin, then the functions of the bins that are left
_NOTHING = -1
_TYPES = "ABCD"
_TITLE = 13  # characters of a title


def place_at(steps: MinhashSteps, step: int) -> tuple[int, int]:
    """Permutation and place looked at in this step; place -1 before the first."""
    if step == 0 or not steps.at.size:
        return 0, -1
    function, place = steps.at[step - 1].tolist()
    return function, place


def repeat_words(steps: MinhashSteps) -> str:
    """In sentences, which functions are no permutations of the rows, and how many give every row the value of another.

    "" where all are permutations and different.
    """
    rows, length = steps.hashes.shape
    flat = [f"h{n + 1}" for n, values in enumerate(steps.hashes.T.tolist()) if len(set(values)) < rows]
    said = f"Two rows get one value under {', '.join(flat)}: no permutation of the rows. " if flat else ""
    repeats = length - np.unique(steps.hashes, axis=1).shape[1] if steps.hashes.size else 0
    if not repeats:
        return said.rstrip()
    does = f"{repeats} of {length} functions {'gives' if repeats == 1 else 'give'} all rows the values of another one"
    return f"{said}{does}: equal functions add nothing new, and the error below is that of different ones."


def first_shown(steps: MinhashSteps, step: int) -> int:
    """The first row on screen: all rows of small matrices, a window around the present one of large ones."""
    rows = int(steps.sets.matrix.shape[0])
    _, place = place_at(steps, step)
    return max(0, min(place - SHOWN_ROWS // 2, rows - SHOWN_ROWS))


def type_of(first: bool, second: bool) -> str:
    """The type of a row for two columns: A both, B the first alone, C the second alone, D none."""
    return _TYPES[(0 if second else 1) if first else (2 if second else 3)]


def matrix_grid(steps: MinhashSteps, step: int, pair: tuple[int, int]) -> Grid:
    """Rows in the order of the present permutation, ones tinted, those that give a value marked."""
    function, place = place_at(steps, step)
    start, matrix = first_shown(steps, step), steps.sets.matrix
    order = steps.orders[function]
    shown = range(start, min(start + SHOWN_ROWS, len(steps.sets.rows)))
    limit = steps.settings.first if steps.settings.way == "first rows" else order.size
    full = _full_columns(steps, step)
    cells, tints, heads = [], [], []
    for at in shown:
        ones = matrix[order[at]]
        hits = _settled_here(steps, step, function, at)
        extra = _drawn(steps, function, order[at]) if steps.bins.size else _extra(steps, order[at])
        cells.append([*("1" if one else "0" for one in ones), *extra, type_of(*ones[list(pair)])])
        row: list[Tint | int] = [
            Tint.HIT if hit else Tint.FAINT if at >= limit or done else Tint.ONE if one else Tint.NONE
            for one, hit, done in zip(ones, hits, full, strict=True)
        ]
        tints.append(row)
        heads.append(f"{_cut(steps.sets.rows[order[at]])}   {at + (0 if steps.functions else 1)}")
    gaps = frozenset(at - start for at in shown if steps.group and at % steps.group == 0 and at > start)
    return Grid(
        cells=cells,
        columns=[*short_titles(steps.sets.columns, _TITLE), *_extra_titles(steps), "type"],
        rows=heads,
        tints=tints,
        current=place - start if place >= 0 else -1,
        gaps=gaps,
    )


def _full_columns(steps: MinhashSteps, step: int) -> list[bool]:
    """For each column, whether all its bins were filled in earlier rounds: it draws no more."""
    if not steps.bins.size or not step:
        return [False] * steps.sets.matrix.shape[1]
    before = steps.running[int(np.searchsorted(steps.at[:, 0], steps.at[step - 1, 0]))]
    return [bool(filled) for filled in (before != _NOTHING).all(axis=0)]


def _extra_titles(steps: MinhashSteps) -> list[str]:
    return ["bin", "value"] if steps.bins.size else [f"h{n + 1}" for n in range(len(steps.functions))]


def _drawn(steps: MinhashSteps, turn: int, row: int) -> list[str]:
    """The bin and the value that a row draws in this round; under the bins' own functions it has one for each."""
    if turn >= len(steps.bins):
        return ["each", ""]
    return [str(int(steps.bins[turn, row]) + 1), numbers.decimal(float(steps.drawn[turn, row]), 3)]


def _extra(steps: MinhashSteps, row: int) -> list[str]:
    return [str(value) for value in steps.hashes[row]] if steps.functions else []


def _settled_here(steps: MinhashSteps, step: int, function: int, at: int) -> list[bool]:
    """For each column, whether a value of the signature was found in this row by now."""
    if steps.running.size:
        now, before = steps.running[step], steps.running[max(0, step - 1)]
        changed = (now != before).any(axis=0)
        return [bool(c) and at == place_at(steps, step)[1] for c in changed]
    found, width = steps.found, steps.sets.matrix.shape[1]
    if steps.group:
        here = (found == at + 1) & (found <= step)
        return [bool(hit) for hit in here.any(axis=0)]
    at_step = {int(s): True for s in found[function] if 0 < s <= step}
    return [bool(at_step.get(int(found[function, c])) and steps.values[function, c] == at) for c in range(width)]


def values_now(steps: MinhashSteps, step: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """(k, n) the signature as far as it is known at this step; -1 for infinity, found out or not yet."""
    if steps.running.size:
        return np.asarray(steps.running[step], np.int64)
    return np.where((steps.found > 0) & (steps.found <= step), steps.values, _NOTHING)


def signature_grid(steps: MinhashSteps, step: int, pair: tuple[int, int]) -> Grid:
    """The signature so far, and for the chosen pair what each position says."""
    now = values_now(steps, step)
    done = functions_done(steps, step)
    cells, tints = [], []
    for function, row in enumerate(now):
        words, tint = _verdict(row[pair[0]], row[pair[1]], done[function])
        cells.append([*(_value(steps, function, int(value)) for value in row), words])
        line: list[Tint | int] = [Tint.NONE if value != _NOTHING else Tint.FAINT for value in row]
        if tint is Tint.HIT:
            line[pair[0]] = line[pair[1]] = 2
        tints.append([*line, 2 if tint is Tint.HIT else Tint.NONE])
    heads = [f"h{n + 1} = {name}" for n, name in enumerate(steps.functions)]
    if not heads:
        what = "bin" if steps.bins.size else "group" if steps.group else "permutation"
        heads = [f"{what} {n + 1}" for n in range(now.shape[0])]
    names = short_titles(steps.sets.columns, _TITLE)
    return Grid(
        cells=cells,
        columns=[*names, f"{names[pair[0]]}, {names[pair[1]]}"],
        rows=heads,
        tints=tints,
        current=-1 if steps.running.size or steps.group or step == 0 else place_at(steps, step)[0],
    )


def functions_done(steps: MinhashSteps, step: int) -> list[bool]:
    """Whether nothing more can come for each function."""
    count = steps.values.shape[0]
    if step >= len(steps.at):
        return [True] * count
    if steps.running.size:
        return [False] * count
    if steps.group:
        return [step >= (n + 1) * steps.group for n in range(count)]
    present = int(steps.at[step][0])  # the function of the next step
    return [n < present for n in range(count)]


def _verdict(x: int, y: int, done: bool) -> tuple[str, Tint]:
    if x == y != _NOTHING:
        return "equal", Tint.HIT
    if not done and _NOTHING in (x, y):
        return "", Tint.NONE
    if x == y == _NOTHING:
        return "says nothing", Tint.NONE
    return "unequal", Tint.NONE


def _value(steps: MinhashSteps, function: int, value: int) -> str:
    if value == _NOTHING:
        return INFINITY if not steps.bins.size else numbers.UNKNOWN
    if steps.bins.size:
        turn, row = divmod(value, len(steps.orders[0]))
        return f"{ROUNDS[turn]}: {_cut(steps.sets.rows[row])}"
    if steps.functions:
        return str(value)
    place = value + steps.group * function if steps.group else value
    name = steps.sets.rows[steps.orders[0 if steps.group else function][place]]
    return str(value + 1) if name.isdigit() else f"{value + 1} {_cut(name)}"


def pairs_grid(steps: MinhashSteps, pair: tuple[int, int]) -> Grid:
    """All pairs of columns: rows of each type, exact similarity, what the whole signature says."""
    found, names = steps.pairs, short_titles(steps.sets.columns, _TITLE)
    current = [place for place, ij in enumerate(zip(found.i, found.j, strict=True)) if tuple(map(int, ij)) == pair]
    return Grid(
        cells=[
            [
                *(numbers.count(int(count)) for count in found.types[p]),
                numbers.similarity(float(found.exact[p])),
                f"{found.equal[p]} / {found.counted[p]}",
                numbers.similarity(float(found.estimate[p])),
            ]
            for p in range(found.i.size)
        ],
        columns=("A", "B", "C", "D", "exact", "equal", "estimate"),
        rows=[f"{names[i]}, {names[j]}" for i, j in zip(found.i, found.j, strict=True)],
        current=current[0] if current else -1,
    )


def _cut(name: str, most: int = 14) -> str:
    shown = name.replace(" ", "␣") if len(name) > 1 or name == " " else name
    shown = shown.replace("\n", "⏎")
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"

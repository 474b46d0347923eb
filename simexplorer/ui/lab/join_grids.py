"""What the page of exact joins shows at each step, as grids and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.short_titles import shortened
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.visible_text import visible
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.joins import JoinWalk

IndexKeys: TypeAlias = list[tuple[tuple[str | int, ...], list[int]]]
NAMES = ("all pairs", "length", "prefix", "position", "suffix", "compared: alike")
MOST_KEYS = 8  # of an index that are shown
_LEAST_SYMBOLS, _MOST_SYMBOLS = 4, 22  # of a string that are shown
_LONGEST = 44  # characters of a text


def tints_at(walk: JoinWalk, step: int) -> list[list[Tint | int]]:
    """Row s has s cells: gone before, dropped just now, still there; at the last step the answers."""
    return [[_tint(int(walk.fate[s, t]), step) for t in range(s)] for s in range(walk.rows.size)]


def _tint(fate: int, step: int) -> Tint | int:
    last = len(NAMES) - 1
    if step == last and fate == last:
        return Tint.HIT
    if fate < step - 1:
        return Tint.FAINT
    return Tint.WARNING if fate == step - 1 else Tint.SELECTED


def steps_grid(walk: JoinWalk, counts: Sequence[int], step: int) -> Grid:
    """Pairs left after each filter, and the keys of the index of each but the length filter."""
    keys = ["", "", *map(numbers.count, counts), ""]
    left = [*walk.candidates, walk.answers]
    dropped = ["", *(numbers.count(before - after) for before, after in pairwise(left))]
    cells = [[numbers.count(count), gone, key] for count, gone, key in zip(left, dropped, keys, strict=True)]
    return Grid(cells=cells, columns=("pairs left", "dropped", "keys"), rows=NAMES, current=step)


def strings_grid(walk: JoinWalk, names: Sequence[str], step: int, room: int = 600) -> Grid:
    """Every string, the symbols that go into ``room`` pixels; from the prefix filter on its prefix is in colour.

    Symbols stand under their places, which the later filters reckon with.
    """
    cells: list[list[str]] = []
    tints: list[list[Tint | int]] = []
    widest = max((len(symbol) for string in walk.strings for symbol in string), default=1)
    most = max(_LEAST_SYMBOLS, min(_MOST_SYMBOLS, room // (8 * widest + 10)))
    for s, string in enumerate(walk.strings):
        prefix, size = int(walk.prefix[s]), int(walk.sizes[s])
        shown = [visible(symbol) for symbol in string[:most]]
        more = [f"+ {numbers.count(size - most)}"] if size > most else []
        head = [
            numbers.count(size),
            f"{numbers.count(int(walk.least[s]))} to {numbers.count(size)}",
            numbers.count(prefix),
        ]
        cells.append([*head, *shown, *more])
        inside = prefix if step >= 2 else 0
        marked: list[Tint | int] = [Tint.NONE, Tint.NONE, Tint.NONE]
        marked += [0 if place < inside else Tint.NONE for place in range(len(shown))]
        tints.append(marked)
    widest = max((min(most, int(size)) for size in walk.sizes), default=0)
    more = ["more"] if (walk.sizes > most).any() else []
    columns = ("L", "partners", "prefix", *(str(place) for place in range(1, widest + 1)), *more)
    return Grid(cells=cells, columns=columns, rows=list(names), tints=tints)


def _cut_end(text: str) -> str:
    plain = visible(" ".join(text[: 4 * _LONGEST].split()), blanks=False)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def index_grid(keys: IndexKeys, count: int, names: Sequence[str], kind: int) -> Grid:
    """The fullest ``keys`` of all ``count``: by symbol (kind 0), its position too (1), or also what is behind (2)."""
    rows, cells = [], []
    for key, members in keys:
        symbol, *places = key
        words = f"{visible(str(symbol))}" + "".join(
            f", {title} {numbers.count(int(value))}"
            for title, value in zip(("position", "behind it"), places, strict=False)
        )
        rows.append(words)
        cells.append([", ".join(names[s] for s in members)])
    if count > len(keys):
        rows.append(f"and {numbers.counted(count - len(keys), 'more key')}")
        cells.append(["…"])
    columns = (("by symbol", "by symbol and position", "by symbol, position and symbols behind")[kind],)
    return Grid(cells=cells, columns=columns, rows=rows)


def wanted_words(walk: JoinWalk) -> str:
    """The threshold in two decimals, or in three where two would be another number."""
    return numbers.decimal(walk.threshold, 2 if round(walk.threshold, 2) == walk.threshold else 3)


def pair_words(walk: JoinWalk, names: Sequence[str], texts: Sequence[str], pair: tuple[int, int], step: int) -> str:
    """The chosen pair under every filter up to this step, with its numbers."""
    from simexplorer.lab.joins import look_at

    s, t = pair
    if not t < s < walk.rows.size:
        return "Two texts that are not empty are needed."
    look, fate, wanted = look_at(walk, s, t), int(walk.fate[s, t]), wanted_words(walk)
    mine, other = (numbers.count(int(walk.sizes[one])) for one in pair)

    def verdict(bound: float) -> str:
        return f"{numbers.decimal(bound, 3)} {'≥' if bound >= walk.threshold else '<'} {wanted}"

    lines = [f"{names[s]}, L = {mine}:  {_cut_end(texts[int(walk.rows[s])])}"]
    lines += [f"{names[t]}, L = {other}:  {_cut_end(texts[int(walk.rows[t])])}", ""]
    if step >= 1:
        lines.append(f"length: {other} / {mine} = {verdict(look.length_bound)}")
    if step >= 2 and fate > 0:
        meet, at = "no common symbol", ""
        if look.symbol is not None:
            meet, at = (
                f"both have '{visible(shortened(look.symbol, 40))}'",
                f", at i\u00a0=\u00a0{look.i} and j\u00a0=\u00a0{look.j}",
            )
        first, second = (numbers.count(int(walk.prefix[one])) for one in pair)
        lines.append(f"prefix: {meet} among the first {first} and {second}{at}")
    if step >= 3 and fate > 1 and look.position is not None:
        lines.append(f"position: ({mine} − {look.i} + 1) / ({mine} + {look.j} − 1) = {verdict(look.position)}")
    if step >= 4 and fate > 2 and look.suffix is not None and look.p is not None and look.q is not None:
        p, q = map(numbers.count, sorted((look.p, look.q)))
        lines.append(f"suffix: (1 + {p}) / ({look.i} + {look.j} − 1 + {q}) = {verdict(look.suffix)}")
    if step >= 5 and fate > 3:
        common = int(walk.common[s, t])
        either = numbers.count(int(walk.sizes[s]) + int(walk.sizes[t]) - common)
        lines.append(f"compared: {numbers.count(common)} / {either} = {verdict(float(walk.similarity[s, t]))}")
    elif fate < step:
        lines.append(f"dropped by {NAMES[fate + 1]}")
    return "\n".join(lines)

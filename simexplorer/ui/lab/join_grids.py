"""What the page of exact joins shows at each step, as grids and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.joins import JoinWalk

NAMES = ("all pairs", "length", "prefix", "position", "suffix", "compared: alike")
_ROOM, _MOST_KEYS = 72, 8  # characters of a string that are shown, and keys of an index


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


def steps_grid(walk: JoinWalk, step: int) -> Grid:
    """Pairs left after each filter, and the keys of its index."""
    keys = ["", *("" if count is None else numbers.count(count) for count in walk.buckets), ""]
    left = [*walk.candidates, walk.answers]
    dropped = ["", *(numbers.count(before - after) for before, after in pairwise(left))]
    cells = [[numbers.count(count), gone, key] for count, gone, key in zip(left, dropped, keys, strict=True)]
    return Grid(cells=cells, columns=("pairs left", "dropped", "keys"), rows=NAMES, current=step)


def _short(symbol: str) -> str:
    return symbol.replace(" ", "␣").replace("\n", "⏎")


def strings_grid(walk: JoinWalk, names: Sequence[str], step: int) -> Grid:
    """Every string symbol by symbol; from the prefix filter on its prefix is in colour."""
    cells: list[list[str]] = []
    tints: list[list[Tint | int]] = []
    widest = max((len(symbol) for string in walk.strings for symbol in string), default=1)
    most = max(4, _ROOM // (widest + 1))
    for s, string in enumerate(walk.strings):
        prefix, size = int(walk.prefix[s]), int(walk.sizes[s])
        shown = [_short(symbol) for symbol in string[:most]]
        more = [f"+ {numbers.count(size - most)}"] if size > most else []
        head = [numbers.count(size), f"{int(walk.least[s])} to {size}", numbers.count(prefix)]
        cells.append([*head, *shown, *more])
        inside = prefix if step >= 2 else 0
        marked: list[Tint | int] = [Tint.NONE, Tint.NONE, Tint.NONE]
        marked += [0 if place < inside else Tint.NONE for place in range(len(shown))]
        tints.append(marked)
    columns = ("L", "partners", "prefix")
    return Grid(cells=cells, columns=columns, rows=[_cut(name) for name in names], tints=tints)


def _cut(name: str, most: int = 22) -> str:
    return name if len(name) <= most else f"…{name[-most + 1 :]}"


def _cut_end(text: str, most: int = 44) -> str:
    plain = " ".join(text[: 4 * most].split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def index_grid(walk: JoinWalk, names: Sequence[str], step: int) -> Grid:
    """Keys by symbol, by symbol and place, or by these and what is behind; those of most strings first."""
    from simexplorer.lab.joins import index_keys

    kind = min(max(step - 2, 0), 2)
    keys = index_keys(walk, kind)
    shown = keys[:_MOST_KEYS]
    rows, cells = [], []
    for key, members in shown:
        symbol, *places = key
        words = f"{_short(str(symbol))}" + "".join(
            f", {title} {value}" for title, value in zip(("place", "behind it"), places, strict=False)
        )
        rows.append(words)
        cells.append([", ".join(_cut(names[s], 12) for s in members)])
    if len(keys) > len(shown):
        rows.append(f"and {numbers.count(len(keys) - len(shown))} more keys")
        cells.append(["…"])
    columns = (("by symbol", "by symbol and place", "by symbol, place and symbols behind")[kind],)
    return Grid(cells=cells, columns=columns, rows=rows)


def pair_words(walk: JoinWalk, names: Sequence[str], texts: Sequence[str], pair: tuple[int, int], step: int) -> str:
    """The chosen pair under every filter up to this step, with its numbers."""
    from simexplorer.lab.joins import look_at

    s, t = pair
    if not t < s < walk.rows.size:
        return "Two texts that are not empty are needed."
    look, fate, wanted = look_at(walk, s, t), int(walk.fate[s, t]), numbers.decimal(walk.threshold, 2)
    mine, other = int(walk.sizes[s]), int(walk.sizes[t])

    def verdict(bound: float) -> str:
        return f"{numbers.decimal(bound, 3)} {'≥' if bound >= walk.threshold else '<'} {wanted}"

    lines = [f"{_cut(names[s])}, L = {mine}:  {_cut_end(texts[int(walk.rows[s])])}"]
    lines += [f"{_cut(names[t])}, L = {other}:  {_cut_end(texts[int(walk.rows[t])])}", ""]
    if step >= 1:
        lines.append(f"length: {other} / {mine} = {verdict(look.length_bound)}")
    if step >= 2 and fate > 0:
        meet = f"both have {_short(look.symbol)!r}" if look.symbol is not None else "no common symbol"
        lines.append(f"prefix: {meet} among the first {int(walk.prefix[s])} and {int(walk.prefix[t])}")
    if step >= 3 and fate > 1 and look.position is not None:
        lines.append(
            f"position: i = {look.i}, j = {look.j}: ({mine} − {look.i} + 1) / ({mine} + {look.j} − 1) = "
            f"{verdict(look.position)}"
        )
    if step >= 4 and fate > 2 and look.suffix is not None and look.p is not None and look.q is not None:
        p, q = sorted((look.p, look.q))
        lines.append(
            f"suffix: {look.p} and {look.q} behind it: (1 + {p}) / ({look.i} + {look.j} − 1 + {q}) = "
            f"{verdict(look.suffix)}"
        )
    if step >= 5 and fate > 3:
        common = int(walk.common[s, t])
        lines.append(f"compared: {common} / {mine + other - common} = {verdict(float(walk.similarity[s, t]))}")
    elif fate < step:
        lines.append(f"dropped by {NAMES[fate + 1]}")
    return "\n".join(lines)

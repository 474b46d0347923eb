"""What a table of a report is: columns of equal length whose values become cells on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from msgspec import Struct, json
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.measure_words import plain, told_number
from simexplorer.pipeline.told_column import ToldColumn

Kind = Literal["text", "share", "number", "whole", "flag"]
Cell = str | float | int | bool | None
DECIMALS = {"share": 3, "number": 2}

CHUNK = 2048
_spell = json.Encoder().encode  # the shortest digits that mean the same number, six times as fast as ``repr``


class Column(Struct, frozen=True):
    """One column: a name for programs, a title for people, values that become cells on demand.

    kind : ``share`` is a similarity in [0, 1], ``whole`` an integer where a negative one stands for "none"
    values : (n,) the cells; for ``text`` the positions in ``labels``, a negative one stands for "none"
    limit : of similarities and distances: where pairs begin to count, on whose side each cell is told
    """

    name: str
    title: str
    kind: Kind
    values: NDArray[Any] | ToldColumn
    labels: Sequence[str] = ()
    limit: float = np.nan

    def cells(self, start: int = 0, stop: int | None = None) -> list[Cell]:
        """The cells of some rows as Python values; None where a number was not computed or there is none."""
        part = self.values[start:stop]
        bare: list[Any] = part.tolist()
        if self.kind == "flag":
            return [bool(cell) for cell in bare]
        if self.kind in ("share", "number"):
            return bare if np.isfinite(part).all() else [cell if abs(cell) < np.inf else None for cell in bare]
        if self.kind == "text":
            labels = self.labels
            return [labels[cell] if cell >= 0 else None for cell in bare]
        return bare if not (part < 0).any() else [cell if cell >= 0 else None for cell in bare]

    def told(self, cell: Cell) -> str:
        """A cell as people read it; the script of the page does the same."""
        if cell is None:
            return ""
        if isinstance(cell, bool):
            return "yes" if cell else ""
        if isinstance(cell, float):
            return plain(*told_number(cell, DECIMALS[self.kind], self.limit, distance=self.kind == "number"))
        return f"{cell:,}" if isinstance(cell, int) else cell


def number_texts(values: NDArray[Any], missing: str) -> list[str]:
    """Numbers with all their digits, as JSON and CSV write them; ``missing`` for those that were not computed."""
    if not values.size:
        return []
    texts = _spell(values.tolist()).decode()[1:-1].split(",")
    absent = ~np.isfinite(values) if values.dtype.kind == "f" else values < 0
    for p in np.flatnonzero(absent):
        texts[p] = missing
    return texts


class Table(Struct, frozen=True):
    """Columns of equal length under one name; ``part_of`` names the table of which it shows some rows."""

    name: str
    title: str
    columns: tuple[Column, ...]
    part_of: str = ""

    def __len__(self) -> int:
        return int(self.columns[0].values.size)

    def rows(self, stop: int | None = None) -> Iterator[tuple[Cell, ...]]:
        """The first ``stop`` rows (all by default) as tuples of cells, made a chunk at a time."""
        end = len(self) if stop is None else min(stop, len(self))
        for start in range(0, end, CHUNK):
            yield from zip(
                *(column.cells(start, min(start + CHUNK, end)) for column in self.columns),
                strict=True,
            )

    def told(self, stop: int) -> Iterator[tuple[str, ...]]:
        """The first ``stop`` rows as people read them."""
        for row in self.rows(stop):
            yield tuple(column.told(cell) for column, cell in zip(self.columns, row, strict=True))

    def only(self, names: Sequence[str] | None) -> Table:
        """This table with the named columns alone, in their own order; all of them if none is named here.

        A name is that of a column in any table, or ``table.column``; one of the whole table holds for a part of it.
        """
        if names is None:
            return self
        wanted, beginnings = set(names), ("", f"{self.name}.", f"{self.part_of}.")
        chosen = tuple(c for c in self.columns if not wanted.isdisjoint(start + c.name for start in beginnings))
        return replace(self, columns=chosen or self.columns)

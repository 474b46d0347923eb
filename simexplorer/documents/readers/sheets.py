"""Sheets of any spreadsheet as rows of cells, each cell in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct, field

from simexplorer.documents.decode import to_utf8

MOST_COLUMNS = 16_384
"""Columns that a sheet may have, in every format."""
_LONGEST_SAID = 200  # characters


Numbered = tuple[int, list[str]]


class Sheet(Struct, frozen=True):
    """One sheet: its name, and its rows as texts of their cells, empty ones included, each with the number it has.

    boxes : what is written in boxes that lie over it, which are in no row
    """

    name: str
    rows: Iterator[Numbered]
    boxes: Iterable[str] = ()


class Lacking(Struct):
    """What of a workbook is not read, as far as that was seen: sheets and texts of cells that it names and has not.

    hidden : names of sheets that it has, and does not show
    """

    sheets: int = 0
    texts: int = 0
    hidden: list[str] = field(default_factory=list)

    def words(self) -> str:
        """Why not all of it was read; empty where all was."""
        counts = (("sheets of it", self.sheets), ("texts of its cells", self.texts))
        missing = [f"{what} are missing: {count:,}" for what, count in counts if count]
        said = [f"damaged: {', '.join(missing)}"] if missing else []
        if self.hidden:
            said.append(f"hidden sheets of it were left out: {', '.join(self.hidden)}"[:_LONGEST_SAID])
        return "; ".join(said)


def whole_text(sheets: Iterable[Sheet], most_bytes: int) -> tuple[bytes, bool]:
    """All cells that hold something, a tab between cells, a line a row, sheet after sheet; whether there are more.

    Boxes stand behind the rows of their sheet.
    """
    lines: list[bytes] = []
    size = -1
    for sheet in sheets:
        rows = ("\t".join(filter(None, row)) for _, row in sheet.rows)
        boxes = filter(None, (text.strip("\n") for text in sheet.boxes))
        for text in chain(rows, boxes):
            line = to_utf8(text)
            size += len(line) + 1
            if size > most_bytes:
                return b"\n".join(lines), True
            lines.append(line)
    return b"\n".join(lines), False

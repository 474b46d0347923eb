"""Rows of one table to documents: the cells that make a text, what names a row, or the items of a basket."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from simexplorer.documents.decode import decode, to_utf8
from simexplorer.documents.extracted import ALL_COLUMNS, Refusal
from simexplorer.documents.readers.json_lines import MISSING, Row

_ITEM_SEPARATORS = ";|,"
NOTHING = "this row holds nothing"
LONGEST_SHOWN = 200  # characters of names of columns, or of a first row
LACKS_COLUMN = "it has no column "  # a table that was asked for one; what is said begins so
_OF_JSON = bool, float, list, dict  # a whole number is spelled the same either way


class MissingColumn(Refusal):
    """A table without a column that was asked for."""


class RowCutter:
    """Rows of one table to documents; Refusal where it has no such column.

    without_id, with_known_id : rows named so far whose column of the name holds nothing, or what it held before
    """

    def __init__(self, columns: Sequence[str], text: str | None, name: str | None, *, items: bool) -> None:
        self.name_at = position(columns, name)
        self._text_at = positions(columns, text)
        self._named = len(columns)
        self._asked = text
        self._items = items
        self._taken: set[bytes] = set()
        self.without_id = self.with_known_id = 0

    def document(self, number: int, row: Row) -> tuple[bytes, bytes]:
        """(name, text) of the row of this number; the items of a basket end in a NUL each."""
        at = self.name_at
        name = self.name(number, to_utf8(words_of(row[at])) if at is not None and at < len(row) else b"")
        basket = self._items
        return name, (_basket if basket else _cells)(row, self._text_at, self.name_at)

    @property
    def columns(self) -> tuple[int, ...] | None:
        """Where the text of a row is, cells in this order; None for all but that of the name."""
        return self._text_at

    @property
    def plain_at(self) -> int | None:
        """Where the text of a row is, if it is what one cell holds."""
        return self._text_at[0] if self._text_at is not None and len(self._text_at) == 1 and not self._items else None

    def plain_texts(self, rows: Sequence[Row | Refusal], most_bytes: int) -> list[bytes] | None:
        """The texts of rows; None where one of them calls for a closer look.

        As most rows are: each has a text in its one column, and no cell behind the last column that has a name.
        """
        at, named = self.plain_at, self._named or sys.maxsize
        if at is None:
            return None
        try:
            if max(map(len, rows), default=0) > named:  # type: ignore[arg-type]
                return None
            texts = [row[at].encode() for row in rows]  # type: ignore[index]
        except (TypeError, AttributeError, IndexError, UnicodeEncodeError):
            return None
        whole = all(texts) and not any(map(bytes.isspace, texts)) and max(map(len, texts), default=0) <= most_bytes
        return texts if whole else None

    def plain_names(self, first: int, count: int, cells: Callable[[int], Iterable[Any]]) -> list[bytes] | None:
        """What ``count`` rows from the ``first`` number on are called; None where they are to be told apart.

        cells : gives those of one column
        """
        if self.name_at is None:
            return [b"%d" % number for number in range(first, first + count)]
        names = [to_utf8(words_of(cell)) for cell in cells(self.name_at)]
        return names if self.takes(names) else None

    def leaves_cells(self, row: Row) -> bool:
        """Whether words of a row stand behind the last column that has a name, and so in none that was asked for."""
        asked, named = self._text_at, self._named
        if not 0 < named < len(row) or asked is None:
            return False
        return any(words_of(cell).strip() for at, cell in enumerate(row[named:], named) if at not in asked)

    def why_empty(self, row: Row) -> str:
        """Why nothing came of a row: it has none of the columns asked for, or nothing in them."""
        at = self._text_at
        if any(isinstance(cell, bytes) and cell for cell in _chosen(row, at, self.name_at)):
            return "this row holds bytes that are no text"
        if at is None or any(place < len(row) and row[place] is not MISSING for place in at):
            return NOTHING
        return f"this row has no column {self._asked!r}" if len(at) == 1 else f"this row has no column of {self._asked}"

    def name(self, number: int, given: bytes | None) -> bytes:
        """What the row of this number is called: its number, or its id; never as a row before it.

        Where ids are numbers, too, a row without one is ``#7``, and one with the id of a row before ``id#7``.
        given : the id, empty where the row has none; None where nobody could read it
        """
        if self.name_at is None:
            return b"%d" % number
        self.without_id += given == b""
        self.with_known_id += given in self._taken
        name = given or b"#%d" % number
        while name in self._taken:
            name += b"#%d" % number
        self._taken.add(name)
        return name

    def takes(self, names: list[bytes]) -> bool:
        """Whether each of these is a name that no other row has so far; then they are those of the next rows."""
        told = set(names)
        free = len(told) == len(names) and b"" not in told and self._taken.isdisjoint(told)
        if free:
            self._taken |= told
        return free


def told_of_ids(cutters: Sequence[RowCutter]) -> str:
    """How many rows these named that have no id, or the id of a row above them; empty where none do."""
    without, known = sum(cutter.without_id for cutter in cutters), sum(cutter.with_known_id for cutter in cutters)
    said = [
        f"rows without an id, called by their number: {without:,}" if without else "",
        f"rows with the id of a row above, told apart by their number: {known:,}" if known else "",
    ]
    return "; ".join(filter(None, said))


def positions(columns: Sequence[str], wanted: str | None) -> tuple[int, ...] | None:
    """Where the columns of the text are, in the order they are asked for; None for all but that of the name."""
    if wanted is None or (wanted == ALL_COLUMNS and wanted not in columns):
        return None
    several = wanted not in columns and "," in wanted
    names = [name.strip() for name in wanted.split(",")] if several else [wanted]
    found = (position(columns, name) for name in names if name)
    return tuple(dict.fromkeys(at for at in found if at is not None))


def position(columns: Sequence[str], wanted: str | None) -> int | None:
    """Where a column is: by its name, or by its number from 1."""
    if wanted is None:
        return None
    if wanted in columns:
        return columns.index(wanted)
    if wanted.isdecimal() and int(wanted) >= 1:
        return int(wanted) - 1
    known = f"its columns are {', '.join(columns[:20])[:LONGEST_SHOWN]}" if columns else "its first row names none"
    raise MissingColumn(f"{LACKS_COLUMN}{wanted!r}; {known}")


def names_of(wanted: str | None) -> list[str]:
    """What a wanted column may be called: it is one name, or several with commas between."""
    return [] if wanted is None else [wanted, *(name.strip() for name in wanted.split(","))]


def cells(rows: Sequence[Row | Refusal], at: int) -> list[Any]:
    """Those of one column, null where a row has none."""
    return [None if isinstance(row, Refusal) or at >= len(row) else row[at] for row in rows]


def words_of(value: Any) -> str:
    """A cell as text: a text as it is, nothing for null and for what is not there, values that JSON has as it has them.

    Others, such as dates, are as Python spells them. Bytes are the text that they hold; those of none are nothing.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        decoded = decode(value)
        return "" if decoded is None else decoded.text.decode("utf-8", "replace")
    if value is None or value is MISSING:
        return ""
    as_json = isinstance(value, _OF_JSON)
    return json.dumps(value, ensure_ascii=False, default=_inner_words) if as_json else str(value)


def _inner_words(value: Any) -> str:
    """What JSON has no spelling for."""
    return words_of(value) if isinstance(value, bytes) else str(value)


def _chosen(row: Row, text_at: tuple[int, ...] | None, name_at: int | None) -> list[Any]:
    """The cells that a row has of some columns; of all but that of the name where none are chosen."""
    if text_at is None:
        return [cell for at, cell in enumerate(row) if at != name_at]
    return [row[at] for at in text_at if at < len(row)]


def _cells(row: Row, text_at: tuple[int, ...] | None, name_at: int | None) -> bytes:
    """The text of a row: its one cell as it is, several that hold anything with a blank between."""
    if text_at is not None and len(text_at) == 1:
        return to_utf8(words_of(row[text_at[0]])) if text_at[0] < len(row) else b""
    cells = [words_of(cell) for cell in _chosen(row, text_at, name_at)]
    return to_utf8(cells[0] if len(cells) == 1 else " ".join(cell.strip() for cell in cells if cell.strip()))


def _basket(row: Row, text_at: tuple[int, ...] | None, name_at: int | None) -> bytes:
    """The items of a row, each ended by a NUL: those in its text columns, or all cells but the name."""
    cells = _chosen(row, text_at, name_at)
    if text_at is None:
        items = [item for cell in cells for item in (_items(cell) if isinstance(cell, list) else [cell])]
    else:
        items = [item for cell in cells for item in _items(cell)]
    words = (words_of(item).strip().replace("\0", " ") for item in items)
    return b"".join(to_utf8(word) + b"\0" for word in words if word)


def _items(cell: Any) -> list[Any]:
    """The items of one cell: a list as it is, a text cut at the first of ``;|,`` that it holds."""
    if isinstance(cell, list):
        return cell
    text = words_of(cell)
    separator = next((sign for sign in _ITEM_SEPARATORS if sign in text), None)
    return text.split(separator) if separator else [text]

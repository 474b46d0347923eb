"""Tables to documents, one a row: CSV, TSV, JSON Lines, Parquet and spreadsheets; or rows to baskets of items."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, BinaryIO

from msgspec import Struct

from simexplorer.documents import formats
from simexplorer.documents.decode import to_utf8
from simexplorer.documents.extracted import ALL_COLUMNS, EMPTY, READ, SKIPPED, Extracted, Job, Refusal, cut_words
from simexplorer.documents.parts import TURN_ENDS, runs
from simexplorer.documents.readers.csv_rows import CsvRows
from simexplorer.documents.readers.json_lines import MISSING, Row, json_lines
from simexplorer.documents.readers.member_names import namesakes
from simexplorer.documents.readers.parquet_rows import parquet_rows
from simexplorer.documents.readers.sheets import Sheet
from simexplorer.documents.readers.table_text import TableText

_ITEM_SEPARATORS = ";|,"
_PREVIEW_CHARACTERS, _PREVIEW_ITEMS = 200, 100
_LONGEST_SHOWN = 200  # characters of a first row
_TURN = 1000  # rows
NOTHING = "this row holds nothing"
_NO_ROWS = "the table holds no rows"
_NAMELESS = "this row has more cells than the first row names, perhaps for want of quotation marks: they were left out"


class MissingColumn(Refusal):
    """A table without a column that was asked for."""


class Table(Struct, frozen=True):
    """Column names (empty where the file has none), rows as they come, and what reads one: to a Refusal if it fails.

    damage : what is amiss with the rows once all were read, in words
    """

    columns: list[str]
    rows: Iterator[Any]
    read: Callable[[Any], Row | Refusal]
    encoding: str = "utf-8"
    guessed: bool = False
    cut: bool = False
    damage: Callable[[], str] = str


def read_table(stream: BinaryIO, job: Job, media_type: str) -> Iterator[Extracted]:
    """Every row as a document, named by its id or its number from 1; then the table."""
    table = open_table(stream, job, media_type)
    if job.preview_rows:
        yield _preview(table, job, media_type)
        return
    none = True
    for row in _documents(table, job, media_type):
        none = False
        yield row
    yield table_itself(table, job, media_type, none=none and job.parts == 1)


def table_itself(table: Table, job: Job, media_type: str, *, none: bool) -> Extracted:
    """What is told of a table once its rows were read; none : whether there were no rows."""
    empty = _NO_ROWS if none else ""
    reason = cut_words(job.max_bytes) if table.cut else empty or table.damage() or _namesakes(table, job)
    return Extracted(
        media_type=media_type, status=EMPTY if empty and not table.cut else READ, reason=reason, truncated=table.cut,
        encoding=table.encoding, guessed=table.guessed,
    )  # fmt: skip


def read_sheets(sheets: Iterable[Sheet], job: Job, media_type: str) -> Iterator[Extracted]:
    """Every row of every sheet as a document, named by its sheet and its id or number in it; then the file.

    Sheets that have not the columns asked for are left out and told; Refusal where none has them.
    """
    left_out: dict[str, Refusal] = {}
    taken: set[str] = set()
    none, alike = True, ""
    for number, sheet in enumerate(sheets, 1):
        name = sheet.name or f"sheet{number}"
        name = name if name not in taken else f"{name}#{number}"
        rows = filter(any, sheet.rows)
        first = next(rows, None)
        if first is None:
            continue
        taken.add(name)
        try:
            table = Table(*_headed(chain([first], rows), job), _as_it_is)
            alike = alike or _namesakes(table, job)
            if job.preview_rows:
                yield _preview(table, job, media_type)
                return
            for row in _documents(table, job, media_type):
                none = False
                yield row._replace(member=to_utf8(name) + b"/" + row.member)
        except MissingColumn as refusal:
            left_out[name] = refusal
    if left_out and len(left_out) == len(taken):
        raise next(iter(left_out.values()))
    reason = _NO_ROWS if none else alike
    if left_out:
        reason = f"read without sheets that lack these columns: {', '.join(left_out)}"[:_LONGEST_SHOWN]
    yield Extracted(media_type=media_type, status=EMPTY if none else READ, reason=reason)


def _documents(table: Table, job: Job, media_type: str) -> Iterator[Extracted]:
    cutter = RowCutter(table.columns, job.text_column, job.id_column, items=job.items)
    for run in runs(table.rows, job, _TURN):
        if run is None:
            yield TURN_ENDS
            continue
        first, rows = run[0], list[Row | Refusal]()
        try:
            rows.extend(map(table.read, run[1]))
        finally:  # what came before a fault is kept
            plain = cutter.plain_texts(rows, job.max_bytes)
            names = cutter.plain_names(rows, first) if plain is not None else None
            if plain is None or names is None:
                yield from (row_document(table, job, media_type, cutter, *row) for row in enumerate(rows, first))
            else:
                said = map(repeat, (table.encoding, table.guessed))
                same = map(repeat, (media_type, READ, ""))
                yield from map(Extracted, plain, *same, names, map(len, plain), repeat(False), *said)


def row_document(
    table: Table, job: Job, media_type: str, cutter: RowCutter, number: int, row: Row | Refusal
) -> Extracted:
    """One row as a document, whatever it holds."""
    if isinstance(row, Refusal):
        return Extracted(member=cutter.name(number), status=SKIPPED, reason=str(row), media_type=media_type)
    name, text = cutter.document(number, row)
    size, status, reason = len(text), READ, ""
    if not text or text.isspace():
        status, reason = EMPTY, cutter.why_empty(row)
    elif size > job.max_bytes:
        text, reason = text[: job.max_bytes].decode("utf-8", "ignore").encode(), cut_words(job.max_bytes)
    elif media_type in (formats.CSV, formats.TSV) and cutter.leaves_cells(row):
        reason = _NAMELESS
    return Extracted(
        member=name, text=text, media_type=media_type, size=size, status=status, reason=reason,
        truncated=bool(reason) and status == READ, encoding=table.encoding, guessed=table.guessed,
    )  # fmt: skip


class RowCutter:
    """Rows of one table to documents; Refusal where it has no such column."""

    def __init__(self, columns: Sequence[str], text: str | None, name: str | None, *, items: bool) -> None:
        self.name_at = _position(columns, name)
        self._text_at = _positions(columns, text)
        self._named = len(columns)
        self._asked = text
        self._items = items
        self._taken: set[bytes] = set()

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

    def plain_texts(self, rows: list[Row | Refusal], most_bytes: int) -> list[bytes] | None:
        """The texts of rows; None where one of them calls for a closer look.

        As most rows are: each has a text in its one column, and no cell behind the last column that has a name.
        """
        if self._items or self._text_at is None or len(self._text_at) != 1:
            return None
        at, named = self._text_at[0], self._named or sys.maxsize
        try:
            if max(map(len, rows), default=0) > named:  # type: ignore[arg-type]
                return None
            texts = [row[at].encode() for row in rows]  # type: ignore[index]
        except (TypeError, AttributeError, IndexError, UnicodeEncodeError):
            return None
        whole = all(texts) and not any(map(bytes.isspace, texts)) and max(map(len, texts), default=0) <= most_bytes
        return texts if whole else None

    def plain_names(self, rows: list[Row | Refusal], first: int) -> list[bytes] | None:
        """What the rows from the ``first`` number on are called; None where they are to be told apart, one by one."""
        at = self.name_at
        if at is None:
            return [b"%d" % number for number in range(first, first + len(rows))]
        names = [to_utf8(words_of(row[at])) if at < len(row) else b"" for row in rows]  # type: ignore[arg-type, index]
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
        if at is None or any(place < len(row) and row[place] is not MISSING for place in at):
            return NOTHING
        return f"this row has no column {self._asked!r}" if len(at) == 1 else f"this row has no column of {self._asked}"

    def name(self, number: int, given: bytes = b"") -> bytes:
        """What the row of this number is called: its id, else its number; never as a row before it."""
        name = given or b"%d" % number
        if self.name_at is None:
            return name  # numbers alone are each another one
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


def open_table(stream: BinaryIO, job: Job, media_type: str) -> Table:
    """The table in a file of one of ``formats.TABLES``; Refusal where it is none."""
    if media_type == formats.PARQUET:
        columns, rows = parquet_rows(stream, lambda columns: _needed(columns, job))
        return Table(columns, rows, _as_it_is)
    text = TableText(stream, job, "\n" if media_type == formats.JSON_LINES else "")
    if media_type == formats.JSON_LINES:
        columns, read = _objects(text, job)
        lines = (line for line in text.lines() if not line.isspace())
        return Table(columns, lines, read, text.encoding, text.guessed, text.cut)
    return csv_table(text, csv_rows(text, media_type), job)


def _as_it_is(row: Row | Refusal) -> Row | Refusal:
    return row


def csv_rows(text: TableText, media_type: str) -> CsvRows:
    """The rows of CSV, or of TSV, which has one separator."""
    return CsvRows(text, "\t" if media_type == formats.TSV else None)


def csv_table(text: TableText, rows: CsvRows, job: Job) -> Table:
    """A table of CSV or TSV; its first row names the columns where that is said or where a wanted one stands in it."""
    return Table(*_headed(rows.all(), job), _as_it_is, text.encoding, text.guessed, text.cut, rows.damage)


def _headed(rows: Iterator[Row | Refusal], job: Job) -> tuple[list[str], Iterator[Row | Refusal]]:
    """(names of the columns, the rows below); no names where the first row is a row like the others."""
    first = next(rows, [])
    names = [] if isinstance(first, Refusal) else [name.strip() for name in first]
    named = job.preview_rows or job.table_header
    if named is None:
        named = _names_columns(names, job.text_column) or _names_columns(names, job.id_column)
        if not named:
            _refuse_missing(names, job)
    return (names, rows) if named else ([], chain([first] if first else [], rows))


def _refuse_missing(first: Sequence[str], job: Job) -> None:
    """Raise Refusal where a column is wanted by its name, with what stands where the names would."""
    for wanted in (job.text_column, job.id_column):
        for name in [] if wanted is None else map(str.strip, wanted.split(",")):
            if name and name != ALL_COLUMNS and not name.isdecimal():
                raise MissingColumn(f"it has no column {name!r}; its first row is {', '.join(first)[:_LONGEST_SHOWN]}")


def _objects(text: TableText, job: Job) -> tuple[list[str], Callable[[str], Row | Refusal]]:
    """Columns of JSON Lines and what reads a line; Refusal where a column is wanted by its name and no line has any."""
    wanted = [*_names(job.text_column), *_names(job.id_column)]
    columns, read = json_lines(text.lines, wanted)
    if not columns and not all(name == ALL_COLUMNS or name.isdecimal() for name in wanted):
        raise Refusal(
            f"it has no column {job.text_column or job.id_column!r}: none of its first lines is a JSON object"
        )
    return columns, read


def _needed(columns: list[str], job: Job) -> list[str] | None:
    """Names of the columns that are asked for; None where all are."""
    at = None if job.preview_rows else _positions(columns, job.text_column)
    if at is None:
        return None
    named = () if job.id_column is None else (_position(columns, job.id_column),)
    return [columns[place] for place in {*at, *named} if place is not None and place < len(columns)]


def _names_columns(first: Sequence[str], wanted: str | None) -> bool:
    """Whether a wanted column, or one of several, stands in a first row."""
    return any(name in first for name in _names(wanted))


def _namesakes(table: Table, job: Job) -> str:
    return namesakes(table.columns, [*_names(job.text_column), *_names(job.id_column)])


def _names(wanted: str | None) -> list[str]:
    """What a wanted column may be called: it is one name, or several with commas between."""
    return [] if wanted is None else [wanted, *(name.strip() for name in wanted.split(","))]


def _positions(columns: Sequence[str], wanted: str | None) -> tuple[int, ...] | None:
    """Where the columns of the text are, in the order they are asked for; None for all but that of the name."""
    if wanted is None or (wanted == ALL_COLUMNS and wanted not in columns):
        return None
    several = wanted not in columns and "," in wanted
    names = [name.strip() for name in wanted.split(",")] if several else [wanted]
    found = (_position(columns, name) for name in names if name)
    return tuple(dict.fromkeys(at for at in found if at is not None))


def _position(columns: Sequence[str], wanted: str | None) -> int | None:
    """Where a column is: by its name, or by its number from 1."""
    if wanted is None:
        return None
    if wanted in columns:
        return columns.index(wanted)
    if wanted.isdecimal() and int(wanted) >= 1:
        return int(wanted) - 1
    known = f"its columns are {', '.join(columns[:20])}" if columns else "its first row names none"
    raise MissingColumn(f"it has no column {wanted!r}; {known}")


def words_of(value: Any) -> str:
    """A cell as text: a text as it is, nothing for null and for what is not there, any other value as JSON."""
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    return "" if value is None or value is MISSING else json.dumps(value, ensure_ascii=False, default=str)


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


def _preview(table: Table, job: Job, media_type: str) -> Extracted:
    rows: list[list[str | list[Any]]] = []
    for row in map(table.read, table.rows):
        if len(rows) == job.preview_rows:
            break
        if not isinstance(row, Refusal):
            rows.append([_glimpse(cell) for cell in row])
    certain = media_type in (formats.JSON_LINES, formats.PARQUET)
    sent = json.dumps({"columns": table.columns, "rows": rows, "certain": certain})
    return Extracted(text=to_utf8(sent), media_type=media_type)


def _glimpse(cell: Any) -> str | list[Any]:
    """The beginning of a cell; a list stays one, so that its items can be told apart, and numbers in it numbers."""
    if isinstance(cell, list):
        return [
            item if isinstance(item, (int, float)) or item is None else words_of(item)[:_PREVIEW_CHARACTERS]
            for item in cell[:_PREVIEW_ITEMS]
        ]
    return words_of(cell)[:_PREVIEW_CHARACTERS]

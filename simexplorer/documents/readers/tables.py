"""Tables to documents, one a row: CSV, TSV, JSON, Parquet and spreadsheets; or rows to baskets of items."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import to_utf8, whole_characters
from simexplorer.documents.extracted import (
    ALL_COLUMNS,
    EMPTY,
    READ,
    SKIPPED,
    Extracted,
    Found,
    Job,
    Refusal,
    Rows,
    cut_words,
)
from simexplorer.documents.parts import TURN_ENDS, runs
from simexplorer.documents.readers.csv_rows import CsvRows
from simexplorer.documents.readers.headings import LOOKED_AT, heading_of_sheet, words_above
from simexplorer.documents.readers.json_array import ArrayText
from simexplorer.documents.readers.json_lines import Row, json_lines
from simexplorer.documents.readers.member_names import namesakes
from simexplorer.documents.readers.parquet_rows import ParquetRows, parquet_rows
from simexplorer.documents.readers.row_cutter import (
    LACKS_COLUMN,
    LONGEST_SHOWN,
    MissingColumn,
    RowCutter,
    cells,
    names_of,
    position,
    positions,
    told_of_ids,
    words_of,
)
from simexplorer.documents.readers.sheets import Numbered, Sheet
from simexplorer.documents.readers.table_text import TableText

_PREVIEW_CHARACTERS, _PREVIEW_ITEMS = 200, 100
_TURN = 1000  # rows
_MOST_JOINED = 1 << 24  # bytes of them: longer ones are sent a few at a time
NO_ROWS = "the table holds no rows"
_NAMELESS = "this row has more cells than the first row names, perhaps for want of quotation marks: they were left out"


class Table(Struct, frozen=True):
    """Column names (empty where the file has none), rows as they come, and what reads one: to a Refusal if it fails.

    damage : what is amiss with the rows once all were read, in words
    batches : the rows of Parquet once more, to be gone through in their place
    above : rows of a title, above the names of the columns
    """

    columns: list[str]
    rows: Iterator[Any]
    read: Callable[[Any], Row | Refusal]
    encoding: str = "utf-8"
    guessed: bool = False
    damage: Callable[[], str] = str
    batches: Iterator[ParquetRows] | None = None
    above: int = 0


def read_table(stream: BinaryIO, job: Job, media_type: str) -> Iterator[Found]:
    """Every row as a document, named by its id or its number from 1 (``#1`` for want of an id); then the table."""
    table = open_table(stream, job, media_type)
    if job.preview_rows:
        yield _preview(table, job, media_type)
        return
    none, cutter = True, _cutter(table, job)
    for row in _documents(table, job, media_type, cutter):
        none = False
        yield row
    yield table_itself(table, job, media_type, cutter, none=none and job.parts == 1)


def table_itself(table: Table, job: Job, media_type: str, cutter: RowCutter, *, none: bool) -> Extracted:
    """What is told of a table once its rows were read, as ``cutter`` did; none : whether there were no rows."""
    empty = NO_ROWS if none else ""
    told = [table.damage() or words_above(table.above) or _namesakes(table, job), told_of_ids([cutter])]
    reason = empty or "; ".join(filter(None, told))
    return Extracted(
        media_type=media_type, status=EMPTY if empty else READ, reason=reason,
        encoding=table.encoding, guessed=table.guessed,
    )  # fmt: skip


class _OpenSheet(NamedTuple):
    """A sheet as a table; its rows, each with its number, below the one of this number, which names the columns.

    The table itself gives none.
    """

    table: Table
    rows: Iterator[Numbered]
    heading: int


def read_sheets(
    sheets: Iterable[Sheet], job: Job, media_type: str, lacking: Callable[[], str] = str
) -> Iterator[Extracted]:
    """Every row of every sheet as a document, named by its sheet and its id or number in it; then the file.

    Sheets that have not the columns asked for are left out and told; Refusal where none has them.
    lacking : what of the file was not read once all was, in words
    """
    left_out: dict[str, Refusal] = {}
    taken: set[str] = set()
    none, alike, above, cutters = True, "", 0, list[RowCutter]()
    for at, sheet in enumerate(sheets, 1):
        name = sheet.name or f"sheet{at}"
        name = name if name not in taken else f"{name}#{at}"
        try:
            opened = _opened(sheet, job)
            if opened is None:
                continue
            taken.add(name)
            if job.preview_rows:
                yield _preview_of(opened, job, media_type)
                return
            alike, above = alike or _namesakes(opened.table, job), above + opened.table.above
            cutters.append(_cutter(opened.table, job))
        except MissingColumn as refusal:
            taken.add(name)
            left_out[name] = refusal
            continue
        for number, row in opened.rows:
            none = False
            document = row_document(opened.table, job, media_type, cutters[-1], number, row)
            yield document._replace(member=to_utf8(name) + b"/" + document.member)
    if left_out and len(left_out) == len(taken):
        raise next(iter(left_out.values()))
    reason = NO_ROWS if none else words_above(above) or alike
    if left_out:
        reason = f"read without sheets that lack these columns: {', '.join(left_out)}"[:LONGEST_SHOWN]
    missing = lacking()
    reason = "; ".join(filter(None, [missing, reason, told_of_ids(cutters)]))
    yield Extracted(media_type=media_type, status=EMPTY if none else READ, reason=reason, truncated=bool(missing))


def _opened(sheet: Sheet, job: Job) -> _OpenSheet | None:
    """None where nothing is in it; Refusal where it lacks the columns asked for."""
    rows = (row for row in sheet.rows if any(row[1]))
    first = list(islice(rows, LOOKED_AT))
    if not first:
        return None
    at = heading_of_sheet([cells for _, cells in first], job)
    heading, names = first[at][0], _names(first[at][1], job)
    below = at if names is None else at + 1
    return _OpenSheet(Table(names or [], iter(()), _as_it_is, above=at), chain(first[below:], rows), heading)


def _cutter(table: Table, job: Job) -> RowCutter:
    return RowCutter(table.columns, job.text_column, job.id_column, items=job.items)


def _documents(table: Table, job: Job, media_type: str, cutter: RowCutter) -> Iterator[Found]:
    if table.batches is not None:
        yield from _batched(table, table.batches, job, media_type, cutter)
        return
    for run in runs(table.rows, job, _TURN):
        if run is None:
            yield TURN_ENDS
            continue
        first, rows = run[0], list[Row | Refusal]()
        try:
            rows.extend(map(table.read, run[1]))
        finally:  # what came before a fault is kept
            yield from _of_rows(table, job, media_type, cutter, first, rows)


def _batched(
    table: Table, batches: Iterator[ParquetRows], job: Job, media_type: str, cutter: RowCutter
) -> Iterator[Found]:
    first, at = 1, cutter.plain_at
    for batch in batches:
        joined = None if at is None else batch.joined(at, job.max_bytes)
        names = None if joined is None else cutter.plain_names(first, batch.number, batch.cells)
        if joined is None or names is None:
            yield from _of_rows(table, job, media_type, cutter, first, batch.rows())
        else:
            yield _joined(table, media_type, names, *joined)
        first += batch.number


def _of_rows(
    table: Table, job: Job, media_type: str, cutter: RowCutter, first: int, rows: Sequence[Row | Refusal]
) -> Iterator[Found]:
    plain = cutter.plain_texts(rows, job.max_bytes)
    if plain is not None and sum(map(len, plain)) > _MOST_JOINED:
        plain = None
    names = None if plain is None else cutter.plain_names(first, len(rows), lambda at: cells(rows, at))
    if plain is None or names is None:
        yield from (row_document(table, job, media_type, cutter, *row) for row in enumerate(rows, first))
    else:
        yield _joined(table, media_type, names, b"".join(plain), list(map(len, plain)))


def _joined(table: Table, media_type: str, names: list[bytes], texts: bytes, sizes: Sequence[int]) -> Rows:
    return Rows(b"".join(names), list(map(len, names)), texts, sizes, media_type, table.encoding, table.guessed)


def row_document(
    table: Table, job: Job, media_type: str, cutter: RowCutter, number: int, row: Row | Refusal
) -> Extracted:
    """One row as a document, whatever it holds."""
    if isinstance(row, Refusal):
        return Extracted(member=cutter.name(number, None), status=SKIPPED, reason=str(row), media_type=media_type)
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


def open_table(stream: BinaryIO, job: Job, media_type: str) -> Table:
    """The table in a file of one of ``formats.TABLES``, or of JSON that ``holds_rows``; Refusal where it is none."""
    if media_type == formats.PARQUET:
        columns, batches = parquet_rows(stream, lambda columns: _needed(columns, job))
        return Table(columns, (row for batch in batches for row in batch.rows()), _as_it_is, batches=batches)
    if media_type == formats.JSON:
        array = ArrayText(stream, job)
        columns, read = _objects(array, job)
        return Table(columns, array.lines(), read, array.encoding, array.guessed, lambda: array.damage)
    text = TableText(stream, job, "\n" if media_type == formats.JSON_LINES else "")
    if media_type == formats.JSON_LINES:
        columns, read = _objects(text, job)
        lines = (line for line in text.lines() if not line.isspace())
        return Table(columns, lines, read, text.encoding, text.guessed, lambda: text.cut)
    return csv_table(text, csv_rows(text, media_type, job), job)


def _as_it_is(row: Row | Refusal) -> Row | Refusal:
    return row


def csv_rows(text: TableText, media_type: str, job: Job) -> CsvRows:
    """The rows of CSV, or of TSV, which has one separator."""
    return CsvRows(text, "\t" if media_type == formats.TSV else None, job)


def csv_table(text: TableText, rows: CsvRows, job: Job) -> Table:
    """A table of CSV or TSV; its first row names the columns where that is said or where a wanted one stands in it."""
    columns, below = _headed(rows.all(), job)
    encoding, guessed = text.encoding, text.guessed
    return Table(columns, below, _as_it_is, encoding, guessed, lambda: rows.damage() or text.cut, above=rows.above)


def _headed(rows: Iterator[Row | Refusal], job: Job) -> tuple[list[str], Iterator[Row | Refusal]]:
    """(names of the columns, the rows below); no names where the first row is a row like the others."""
    first = next(rows, [])
    names = _names([] if isinstance(first, Refusal) else first, job)
    return ([], chain([first] if first else [], rows)) if names is None else (names, rows)


def _names(first: Row, job: Job) -> list[str] | None:
    """The names of the columns that a first row tells; None where it is a row like the others."""
    names = [whole_characters(name).strip() for name in first]
    named = job.preview_rows or job.table_header
    if named is None:
        named = _names_columns(names, job.text_column) or _names_columns(names, job.id_column)
        if not named:
            _refuse_missing(names, job)
    return names if named else None


def _refuse_missing(first: Sequence[str], job: Job) -> None:
    """Raise Refusal where a column is wanted by its name, with what stands where the names would."""
    for wanted in (job.text_column, job.id_column):
        for name in [] if wanted is None else map(str.strip, wanted.split(",")):
            if name and name != ALL_COLUMNS and not name.isdecimal():
                raise MissingColumn(f"{LACKS_COLUMN}{name!r}; its first row is {', '.join(first)[:LONGEST_SHOWN]}")


def _objects(text: TableText, job: Job) -> tuple[list[str], Callable[[str], Row | Refusal]]:
    """Columns of JSON Lines and what reads a line; Refusal where a column is wanted by its name and no line has any."""
    wanted = [*names_of(job.text_column), *names_of(job.id_column)]
    columns, read = json_lines(text.lines, wanted)
    if not columns and not all(name == ALL_COLUMNS or name.isdecimal() for name in wanted):
        raise Refusal(f"{LACKS_COLUMN}{job.text_column or job.id_column!r}: none of its first lines is a JSON object")
    return columns, read


def _needed(columns: list[str], job: Job) -> list[str] | None:
    """Names of the columns that are asked for; None where all are."""
    at = None if job.preview_rows else positions(columns, job.text_column)
    if at is None:
        return None
    named = () if job.id_column is None else (position(columns, job.id_column),)
    return [columns[place] for place in {*at, *named} if place is not None and place < len(columns)]


def _names_columns(first: Sequence[str], wanted: str | None) -> bool:
    """Whether a wanted column, or one of several, stands in a first row."""
    return any(name in first for name in names_of(wanted))


def _namesakes(table: Table, job: Job) -> str:
    return namesakes(table.columns, [*names_of(job.text_column), *names_of(job.id_column)])


def _preview_of(sheet: _OpenSheet, job: Job, media_type: str) -> Extracted:
    shown = list(islice(sheet.rows, job.preview_rows))
    table = replace(sheet.table, rows=(cells for _, cells in shown))
    return _preview(table, job, media_type, [sheet.heading, *(number for number, _ in shown)])


def _preview(table: Table, job: Job, media_type: str, numbers: Sequence[int] = ()) -> Extracted:
    rows: list[list[str | list[Any]]] = []
    for row in map(table.read, table.rows):
        if len(rows) == job.preview_rows:
            break
        if not isinstance(row, Refusal):
            rows.append([_glimpse(cell) for cell in row])
    certain = media_type in (formats.JSON_LINES, formats.JSON, formats.PARQUET)
    sent = {"columns": table.columns, "rows": rows, "certain": certain, "numbers": numbers}
    return Extracted(text=to_utf8(json.dumps(sent, ensure_ascii=False)), media_type=media_type)


def _glimpse(cell: Any) -> str | list[Any]:
    """The beginning of a cell; a list stays one, so that its items can be told apart, and numbers in it numbers."""
    if isinstance(cell, list):
        return [
            item if isinstance(item, (int, float)) or item is None else words_of(item)[:_PREVIEW_CHARACTERS]
            for item in cell[:_PREVIEW_ITEMS]
        ]
    return words_of(cell)[:_PREVIEW_CHARACTERS]

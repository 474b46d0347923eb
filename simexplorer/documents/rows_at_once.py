"""Rows of a table in UTF-8 cut from its bytes by kernels: no process for it, and no object a row.

Rows that are not as most are (too long, too many cells, half a character) are read as the readers of tables do.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import lean_kernel
from simexplorer.documents import formats
from simexplorer.documents.csv_kernel import BEGIN, CELL_END, CELLS, END, cut_csv
from simexplorer.documents.decode import is_binary
from simexplorer.documents.extract import HEAD, refusal_of
from simexplorer.documents.extracted import EMPTY, READ, Extracted, Job, Refusal
from simexplorer.documents.json_kernel import cut_json
from simexplorer.documents.readers.csv_rows import CsvRows
from simexplorer.documents.readers.json_lines import Row
from simexplorer.documents.readers.table_text import TableText, is_utf8
from simexplorer.documents.readers.tables import (
    NOTHING,
    RowCutter,
    Table,
    csv_rows,
    csv_table,
    open_table,
    row_document,
    table_itself,
)
from simexplorer.kernel_words import PADDING

_BEGINNING = 1 << 16  # bytes in which the first row ends
_PIECE, _LONGEST_ROW = 1 << 22, 1 << 24  # bytes
_ROWS = 1 << 14  # cut at once
_MOST_ODD = 0.2  # share of rows: where more are not as most are, they are read beside the program
_BYTE_ORDER_MARK, _QUOTE = b"\xef\xbb\xbf", b'"'

Cut: TypeAlias = Callable[[NDArray[np.uint8], int, int, NDArray[np.uint8], NDArray[np.int64]], tuple[int, int]]


class RowsFound(NamedTuple):
    """Some rows as ``FoundMembers.take`` has them."""

    columns: dict[str, NDArray[Any]]
    words: dict[str, list[str]]
    names: bytes
    texts: bytes


class _Run(NamedTuple):
    """Rows that were cut: their bytes, what the kernel tells of them, and their cells from ``begin`` on."""

    data: NDArray[np.uint8]
    rows: NDArray[np.int64]
    cells: NDArray[np.uint8]
    begin: int = 0

    def raw(self, place: int) -> bytes:
        """The bytes of one row."""
        return self.data[self.rows[place, BEGIN] : self.rows[place, END]].tobytes()


class _Layout(Struct, frozen=True):
    """How the rows of one table are cut.

    begin : place of the first row; cut : the kernel; least, most : cells that a usual row has
    read : what the bytes of another one mean, None where it is no row; damage : what is amiss with the last row
    """

    table: Table
    cutter: RowCutter
    media_type: str
    begin: int
    cut: Cut
    least: int
    most: int
    read: Callable[[bytes], Row | Refusal | None]
    damage: Callable[[bytes], str]


@lean_kernel
def mark_blank(cells: NDArray[np.uint8], begin: int, ends: NDArray[np.int64], blank: NDArray[np.bool_]) -> None:
    """Whether each of the joined cells, which end at ``ends``, holds nothing but ASCII's white space."""
    for k in range(ends.size):
        nothing = True
        for p in range(begin, ends[k]):
            if cells[p] != 32 and (cells[p] < 9 or cells[p] > 13):
                nothing = False
                break
        blank[k], begin = nothing, ends[k]


def promises_rows(job: Job) -> bool:
    """Whether a file may be a table whose rows can be cut so, by its name and what is asked for."""
    usual = job.encoding is None and job.id_column is None and not job.items and not job.preview_rows
    return usual and job.text_column is not None and formats.named_type(job.name) in formats.LINE_TABLES


def rows_at_once(
    stream: BinaryIO, job: Job, keep: Callable[[RowsFound], None], check: Callable[[], None]
) -> Extracted | None:
    """The table itself, once ``keep`` was given all its rows; None where it wants a reader, from its first row on.

    stream : of a file that ``promises_rows``
    ``check`` is called now and then and may raise to end it.
    """
    beginning = stream.read(_BEGINNING)
    layout = _layout_of(beginning, job) if _is_text(beginning[:HEAD]) else None
    stream.seek(0)
    if layout is None or not is_utf8(stream, beginning=False):
        return None
    stream.seek(layout.begin)
    number, last, headed = 1, b"", bool(layout.table.columns) and layout.media_type != formats.JSON_LINES
    for run in _runs(stream, layout.cut):
        check()
        if run is None:
            return None
        last = run.raw(-1)
        if headed:
            run, headed = run._replace(rows=run.rows[1:], begin=int(run.rows[0, CELL_END])), False
        found = _found(run, layout, job, number)
        if found is None:
            return None
        keep(found)
        number += found.columns["status"].size
    table = replace(layout.table, damage=lambda: layout.damage(last))
    return table_itself(table, job, layout.media_type, none=number == 1)


def _is_text(head: bytes) -> bool:
    return formats.magic_type(head) is None and refusal_of(head) is None and not is_binary(head)


def _runs(stream: BinaryIO, cut: Cut) -> Iterator[_Run | None]:
    """All rows of a stream, some at a time, valid until the next ones; None and no more after one that is too long."""
    data, rows = np.zeros(_PIECE + PADDING, np.uint8), np.empty((_ROWS, 4), np.int64)
    cells = np.empty_like(data)
    first, end, ended = 0, 0, False
    while True:
        first, count = cut(data, first, end, cells, rows)
        if count:
            yield _Run(data, rows[:count], cells)
        elif ended:
            if first < end:  # its last quotation mark is never closed
                rows[0] = first, end - 1, 0, 0
                yield _Run(data, rows[:1], cells)
            return
        else:
            data[: end - first] = data[first:end].copy()
            first, end = 0, end - first
            if end > _LONGEST_ROW:
                yield None
                return
            if 2 * end > data.size:
                data, cells = np.append(data, np.zeros_like(data)), np.empty(2 * data.size, np.uint8)
            got = stream.readinto(data[end : data.size - PADDING].data)  # type: ignore[attr-defined]
            if not got:
                data[end] = 10  # the end of the file ends a row, where it is not between quotation marks
                ended, got = True, 1
            end += got


def _found(run: _Run, layout: _Layout, job: Job, number: int) -> RowsFound | None:
    """The rows from a number on as documents; None where many of the first ones are not as most are."""
    ends, cells = run.rows[:, CELL_END].copy(), run.rows[:, CELLS]
    lengths = np.diff(ends, prepend=run.begin)
    odd = (cells < layout.least) | (cells > layout.most) | (lengths > job.max_bytes)
    if number == 1 and np.count_nonzero(odd) > 1 + _MOST_ODD * odd.size:
        return None
    blank = np.empty(ends.size, np.bool_)
    mark_blank(run.cells, run.begin, ends, blank)
    status, reason = np.where(blank, EMPTY, READ), blank.astype(np.int64)
    size, cut, words = lengths.copy(), np.zeros(ends.size, np.bool_), ["", NOTHING]
    kept, texts, begin = np.ones(ends.size, np.bool_), [], run.begin
    for place in np.flatnonzero(odd).tolist():
        texts.append(run.cells[begin : ends[place] - lengths[place]].tobytes())
        begin, row = ends[place], layout.read(run.raw(place))
        at = number + int(np.count_nonzero(kept[:place]))
        document = (
            Extracted() if row is None else row_document(layout.table, job, layout.media_type, layout.cutter, at, row)
        )
        kept[place], reason[place] = row is not None, len(words)
        words.append(document.reason)
        status[place], cut[place], size[place] = document.status, document.truncated, document.size
        lengths[place] = len(document.text)
        texts.append(document.text)
    texts.append(run.cells[begin : ends[-1] if ends.size else begin].tobytes())
    names = [b"%d" % one for one in range(number, number + int(np.count_nonzero(kept)))]
    told = {"text_bytes": lengths, "size": size, "status": status, "truncated": cut, "reason": reason}
    columns = {name: values[kept] for name, values in told.items()}
    columns |= {name: np.zeros(len(names), np.int64) for name in ("guessed", "media_type", "encoding")}
    columns["lengths"] = np.array(list(map(len, names)), np.int64)
    said = {"reasons": words, "formats": [layout.media_type], "encodings": [layout.table.encoding]}
    return RowsFound(columns, said, b"".join(names), b"".join(texts))


def _layout_of(beginning: bytes, job: Job) -> _Layout | None:
    """How the table that begins so is cut; None where that cannot be told, or not be done."""
    whole = beginning[: beginning.rfind(b"\n") + 1] if len(beginning) == _BEGINNING else beginning
    media_type = formats.named_type(job.name)
    begin = len(_BYTE_ORDER_MARK) if whole.startswith(_BYTE_ORDER_MARK) else 0
    try:
        if media_type == formats.JSON_LINES:
            return _json_layout(open_table(io.BytesIO(whole), _plain(job, whole), media_type), begin, job)
        text = TableText(io.BytesIO(whole), _plain(job, whole), "")
        rows = csv_rows(text, media_type)
        begin = whole.index(b"\n") + 1 if rows.first else begin
        return _csv_layout(csv_table(text, rows, job), rows.delimiter, begin, whole, job)
    except Refusal:
        return None


def _plain(job: Job, raw: bytes) -> Job:
    """For text that is known to be UTF-8, all of which is to be read."""
    return replace(job, size=len(raw), max_bytes=len(raw) + 1, encoding="utf-8")


def _json_layout(table: Table, begin: int, job: Job) -> _Layout | None:
    """Of JSON Lines, whose objects have the text under one key."""
    wanted = job.text_column
    if wanted is None or wanted not in table.columns:
        return None
    key = np.frombuffer(wanted.encode(), np.uint8).copy()

    def read(raw: bytes) -> Row | Refusal | None:
        line = raw.decode()
        return None if line.isspace() else table.read(line)

    return _Layout(
        table, RowCutter(table.columns, wanted, None, items=False), formats.JSON_LINES, begin,
        lambda data, first, end, *out: cut_json(data, first, end, key, *out), 1, 1, read, lambda _: "",
    )  # fmt: skip


def _csv_layout(table: Table, delimiter: str, begin: int, beginning: bytes, job: Job) -> _Layout | None:
    """Of CSV or TSV, whose text is in one column; its first row ends in the beginning."""
    cutter = RowCutter(table.columns, job.text_column, None, items=False)
    column = cutter.one_column
    if column is None or not delimiter.isascii() or delimiter in '"\r\n':
        return None
    sign = ord(delimiter)

    def cut(data: NDArray[np.uint8], first: int, end: int, *out: Any) -> tuple[int, int]:
        found: tuple[int, int] = cut_csv(data, first, end, sign, column, *out)
        return found

    def rows_of(raw: bytes) -> CsvRows:
        return CsvRows(TableText(io.BytesIO(raw), _plain(job, raw), ""), delimiter)

    def read(raw: bytes) -> Row | Refusal | None:
        return next(rows_of(raw).all(), None)

    def damage(raw: bytes) -> str:
        rows = rows_of(raw)
        return rows.damage() if raw.count(_QUOTE) % 2 and any(True for _ in rows.all()) else ""

    first = next(_runs(io.BytesIO(beginning[begin:]), cut), None)
    if first is None or not first.rows[0, CELLS]:
        return None
    most = len(table.columns) or np.iinfo(np.int64).max
    return _Layout(table, cutter, formats.named_type(job.name), begin, cut, column + 1, int(most), read, damage)

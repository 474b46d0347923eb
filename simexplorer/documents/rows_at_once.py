"""Rows of a table in UTF-8 cut from its bytes by kernels: no process for it, and no object a row.

Rows that are not as most are (too long, too many cells, half a character) are read as the readers of tables do.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple, TypeAlias, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import lean_kernel
from simexplorer.documents import formats
from simexplorer.documents.csv_kernel import BEGIN, CELL_END, CELLS, END, cut_csv
from simexplorer.documents.decode import is_binary
from simexplorer.documents.extract import refusal_of
from simexplorer.documents.extracted import EMPTY, READ, Extracted, Job, Refusal
from simexplorer.documents.json_kernel import cut_json
from simexplorer.documents.magic import magic_type
from simexplorer.documents.readers.csv_rows import CsvRows
from simexplorer.documents.readers.json_lines import Row
from simexplorer.documents.readers.row_cutter import NOTHING, RowCutter
from simexplorer.documents.readers.table_text import TableText, is_utf8
from simexplorer.documents.readers.tables import (
    Table,
    csv_rows,
    csv_table,
    open_table,
    row_document,
    table_itself,
)
from simexplorer.kernel_words import PADDING

_BEGINNING = 1 << 16  # bytes in which the first row ends
_PIECE, _LONGEST_ROW, _LONGEST_ODD = 1 << 22, 1 << 24, 1 << 20  # bytes
_ROWS, _MOST_COLUMNS = 1 << 14, 10_000  # cut at once
_PACKED = (formats.GZIP, formats.ZSTANDARD)
_MOST_NAMED = 1 << 29  # bytes of a table whose rows have ids
_USUAL_RATIO = 8  # bytes of a table in one of a packed one
_MOST_ODD = 0.2  # share of rows: where more are not as most are, they are read beside the program
_BYTE_ORDER_MARK, _QUOTE = b"\xef\xbb\xbf", b'"'


class _LeftToReaderError(Exception):
    """This table is not as most are."""


Cut: TypeAlias = Callable[[NDArray[np.uint8], int, int, NDArray[np.uint8], NDArray[np.int64]], tuple[int, int]]


class RowsFound(NamedTuple):
    """Some rows as ``FoundMembers.take`` has them."""

    columns: dict[str, NDArray[Any]]
    words: dict[str, list[str]]
    names: bytes
    texts: bytes


class _Cells(NamedTuple):
    """What was cut of one column: cells joined, and what the kernel tells of the rows, the first of which is one."""

    data: NDArray[np.uint8]
    rows: NDArray[np.int64]
    begin: int

    @property
    def ends(self) -> NDArray[np.int64]:
        """(n,) where each cell ends."""
        return self.rows[:, CELL_END].copy()

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(n,) of each cell."""
        return np.diff(self.ends, prepend=self.begin)

    def below_first(self) -> _Cells:
        """Those of all rows but the first."""
        return _Cells(self.data, self.rows[1:], int(self.rows[0, CELL_END]))

    def one_by_one(self) -> list[bytes]:
        """All cells."""
        joined, ends = self.data[: self.ends[-1]].tobytes(), self.ends.tolist()
        return [joined[begin:end] for begin, end in zip([self.begin, *ends[:-1]], ends, strict=True)]


class _Run(NamedTuple):
    """Rows that were cut: their bytes, their texts, and their ids where a column names them."""

    data: NDArray[np.uint8]
    texts: _Cells
    ids: _Cells | None

    def raw(self, place: int) -> bytes:
        """The bytes of one row."""
        return self.data[self.texts.rows[place, BEGIN] : self.texts.rows[place, END]].tobytes()

    def below_first(self) -> _Run:
        """All but the first row."""
        return _Run(self.data, self.texts.below_first(), self.ids and self.ids.below_first())


class _Layout(Struct, frozen=True):
    """How the rows of one table are cut.

    span : where the first row begins, and by where it has to end: no more was seen of it
    cuts : the kernel for the text, and for the id where there is one
    least, most : cells that a usual row has
    read : what the bytes of another one mean; damage : what is amiss with the last row
    """

    table: Table
    cutter: RowCutter
    media_type: str
    span: tuple[int, int]
    cuts: list[Cut]
    least: int
    most: int
    read: Callable[[bytes], Row | Refusal]
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
    usual = job.encoding is None and job.text_column is not None and not job.items and not job.preview_rows
    within = _within(job)
    size = job.size if within is job else _USUAL_RATIO * job.size
    few = job.id_column is None or size <= _MOST_NAMED  # names are held to be told apart
    return usual and few and formats.named_type(within.name) in formats.LINE_TABLES


def _within(job: Job) -> Job:
    """For what a packed file may hold; as it is for any other."""
    if formats.named_type(job.name) not in _PACKED or job.depth <= 0:
        return job
    return replace(job, name=formats.name_within(job.name), depth=job.depth - 1, size=_PIECE)


def rows_at_once(
    stream: BinaryIO, job: Job, keep: Callable[[RowsFound], None], check: Callable[[], None]
) -> Extracted | None:
    """The table itself, once ``keep`` was given all its rows; None where it wants a reader, from its first row on.

    stream : of a file that ``promises_rows``
    ``check`` is called now and then and may raise to end it.
    """
    within = _within(job)
    try:
        return _cut_to_the_end(stream if within is job else _unpacked(stream, job), within, keep, check)
    except (_LeftToReaderError, Refusal):
        return None


def _unpacked(packed: BinaryIO, job: Job) -> BinaryIO:
    """What is in a packed file; it raises Refusal where that is damaged."""
    from simexplorer.documents.readers.unpacking import Unpacked

    media_type = magic_type(packed.read(formats.HEAD))
    if media_type is None or media_type not in _PACKED:
        raise _LeftToReaderError
    packed.seek(0)
    return cast("BinaryIO", io.BufferedReader(Unpacked(packed, job.size, media_type, strict=True), _BEGINNING))


def _cut_to_the_end(
    stream: BinaryIO, job: Job, keep: Callable[[RowsFound], None], check: Callable[[], None]
) -> Extracted:
    layout = _layout_of(stream.read(_BEGINNING), job)
    stream.seek(0)
    if not is_utf8(stream, check=check):
        raise _LeftToReaderError
    begin, seen = layout.span
    stream.seek(0)
    stream.read(begin)
    number, last, headed = 1, b"", bool(layout.table.columns) and layout.media_type != formats.JSON_LINES
    for run in _runs(stream, job.size, layout.cuts):
        check()
        if not last and begin + run.texts.rows[0, END] > seen:
            raise _LeftToReaderError
        last = run.raw(-1)
        rows, headed = run.below_first() if headed else run, False
        if rows.texts.rows.size:
            keep(_found(rows, layout, job, number))
        number += rows.texts.rows.shape[0]
    if not last:
        raise _LeftToReaderError
    table = replace(layout.table, damage=lambda: layout.damage(last))
    return table_itself(table, job, layout.media_type, layout.cutter, none=number == 1)


def _is_text(head: bytes) -> bool:
    return magic_type(head) is None and refusal_of(head) is None and not is_binary(head)


def _runs(stream: BinaryIO, size: int, cuts: list[Cut]) -> Iterator[_Run]:
    """All rows of a stream of about this size, some at a time, valid until the next ones."""
    data = np.empty(min(size + 2, _PIECE) + PADDING, np.uint8)
    out = [(np.empty_like(data), np.empty((_ROWS, 4), np.int64)) for _ in cuts]
    first, end, ended = 0, 0, False
    while True:
        (begin, count), *_ = [cut(data, first, end, *room) for cut, room in zip(cuts, out, strict=True)]
        if not count and ended and begin < end:  # its last quotation mark is never closed
            for _, rows in out:
                rows[0] = begin, end - 1, 0, 0
            begin, count = end, 1
        if count:
            told = [_Cells(cells, rows[:count], 0) for cells, rows in out]
            yield _Run(data, told[0], told[1] if len(told) > 1 else None)
            first = begin
            continue
        if ended:
            return
        data[: end - begin] = data[begin:end].copy()
        first, end = 0, end - begin
        if end > _LONGEST_ROW:
            raise _LeftToReaderError
        room = data.size - PADDING - end
        if room < 2 or _PIECE // 2 < room + end < 2 * end:
            data = np.append(data, np.empty_like(data))
            out = [(np.empty_like(data), rows) for _, rows in out]
        got = stream.readinto(data[end : data.size - PADDING].data)  # type: ignore[attr-defined]
        if not got:
            data[end] = 10  # the end of the file ends a row, where it is not between quotation marks
            ended, got = True, 1
        end += got


def _found(run: _Run, layout: _Layout, job: Job, number: int) -> RowsFound:
    """The rows from a number on as documents."""
    texts, ends, cells, lengths = run.texts, run.texts.ends, run.texts.rows[:, CELLS], run.texts.lengths
    odd = (cells < layout.least) | (cells > layout.most) | (lengths > job.max_bytes)
    if run.ids is not None:  # of JSON one cell may be there and the other not
        odd |= run.ids.rows[:, CELLS] < layout.least
    if number == 1 and np.count_nonzero(odd) > 1 + _MOST_ODD * odd.size:
        raise _LeftToReaderError
    names, documents = _named(run, odd, layout, job, number)
    blank = np.empty(odd.size, np.bool_)
    mark_blank(texts.data, texts.begin, ends, blank)
    columns: dict[str, NDArray[Any]] = {
        "text_bytes": lengths, "size": lengths.copy(), "lengths": np.array(list(map(len, names)), np.int64),
        "status": np.where(blank, EMPTY, READ), "reason": blank.astype(np.int64),
        **{name: np.zeros(odd.size, np.int64) for name in ("truncated", "guessed", "media_type", "encoding")},
    }  # fmt: skip
    reasons, joined, begin = ["", NOTHING], [], texts.begin
    for place, document in documents.items():
        end = int(ends[place])
        joined += [texts.data[begin : end - lengths[place]].tobytes(), document.text]
        begin, columns["reason"][place] = end, len(reasons)
        reasons.append(document.reason)
        columns["status"][place], columns["truncated"][place] = document.status, document.truncated
        columns["size"][place], lengths[place] = document.size, len(document.text)
    joined.append(texts.data[begin : ends[-1]].tobytes())
    words = {"reasons": reasons, "formats": [layout.media_type], "encodings": [layout.table.encoding]}
    return RowsFound(columns, words, b"".join(names), b"".join(joined))


def _named(
    run: _Run, odd: NDArray[np.bool_], layout: _Layout, job: Job, number: int
) -> tuple[list[bytes], dict[int, Extracted]]:
    """Names of all rows, and what becomes of the odd ones."""
    cutter, numbers = layout.cutter, range(number, number + odd.size)

    def read(place: int) -> Extracted:
        row = layout.read(_short(run.raw(place)))
        return row_document(layout.table, job, layout.media_type, cutter, numbers[place], row)

    if run.ids is None:
        return list(map(b"%d".__mod__, numbers)), {place: read(place) for place in np.flatnonzero(odd).tolist()}
    ids, names, documents = run.ids.one_by_one(), list[bytes](), dict[int, Extracted]()
    if not odd.any() and cutter.takes(ids):
        return ids, documents
    for place, is_odd in enumerate(odd.tolist()):
        if is_odd:
            documents[place] = read(place)
        names.append(documents[place].member if is_odd else cutter.name(numbers[place], ids[place]))
    return names, documents


def _short(raw: bytes) -> bytes:
    """The bytes of a row that Python reads here; of a long one nobody else would get a turn meanwhile."""
    if len(raw) > _LONGEST_ODD:
        raise _LeftToReaderError
    return raw


def _layout_of(beginning: bytes, job: Job) -> _Layout:
    """How the table that begins so is cut."""
    whole = beginning[: beginning.rfind(b"\n") + 1] if len(beginning) == _BEGINNING else beginning
    media_type = formats.named_type(job.name)
    begin = len(_BYTE_ORDER_MARK) if whole.startswith(_BYTE_ORDER_MARK) else 0
    try:
        if not _is_text(beginning[: formats.HEAD]) or not whole[begin:].strip():
            raise _LeftToReaderError
        if media_type == formats.JSON_LINES:
            return _json_layout(open_table(io.BytesIO(whole), _plain(job, whole), media_type), (begin, len(whole)), job)
        text = TableText(io.BytesIO(whole), _plain(job, whole), "")
        rows = csv_rows(text, media_type, job)
        if rows.left:
            raise _LeftToReaderError
        begin = whole.index(b"\n") + 1 if rows.first else begin
        return _csv_layout(csv_table(text, rows, job), rows.delimiter, (begin, len(whole)), job)
    except Refusal as refusal:
        raise _LeftToReaderError from refusal


def _plain(job: Job, raw: bytes) -> Job:
    """For text that is known to be UTF-8, all of which is to be read."""
    return replace(job, size=len(raw), max_bytes=len(raw) + 1, encoding="utf-8")


def _json_layout(table: Table, span: tuple[int, int], job: Job) -> _Layout:
    """Of JSON Lines, whose objects have the text, and what names them, under one key each."""
    wanted = [name for name in (job.text_column, job.id_column) if name is not None]
    if not set(wanted) <= set(table.columns):
        raise _LeftToReaderError
    keys = [np.frombuffer(name.encode(), np.uint8).copy() for name in wanted]

    def read(raw: bytes) -> Row | Refusal:
        line = raw.decode("utf-8", "replace")  # the file may have changed since all of it was seen to be UTF-8
        if line.isspace():  # of other signs than JSON's blanks: no row at all
            raise _LeftToReaderError
        return table.read(line)

    return _Layout(
        table=table, cutter=RowCutter(table.columns, job.text_column, job.id_column, items=False),
        media_type=formats.JSON_LINES, span=span, cuts=[_json_cut(key) for key in keys],
        least=1, most=1, read=read, damage=lambda _: "",
    )  # fmt: skip


def _json_cut(key: NDArray[np.uint8]) -> Cut:
    return lambda data, first, end, cells, rows: cut_json(data, first, end, key, cells, rows)


def _csv_layout(table: Table, delimiter: str, span: tuple[int, int], job: Job) -> _Layout:
    """Of CSV or TSV."""
    cutter = RowCutter(table.columns, job.text_column, job.id_column, items=False)
    wanted, name, sign = cutter.columns, cutter.name_at, ord(delimiter)
    in_order = wanted is None or (wanted and list(wanted) == sorted(wanted))
    last = max(*(wanted or (0,)), 0 if name is None else name)
    if not in_order or last > _MOST_COLUMNS or sign > 127 or delimiter in '"\r\n':
        raise _LeftToReaderError
    text = [at != name if wanted is None else at in wanted for at in range(last + 3)]
    joins = text.count(True) > 1  # a cell alone is the text as it stands
    cuts = [_csv_cut(sign, text, joins=joins)]
    if name is not None:
        cuts.append(_csv_cut(sign, [at == name for at in range(name + 2)], joins=False))

    def rows_of(raw: bytes) -> CsvRows:
        marked = _BYTE_ORDER_MARK + raw  # one that the row begins with is a letter of it
        return CsvRows(TableText(io.BytesIO(marked), _plain(job, marked), ""), delimiter)

    def damage(raw: bytes) -> str:
        if raw.count(_QUOTE) % 2 == 0:
            return ""
        rows = rows_of(_short(raw))
        return rows.damage() if any(True for _ in rows.all()) else ""

    return _Layout(
        table=table, cutter=cutter, media_type=formats.named_type(job.name), span=span, cuts=cuts,
        least=[at for at, one in enumerate(text) if one][int(joins)] + 1,
        most=len(table.columns) if wanted and table.columns else np.iinfo(np.int64).max,
        read=lambda raw: next(rows_of(raw).all()), damage=damage,
    )  # fmt: skip


def _csv_cut(delimiter: int, columns: list[bool], *, joins: bool) -> Cut:
    wanted = np.array(columns, np.bool_)
    return lambda data, first, end, cells, rows: cut_csv(data, first, end, delimiter, wanted, int(joins), cells, rows)

"""What remains without the near-duplicates: rows of the table that was read, as they stand in it, or a list."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import IO

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.documents.extracted import Job, Refusal
from simexplorer.documents.formats import LINE_TABLES, PARQUET, named_type
from simexplorer.documents.listing import AnyPath, Status, shown_path
from simexplorer.errors import ExportError, InputError, UsageError
from simexplorer.pipeline.measure_words import Spell, limit_words, plain
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.tally import opened_among
from simexplorer.reports.replacing import require_no_document
from simexplorer.reports.writing import require_place, write_whole

LIST = ".txt"
_ROWS = LINE_TABLES | {PARQUET}
_AT_ONCE = 4096  # rows or names between two questions whether to stop
_WHICH = (
    "Rows are written of one CSV, TSV, JSON Lines or Parquet file, not packed, whose rows are the documents, into a "
    "file of its ending; let the name end in .txt for a list of the paths to keep."
)

Check = Callable[[], None]
Count = Callable[[int], str]


class _Told(Struct):
    """What was written: how many are kept and left out, and how many of the kept ones could not be read."""

    kept: int = 0
    left_out: int = 0
    unread: int = 0


def require_kept_writable(path: AnyPath, named: Sequence[AnyPath], *, rows_are_documents: bool) -> None:
    """Raise now what would keep the file from being written after a run over what is ``named``."""
    media_type = _format(path)
    table = os.fsencode(named[0])
    fits = rows_are_documents and len(named) == 1 and os.path.isfile(table) and named_type(table) == media_type
    if media_type is not None and not fits:
        how = "" if rows_are_documents else " --text-column makes rows documents."
        raise UsageError(f"{shown_path(os.fsencode(path))}: {_WHICH}{how}")
    require_place(path)


def kept_ending(result: Result) -> str:
    """The ending of a file for what remains of this result: that of the one table that was read, or of a list."""
    table = _table(result)
    return LIST if table is None else os.path.splitext(result.documents.paths.raw(table))[1].decode().lower()


def write_kept(
    result: Result,
    left_out: NDArray[np.bool_],
    path: AnyPath,
    check: Check,
    count: Count = "{:,}".format,
    spell: Spell = plain,
) -> str:
    """Write all documents but those ``left_out``, (n,); says what was written. ExportError, and no file is changed.

    ``check`` is called now and then and may raise to end it; ``count`` and ``spell`` write the numbers in what is said.
    """
    target, media_type = os.fsencode(path), _format(path)
    table = None if media_type is None else _table(result)
    require_place(path)
    require_no_document([target], result.documents, but_reports=False)
    if result.partial:
        raise ExportError(f"{shown_path(target)} is not written: the run is not whole, and what to keep not known yet.")
    if media_type is not None and (table is None or named_type(result.documents.paths.raw(table)) != media_type):
        raise ExportError(f"{shown_path(target)} is not written. {_WHICH}")
    told = _Told()

    def write(file: IO[bytes]) -> None:
        if table is not None and media_type == PARQUET:
            _write_parquet(result, left_out, table, file, told, check)
            return
        for at, piece in enumerate(_pieces(result, left_out, table, told)):
            if not at % _AT_ONCE:
                check()
            file.write(piece)

    try:
        write_whole(target, write)
    except (InputError, Refusal) as error:
        raise ExportError(f"{shown_path(target)} is not written. {error}") from error
    return _words(result, target, told, "document" if table is None else "row", count, spell)


def kept_beginning(result: Result, left_out: NDArray[np.bool_]) -> Iterator[bytes]:
    """What the file will hold, piece by piece; ExportError where it is no text, or cannot be written."""
    table = _table(result)
    if table is not None and named_type(result.documents.paths.raw(table)) == PARQUET:
        raise ExportError("Rows of Parquet are no text.")
    try:
        yield from _pieces(result, left_out, table, _Told())
    except (InputError, Refusal) as error:
        raise ExportError(str(error)) from error


def _words(result: Result, target: bytes, told: _Told, what: str, count: Count, spell: Spell) -> str:
    unread = f", of them {count(told.unread)} that could not be read" if told.unread else ""
    limit, linkage = limit_words(result.recipe, spell=spell), result.recipe.linkage
    whole = counted(told.kept + told.left_out, what, spell=count)
    return (
        f"{shown_path(target)}: {count(told.kept)} of {whole} kept{unread}; "
        f"{count(told.left_out)} left out of clusters of pairs {limit} ({linkage} linkage)."
    )


def _format(path: AnyPath) -> str | None:
    """The format of rows that the ending of a name tells, None of a list of paths; UsageError where it is another."""
    name = os.path.basename(os.fsencode(path))
    named = named_type(name)
    if named in _ROWS:
        return named
    if os.path.splitext(name)[1].lower() != LIST.encode():
        raise UsageError(f"{shown_path(os.fsencode(path))}: the ending tells what is written. {_WHICH}")
    return None


def _table(result: Result) -> int | None:
    """The row of the file that all documents are rows of, whose bytes can be told apart; None where there is none."""
    documents = result.documents
    files = np.flatnonzero(documents.paths.container < 0)
    if files.size != 1 or len(documents) == 1 or not read_options(result.recipe).rows_are_documents:
        return None
    table = int(files[0])
    named = named_type(documents.paths.raw(table))
    return table if named in _ROWS and documents.formats[documents.format[table]] == named else None


def _pieces(result: Result, left_out: NDArray[np.bool_], table: int | None, told: _Told) -> Iterator[bytes]:
    return _paths(result, left_out, told) if table is None else _rows(result, left_out, table, told)


def _paths(result: Result, left_out: NDArray[np.bool_], told: _Told) -> Iterator[bytes]:
    """The path of each document as the system spells it, a line each; one with a line break is escaped.

    No document is an archive or a table that was opened for what it holds.
    """
    documents = result.documents
    counts = ~opened_among(documents, result.shingles)
    kept = np.flatnonzero(counts & ~left_out)
    told.kept, told.left_out = kept.size, int(np.count_nonzero(counts & left_out))
    told.unread = int(np.count_nonzero(documents.status[kept] == Status.SKIPPED))
    for row in kept.tolist():
        raw = documents.paths.raw(row)
        yield (shown_path(raw).encode() if b"\n" in raw or b"\r" in raw else raw) + b"\n"


def _rows(result: Result, left_out: NDArray[np.bool_], table: int, told: _Told) -> Iterator[bytes]:
    """All bytes of the table but those of rows that are left out."""
    from simexplorer.documents.readers.reopened import reopened
    from simexplorer.documents.readers.row_bytes import row_bytes

    documents, recipe = result.documents, result.recipe
    members, media_type = _members(result, table), documents.formats[documents.format[table]]
    out, unread = left_out[members].tobytes(), (documents.status[members] == Status.SKIPPED).tobytes()
    job = Job(
        name=documents.paths.raw(table), size=int(documents.size[table]), text_column=recipe.text_column,
        id_column=recipe.id_column, table_header=recipe.table_header,
    )  # fmt: skip
    encoding = next((documents.encoding[row] for row, lost in zip(members, unread, strict=True) if not lost), 0)
    number = 0
    with reopened(documents, table, follow=recipe.follow_links) as stream:
        for is_row, raw in row_bytes(stream, job, media_type, documents.encodings[encoding]):
            if is_row:
                number += 1
                if number <= len(out) and out[number - 1]:
                    told.left_out += 1
                    continue
                told.kept += 1
                told.unread += number > len(out) or unread[number - 1]
            yield raw
    _require_all(number, len(out))


def _write_parquet(
    result: Result, left_out: NDArray[np.bool_], table: int, file: IO[bytes], told: _Told, check: Check
) -> None:
    from simexplorer.documents.readers.kept_parquet import parquet_length, write_kept_rows
    from simexplorer.documents.readers.reopened import reopened

    members, documents = _members(result, table), result.documents
    with reopened(documents, table, follow=result.recipe.follow_links) as stream:
        number = parquet_length(stream)
        _require_all(number, members.size)
        kept = np.ones(number, np.bool_)
        kept[: members.size] = ~left_out[members]
        write_kept_rows(stream, kept, file, check)
    told.kept, told.left_out = int(np.count_nonzero(kept)), int(np.count_nonzero(~kept))
    told.unread = number - members.size + int(np.count_nonzero(documents.status[members] == Status.SKIPPED))


def _members(result: Result, table: int) -> NDArray[np.int64]:
    """The documents that are rows of the table, in its order; Refusal where some are missing between others."""
    paths = result.documents.paths
    members = np.flatnonzero(paths.container == table)
    last = paths.raw(int(members[-1]))[len(paths.raw(table)) + 1 :].partition(b"#")[0]
    if result.recipe.id_column is None and last != b"%d" % members.size:
        raise Refusal("Not all rows of the table were read, so that their places are not known.")
    return members


def _require_all(rows: int, read: int) -> None:
    if rows < read:
        raise Refusal(f"The table holds {counted(rows, 'row')}, of which {read:,} were read before. Analyse it again.")

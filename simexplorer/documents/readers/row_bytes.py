"""Rows of CSV, TSV and JSON Lines once more, as the bytes that they are in the file."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

from simexplorer.documents import formats
from simexplorer.documents.extracted import Job, Refusal
from simexplorer.documents.magic import magic_type
from simexplorer.documents.readers.table_text import TableText
from simexplorer.documents.readers.tables import csv_rows, csv_table

_ASCII = bytes(range(128))


def row_bytes(stream: BinaryIO, job: Job, media_type: str, encoding: str) -> Iterator[tuple[bool, bytes]]:
    """All bytes of a table that was read in this encoding, in order: of a row, or (False) of what is none.

    No row are names of columns and what stands above them, empty lines and a byte order mark. Rows come as the reader
    of tables has them. Refusal where the encoding does not allow to tell them apart by their bytes.
    """
    if magic_type(stream.read(formats.HEAD)) is not None:
        raise Refusal("The table is packed, or no text: unpack it first.")
    if not _is_told_by_bytes(encoding):
        raise Refusal(
            f"Rows in {encoding or 'this encoding'} cannot be told apart by their bytes: save the table as UTF-8."
        )
    lines = media_type == formats.JSON_LINES
    text = _LinesAgain(stream, encoding, "\n" if lines else "")
    yield False, text.mark
    if lines:
        for line in text.lines():
            yield not line.isspace(), text.given()
    else:
        yield from _csv_bytes(text, job, media_type)


def _csv_bytes(text: _LinesAgain, job: Job, media_type: str) -> Iterator[tuple[bool, bytes]]:
    rows = csv_rows(text, media_type, job)
    table = csv_table(text, rows, job)  # which asked for the first row, of names or not
    yield False, text.given(None if table.columns else rows.first)
    for _ in table.rows:
        yield False, text.given_empty()
        yield True, text.given()
    yield False, text.given()


class _LinesAgain(TableText):
    """Lines of a table whose encoding is known; it keeps the bytes of those that it gave.

    mark : the byte order mark, which is in no line
    """

    def __init__(self, stream: BinaryIO, encoding: str, newline: str) -> None:
        stream.seek(0)
        marked = stream.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8
        marked &= codecs.BOM_UTF8.decode(encoding, "replace") in ("\ufeff", "")  # in others these are letters
        self.encoding, self.guessed, self.cut = encoding, False, ""
        self.mark = codecs.BOM_UTF8 if marked else b""
        self._bytes = io.TextIOWrapper(stream, "latin-1", newline=newline)  # a character is a byte
        self._given: list[bytes] = []

    def lines(self) -> Iterator[str]:
        self._bytes.seek(len(self.mark))
        self._given = []
        for line in self._bytes:
            self._given.append(line.encode("latin-1"))
            yield line if line.isascii() else self._given[-1].decode(self.encoding, "replace")

    def given(self, lines: int | None = None) -> bytes:
        """The bytes of the lines that were given since the last call, or of the first ``lines`` of them."""
        given, self._given = self._given[:lines], [] if lines is None else self._given[lines:]
        return b"".join(given)

    def given_empty(self) -> bytes:
        """The same of the empty lines that stand before others."""
        filled = (at for at, line in enumerate(self._given) if line.strip(b"\r\n"))
        return self.given(next(filled, 0))


def _is_told_by_bytes(encoding: str) -> bool:
    """Whether the signs of ASCII are these bytes, and line ends are nothing else."""
    try:
        shifts = codecs.lookup(encoding).name.startswith("iso2022")
        return not shifts and _ASCII.decode(encoding) == _ASCII.decode("ascii")
    except (LookupError, UnicodeError):
        return False

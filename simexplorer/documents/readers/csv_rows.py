"""Rows of CSV and TSV: the separator found out, cells too long and quotation marks that are never closed told."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import chain, islice

from simexplorer.documents.extracted import Job, Refusal
from simexplorer.documents.readers.headings import LOOKED_AT, calls_none, filled, heading_at
from simexplorer.documents.readers.json_lines import Row
from simexplorer.documents.readers.table_text import TableText

_LONGEST_FIELD = 2**24
_SIGNS = ",;\t|"
_FEWEST_LINES = 3  # of the names and rows below a title
_BEGINNING = 1 << 14  # characters
_SEPARATOR = re.compile(r"sep=([^\r\n])\r?\n", re.IGNORECASE)  # as spreadsheets write it above a table

UNCLOSED = "damaged: its last row opens a quotation mark that is never closed, and so holds the rest of the table"


class CsvRows:
    """The rows of one table, as often as they are asked for.

    delimiter : between cells; None for the sign that the first line tells, or that ``_separator`` finds
    job : what is asked for, where a title may stand above the names of the columns
    left : lines above these, above : those of them that hold something
    """

    def __init__(self, text: TableText, delimiter: str | None, job: Job | None = None) -> None:
        self._text = text
        said = _SEPARATOR.fullmatch(next(text.lines(), "")) if delimiter is None else None
        self.first = 0 if said is None else 1  # line; the one before tells the separator
        self.delimiter = delimiter or (said.group(1) if said else _separator(islice(text.lines(), LOOKED_AT)))
        self._last: list[str] = []
        self.left = self.above = 0
        if job is not None:
            self._leave_title(delimiter or (said and self.delimiter), job)

    def _leave_title(self, delimiter: str | None, job: Job) -> None:
        """Begin with the line that names the columns, and have its separator, where it is not the first."""
        signs, rows = list[str](), list[list[str]]()

        def seen() -> Iterator[list[str]]:
            for line in islice(self._lines(), LOOKED_AT):
                signs.append(delimiter or _delimiter(line))
                rows.append(_row_of(line, signs[-1]))
                yield rows[-1]

        self.left = heading_at(seen(), job)
        if calls_none(job):
            lines = list(islice(self._lines(), LOOKED_AT))
            self.left, sign = _below_title(lines, delimiter, self.delimiter)
            signs, rows = [sign] * len(lines), [_row_of(line, sign) for line in lines]
        self.above = sum(1 for row in rows[: self.left] if filled(row))
        if self.left:
            self.first, self.delimiter = self.first + self.left, signs[self.left]

    def all(self) -> Iterator[Row | Refusal]:
        """Every row that holds a cell, from the first on."""
        csv.field_size_limit(_LONGEST_FIELD)
        rows = filter(None, csv.reader(self._lines(), delimiter=self.delimiter))
        while True:
            try:
                for row in rows:
                    self._last = row
                    yield row
            except csv.Error as error:
                long = "field larger" in str(error)
                yield Refusal(
                    f"a cell of it is longer than {_LONGEST_FIELD:,} characters" if long else f"damaged: {error}"
                )
            else:
                return

    def damage(self) -> str:
        """What is amiss with the last row, in words, once all were read: it is read again where it has many lines."""
        if not any("\n" in cell or "\r" in cell for cell in self._last):
            return ""
        marks = 0

        def counted() -> Iterator[str]:
            nonlocal marks
            for line in self._lines():
                marks += line.count('"')
                yield line

        before = of_the_last = 0
        try:
            for row in csv.reader(counted(), delimiter=self.delimiter):
                before, of_the_last = marks, marks - before if row else of_the_last
        except csv.Error:  # of a row before, which says so itself
            return ""
        return UNCLOSED if of_the_last % 2 else ""

    def _lines(self) -> Iterator[str]:
        return islice(self._text.lines(), self.first, None)


def _row_of(line: str, delimiter: str) -> list[str]:
    """The cells of one line; none where it holds none, or one that is too long."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _below_title(lines: list[str], delimiter: str | None, as_first: str) -> tuple[int, str]:
    """(the line below those that hold one cell each, the separator there); line 0 where that leaves a doubt.

    All lines from there on have as many cells, of which the first one's, names of columns, are no numbers.
    as_first : the separator of all lines
    """
    found = [(0, 0, as_first)]
    for sign in delimiter or _SIGNS:
        rows = [_row_of(line, sign) for line in lines]
        at = next((at for at, row in enumerate(rows) if filled(row) > 1), 0)
        widths = [len(row) for row in rows[at:] if row]
        if len(widths) < _FEWEST_LINES or len(set(widths)) > 1:
            continue
        if at and not any(cell.strip().isdecimal() for cell in rows[at]):
            found.append((at, -widths[0], sign))
        elif not at and sign == as_first and widths[0] > 1:
            return 0, as_first
    at, _, sign = min(found[1:] or found)
    return at, sign


def _separator(lines: Iterator[str]) -> str:
    """The sign that the first line holds most of; where that cuts the first rows unlike, one that cuts all alike.

    So a list of remarks with commas between semicolons is no table of commas.
    """
    first = next(lines, "")
    usual, looked_at, left = _delimiter(first), list[str](), _BEGINNING
    for line in chain([first], lines):
        left -= len(line)
        if left < 0:
            break
        looked_at.append(line)
    widths = {sign: _widths(looked_at, sign) for sign in _SIGNS}
    alike = [sign for sign in _SIGNS if len(widths[sign]) == 1 and max(widths[sign]) > 1]
    return usual if not alike or usual in alike else max(alike, key=lambda sign: max(widths[sign]))


def _widths(lines: list[str], delimiter: str) -> set[int]:
    """How many cells the rows of these lines have; the last row may go on, and is left out where there are several."""
    try:
        rows = list(filter(None, csv.reader(lines, delimiter=delimiter)))
    except csv.Error:
        return set()
    return set(map(len, rows[:-1] or rows))


def _delimiter(line: str) -> str:
    """The separator that the first line holds most of, outside quotes."""
    bare = "".join(line[:100_000].split('"')[::2])
    return max(_SIGNS, key=bare.count)

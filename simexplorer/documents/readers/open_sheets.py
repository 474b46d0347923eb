"""Spreadsheets of OpenDocument (ISO 26300) as sheets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from lxml import etree

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.open_document import (
    CONTENT,
    PARAGRAPHS,
    STYLE,
    hides_table,
    paragraph_text,
    refuse_encrypted,
)
from simexplorer.documents.readers.open_values import COLUMNS, ROWS, TABLE, times_repeated, value_words
from simexplorer.documents.readers.sheets import MOST_COLUMNS, Lacking, Numbered, Sheet
from simexplorer.documents.readers.xml_parts import elements, forget, refuse_document_type
from simexplorer.documents.readers.zip_parts import LARGEST_WHOLE, PartStream, ZipParts

_CELLS = (TABLE + "table-cell", TABLE + "covered-table-cell")
_MOST_ROWS = 1_048_576  # of a sheet


def packed_sheets(parts: ZipParts, lacking: Lacking) -> Iterator[Sheet]:
    """The sheets of a packed document, as those of a flat one; Refusal where it is encrypted."""
    refuse_encrypted(parts)
    yield from sheets(parts.stream(CONTENT), lacking)


def sheets(content: bytes | PartStream, lacking: Lacking) -> Iterator[Sheet]:
    """Every sheet that is shown; its rows are to be read before the next sheet is asked for."""
    refuse_document_type(content)
    read = elements(content, TABLE + "table-row", TABLE + "table", STYLE + "style", starts=(TABLE + "table",))
    unseen: set[str] = set()
    for event, element in read:
        if element.tag == STYLE + "style":
            if hides_table(element):
                unseen.add(element.get(STYLE + "name", ""))
        elif event == "start":
            name, rows = element.get(TABLE + "name", ""), _rows(read)
            if element.get(TABLE + "style-name") in unseen:
                lacking.hidden.append(name)
                deque(rows, maxlen=0)
            else:
                yield Sheet(name, rows)


def _rows(read: Iterator[tuple[str, etree._Element]]) -> Iterator[Numbered]:
    """The rows up to the end of the table that has begun, of empty ones that repeat the first.

    Tables within its cells are left out.
    """
    within = written = number = 0
    for event, element in read:
        if element.tag == TABLE + "table":
            within += 1 if event == "start" else -1
            if within < 0:
                return
        elif not within:
            cells, times = _cells(element), times_repeated(element, ROWS, _MOST_ROWS)
            written += times * sum(map(len, cells))
            if written > LARGEST_WHOLE:
                raise Refusal(f"its repeated rows hold more than {LARGEST_WHOLE >> 20} MB")
            for again in range(times if cells else 1):
                yield number + again + 1, cells
            number += times
            forget(element)


def _cells(row: etree._Element) -> list[str]:
    """The cells of a row up to the last that holds something."""
    cells: list[str] = []
    blank = 0
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        words = value_words(cell) or "\n".join(map(paragraph_text, cell.iterchildren(*PARAGRAPHS)))
        times = times_repeated(cell, COLUMNS, MOST_COLUMNS)
        if not words:
            blank += times
        elif len(cells) + blank + times <= MOST_COLUMNS:
            cells += [""] * blank + [words] * times
            blank = 0
    return cells

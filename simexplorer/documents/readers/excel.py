"""Excel files (ECMA-376, SpreadsheetML) as sheets."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from lxml import etree
from msgspec import Struct

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.excel_numbers import BUILT_IN, date_words, is_date_format, number_words
from simexplorer.documents.readers.office import main_part, texts_over_sheet
from simexplorer.documents.readers.sheets import MOST_COLUMNS, Lacking, Numbered, Sheet
from simexplorer.documents.readers.xml_parts import (
    elements,
    forget,
    named_parts,
    refuse_document_type,
    related,
    whole_number,
)
from simexplorer.documents.readers.zip_parts import ZipParts

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_S_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_SHEET = re.compile(r"xl/worksheets/sheet(\d{1,9})\.xml", re.IGNORECASE)
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")  # a character that XML has no place for (ECMA-376 part 1, 22.9.2.19)
_FROM_1904 = re.compile(rb"""<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']""")


class Spelling(Struct, frozen=True):
    """What the cells of a workbook refer to.

    shared : texts that cells name by their number; lacking : counts those that are not among them
    dates : styles of cells, by their numbers as they are written, that show a number as a date
    """

    shared: list[str]
    dates: frozenset[str]
    from_1904: bool
    lacking: Lacking

    def text(self, number: str) -> str:
        """The shared text of this number as it is written; empty where there is none."""
        at = whole_number(number)
        if at is not None and at < len(self.shared):
            return self.shared[at]
        self.lacking.texts += bool(number)
        return ""

    def number(self, written: str, *, date: bool) -> str:
        """A number, or the date that it stands for, as it is shown; what is no number as it is written."""
        try:
            value = float(written)
            return (date_words(value, self.from_1904) if date else None) or number_words(value)
        except (ValueError, OverflowError):
            return written


def sheets(parts: ZipParts, lacking: Lacking) -> Iterator[Sheet]:
    """Every sheet that is shown, in the workbook's order; its part is unpacked when its first row is asked for.

    lacking : counts what is missing on the way; Refusal where no sheet is there
    """
    book = main_part(parts, "xl/workbook.xml")
    shared = _shared_strings(parts, _related(parts, book, "sharedStrings"))
    named: dict[str, dict[str, str]] = {}
    dates, from_1904 = frozenset[str](), False
    with suppress(Refusal):  # sheets can be read without
        named = named_parts(parts, book, _S + "sheet", _S_STRICT + "sheet")
        dates, from_1904 = _dates(parts, book)
    spelling = Spelling(shared, dates, from_1904, lacking)
    listed = [part for part in named if part in parts]
    lacking.sheets = len(named) - len(listed) if listed else 0
    listed = listed or _by_number(parts)
    if named and not listed:
        raise Refusal("damaged: its sheets are missing")
    shown = [part for part in listed if named.get(part, {}).get("state", "visible") == "visible"] or listed
    lacking.hidden = [named[part].get("name", "") for part in listed if part not in shown]
    for number, part in enumerate(listed, 1):
        if part in shown:
            name = named.get(part, {}).get("name", f"sheet{number}")
            yield Sheet(name, _rows(parts, part, spelling), texts_over_sheet(parts, part))


def _by_number(parts: ZipParts) -> list[str]:
    numbers = {name: int(match.group(1)) for name in parts.names if (match := _SHEET.fullmatch(name))}
    return sorted(numbers, key=numbers.__getitem__)


def _related(parts: ZipParts, book: str, kind: str) -> str:
    """The part of a kind that the workbook names, else that which most have."""
    with suppress(Refusal):
        return next(iter(related(parts, book, kind)), f"xl/{kind}.xml")
    return f"xl/{kind}.xml"


def _shared_strings(parts: ZipParts, part: str) -> list[str]:
    shared: list[str] = []
    if part in parts:
        content = parts.stream(part)
        refuse_document_type(content)
        for _, item in elements(content, _S + "si", _S_STRICT + "si"):
            plain = len(item) == 1 and str(item[0].tag).endswith("}t")
            shared.append(_as_meant(item[0].text or "" if plain else _rich_text(item)))
            forget(item)
    return shared


def _dates(parts: ZipParts, book: str) -> tuple[frozenset[str], bool]:
    """Styles that show dates; whether these begin in 1904."""
    part = _related(parts, book, "styles")
    if part not in parts or book not in parts:
        return frozenset(), False
    content = parts.read(part)
    refuse_document_type(content)
    own = {
        element.get("numFmtId"): is_date_format(element.get("formatCode", ""))
        for _, element in elements(content, _S + "numFmt", _S_STRICT + "numFmt")
    }
    dates = set()
    for _, styles in elements(content, _S + "cellXfs", _S_STRICT + "cellXfs"):
        for number, style in enumerate(styles):
            kind = style.get("numFmtId", "")
            if own[kind] if kind in own else whole_number(kind) in BUILT_IN:
                dates.add(str(number))
    return frozenset(dates), _FROM_1904.search(parts.read(book)) is not None


def _rows(parts: ZipParts, part: str, spelling: Spelling) -> Iterator[Numbered]:
    """The rows that are there, by their numbers: empty ones mostly are not."""
    content, number = parts.stream(part), 0
    refuse_document_type(content)
    for _, row in elements(content, _S + "row", _S_STRICT + "row"):
        number = max(number + 1, whole_number(row.get("r")) or 0)
        yield number, _cells(row, spelling)
        forget(row)


def _cells(row: etree._Element, spelling: Spelling) -> list[str]:
    cells: list[str] = []
    for cell in row:
        at = _column(cell.get("r", "").rstrip(string.digits))
        if at > len(cells):  # else the next one, where it does not say or stands before it
            cells.extend([""] * (at - len(cells)))
        cells.append(_words(cell, spelling))
    return cells


@lru_cache(maxsize=1024)
def _column(letters: str) -> int:
    """The place from 0 of a column; 0 where there is no such one."""
    at = 0
    for letter in letters[:4]:
        at = 26 * at + ord(letter) - ord("A") + 1
    return at - 1 if 0 < at <= MOST_COLUMNS and letters.isalpha() and letters.isupper() and letters.isascii() else 0


def _rich_text(item: etree._Element) -> str:
    return "".join(t.text or "" for t in item.iter(_S + "t", _S_STRICT + "t") if not _is_phonetic(t))


def _as_meant(text: str) -> str:
    """A text with the characters that are written as ``_x000D_``, but for halves of one and those that say nothing."""
    return _ESCAPED.sub(_character, text) if "_x" in text else text


def _character(found: re.Match[str]) -> str:
    character = chr(int(found.group(1), 16))
    return character if character.isprintable() or character.isspace() else ""


def _is_phonetic(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and str(parent.tag).endswith("}rPh")


def _words(cell: etree._Element, spelling: Spelling) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _as_meant(_rich_text(cell))
    value = ""
    for child in cell:
        if str(child.tag).endswith("}v"):
            value = child.text or ""
            break
    if kind == "n":
        date = cell.get("s") in spelling.dates
        return value if value.isdecimal() and not date else spelling.number(value, date=date)
    if kind == "b":
        return "FALSE" if value == "0" else "TRUE"
    if kind != "s":
        return _as_meant(value)
    return spelling.text(value)

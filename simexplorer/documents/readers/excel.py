"""Excel files (ECMA-376, SpreadsheetML) as sheets."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from lxml import etree

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.sheets import MOST_COLUMNS, Sheet
from simexplorer.documents.readers.xml_parts import elements, forget, refuse_document_type
from simexplorer.documents.readers.zip_parts import ZipParts

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_S_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_RELATION = re.compile(r"\{.*/relationships\}id")
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
_PLACE = re.compile(r"([A-Z]{1,3})\d")


def sheets(parts: ZipParts) -> Iterator[Sheet]:
    """Every sheet in the order of its part's number; a sheet's part is unpacked when its first row is asked for."""
    shared = _shared_strings(parts)
    try:
        named = _names(parts)
    except Refusal:  # sheets can be read without
        named = {}
    numbers = {name: int(match.group(1)) for name in parts.names if (match := _SHEET.fullmatch(name))}
    for part in sorted(numbers, key=numbers.__getitem__):
        yield Sheet(named.get(part, f"sheet{numbers[part]}"), _rows(parts, part, shared))


def _shared_strings(parts: ZipParts) -> list[str]:
    shared: list[str] = []
    if "xl/sharedStrings.xml" in parts:
        content = parts.read("xl/sharedStrings.xml")
        refuse_document_type(content)
        for _, item in elements(content, _S + "si", _S_STRICT + "si"):
            shared.append("".join(t.text or "" for t in item.iter(_S + "t", _S_STRICT + "t") if not _is_phonetic(t)))
            forget(item)
    return shared


def _names(parts: ZipParts) -> dict[str, str]:
    """What the workbook calls each part of a sheet."""
    book, relations = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
    if book not in parts or relations not in parts:
        return {}
    content = parts.read(relations)
    refuse_document_type(content)
    targets = {
        str(element.get("Id")): posixpath.normpath(posixpath.join("/xl", element.get("Target", ""))).lstrip("/")
        for _, element in elements(content, "{*}Relationship")
    }
    content = parts.read(book)
    refuse_document_type(content)
    called: dict[str, str] = {}
    for _, element in elements(content, _S + "sheet", _S_STRICT + "sheet"):
        key = next((value for name, value in element.items() if _RELATION.fullmatch(str(name))), None)
        called[targets.get(str(key), "")] = element.get("name", "")
    return {part: name for part, name in called.items() if name}


def _rows(parts: ZipParts, part: str, shared: list[str]) -> Iterator[list[str]]:
    content = parts.read(part)
    refuse_document_type(content)
    for _, row in elements(content, _S + "row", _S_STRICT + "row"):
        yield _cells(row, shared)
        forget(row)


def _cells(row: etree._Element, shared: list[str]) -> list[str]:
    cells: list[str] = []
    for cell in row:
        at = _column(cell.get("r", ""), len(cells))
        if len(cells) <= at:
            cells.extend([""] * (at + 1 - len(cells)))
        cells[at] = _words(cell, shared)
    return cells


def _column(reference: str, following: int) -> int:
    """The place from 0 of a cell that calls itself so; the next one where it does not, or stands before it."""
    found = _PLACE.match(reference)
    if found is None:
        return following
    at = 0
    for letter in found.group(1):
        at = 26 * at + ord(letter) - ord("A") + 1
    return at - 1 if following < at <= MOST_COLUMNS else following


def _is_phonetic(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and str(parent.tag).endswith("}rPh")


def _words(cell: etree._Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(t.text or "" for t in cell.iter(_S + "t", _S_STRICT + "t"))
    value = next((child.text or "" for child in cell if str(child.tag).endswith("}v")), "")
    if kind != "s":
        return value
    return shared[int(value)] if value.isdigit() and int(value) < len(shared) else ""

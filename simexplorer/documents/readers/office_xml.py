"""What Word, Excel and PowerPoint save as XML in one file: Word 2003 XML, XML Spreadsheet 2003, packages laid flat."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
from collections import deque
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from lxml import etree

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.excel_numbers import number_words
from simexplorer.documents.readers.office import is_beside_words, is_hidden, word_signs
from simexplorer.documents.readers.sheets import MOST_COLUMNS, Lacking, Numbered, Sheet
from simexplorer.documents.readers.xml_parts import elements, forget, refuse_document_type, whole_number

_W = "{http://schemas.microsoft.com/office/word/2003/wordml}"
_ANNOTATION = "{http://schemas.microsoft.com/aml/2001/core}annotation"
_TEXT, _BOX = _W + "t", _W + "txbxContent"
_SIGNS = word_signs(_W)
_NOTES = (_W + "footnote", _W + "endnote")
_HEADS = (_W + "hdr", _W + "ftr")
_SOUND = _W + "rt"  # of the characters that it stands above
_S = "{urn:schemas-microsoft-com:office:spreadsheet}"
_VISIBLE = "{urn:schemas-microsoft-com:office:excel}Visible"
_PACKAGE = "{http://schemas.microsoft.com/office/2006/xmlPackage}"


def word_text(content: bytes, *, strip_page_furniture: bool) -> str:
    """The text of a document, notes behind it, without comments, and without heads and feet of pages if so wanted."""
    refuse_document_type(content)
    body, notes = list[str](), list[str]()
    unseen = within_note = 0
    for event, element in elements(content, _TEXT, *_SIGNS, starts=(_ANNOTATION, _BOX, _SOUND, *_NOTES, *_HEADS)):
        tag, step = str(element.tag), 1 if event == "start" else -1
        if tag in _NOTES:
            within_note += step
        elif tag in _HEADS:
            unseen += step if strip_page_furniture else 0
        elif tag == _SOUND:
            unseen += step
        elif tag == _ANNOTATION:
            unseen += step if element.get(_W + "type") == "Word.Comment" else 0
        elif not unseen and not is_beside_words(element):
            told = notes if within_note else body
            if tag == _BOX:
                told.append("\n" if step > 0 else "")
            elif tag != _TEXT:
                told.append(_SIGNS[tag])
            elif not is_hidden(element):
                told.append(element.text or "")
        if tag == _W + "p":
            forget(element)
    return "".join(body + notes)


def sheets(content: bytes, lacking: Lacking) -> Iterator[Sheet]:
    """Every sheet that is shown, or all where none is; its rows are to be read before the next sheet is asked for."""
    refuse_document_type(content)
    names, hidden = set[str](), set[str]()
    for _, element in elements(content, _VISIBLE, starts=(_S + "Worksheet",)):
        if element.tag != _VISIBLE:
            names.add(element.get(_S + "Name", ""))
        elif element.text in ("SheetHidden", "SheetVeryHidden"):
            hidden.update(sheet.get(_S + "Name", "") for sheet in element.iterancestors(_S + "Worksheet"))
    read = elements(content, _S + "Row", _S + "Worksheet", starts=(_S + "Worksheet",))
    for event, element in read:
        if event == "start":
            name, rows = element.get(_S + "Name", ""), _rows(read)
            if name in hidden and names - hidden:
                lacking.hidden.append(name)
                deque(rows, maxlen=0)
            else:
                yield Sheet(name, rows)


def _rows(read: Iterator[tuple[str, etree._Element]]) -> Iterator[Numbered]:
    """The rows that are there up to the end of the sheet that has begun, by their numbers."""
    number = 0
    for _, element in read:
        if element.tag == _S + "Worksheet":
            return
        number = max(number + 1, whole_number(element.get(_S + "Index")) or 0)
        yield number, _cells(element)
        number += whole_number(element.get(_S + "Span")) or 0
        forget(element)


def _cells(row: etree._Element) -> list[str]:
    cells: list[str] = []
    at = 0
    for cell in row.iterchildren(_S + "Cell"):
        at = max(at, (whole_number(cell.get(_S + "Index")) or 0) - 1)
        words = "".join(_words(data) for data in cell.iterchildren(_S + "Data"))
        if words and at < MOST_COLUMNS:
            cells += [""] * (at - len(cells)) + [words]
        at += 1 + (whole_number(cell.get(_S + "MergeAcross")) or 0)
    return cells


def _words(data: etree._Element) -> str:
    """A cell as it is shown; a date without its time at midnight, and the time alone where there is no date."""
    written, kind = "".join(map(str, data.itertext())), data.get(_S + "Type")
    if kind == "Boolean":
        return "FALSE" if written == "0" else "TRUE"
    if kind == "DateTime":
        day, _, time = written.partition("T")
        time = time.partition(".")[0]
        if day in ("1899-12-30", "1899-12-31"):
            return time
        return day if time in ("", "00:00:00") else f"{day} {time}"
    if kind != "Number":
        return written
    try:
        return number_words(float(written))
    except (ValueError, OverflowError):
        return written


def package(content: bytes) -> io.BytesIO:
    """The zip file that a package laid flat stands for."""
    refuse_document_type(content)
    kinds: dict[str, str] = {}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as parts:
        for _, part in elements(content, _PACKAGE + "part"):
            name = part.get(_PACKAGE + "name", "").lstrip("/")
            if name and name not in kinds:
                kinds[name] = part.get(_PACKAGE + "contentType", "")
                parts.writestr(name, _part(part))
            forget(part)
        told = (f"<Override PartName={quoteattr('/' + name)} ContentType={quoteattr(kinds[name])}/>" for name in kinds)
        parts.writestr("[Content_Types].xml", f"<Types>{''.join(told)}</Types>")
    return packed


def _part(part: etree._Element) -> bytes:
    for inside in part:
        if inside.tag == _PACKAGE + "xmlData" and len(inside):
            return etree.tostring(inside[0])
        if inside.tag == _PACKAGE + "binaryData":
            try:
                return base64.b64decode(inside.text or "")
            except binascii.Error as error:
                raise Refusal("damaged: a part of it cannot be read") from error
    return b""

"""OpenDocument text, sheets, slides and drawings (ISO 26300) to text, packed or flat."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from simexplorer.documents import formats
from simexplorer.documents.extracted import LOCKED, Refusal
from simexplorer.documents.readers.open_values import COLUMNS, OFFICE, TABLE, times_repeated, value_words
from simexplorer.documents.readers.sheets import Lacking
from simexplorer.documents.readers.xml_parts import elements, refuse_document_type, whole_number
from simexplorer.documents.readers.zip_parts import ZipParts

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
CONTENT = "content.xml"
PARAGRAPHS = (_TEXT + "p", _TEXT + "h")
MATH = "{http://www.w3.org/1998/Math/MathML}"
_OBJECT = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}object"
_ADDRESS = "{http://www.w3.org/1999/xlink}href"
_SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
# what stands beside the text, and what no reader sees: names of pictures, their bytes where a document is flat, macros
_LEFT_OUT = frozenset({
    _TEXT + "note-citation", _TEXT + "ruby-text", _TEXT + "script", OFFICE + "annotation", OFFICE + "binary-data",
    _SVG + "title", _SVG + "desc", MATH + "annotation",
})  # fmt: skip
_UNREAD = (
    _TEXT + "tracked-changes",
    OFFICE + "annotation",
    OFFICE + "master-styles",  # heads and feet of pages, where a document is flat
    "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}notes",  # of the speaker, as in other slides
)
_MOST_BLANKS, _MOST_TIMES = 1000, 100  # more equal cells side by side say nothing new


def open_document_type(parts: ZipParts) -> str | None:
    """Which of the OpenDocument types it is, if the zip says that it is one."""
    if "mimetype" not in parts:
        return None
    declared = parts.read("mimetype")[:100].decode("latin-1").strip()
    base = declared.removesuffix("-template")
    return base if base in formats.OPEN_DOCUMENTS else None


def packed_content(parts: ZipParts) -> bytes:
    """The XML of a packed document, to be read like a flat one; Refusal where it is encrypted."""
    refuse_encrypted(parts)
    return parts.read(CONTENT)


def refuse_encrypted(parts: ZipParts) -> None:
    """Refusal where the manifest tells how it is encrypted."""
    if "META-INF/manifest.xml" in parts and b"encryption-data" in parts.read("META-INF/manifest.xml"):
        raise Refusal(LOCKED)


def document_text(content: bytes, lacking: Lacking, objects: Callable[[str], str] | None = None) -> str:
    """The text of a flat document, or of a packed one's content, without what it does not show.

    lacking : is told of sheets that are hidden; objects : tells what the one with this address says
    """
    refuse_document_type(content)
    lines: list[str] = []
    unseen, unseen_tables = _hidden_styles(content), _hidden_tables(content)
    hidden, of_sheets = 0, b"<office:spreadsheet" in content  # tables in texts are what they show, as Word's are
    wanted = PARAGRAPHS if objects is None else (*PARAGRAPHS, _OBJECT)
    for event, element in elements(content, *wanted, starts=(*_UNREAD, *([TABLE + "table"] * bool(unseen_tables)))):
        if element.tag in PARAGRAPHS:
            if not hidden:
                cell = element.getparent() if of_sheets else None
                times = 1 if cell is None else times_repeated(cell, COLUMNS, _MOST_TIMES)
                value = None if cell is None else value_words(cell)
                lines += [value or paragraph_text(element, unseen)] * times
            # the text around it, in the paragraph it stands in, is still wanted
            _empty(element)
        elif element.tag == _OBJECT:
            element.text = objects(element.get(_ADDRESS, "")) if objects is not None else ""
            if not hidden and next(element.iterancestors(*PARAGRAPHS), None) is None:
                lines.append(element.text)
        elif element.tag in _UNREAD or element.get(TABLE + "style-name") in unseen_tables:
            hidden += 1 if event == "start" else -1
            if event == "start" and element.tag == TABLE + "table":
                lacking.hidden.append(element.get(TABLE + "name", ""))
    return "\n".join(lines)


def _empty(element: etree._Element) -> None:
    tail = element.tail
    element.clear()
    element.tail = tail


def _hidden_styles(content: bytes) -> frozenset[str]:
    """Styles of letters that are not shown."""
    if b':display="none"' not in content:
        return frozenset()
    styles = (style for _, style in elements(content, STYLE + "style"))
    return frozenset(
        style.get(STYLE + "name", "")
        for style in styles
        if style.get(STYLE + "family") == "text"
        and any(part.get(_TEXT + "display") == "none" for part in style.iterchildren(STYLE + "text-properties"))
    )


def _hidden_tables(content: bytes) -> frozenset[str]:
    """Styles of tables that are not shown."""
    if b':display="false"' not in content:
        return frozenset()
    styles = (style for _, style in elements(content, STYLE + "style"))
    return frozenset(style.get(STYLE + "name", "") for style in styles if hides_table(style))


def hides_table(style: etree._Element) -> bool:
    """Whether tables of this style are not shown."""
    told = style.iterchildren(STYLE + "table-properties")
    return style.get(STYLE + "family") == "table" and any(one.get(TABLE + "display") == "false" for one in told)


def paragraph_text(paragraph: etree._Element, unseen: frozenset[str] = frozenset()) -> str:
    """The text of one paragraph or heading, but for what has an unseen style."""
    pieces: list[str] = []
    skipped: etree._Element | None = None
    for event, element in etree.iterwalk(paragraph, events=("start", "end")):
        if event == "start" and skipped is None:
            if element.tag in _LEFT_OUT or (unseen and element.get(_TEXT + "style-name") in unseen):
                skipped = element
            else:
                pieces += (_blank(element), element.text or "")
        elif event == "end":
            if skipped is element:
                skipped = None
            if skipped is None and element is not paragraph:
                pieces.append(element.tail or "")
    return "".join(pieces)


def _blank(element: etree._Element) -> str:
    """What an element stands for by itself: blanks, a tab, a line break."""
    if element.tag == _TEXT + "s":
        count = whole_number(element.get(_TEXT + "c", "1"))
        return " " * min(1 if count is None else count, _MOST_BLANKS)
    if element.tag == _TEXT + "tab":
        return "\t"
    return "\n" if element.tag == _TEXT + "line-break" else ""

"""Word and PowerPoint files (ECMA-376) to text, by an own reader: parts of a zip, paragraphs of XML."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from lxml import etree

from simexplorer.documents import formats
from simexplorer.documents.decode import laid_out_utf8
from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.xml_parts import (
    elements,
    forget,
    is_wide,
    named_parts,
    refuse_document_type,
    related,
    whole_number,
)
from simexplorer.documents.readers.zip_parts import ZipParts

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_W_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_A_STRICT = "{http://purl.oclc.org/ooxml/drawingml/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_P_STRICT = "{http://purl.oclc.org/ooxml/presentationml/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"

_BINARY_SHEETS, _DRAWING = "application/vnd.ms-excel.sheet.binary", "application/vnd.ms-visio.drawing"
_WORD_MAIN = ("document.main+xml", "template.main+xml", "documentMacroEnabled.main+xml")
_CONTENT_TYPES = "[Content_Types].xml"
_CONTENT_TYPE = re.compile(rb"<(?:\w+:)?(?:Override|Default)\s[^>]*>")
_ATTRIBUTE = re.compile(rb"(PartName|Extension|ContentType)\s*=\s*[\"']([^\"']*)[\"']")


def office_type(parts: ZipParts) -> str | None:
    """DOCX, PPTX or XLSX if the zip is one of them; Refusal where it is an Office file that cannot be read."""
    if _CONTENT_TYPES not in parts:
        return None
    for _, kind in _content_types(parts):
        if kind.startswith(_BINARY_SHEETS):
            raise Refusal("an Excel file in its binary form, to be saved as XLSX", formats.XLSX)
        if kind.startswith(_DRAWING):
            raise Refusal("a drawing of Visio, which cannot be read")
        for sign, media_type in (
            ("wordprocessing", formats.DOCX),
            ("presentation", formats.PPTX),
            ("sheet", formats.XLSX),
        ):
            if sign in kind and kind.endswith(".main+xml"):
                return media_type
    return None


def _content_types(parts: ZipParts) -> list[tuple[str, str]]:
    """(part, content type) of every part that the package declares by name, then of those by the endings of theirs."""
    declared: dict[str, str] = {}
    endings: dict[str, str] = {}
    for tag in _CONTENT_TYPE.findall(parts.read(_CONTENT_TYPES)):
        fields = {name.decode(): value.decode("utf-8", "replace") for name, value in _ATTRIBUTE.findall(tag)}
        if "Extension" in fields:
            endings[fields["Extension"].lower()] = fields.get("ContentType", "")
        else:
            declared.setdefault(fields.get("PartName", "").lstrip("/"), fields.get("ContentType", ""))
    known = {name.lower() for name in declared}
    for name in parts.names:
        if name.lower() not in known and name != _CONTENT_TYPES:
            declared[name] = endings.get(name.rpartition(".")[2].lower(), "")
    return list(declared.items())


def main_part(parts: ZipParts, usual: str) -> str:
    """The part that a sheet or a presentation begins with: most call it so."""
    return next((name for name, kind in _content_types(parts) if kind.endswith(".main+xml") and name in parts), usual)


def word_text(parts: ZipParts, *, strip_page_furniture: bool) -> str:
    """Body, footnotes and endnotes of a Word file; headers and footers unless they are to be left out."""
    wanted = ["footnotes+xml", "endnotes+xml"]
    if not strip_page_furniture:
        wanted += ["header+xml", "footer+xml"]
    declared = [(name, kind) for name, kind in _content_types(parts) if name in parts]
    names = [name for main in _WORD_MAIN for name, kind in declared if kind.endswith(main)]
    if not names:
        raise Refusal("damaged: it has no document part")
    names += [name for beside in wanted for name, kind in declared if kind.endswith(beside)]
    texts = ["".join(_word_pieces(parts.read(name))) for name in dict.fromkeys(names)]
    return "\n".join([*texts, *drawn_texts(parts, names[0])])


def inserted_parts(parts: ZipParts) -> list[str]:
    """Parts that are whole documents of some format, to be read as a part of the Word file (altChunk)."""
    mains = [name for main in _WORD_MAIN for name, kind in _content_types(parts) if kind.endswith(main)]
    return related(parts, mains[0], "aFChunk") if mains else []


_DRAWN = ("diagramData", "chart")


def drawn_texts(parts: ZipParts, part: str, kinds: Sequence[str] = _DRAWN) -> list[str]:
    """The texts of what is drawn in a part: boxes and arrows (SmartArt) and the titles of charts."""
    drawn = list[str]()
    with suppress(Refusal):  # the text around them is read without
        for kind in kinds:
            drawn += ["".join(_slide_pieces(parts.read(one))) for one in related(parts, part, kind)]
    return drawn


def texts_over_sheet(parts: ZipParts, part: str) -> Iterator[str]:
    """The texts of boxes that lie over a sheet, and of what is drawn in them."""
    yield from drawn_texts(parts, part, ["drawing"])
    with suppress(Refusal):
        for drawing in related(parts, part, "drawing"):
            yield from drawn_texts(parts, drawing)


# what stands in them stands a second time: in the Choice before, in the place that the text was moved to, as the
# characters that it stands above, whose sound it is
_WORD_TWICE = (_MC_FALLBACK, *(space + name for space in (_W, _W_STRICT) for name in ("moveFrom", "rt")))
_SIGNS_OF_TWICE = (b"Fallback", b"moveFrom", b"ruby")
_WORD_BOXES = (_W + "txbxContent", _W_STRICT + "txbxContent")  # stand within the paragraph that they hang on
_WORD_TEXT = {_W + "t", _W_STRICT + "t", _M + "t"}


def word_signs(space: str) -> dict[str, str]:
    """What elements of this namespace stand for by themselves, at their ends."""
    signs = (("p", "\n"), ("tab", "\t"), ("ptab", "\t"), ("br", "\n"), ("cr", "\n"), ("noBreakHyphen", "-"))
    return {space + name: text for name, text in signs}


_WORD_FIXED = word_signs(_W) | word_signs(_W_STRICT)


def _word_pieces(content: bytes) -> Iterator[str]:
    refuse_document_type(content)
    wide = is_wide(content)
    fallback, hides = 0, wide or b":vanish" in content
    twice = _WORD_TWICE if wide or any(sign in content for sign in _SIGNS_OF_TWICE) else ()
    boxes = _WORD_BOXES if wide or b"txbxContent" in content else ()
    for event, element in elements(content, *_WORD_TEXT, *_WORD_FIXED, starts=(*twice, *boxes)):
        tag = element.tag
        if tag in _WORD_TWICE:
            fallback += 1 if event == "start" else -1
        elif fallback:
            continue
        elif tag in _WORD_BOXES:
            yield "\n" if event == "start" else ""
        elif tag in _WORD_TEXT:
            yield "" if hides and is_hidden(element) else element.text or ""
        elif not is_beside_words(element):
            yield _WORD_FIXED[tag]
        if tag.endswith("}p"):
            forget(element)


def is_beside_words(element: etree._Element) -> bool:
    """Whether a sign stands for nothing that is read: a position on the ruler, the end of a large first letter."""
    tag = str(element.tag)
    return (tag.endswith("}tab") and _is_tab_stop(element)) or (tag.endswith("}p") and _is_drop_cap(element))


def is_hidden(text: etree._Element) -> bool:
    """Whether its run is formatted as hidden."""
    run = text.getparent()
    if run is None or not str(run[0].tag).endswith("}rPr"):
        return False
    vanish = run[0].find("{*}vanish")
    return vanish is not None and next(iter(vanish.attrib.values()), "true") not in ("0", "false", "off")


def _is_drop_cap(paragraph: etree._Element) -> bool:
    """Whether it is the large first letter of the paragraph behind it."""
    if not len(paragraph) or not str(paragraph[0].tag).endswith("}pPr"):
        return False
    frame = paragraph[0].find("{*}framePr")
    return frame is not None and any(
        str(name).endswith(("}dropCap", "}drop-cap")) and kind != "none" for name, kind in frame.items()
    )


def _is_tab_stop(element: etree._Element) -> bool:
    """Whether this is a position on the ruler and not a character."""
    parent = element.getparent()
    return parent is not None and str(parent.tag).endswith("}tabs")


def slides_text(parts: ZipParts) -> tuple[bytes, str]:
    """The text of all slides in their order, in UTF-8, and what is missing; Refusal where none of them is there."""
    names = [name for name in parts.names if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]
    named: dict[str, dict[str, str]] = {}
    with suppress(Refusal):  # slides can be read without
        named = named_parts(parts, main_part(parts, "ppt/presentation.xml"), _P + "sldId", _P_STRICT + "sldId")
    listed = [name for name in named if name in parts]
    missing = len(named) - len(listed)
    if missing and not names and not listed:
        raise Refusal("damaged: its slides are missing")
    texts = [
        text
        for name in listed or sorted(names, key=_number)
        for text in ("".join(_slide_pieces(parts.read(name))), *drawn_texts(parts, name))
    ]
    cut = f"damaged: slides of it are missing: {missing:,}" if 0 < missing < len(named) else ""
    return laid_out_utf8("\n".join(texts)), cut


_SLIDE_TAGS = (*(space + tag for space in (_A, _A_STRICT) for tag in ("t", "p", "br")), _M + "t")


def _slide_pieces(content: bytes) -> Iterator[str]:
    refuse_document_type(content)
    fallback, twice = 0, (_MC_FALLBACK,) if is_wide(content) or b"Fallback" in content else ()
    for event, element in elements(content, *_SLIDE_TAGS, starts=twice):
        if element.tag == _MC_FALLBACK:
            fallback += 1 if event == "start" else -1
        elif not fallback:
            yield (element.text or "") if str(element.tag).endswith("}t") else "\n"


def _number(name: str) -> int:
    return whole_number(re.sub(r"\D", "", posixpath.basename(name))) or 0

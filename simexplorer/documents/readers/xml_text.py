"""Books and manuals that are XML of one file (FictionBook, DocBook) to text, whatever their elements are called."""

from __future__ import annotations

import html

from lxml import etree

from simexplorer.documents.decode import laid_out_utf8

_NOT_OF_XML = bytes({*range(32)} - set(b"\t\n\r"))
# what tells of a book and is not in it, how it looks, bytes of pictures and their descriptions, entries of an index
_LEFT_OUT = frozenset({"description", "stylesheet", "binary", "textobject", "indexterm"})


def xml_text(content: bytes) -> bytes | None:
    """The text of a document in UTF-8; None where its XML cannot be read.

    An element begins a line of its own unless words stand beside it: so no list of inline ones is needed.
    """
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False,
        remove_comments=True, remove_pis=True,
        collect_ids=False,  # names that are none, or given twice, make no text unsound
    )  # fmt: skip
    try:
        root = etree.fromstring(content.translate(None, _NOT_OF_XML), parser)
    except etree.XMLSyntaxError as error:
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY:  # type: ignore[attr-defined] # the file is sound
            raise MemoryError from error
        return None
    pieces: list[str] = []
    _write(root, pieces, "\n")
    return laid_out_utf8("".join(pieces)).strip()


def _write(element: etree._Element, pieces: list[str], around: str) -> None:
    """Add the text of an element, which is nested 256 deep at most, and its tail."""
    if isinstance(element, etree._Entity):
        pieces.append(html.unescape(element.text or ""))  # names that HTML knows, too; others stay as they are
    elif etree.QName(element).localname not in _LEFT_OUT:
        words = [element.text, *(child.tail for child in element)]
        within = "" if any(text and not text.isspace() for text in words) else "\n"
        pieces += (around, element.text or "")
        for child in element:
            _write(child, pieces, within)
        pieces.append(around)
    pieces.append(element.tail or "")

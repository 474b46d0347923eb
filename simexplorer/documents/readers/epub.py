"""EPUB books (2 and 3) to text: the pages of the spine in their order."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

from lxml import etree

from simexplorer.documents.decode import decode
from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.html import html_text
from simexplorer.documents.readers.zip_parts import ZipParts

# the last two as books of before EPUB 2 have them
_PAGES = (
    "application/xhtml+xml",
    "text/html",
    "application/x-dtbook+xml",
    "text/x-oeb1-document",
    "text/x-oeb-document",
)


def is_epub(parts: ZipParts) -> bool:
    """Whether the zip is a book."""
    return "META-INF/container.xml" in parts


def epub_text(parts: ZipParts, *, strip_navigation: bool) -> tuple[bytes, str]:
    """The text of all pages in UTF-8, and what is missing; the book's own table of contents counts as navigation.

    Refusal where none of its pages is there.
    """
    package = _package_name(parts)
    root = _parsed(parts.read(package))
    items = {item.get("id", ""): item for item in root.iterfind(".//{*}manifest/{*}item")}
    folder = posixpath.dirname(package)
    texts: list[bytes] = []
    read: set[str] = set()
    missing: list[str] = []
    for reference in root.iterfind(".//{*}spine/{*}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or item.get("media-type") not in _PAGES:
            continue
        name = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        if name in read or (strip_navigation and "nav" in item.get("properties", "").split()):
            continue
        read.add(name)
        if name not in parts:
            missing.append(name)
            continue
        page = decode(parts.read(name), markup=True)
        if page is None:
            raise Refusal("encrypted, or its pages are damaged")
        # what a page of a book calls itself is shown nowhere; most often it is the book's title, once more.
        # A head in it is that of a chapter, and what stands aside are notes: what reads books puts the frame around
        texts.append(html_text(page.text, strip_navigation=False, with_title=False).strip())
    if missing and not texts:
        raise Refusal("damaged: its pages are missing")
    return b"\n\n".join(filter(None, texts)), f"damaged: pages of it are missing: {len(missing):,}" if missing else ""


def _package_name(parts: ZipParts) -> str:
    rootfile = _parsed(parts.read("META-INF/container.xml")).find(".//{*}rootfile")
    if rootfile is None:
        raise Refusal("damaged: the book does not say where its package is")
    return rootfile.get("full-path", "")


def _parsed(content: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:  # as of nothing at all
        root = None
    if root is None:
        raise Refusal("damaged: its XML cannot be read")
    return root

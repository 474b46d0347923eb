"""What is drawn in OpenDocument files and kept beside their text: formulas, and the titles of charts."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from lxml import etree

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.open_document import CONTENT, MATH, PARAGRAPHS, paragraph_text
from simexplorer.documents.readers.open_values import OFFICE, TABLE
from simexplorer.documents.readers.zip_parts import ZipParts

_LONGEST = 10_000  # characters


def words_of_objects(parts: ZipParts) -> Callable[[str], str]:
    """What an object says, by the address that a text has for it; empty where it says nothing or cannot be read."""

    @cache
    def words(address: str) -> str:
        name = posixpath.normpath(posixpath.join(address, CONTENT))
        with suppress(Refusal, etree.XMLSyntaxError):  # the text around it is read without
            return _words(parts.read(name))[:_LONGEST] if name in parts and name != CONTENT else ""
        return ""

    return words


def _words(content: bytes) -> str:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    root = etree.fromstring(content, parser)
    if root.tag == MATH + "math":
        etree.strip_elements(root, MATH + "annotation", etree.Comment, with_tail=False)
        return "".join(text.strip() for text in map(str, root.itertext()))
    if root.find(f".//{OFFICE}chart") is None:
        return ""
    titles = (one for one in root.iter(*PARAGRAPHS) if next(one.iterancestors(TABLE + "table"), None) is None)
    return "\n".join(map(paragraph_text, titles))

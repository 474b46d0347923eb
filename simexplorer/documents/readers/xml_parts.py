"""XML read as a stream of finished elements: no entity is expanded, nothing is fetched, depth and size are limited."""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Iterator

from lxml import etree

from simexplorer.documents.extracted import BrokenXml, Refusal
from simexplorer.documents.readers.zip_parts import PartStream, ZipParts

_RELATION = re.compile(r"\{.*/relationships\}id")


def elements(
    content: bytes | PartStream, *tags: str, starts: tuple[str, ...] = ()
) -> Iterator[tuple[str, etree._Element]]:
    """("end", element) for each finished element of these tags, ("start", element) for those in ``starts``.

    Whoever takes an element may clear it. Refusal where the XML is damaged, too deep, or declares a document type,
    which no document format needs and every XML attack does.
    """
    events = etree.iterparse(
        io.BytesIO(content) if isinstance(content, bytes) else content,
        events=("start", "end") if starts else ("end",),  # of every tag, even where few beginnings are wanted
        tag=[*tags, *starts],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for event, element in events:
            if event == "end" or element.tag in starts:
                yield event, element
    except etree.XMLSyntaxError as error:
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY:  # type: ignore[attr-defined] # the file is sound
            raise MemoryError from error
        if "depth" in str(error).lower():
            raise Refusal("its XML is nested too deeply") from error
        raise BrokenXml("damaged: its XML cannot be read") from error


def named_parts(parts: ZipParts, book: str, *tags: str) -> dict[str, dict[str, str]]:
    """What the main part of an Office file says that it is made of, in its order: what it says of sheets or slides.

    By their parts; empty where the file does not say it. tags : of the elements that name one
    """
    targets = relations(parts, book)
    if book not in parts or not targets:
        return {}
    content = parts.read(book)
    refuse_document_type(content)
    called: dict[str, dict[str, str]] = {}
    for _, element in elements(content, *tags):
        key = next((value for name, value in element.items() if _RELATION.fullmatch(str(name))), None)
        _, part = targets.get(str(key), ("", ""))
        called[part] = {str(name): str(value) for name, value in element.items()}
    return called


def relations(parts: ZipParts, part: str) -> dict[str, tuple[str, str]]:
    """(kind, part) of what a part of an Office file relates to, by the keys that it uses; empty where it says nothing.

    A kind is the last word of the address that names it.
    """
    folder, name = posixpath.split(part)
    listed = posixpath.join(folder, "_rels", f"{name}.rels")
    if listed not in parts:
        return {}
    content = parts.read(listed)
    refuse_document_type(content)
    return {
        str(element.get("Id")): (
            posixpath.basename(element.get("Type", "")),
            posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/"),
        )
        for _, element in elements(content, "{*}Relationship")
    }


def related(parts: ZipParts, part: str, kind: str) -> list[str]:
    """The parts of one kind that a part relates to, as far as they are there."""
    return [other for found, other in relations(parts, part).values() if found == kind and other in parts]


def refuse_document_type(content: bytes | PartStream) -> None:
    """Refusal where the first 64 KB declare a document type."""
    head = content[:65536] if isinstance(content, bytes) else content.head
    if is_wide(head):
        head = head.replace(b"\0", b"")
    if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
        raise Refusal("its XML declares entities, which is not read")


def is_wide(content: bytes) -> bool:
    """Whether this XML is UTF-16, in which no word is found by its bytes."""
    return b"\0" in content[:4]


def whole_number(written: str | None) -> int | None:
    """The number that up to nine decimal digits spell; None for anything else."""
    return int(written) if written and len(written) < 10 and written.isdecimal() else None


def forget(element: etree._Element) -> None:
    """Free a finished element and the siblings before it: memory stays flat over a long document."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]

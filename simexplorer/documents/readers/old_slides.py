"""PowerPoint files before 2007 ([MS-PPT], 2008) to text: slides in their order, as they were saved last."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from simexplorer.documents.extracted import LOCKED, Refusal
from simexplorer.documents.readers.compound import CompoundFile

_SLIDE, _SLIDE_ATOM = 0x03EE, 0x03F3
_LIST, _OF_SLIDES = 0x0FF0, 0
_WIDE_TEXT, _NARROW_TEXT = 0x0FA0, 0x0FA8
_EDIT = 0x0FF5
_ENCRYPTED = 0xF3D1C4DF
_MOST_EDITS, _DEEPEST = 1_000, 30
_MARKS = str.maketrans({"\r": "\n", "\v": "\n"})


class _Record(NamedTuple):
    """``holds``: other records lie between ``start`` and ``end``."""

    kind: int
    instance: int
    start: int
    end: int
    holds: bool


def slides_text(file: CompoundFile) -> str:
    """The text of all slides; Refusal for what is damaged or encrypted."""
    content = file.read("PowerPoint Document")
    try:
        return "\n".join(_texts(content, file.read("Current User"))).translate(_MARKS)
    except (struct.error, IndexError) as error:
        raise Refusal("damaged: it speaks of places that are not there") from error


def _texts(content: bytes, user: bytes) -> Iterator[str]:
    """Of each slide the text of its outline, then that of its boxes."""
    token, edit = struct.unpack_from("<2I", user, 12)
    if token == _ENCRYPTED:
        raise Refusal(LOCKED)
    places, document = _latest(content, edit)
    if document not in places:
        raise Refusal("damaged: it has no document part")
    whole = _record(content, places[document], len(content))
    for part in _inside(content, whole):
        if part.kind != _LIST or part.instance != _OF_SLIDES:
            continue
        slide = 0
        for entry in _inside(content, part):
            if entry.kind == _SLIDE_ATOM:
                yield from _boxes(content, places.pop(slide, None))
                slide = struct.unpack_from("<I", content, entry.start)[0]
            else:
                yield from _text(content, entry)
        yield from _boxes(content, places.pop(slide, None))


def _latest(content: bytes, edit: int) -> tuple[dict[int, int], int]:
    """(the last place of every part by its number, the number of the document) of all times that it was saved."""
    places: dict[int, int] = {}
    document = 0
    for _ in range(_MOST_EDITS):
        record = _record(content, edit, len(content))
        if record.kind != _EDIT:
            raise Refusal("damaged: what was saved last cannot be found")
        earlier, where, number = struct.unpack_from("<3I", content, record.start + 8)
        document = document or number
        for part, place in _places(content, _record(content, where, len(content))):
            places.setdefault(part, place)
        if not 0 < earlier < edit:
            break
        edit = earlier
    return places, document


def _places(content: bytes, directory: _Record) -> Iterator[tuple[int, int]]:
    """(number, place) of the parts that were saved at one time."""
    at = directory.start
    while at + 4 <= directory.end:
        run = struct.unpack_from("<I", content, at)[0]
        first, count = run & 0xFFFFF, run >> 20
        yield from enumerate(struct.unpack_from(f"<{count}I", content, at + 4), first)
        at += 4 + 4 * count


def _boxes(content: bytes, place: int | None) -> Iterator[str]:
    """The texts that a slide itself holds."""
    if place is not None:
        slide = _record(content, place, len(content))
        if slide.kind == _SLIDE:
            yield from _all_texts(content, slide, _DEEPEST)


def _all_texts(content: bytes, record: _Record, depth: int) -> Iterator[str]:
    for inner in _inside(content, record):
        if inner.holds and depth:
            yield from _all_texts(content, inner, depth - 1)
        else:
            yield from _text(content, inner)


def _text(content: bytes, record: _Record) -> Iterator[str]:
    if record.kind == _WIDE_TEXT:
        yield content[record.start : record.end].decode("utf-16-le", "replace")
    elif record.kind == _NARROW_TEXT:
        yield content[record.start : record.end].decode("latin-1")


def _inside(content: bytes, record: _Record) -> Iterator[_Record]:
    at = record.start
    while at + 8 <= record.end:
        inner = _record(content, at, record.end)
        yield inner
        at = inner.end


def _record(content: bytes, at: int, end: int) -> _Record:
    head, kind, size = struct.unpack_from("<2HI", content, at)
    return _Record(kind, head >> 4, at + 8, min(at + 8 + size, end), head & 0xF == 0xF)

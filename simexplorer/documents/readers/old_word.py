"""Word files before 2007 to text: [MS-DOC] (Word 97 to 2003), and Word 6 and 95, whose header lies elsewhere."""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from simexplorer.documents.extracted import LOCKED, Refusal
from simexplorer.documents.readers.compound import CompoundFile

_MOST_CHARACTERS = 64 * 2**20
_MAGIC, _OLD_MAGIC = 0xA5EC, frozenset({0xA5DC, 0xA697, 0xA699, 0xA69A, 0xA69B, 0xA69C})
_IN_PIECES, _ENCRYPTED, _TABLE_ONE = 0x0004, 0x0100, 0x0200  # flags of the header
_PAGE = 512  # bytes of a page of formatting
_DELETED, _HIDDEN = 0x0800, 0x083C  # properties of characters: sprmCFRMarkDel, sprmCFVanish
_OPERAND = (1, 1, 2, 4, 2, 2, 0, 3)  # bytes, by the last three bits of a property; 0: told by its first byte
_ONE_BYTE = 1 << 30  # said of a piece whose characters take one byte each; its place is then told doubled
_MARKS = str.maketrans(
    {"\r": "\n", "\v": "\n", "\f": "\n", "\x0e": "\n", "\x07": "\t", "\x1e": "-", "\x1f": None}
    | {chr(code): None for code in (*range(1, 7), 8)}  # pictures, notes, comments and their marks
)
_FIELD_MARK = re.compile("([\x13\x14\x15])")
_LANGUAGES = {
    1: "cp1256", 2: "cp1251", 4: "cp936", 5: "cp1250", 8: "cp1253", 13: "cp1255", 14: "cp1250", 17: "cp932",
    18: "cp949", 21: "cp1250", 24: "cp1250", 25: "cp1251", 26: "cp1250", 27: "cp1250", 30: "cp874", 31: "cp1254",
    34: "cp1251", 35: "cp1251", 36: "cp1250", 37: "cp1257", 38: "cp1257", 39: "cp1257", 42: "cp1258",
}  # fmt: skip


class _Layout(NamedTuple):
    """Where a header has what: lengths of the texts on end; the table of pieces."""

    lengths: tuple[int, ...]  # of body, footnotes, page heads, comments, endnotes, boxes, boxes in page heads
    pieces: int


_LAYOUT = _Layout((0x4C, 0x50, 0x54, 0x5C, 0x60, 0x64, 0x68), 0x1A2)
_OLD_LAYOUT = _Layout((0x34, 0x38, 0x3C, 0x44, 0x48, 0x4C, 0x50), 0x160)
_FORMATTING = 0xFA
_BODY, _FOOTNOTES, _HEADS, _COMMENTS, _ENDNOTES, _BOXES, _HEAD_BOXES = range(7)
_WANTED, _FURNITURE = (_BODY, _FOOTNOTES, _ENDNOTES, _BOXES), (_HEADS, _HEAD_BOXES)


class _Piece(Struct, frozen=True):
    """Characters ``first`` to ``end`` of all texts on end, which begin at byte ``start``."""

    first: int
    end: int
    start: int
    codec: str
    width: int


def word_text(file: CompoundFile, *, strip_page_furniture: bool) -> str:
    """Body, footnotes, endnotes and boxes, without what was deleted or is hidden; page heads unless left out.

    Raises Refusal for what is damaged, encrypted or of Word 2 and before.
    """
    content = file.read("WordDocument")
    try:
        return _text(file, content, strip_page_furniture)
    except (struct.error, IndexError) as error:
        raise Refusal("damaged: it speaks of places that are not there") from error


def _text(file: CompoundFile, content: bytes, strip_page_furniture: bool) -> str:
    magic, _version, _product, language, _next, flags = struct.unpack_from("<6H", content)
    if magic not in (_MAGIC, *_OLD_MAGIC):
        raise Refusal("of a version of Word that cannot be read")
    if flags & _ENCRYPTED:
        raise Refusal(LOCKED)
    old = magic != _MAGIC
    layout = _OLD_LAYOUT if old else _LAYOUT
    lengths = [max(0, struct.unpack_from("<i", content, place)[0]) for place in layout.lengths]
    table = content if old else file.read("1Table" if flags & _TABLE_ONE else "0Table")
    if old and not flags & _IN_PIECES:
        first = struct.unpack_from("<I", content, 0x18)[0]
        pieces = [_Piece(0, sum(lengths), first, _LANGUAGES.get(language & 0x3FF, "cp1252"), 1)]
    else:
        pieces = list(_pieces(table, language, old, *struct.unpack_from("<2I", content, layout.pieces)))
    if sum(piece.end - piece.first for piece in pieces) > _MOST_CHARACTERS:
        raise Refusal("damaged: its pieces are longer than the file")
    unseen = [] if old else sorted(_unseen(content, table, *struct.unpack_from("<2I", content, _FORMATTING)))
    starts = [sum(lengths[:place]) for place in range(len(lengths))]
    texts = []
    for place in _WANTED if strip_page_furniture else (*_WANTED, *_FURNITURE):
        shown = _characters(content, pieces, starts[place], starts[place] + lengths[place], unseen)
        texts.append(_without_codes("".join(shown)).replace("\x07\x07", "\n").translate(_MARKS))
    return "\n".join(text for text in texts if text.strip())


def _pieces(table: bytes, language: int, old: bool, start: int, size: int) -> Iterator[_Piece]:
    """The table of pieces, behind changes that pieces share."""
    end = min(start + size, len(table))
    while start < end and table[start] == 1:
        start += 3 + struct.unpack_from("<H", table, start + 1)[0]
    if start >= end or table[start] != 2:
        raise Refusal("damaged: it has no table of pieces")
    count = (min(struct.unpack_from("<I", table, start + 1)[0], end - start - 5) - 4) // 12
    places = struct.unpack_from(f"<{count + 1}I", table, start + 5)
    for number, (first, behind) in enumerate(pairwise(places)):
        where = struct.unpack_from("<2xI", table, start + 5 + 4 * (count + 1) + 8 * number)[0]
        if behind < first:
            raise Refusal("damaged: its pieces are in disorder")
        if old:
            yield _Piece(first, behind, where, _LANGUAGES.get(language & 0x3FF, "cp1252"), 1)
        elif where & _ONE_BYTE:
            yield _Piece(first, behind, (where & (_ONE_BYTE - 1)) // 2, "cp1252", 1)
        else:
            yield _Piece(first, behind, where & (_ONE_BYTE - 1), "utf-16-le", 2)


def _characters(
    content: bytes, pieces: list[_Piece], first: int, end: int, unseen: list[tuple[int, int]]
) -> Iterator[str]:
    """The characters ``first`` to ``end`` that are seen; ``unseen`` are bytes, in order."""
    for piece in pieces:
        low, high = max(first, piece.first), min(end, piece.end)
        if low >= high:
            continue
        place = piece.start + (low - piece.first) * piece.width
        stop = min(piece.start + (high - piece.first) * piece.width, len(content))
        at = max(0, bisect_right(unseen, (place,)) - 1)
        while at < len(unseen) and unseen[at][0] < stop:
            begins, ends = unseen[at]
            if ends > place:
                yield content[place : max(place, begins)].decode(piece.codec, "replace")
                place = ends
            at += 1
        yield content[place:stop].decode(piece.codec, "replace")


def _unseen(content: bytes, table: bytes, start: int, size: int) -> Iterator[tuple[int, int]]:
    """Bytes (from, to) that are formatted as deleted or hidden, in order."""
    count = (min(size, len(table) - start) - 4) // 8
    if count * _PAGE > len(content):
        raise Refusal("damaged: it speaks of places that are not there")
    for page in struct.unpack_from(f"<{count}I", table, start + 4 * (count + 1)) if count > 0 else ():
        at = (page & 0x3FFFFF) * _PAGE
        runs = content[at + _PAGE - 1]
        if runs > _PAGE // 5:
            raise Refusal("damaged: a page of its formatting is too full")
        places = struct.unpack_from(f"<{runs + 1}I", content, at)
        for run, (begins, ends) in enumerate(pairwise(places)):
            properties = content[at + 4 * (runs + 1) + run] * 2
            if properties and _hides(content[at + properties + 1 : at + properties + 1 + content[at + properties]]):
                yield begins, ends


def _hides(properties: bytes) -> bool:
    """Whether characters with these properties are not seen."""
    place = 0
    while place + 3 <= len(properties):
        kind = properties[place] | properties[place + 1] << 8
        if kind in (_DELETED, _HIDDEN) and properties[place + 2] & 1:
            return True
        size = _OPERAND[kind >> 13]
        place += 2 + (size or 1 + properties[place + 2])
    return False


def _without_codes(text: str) -> str:
    """Of fields what they show, not the codes that it comes from."""
    shown: list[str] = []
    codes: list[bool] = []  # of every field that is open whether its code has not ended
    for part in _FIELD_MARK.split(text):
        if part == "\x13":
            codes.append(True)
        elif part == "\x14":
            codes[-1:] = [False] if codes else []
        elif part == "\x15":
            codes[-1:] = []
        elif not any(codes):
            shown.append(part)
    return "".join(shown)

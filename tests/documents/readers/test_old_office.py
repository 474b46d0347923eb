"""Office files of before 2007, as another program wrote them and by hand: what stands on the page, and what is wrong.

``notes.doc``, ``slides.ppt.gz`` and ``table.xls`` were converted by LibreOffice 7.4, the first two from the files of
the same name beside them.
"""

from __future__ import annotations

import gzip
import io
import struct
from pathlib import Path

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, LOCKED, READ, SKIPPED, Extracted, Job
from tests.documents.compound_files import compound

FOLDER = Path(__file__).parent.parent / "old_office"


def read(content: bytes, name: bytes = b"x", **job: object) -> list[Extracted]:
    return list(extract(io.BytesIO(content), Job(name=name, size=len(content), **job)))  # type: ignore[arg-type]


def only(content: bytes, **job: object) -> Extracted:
    (found,) = read(content, **job)
    return found


def lines(content: bytes, **job: object) -> list[str]:
    found = only(content, **job)
    assert found.status == READ, found.reason
    return [line for line in found.text.decode().splitlines() if line.strip()]


def word(
    text: str = "body\r", *, flags: int = 0, magic: int = 0xA5EC, lengths: tuple[int, ...] | None = None,
    pieces: list[tuple[str, bool]] | None = None, unseen: list[tuple[int, int, bytes]] | None = None,
) -> bytes:  # fmt: skip
    """A Word file of pieces (text, whether a byte a character); ``unseen`` are (from, to, properties) of bytes."""
    content = bytearray(0x600)
    described = []
    at, first = len(content), 0
    for piece, narrow in pieces or [(text, False)]:
        raw = piece.encode("cp1252" if narrow else "utf-16-le")
        described.append((first, at * 2 | 1 << 30 if narrow else at))
        content += raw
        first, at = first + len(piece.encode("utf-16-le")) // 2, at + len(raw)
    places = [place for place, _ in described] + [first]
    table = struct.pack(f"<{len(places)}I", *places) + b"".join(struct.pack("<HIH", 0, fc, 0) for _, fc in described)
    table = b"\x01\x02\x00ab" + b"\x02" + struct.pack("<I", len(table)) + table
    struct.pack_into("<6H", content, 0, magic, 193, 0, 0x0409, 0, flags)
    for place, length in zip((0x4C, 0x50, 0x54, 0x5C, 0x60, 0x64, 0x68), lengths or (first,), strict=False):
        struct.pack_into("<i", content, place, length)
    struct.pack_into("<2I", content, 0x1A2, 0, len(table))
    if unseen:
        content += bytes(-len(content) % 512)
        page = bytearray(512)
        edges = sorted({place for begins, ends, _ in unseen for place in (begins, ends)})
        struct.pack_into(f"<{len(edges)}I", page, 0, *edges)
        for number, (begins, _, properties) in enumerate(unseen):
            run, place = edges.index(begins), 400 + 20 * number
            page[4 * len(edges) + run] = place // 2
            page[place : place + 1 + len(properties)] = bytes([len(properties)]) + properties
        page[511] = len(edges) - 1
        struct.pack_into("<2I", content, 0xFA, len(table), 12)
        table += struct.pack("<3I", edges[0], edges[-1], len(content) // 512)
        content += page
    return compound({"WordDocument": bytes(content), "1Table" if flags & 0x200 else "0Table": table})


def test_word_files_show_what_stands_on_the_page() -> None:
    seen = lines((FOLDER / "notes.doc").read_bytes())
    assert seen == [
        *("Kept at first and kept again.", "A note here and on.", "shown link ends."),
        *("non-breaking softhyphen tab\tafter.", "a", "c", "last", "The text of the note."),
    ]
    with_heads = lines((FOLDER / "notes.doc").read_bytes(), strip_page_furniture=False)
    assert with_heads == [*seen, "Page head of Ann"]


def test_the_rich_text_that_it_was_made_of_says_the_same() -> None:
    words = (FOLDER / "notes.rtf").read_bytes()
    assert " ".join(lines(words)).split() == " ".join(lines((FOLDER / "notes.doc").read_bytes())).split()


def test_pieces_of_both_widths_make_one_text() -> None:
    pieces = [("narrow – ", True), ("Широко 😀 ", False), ("“again”\r", True)]
    for flags in (0, 0x200):
        assert lines(word(pieces=pieces, flags=flags)) == ["narrow – Широко 😀 “again”"]


def test_texts_on_end_are_told_apart() -> None:
    parts = ["body\r", "foot\r", "head\r", "comment\r", "end\r", "box\r", "headbox\r"]
    made = word("".join(parts), lengths=tuple(map(len, parts)))
    assert lines(made) == ["body", "foot", "end", "box"]
    assert lines(made, strip_page_furniture=False) == ["body", "foot", "end", "box", "head", "headbox"]


def test_fields_show_their_result_also_inside_one_another() -> None:
    text = "a \x13 IF \x13 PAGE \x141\x15 \x14shown \x13 X \x14too\x15\x15 b\x13never ends"
    assert lines(word(text)) == ["a shown too b"]
    assert lines(word("one\x07two\x07\x07\x02note\x05\x01\x1f-\x1e-\x0bnext\x0cpage")) == [
        *("one\ttwo", "note---", "next", "page")
    ]


@pytest.mark.parametrize(
    ("properties", "gone"),
    [
        (b"\x00\x08\x01", True),  # deleted
        (b"\x3c\x08\x01", True),  # hidden
        (b"\x3c\x08\x81", True),
        (b"\x00\x08\x00", False),
        (b"\x35\x08\x01", False),  # bold
        (b"\x43\x4a\x18\x00\x00\x08\x01", True),  # behind a size of two bytes
        (b"\x47\xca\x02ab\x3c\x08\x01", True),  # behind one that tells its own length
        (b"\x70\x68\x01\x08\x01\x08", False),  # a colour whose bytes look alike
    ],
)
def test_what_was_deleted_or_is_hidden_is_not_read(properties: bytes, gone: bool) -> None:
    made = word("before gone after", unseen=[(0x600 + 2 * 7, 0x600 + 2 * 12, properties)])
    assert lines(made) == ["before after" if gone else "before gone after"]


def test_word_6_and_95_are_read_in_the_code_page_of_their_language() -> None:
    content = bytearray(0x300)
    struct.pack_into("<6H", content, 0, 0xA5DC, 104, 0, 0x0419, 0, 0)
    text = "Корабль\r".encode("cp1251")
    struct.pack_into("<2I", content, 0x18, 0x300, 0x300 + len(text))
    struct.pack_into("<i", content, 0x34, len(text))
    assert lines(compound({"WordDocument": bytes(content) + text})) == ["Корабль"]
    struct.pack_into("<H", content, 10, 4)  # saved in pieces
    pieces = struct.pack("<3I", 0, 4, len(text)) + struct.pack("<HIH", 0, 0x304, 0) + struct.pack("<HIH", 0, 0x300, 0)
    struct.pack_into("<2I", content, 0x160, 0x308, len(pieces) + 5)
    assert lines(compound({"WordDocument": bytes(content) + text + b"\x02" + struct.pack("<I", 28) + pieces})) == [
        *("бль", "Кора")
    ]


def test_slides_stand_in_their_order() -> None:
    seen = lines((FOLDER / "slides.ppt.gz").read_bytes(), name=b"slides.ppt.gz")
    assert seen == ["The first title – Титул", "point one", "point two", "a loose box", "The second title"]
    assert sorted(seen) == sorted(lines((FOLDER / "slides.fodp").read_bytes(), name=b"slides.fodp"))


def test_sheets_are_read_cell_by_cell() -> None:
    seen = lines((FOLDER / "table.xls").read_bytes())
    assert seen == ["name\tnäme Ж", "3\t2.5", "TRUE\t2024-05-06", "4", "other"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (word(flags=0x100), LOCKED),
        (word(magic=0xA5DB), "of a version of Word that cannot be read"),
        (compound({"WordDocument": b"\xec\xa5"}), "damaged: it speaks of places that are not there"),
        (compound({"WordDocument": b"\xec\xa5" + bytes(2000)}), "damaged: its part 0Table is missing"),
        (compound({"WordDocument": b"\xec\xa5" + bytes(2000), "0Table": b""}), "damaged: it has no table of pieces"),
        (compound({"Workbook": struct.pack("<4H12x2H6x", 0x809, 16, 0x600, 5, 0x2F, 6)}), LOCKED),
        (compound({"Workbook": bytes(5000)}), "damaged: its sheets cannot be read"),
        (compound({"PowerPoint Document": bytes(99)}), "damaged: its part Current User is missing"),
        (compound({"PowerPoint Document": bytes(99), "Current User": bytes(30)}), "damaged: what was saved last"),
        (
            compound({"PowerPoint Document": b"", "Current User": struct.pack("<8xI2I", 20, 0xF3D1C4DF, 0)}),
            LOCKED,
        ),
        (compound({"EncryptedPackage": b"x", "EncryptionInfo": b"y"}), LOCKED),
        (compound({"CatalogFile": b"x"}), "not text: a compound file of a kind that cannot be read"),
        (compound({"WordDocument": bytes(9000)})[:700], "damaged"),
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, reason: str) -> None:
    found = only(content)
    assert found.status == SKIPPED
    assert reason in found.reason


def test_a_file_of_pictures_only_is_empty() -> None:
    found = only(word("\x01\r"))
    assert (found.status, found.media_type) == (EMPTY, formats.DOC)


@pytest.mark.parametrize("name", ["notes.doc", "table.xls", "slides.ppt.gz"])
def test_damage_anywhere_costs_the_file_alone(name: str) -> None:
    whole = (FOLDER / name).read_bytes()
    if name.endswith(".gz"):
        whole = gzip.decompress(whole)
    for place in (*range(0, min(20_000, len(whole)), 97), *range(20_000, len(whole), 4_999)):
        spoilt = bytearray(whole)
        spoilt[place : place + 4] = b"\xff\xff\xff\x7f"
        assert only(bytes(spoilt)).status in (READ, EMPTY, SKIPPED)
        assert only(whole[:place] or b"x").status in (READ, EMPTY, SKIPPED)

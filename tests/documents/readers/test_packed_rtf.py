"""RTF in Outlook's messages: the specification's own examples, and a packer by its words."""

from __future__ import annotations

import struct

from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.extracted import READ
from simexplorer.documents.readers.packed_rtf import _KNOWN, unpacked_rtf
from tests.documents.compound_files import compound
from tests.documents.readers.test_old_office import only
from tests.documents.readers.test_outlook import message, wide

# [MS-OXRTFCP] 3.1.1 and 3.1.2
SIMPLE = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
)
OVERLAPPING = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")


def packed(content: bytes) -> bytes:
    """A ring of 4,096 bytes in which the longest match, tried at every place, is told by its place."""
    ring, write, at = bytearray(_KNOWN.ljust(4096)), len(_KNOWN), 0
    tokens: list[bytes] = []
    while at < len(content):
        best = (0, 0)
        for place in range(4096):
            trial, length = bytearray(ring), 0
            while length < 17 and place != write and content[at + length : at + length + 1] != b"":
                if trial[(place + length) % 4096] != content[at + length]:
                    break
                trial[(write + length) % 4096] = content[at + length]
                length += 1
            best = max(best, (length, place))
        length, place = best if best[0] > 1 else (1, -1)
        tokens.append(content[at : at + 1] if place < 0 else struct.pack(">H", place << 4 | length - 2))
        for one in content[at : at + length]:
            ring[write] = one
            write = (write + 1) % 4096
        at += length
    tokens.append(struct.pack(">H", write << 4))
    eights = [tokens[first : first + 8] for first in range(0, len(tokens), 8)]
    kinds = [bytes([sum((len(one) - 1) << bit for bit, one in enumerate(eight))]) for eight in eights]
    run = b"".join(kind + b"".join(eight) for kind, eight in zip(kinds, eights, strict=True))
    return struct.pack("<II4sI", len(run) + 12, len(content), b"LZFu", 0) + run


def test_the_examples_of_the_specification_are_read() -> None:
    assert len(_KNOWN) == 207
    assert unpacked_rtf(SIMPLE, 1000) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert unpacked_rtf(OVERLAPPING, 1000) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    assert unpacked_rtf(OVERLAPPING, 10) == b"{\\rtf1 WXY"


@given(st.text("ab\\{}", max_size=40).map(str.encode))
def test_what_was_packed_is_unpacked(content: bytes) -> None:
    assert unpacked_rtf(packed(content), 1000) == content


def test_the_dictionary_goes_round() -> None:
    content = b"".join(b"%d," % number for number in range(1100))[:4384]
    literal = b"".join(b"\0" + content[at : at + 8] for at in range(0, len(content), 8))
    write = 207 + len(content)
    ends = b"\x03" + struct.pack(">HH", (write - 10) % 4096 << 4 | 8, (write + 10) % 4096 << 4)
    raw = struct.pack("<II4sI", 0, 10_000, b"LZFu", 0) + literal + ends + b"and more"
    assert unpacked_rtf(raw, 10_000) == content + content[-10:]


@given(st.binary(max_size=60), st.sampled_from([b"LZFu", b"MELA", b"else"]))
def test_whatever_is_damaged_gives_what_there_is(content: bytes, how: bytes) -> None:
    raw = struct.pack("<II4sI", 0, 100, how, 0) + content
    assert len(unpacked_rtf(raw, 50)) <= 50
    assert unpacked_rtf(raw[:15], 50) == b""


def test_a_message_with_no_other_body_is_read_by_its_rtf() -> None:
    found = only(compound(message({"0037001F": wide("Subject"), "10090102": SIMPLE})))
    assert (found.status, found.text.decode().split()) == (READ, ["Subject", "hello", "world"])
    page = rb"""{\rtf1\ansi\ansicpg1251\fromhtml1 \deff0{\fonttbl{\f0\fmodern Courier;}}{\*\htmltag19 <html>}
{\*\htmltag34 <head>}{\*\htmltag241 <style>p {}</style>}\uc1\pard\plain \f0\fs24 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0
gr\u252 ?n {\*\htmltag84 <b>}\htmlrtf {\b \htmlrtf0 bold{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0
{\*\htmltag84 &nbsp;}\htmlrtf \'a0\htmlrtf0 end{\*\htmltag72 </p>}\htmlrtf }\htmlrtf0 }"""
    raw = struct.pack("<II4sI", len(page) + 12, len(page), b"MELA", 0) + page
    assert only(compound(message({"10130102": b"", "10090102": raw}))).text.decode().split() == ["grün", "bold", "end"]

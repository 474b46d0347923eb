"""Messages as Outlook keeps them: subject, body, attachments, messages inside messages."""

from __future__ import annotations

import struct

from simexplorer.documents import formats
from simexplorer.documents.extracted import READ, SKIPPED
from tests.documents.compound_files import compound
from tests.documents.readers.test_old_office import only, read

ATTACHED = "__attach_version1.0_#0000000{}/__substg1.0_"
SHORT = "__properties_version1.0"


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")


def code_pages(head: int, texts: int, page: int) -> bytes:
    return bytes(head) + struct.pack("<4I4I", 0x3FFD0003, 6, texts, 0, 0x3FDE0003, 6, page, 0)


def message(streams: dict[str, bytes], head: int = 32, texts: int = 1251, page: int = 65001) -> dict[str, bytes]:
    return {SHORT: code_pages(head, texts, page)} | {f"__substg1.0_{name}": what for name, what in streams.items()}


def test_subject_and_body_make_the_text() -> None:
    found = only(compound(message({"0037001F": wide("Tide  tables"), "1000001F": wide("one\r\ntwo 😀\r\n")})))
    assert (found.media_type, found.status) == (formats.MSG, READ)
    assert found.text.decode().rstrip() == "Tide tables\none\ntwo 😀"


def test_narrow_texts_are_in_the_code_page_of_the_message() -> None:
    made = message({"0037001E": "Прилив".encode("cp1251"), "1000001E": "Отлив\r\n".encode("cp1251")})
    assert only(compound(made)).text.decode().split() == ["Прилив", "Отлив"]
    # one that Python has no codec of: what it most likely is
    odd = message({"0037001E": b"plain", "1000001E": "größer".encode()}, texts=77777)
    assert only(compound(odd)).text.decode().split() == ["plain", "größer"]


def test_a_web_page_is_read_where_there_is_no_other_body() -> None:
    made = message(
        {"1000001F": b"\0\0", "10130102": "<html><body><p>gr\xfcn</p></body></html>".encode("cp1252")}, page=1252
    )
    assert only(compound(made)).text.decode().strip() == "grün"


def test_attachments_and_messages_in_them_are_documents() -> None:
    inner = message({"0037001F": wide("inner"), "1000001F": wide("within")}, head=24)
    made = message({"0037001F": wide("outer"), "1000001F": wide("around")}) | {
        ATTACHED.format(0) + "37010102": b"the text of it",
        ATTACHED.format(0) + "3707001F": wide("long name.txt"),
        ATTACHED.format(1) + "37010102": b"\x89PNG\r\n\x1a\n" + bytes(50),
        ATTACHED.format(1) + "3704001E": b"PICT~1.PNG",
        **{ATTACHED.format(2) + "3701000D/" + name: content for name, content in inner.items()},
        ATTACHED.format(2) + "3001001F": wide("a message"),
        ATTACHED.format(2) + f"3701000D/{ATTACHED.format(0)}37010102": b"deep",
    }
    found = read(compound(made))
    assert [(one.member.decode(), one.status) for one in found] == [
        *(("long name.txt", READ), ("PICT~1.PNG", SKIPPED), ("a message!unnamed", READ)),
        *(("a message", READ), ("", READ)),
    ]
    assert [one.text.decode().split() for one in found] == [
        *(["the", "text", "of", "it"], [], ["deep"], ["inner", "within"], ["outer", "around"]),
    ]
    shallow = read(compound(made), depth=0)
    assert [one.reason for one in shallow[:3]] == ["containers inside containers are nested too deeply"] * 3
    (alone,) = read(compound(made), archives=False)
    assert alone.reason == "attachments of it were left out: 3"
    assert alone.text.split() == [b"outer", b"around"]


def test_a_message_without_words_is_empty() -> None:
    assert only(compound(message({}))).reason == "the message holds no text"

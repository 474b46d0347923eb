from __future__ import annotations

import codecs
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.decode import (
    Decoded,
    declared_encoding,
    decode,
    decode_as,
    decode_declared,
    is_binary,
    is_utf8_as_it_is,
    known_codec,
    to_utf8,
)

GERMAN = "Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller Gewalt. " * 4
RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом. " * 4
JAPANESE = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。" * 6
CHINESE = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。" * 6
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 " * 6
POLISH = (
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem. " * 4
)
GREEK = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. " * 5
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון. " * 5


@pytest.mark.parametrize("text", [GERMAN, RUSSIAN, JAPANESE, CHINESE, "plain text\nof two lines", "x"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_decides(text, encoding):
    mark = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    mark |= {"utf-32-le": codecs.BOM_UTF32_LE, "utf-32-be": codecs.BOM_UTF32_BE}
    got = decode(mark[encoding] + text.encode(encoding))
    assert (got.text.decode(), got.encoding, got.guessed) == (text, encoding, False)


@pytest.mark.parametrize("text", [GERMAN, RUSSIAN, "plain text\nof two lines", JAPANESE + "\n", CHINESE + " a"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_known_without_a_mark(text, encoding):
    got = decode(text.encode(encoding))
    assert (got.text.decode(), got.encoding, got.guessed) == (text, encoding, True)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (RUSSIAN, "cp866"), (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"), (CHINESE, "gb18030"), (CHINESE.translate({ord(","): "、"}), "gb2312"), (KOREAN, "euc_kr"),
        (POLISH, "iso8859_2"), (GREEK, "iso8859_7"), (HEBREW, "iso8859_8"),
    ],
)  # fmt: skip
def test_old_encodings_are_detected(text, encoding):
    got = decode(text.encode(encoding))
    assert got.text.decode() == text
    assert got.guessed


@pytest.mark.parametrize("encoding", ["iso2022_jp", "iso2022_kr"])
def test_escape_sequences_are_no_plain_ascii(encoding):
    text = (JAPANESE if encoding == "iso2022_jp" else KOREAN)[:60] + "\n"
    assert decode(text.encode(encoding)).text.decode() == text


def test_terminal_colours_stay_what_they_are():
    raw = b"\x1b[31mred\x1b[0m text"
    assert decode(raw).text == raw


@pytest.mark.parametrize("line", ["English lines that say nothing of their encoding.\n", "one line " * 9])
@pytest.mark.parametrize(("foreign", "codec"), [(GERMAN, "cp1252"), (RUSSIAN, "koi8-r"), (JAPANESE, "euc_jp")])
def test_what_tells_the_encoding_is_found_wherever_it_stands(line, foreign, codec):
    text = f"{line * 10_000}\n{foreign}\n{line * 10_000}"
    found = decode(text.encode(codec))
    assert found.guessed
    assert found.text.decode() == text


def test_utf8_with_a_few_bad_bytes_stays_utf8():
    raw = RUSSIAN.encode()
    got = decode(raw[:100] + b"\xff" + raw[100:])
    assert (got.encoding, got.guessed) == ("utf-8", True)
    assert got.text.decode().replace("\ufffd", "") == RUSSIAN
    assert decode(raw[:-1]).encoding == "utf-8"


@pytest.mark.parametrize("text", ["船九", "smile 😀 and 𝒳", "naïve café", "Привет"])
def test_a_short_text_that_ends_inside_a_character_is_still_utf8(text):
    got = decode(text.encode()[:-1])
    assert (got.encoding, got.guessed) == ("utf-8", True)
    assert got.text.decode() == text[:-1] + "\ufffd"


def test_a_last_letter_that_utf8_might_begin_with_does_not_make_a_text_utf8():
    assert decode("un café".encode("latin-1")).text.decode() == "un café"


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        ("# -*- coding: latin-1 -*-\n", "cp1252"),
        ("#!/usr/bin/python\n# -*- coding: koi8-r -*-\n", "koi8-r"),
        ("#!/usr/bin/python\r# vim: set fileencoding=cp1251 :\r", "cp1251"),
        ("\n  # encoding: iso-8859-2\n", "iso8859-2"),
        ("/* -*- mode: c; coding: euc-jp-unix -*- */\n", "euc_jp"),
    ],
)
def test_a_source_says_its_encoding_in_a_comment(head, codec):
    text = head + {"koi8-r": "имя", "cp1251": "имя", "euc_jp": "日本語", "iso8859-2": "žluťoučký"}.get(codec, "naïve")
    assert decode(text.encode(codec)) == Decoded(text.encode(), codec)


@pytest.mark.parametrize(
    "text", ["mknod [OPCIÓN]... NOMBRE TIPO [PRINCIPAL SECUNDARIO]", "242\tA2\t¢\tSIGNO DE CENTAVO"]
)
def test_capitals_with_one_other_character_are_no_ebcdic(text):
    decoded = decode(text.encode("cp1252"))
    assert decoded is not None
    assert decoded.guessed
    kept = [character for character in text if character.isascii()]
    assert [character for character in decoded.text.decode() if character.isascii()] == kept


@pytest.mark.parametrize("encoding", ["cp500", "cp273"])
def test_ebcdic_is_read(encoding):
    decoded = decode(GERMAN.encode(encoding))
    assert (decoded.text.decode(), decoded.guessed) == (GERMAN, True)


@pytest.mark.parametrize(
    "head", ["# no such thing\n", "x = 1\n# coding: koi8-r\n", "# coding: none-such\n", "# coding: utf-8\n"]
)
def test_what_no_comment_tells_stays_a_guess(head):
    decoded = decode((head + "# ÄÖÜ äöü ß, alles über die Größe\n" * 9).encode("cp1252"))
    assert decoded.guessed


def test_markup_may_say_its_encoding():
    page = '<html><head><meta charset="iso-8859-2">' + POLISH[:40]
    got = decode(page.encode("iso8859_2"), markup=True)
    assert (got.text.decode(), got.encoding, got.guessed) == (page, "iso8859-2", False)
    assert declared_encoding(b"<?xml version='1.0' encoding='KOI8-R'?>") == "koi8-r"
    assert declared_encoding(b"<meta charset=utf-16>") is None
    assert declared_encoding(b"<meta charset=klingon>") is None


@pytest.mark.parametrize(
    "raw", [bytes(range(256)) * 40, b"\x7fELF" + bytes(2000), bytes(1024), b"\x00\x01\x02text" * 150]
)
def test_binary_is_no_text(raw):
    assert decode(raw) is None
    assert is_binary(raw)


def test_one_or_two_slips_make_no_short_note_binary():
    note = b"Meeting moved to 3 pm,\x01 room 12, bring slides.\n"
    assert decode(note).text == note
    assert is_utf8_as_it_is(note)
    assert decode(note.replace(b"room", b"\x02oom")) is not None
    assert decode(note.replace(b"room", b"\x02\x03om")) is None
    assert decode(b"abc\x01") is None
    assert decode(note * 100 + b"\x01" * 100) is None


@pytest.mark.parametrize("text", [GERMAN, RUSSIAN, JAPANESE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"])
def test_no_head_of_a_text_is_taken_for_binary(text, encoding):
    raw = (text + "\n").encode(encoding) * 20
    assert not any(is_binary(raw[:cut]) for cut in range(1000, 1200, 3))


def test_a_given_encoding_is_obeyed_and_marks_what_does_not_fit():
    assert decode_as(b"\xe4\x81", "cp1252").text == "ä\ufffd".encode()
    assert decode_as(b"\xef\xbb\xbfx", "utf-8").text == b"x"


def test_in_a_given_encoding_too_binary_is_no_text():
    assert decode(bytes(range(256)), "cp1252") is None
    # of EBCDIC such line ends are control characters of ASCII, one in five bytes
    assert decode(("Kurz\x85" * 100).encode("cp500"), "cp500").text == ("Kurz\x85" * 100).encode()


def test_codecs_that_are_no_text_encodings_are_unknown():
    assert known_codec("UTF8") == "utf-8"
    assert known_codec("hex") is None
    assert known_codec("rot13") is None
    assert known_codec("nonsense\0") is None


def test_surrogates_are_joined_or_replaced():
    assert to_utf8("a\ud83d\ude00b\ud800c") == "a😀b\ufffdc".encode()


def test_characters_of_utf8_whose_halves_stand_by_themselves_are_joined():
    text = "山の村 😀 и 𝔘 " * 9
    units = struct.unpack(f">{len(text.encode('utf-16-be')) // 2}H", text.encode("utf-16-be"))
    raw = b"".join(chr(unit).encode("utf-8", "surrogatepass") for unit in units)
    got = decode(raw)
    assert (got.text, got.encoding, got.guessed) == (text.encode(), "utf-8", True)


@given(st.binary(max_size=300))
def test_anything_decodes_to_valid_utf8_or_nothing(raw):
    got = decode(raw)
    if got is not None:
        got.text.decode()


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=200))
def test_utf8_is_never_taken_for_anything_else(text):
    got = decode(text.encode())
    assert got.text == text.removeprefix("\ufeff").encode()
    assert not got.guessed


@pytest.mark.parametrize("tail", [b"x", b"xy", b"xyz"])
def test_a_marked_text_that_was_cut_inside_a_character_is_read(tail):
    for encoding in ("utf-16-le", "utf-32-le", "utf-32-be"):
        mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-32-le": codecs.BOM_UTF32_LE}.get(encoding, codecs.BOM_UTF32_BE)
        got = decode(mark + GERMAN.encode(encoding) + tail)
        assert got is not None
        assert got.encoding == encoding
        assert got.text.decode().startswith(GERMAN)


def test_a_text_in_utf16_that_begins_with_a_nul_is_none_in_utf32():
    got = decode(codecs.BOM_UTF16_LE + ("\0" + GERMAN * 5).encode("utf-16-le"))
    assert got is not None
    assert got.encoding == "utf-16-le"


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("gb18030", "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。"),
        ("cp949", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. "),
        ("cp932", "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。"),
        ("big5", "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。"),
    ],
)
def test_where_a_text_was_cut_does_not_change_what_it_is_taken_for(encoding: str, sentence: str) -> None:
    whole = (sentence * 60).encode(encoding)
    for size in (*range(300, 304), *range(998, 1002), *range(1023, 1027), 3000, 3001):
        found = decode(whole[:size])
        assert found is not None
        read = whole[:size].decode(encoding, "ignore")
        assert found.text.decode().rstrip("\ufffd")[: len(read) - 1] == read[:-1], size


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1251", "gb2312", "big5", "koi8-r"])
def test_utf8_that_declares_another_encoding_is_utf8(declared):
    text = "Größe, дом, 你好！我公司有发票"
    assert decode_declared(text.encode(), declared) == Decoded(text.encode(), "utf-8")


def test_few_bytes_that_are_utf8_by_chance_are_what_they_declare():
    # "联通" is the word by which this is known: Windows took it for UTF-8
    assert decode_declared("联通".encode("gbk"), "gb2312").text.decode() == "联通"
    assert decode_declared("café".encode(), "iso-8859-1").text.decode() == "café"
    assert decode_declared("é".encode("cp1252"), "iso-8859-1").text.decode() == "é"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("zeros", [4, 4001, 100_000])
def test_zero_bytes_behind_a_text_are_left_out_and_told(encoding, zeros):
    raw = GERMAN.encode(encoding) + bytes(zeros)
    assert not is_binary(raw[:8192])
    decoded = decode(raw)
    assert decoded.text.decode() == GERMAN
    assert "zero bytes" in decoded.cut
    assert not decode(GERMAN.encode(encoding)).cut


def test_zero_bytes_alone_or_before_what_is_no_text_stay_none():
    assert is_binary(bytes(8192))
    assert [decode(raw) for raw in (bytes(4), bytes(9000), b"HEAD" + bytes(5000) + b"\1\2\3\4" * 500)] == [None] * 3


@pytest.mark.parametrize("count", [3, 30])
def test_a_page_that_declares_utf8_is_utf8_though_some_letters_of_it_are_not(count):
    page = b"<meta charset=utf-8><meta content='gr\xfcn'>" + "<p>Über Größe\n".encode() * count
    assert decode(page, markup=True).text.decode() == page.decode("utf-8", "replace")
    other = b"<meta charset=utf-8>" + GERMAN.encode("cp1252")
    assert GERMAN in decode(other, markup=True).text.decode()

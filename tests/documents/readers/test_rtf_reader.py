"""RTF by hand: each fragment shows one rule of the specification and what stands on the page."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, Job
from simexplorer.documents.readers.rtf import rtf_text

HEAD = "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fnil Serif;}{\\f1\\fcharset204 Cyr;}{\\f2\\fcharset128 Jpn;}}"


def seen(body: str | bytes) -> str:
    raw = body.encode("latin-1") if isinstance(body, str) else body
    return rtf_text(HEAD.encode() + b"\\f0 " + raw + b"}").text.decode().strip()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("one\\par two\\line three\\tab four", "one\ntwo\nthree\tfour"),
        ("a\\~b\\_c\\-d \\{e\\}\\\\", "a b-cd {e}\\"),
        ("split\r\n over lines", "split over lines"),
        ("gr\\'fcn and \xe4", "grün and ä"),
        ("{\\f1 \\'cf\\'f0\\'e8}\\'e9", "Приé"),
        ("{\\f2 \\'93\\'fa\\'96\\'7b}", "日本"),
        ("\\u8220?quoted\\u8221?", "“quoted”"),
        ("{\\uc2\\u26085\\'93\\'fa\\u26412\\'96\\'7b}", "日本"),
        ("{\\uc0\\u233}t\\u-10179?\\u-8704?", "ét😀"),
        ("seen{\\v hidden\\v0  again}{\\deleted gone}", "seen again"),
        ("{\\plain\\v x\\plain y}", "y"),
        ("text{\\*\\unknown more}{\\pict 89504e47}{\\info{\\title T}}", "text"),
        ('link {\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt here}}', "link here"),
        ("{\\listtext 1.\\tab}item", "item"),
        ("{\\upr{ansi}{\\*\\ud{unicode}}}", "unicode"),
        ("one\\cell two\\cell\\row three", "one\ttwo\t\nthree"),
        ("body{\\footnote the note} goes on", "body goes on\nthe note"),
        ("\\pard\\plain\\fs20 plain", "plain"),
        ("unclosed {\\b bold", "unclosed bold"),
        ("too many }}}} ends", "too many  ends"),
    ],
)  # fmt: skip
def test_what_stands_on_the_page(body: str, expected: str) -> None:
    assert seen(body) == expected


def test_raw_data_is_jumped_over() -> None:
    assert seen(b"a{\\pict\\bin5 \\par}}b") == "ab"
    assert seen(b"a{\\pict\\bin99999 x") == "a"


def test_old_code_pages_hold_for_the_whole_file() -> None:
    assert rtf_text(b"{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0\\'e8}").text.decode() == "При"
    assert rtf_text(b"{\\rtf1\\mac \\'8a}").text.decode() == "ä"
    assert rtf_text(b"{\\rtf1\\pc \\'84}").text.decode() == "ä"
    assert rtf_text(b"{\\rtf1\\ansi\\ansicpg99999 \\'e4}").text.decode() == "ä"


def test_a_file_that_breaks_off_says_so() -> None:
    whole = HEAD.encode() + b"\\f0 {\\b one} two}"
    assert rtf_text(whole).cut == ""
    for cut in (whole[:-1], whole[:-6]):
        (found,) = extract(io.BytesIO(cut), Job(name=b"a.rtf", size=len(cut)))
        assert (found.status, found.truncated, found.reason) == (READ, True, "damaged: it breaks off before its end")
        assert found.text.strip().startswith(b"one")

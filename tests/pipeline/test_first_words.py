"""First words: one line, harmless wherever it is shown, cut where a reader would cut it."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.first_words import MOST_CHARACTERS, first_words, is_nameless, is_numbered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Subject\nbody", "Subject", id="first-line"),
        pytest.param("\n \t\n\u200b\n\u0301\n  two \t  words \r\nmore", "two words", id="first-line-that-is-seen"),
        pytest.param("a\0b\x1b[31mc", "a b [31mc", id="control-characters"),
        pytest.param("safe\u202egnp.exe\u2066\u200f", "safegnp.exe", id="direction-of-writing"),
        pytest.param("e" + "\u0301" * 30 + "x", "e" + "\u0301" * 4 + "x", id="heaps-of-marks"),
        pytest.param("می‌خواهم", "می‌خواهم", id="joiners-stay"),
        pytest.param("one\u2028two", "one", id="other-line-ends"),
        pytest.param("---\n/*\nname: value\n", "name: value", id="signs-alone-are-no-words"),
        pytest.param("# !!!!!  DO NOT EDIT !!!!!\n", "DO NOT EDIT !!!!!", id="a-row-of-marks-before-the-words"),
        pytest.param("# Title\n", "# Title", id="a-mark-stays"),
        pytest.param("\n=\n👍🏽\n", "=", id="unless-there-is-nothing-else"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_the_first_visible_line_is_shown_as_one(text: str, expected: str) -> None:
    assert first_words(text.encode()) == expected


@given(st.text(st.characters(max_codepoint=127), max_size=40))
def test_plain_lines_are_told_as_those_that_are_looked_through(text: str) -> None:
    seen = "".join(f"{line}\u200b{end}" for line, end in zip(text.splitlines(), [*"\n" * 40], strict=False))
    assert first_words(text.encode()) == first_words(seen.encode())


def test_a_long_line_ends_at_a_word() -> None:
    words = first_words(("abcdefg " * 20).encode())
    # nine times eight characters are 72, a tenth word would end at 79: all ten fit into 80
    assert words == " ".join(["abcdefg"] * 10) + "…"


@pytest.mark.parametrize(
    "character",
    [
        pytest.param("e\u0301", id="mark"),
        pytest.param("👩\u200d🚀", id="joined"),
        pytest.param("👍🏽", id="skin"),
        pytest.param("🇩🇪", id="flag"),
        pytest.param("\u1112\u1161\u11ab", id="Korean"),
    ],
)
@pytest.mark.parametrize("before", range(4))
def test_without_blanks_it_ends_at_a_whole_character(character: str, before: int) -> None:
    words = first_words(("x" * before + character * 80).encode())
    assert words.endswith("…")
    body = words[before:-1]
    assert body == character * (len(body) // len(character))
    assert MOST_CHARACTERS - len(character) < len(words) - 1 <= MOST_CHARACTERS


def test_a_text_that_goes_on_says_so() -> None:
    assert first_words("日本".encode() + "語".encode()[:2], cut=True) == "日本…"
    assert first_words(b"whole line\nanother", cut=True) == "whole line"
    assert first_words(b"whole text") == "whole text"


@given(st.text(max_size=300))
def test_no_text_harms(text: str) -> None:
    words = first_words(text.encode("utf-8", "replace"))
    assert len(words) <= MOST_CHARACTERS + 1
    assert words == " ".join(words.split())
    kinds = {unicodedata.category(character) for character in words} - {"Cn", "Co"}
    assert not {"Cc", "Zl", "Zp"} & kinds
    assert not set(words) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def test_members_called_by_a_number_are_known() -> None:
    names = [b"7", b"list.mbox", b"list.mbox!41", b"list.mbox!41/a.txt", b"z.zip!in.csv!7", b"z.zip!7a", b"z.zip!7#2"]
    offsets = np.cumsum([0, *map(len, names)])
    nothing = np.zeros(len(names), np.int32)
    paths = Paths(b"".join(names), offsets, (b"/",), nothing, nothing, np.array([-1, -1, 1, 1, 0, 0, 0]))
    assert [row for row in range(len(names)) if is_numbered(paths, row)] == [2, 4, 6]


@pytest.mark.parametrize(
    ("name", "nameless"),
    [
        (b"shop.csv!SKU30", True),
        (b"shop.tsv.gz!a red lamp!", True),
        (b"old.zip!2024/shop.jsonl!SKU30", True),
        (b"shop.json!4f-17", True),
        (b"shop.xlsx!Prices/SKU30", True),
        (b"old.zip!shop.csv", False),
        (b"old.zip!letter.txt", False),
    ],
)
def test_the_id_of_a_row_tells_nothing_of_its_text(name: bytes, nameless: bool) -> None:
    names, nothing = [name.partition(b"!")[0], name], np.zeros(2, np.int32)
    offsets = np.cumsum([0, *map(len, names)])
    paths = Paths(b"".join(names), offsets, (b"/",), nothing, nothing, np.array([-1, 0]))
    assert [is_nameless(paths, row) for row in range(2)] == [False, nameless]


def test_a_file_called_like_a_row_is_none() -> None:
    name, one = b"shop.csv!SKU30", np.zeros(1, np.int32)
    assert not is_nameless(Paths(name, np.array([0, len(name)]), (b"/",), one, one, np.full(1, -1)), 0)


@pytest.mark.parametrize(
    ("name", "nameless"),
    [
        (b"mail/new/1795346727.M425384P15989Q56.vm", True),
        (b"mail/cur/1795346727.M4P1.vm:2,S", True),
        (b"inbox/4711", True),
        (b"000123.txt", True),
        (b"cache/d41d8cd98f00b204e9800998ecf8427e.html", True),
        (b"new/2024 report.txt", False),
        (b"notes/1795.report.txt", False),
        (b"doc001.txt", False),
        (b"facade.txt", False),
        (b"12 angry men.txt", False),
    ],
)
def test_a_file_that_a_program_named_tells_nothing_by_its_name(name: bytes, nameless: bool) -> None:
    one, minus = np.zeros(1, np.int32), np.full(1, -1, np.int64)
    paths = Paths(name, np.array([0, len(name)], np.int64), (b"/",), one, one, minus)
    assert is_nameless(paths, 0) is nameless
    assert not is_numbered(paths, 0)

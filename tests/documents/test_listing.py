"""How paths are shown: everything readable as it is, the rest escaped, no two alike; and what lies in a folder."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.listing import shown_path
from tests.workspace.made import paths_of

_ESCAPE = re.compile(rb"\\(\\|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[ntr])")
_PARTS = [
    b"\\",
    b"x",
    b"u",
    b"n",
    b"t",
    b"f",
    b"0",
    b"a",
    b"\xff",
    b"\xc3\xa9",
    b"\n",
    b"\x01",
    b"\xc2\x85",
    b"\x85",
    b"/",
    "م".encode(),
    "\u200c".encode(),
]


def _meant(shown: str) -> bytes:
    """The path that a shown form stands for, by the rules told to people."""
    raw = shown.encode()
    if not re.search(rb"\\[\\xuUntr]", raw):
        return raw
    told = {b"\\": b"\\", b"n": b"\n", b"t": b"\t", b"r": b"\r"}

    def one(found: re.Match[bytes]) -> bytes:
        sign = found.group(1)
        if sign in told:
            return told[sign]
        number = int(sign[1:], 16)
        return bytes([number]) if sign[:1] == b"x" else chr(number).encode()

    return _ESCAPE.sub(one, raw)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain é 日本.txt".encode(), "plain é 日本.txt"),
        (b"a\xff.txt", "a\\xff.txt"),
        (b"a\\xff.txt", "a\\\\xff.txt"),
        (b"a\nb", "a\\nb"),
        (b"a\\nb", "a\\\\nb"),
        (b"C:\\files", "C:\\files"),
        (b"\\\xff", "\\\\\\xff"),
        (b"\x85", "\\x85"),
        ("\u0085".encode(), "\\u0085"),
        ("\u202egpj.exe".encode(), "\\u202egpj.exe"),
        (b"\\\\share", "\\\\\\\\share"),
        ("کتاب\u200cها.txt".encode(), "کتاب\u200cها.txt"),
        ("शरद्\u200dक्".encode(), "शरद्\u200dक्"),
        ("👩🏽\u200d🚀 ❤️\u200d🔥".encode(), "👩🏽\u200d🚀 ❤️\u200d🔥"),
        ("a\u200db\u200c".encode(), "a\\u200db\\u200c"),
        ("\u200dم\u200c\u200c\n".encode(), "\\u200dم\u200c\\u200c\\n"),
    ],
)
def test_what_is_no_text_is_escaped_and_what_looks_so_is_not_taken_for_it(raw: bytes, shown: str) -> None:
    assert shown_path(raw) == shown
    assert _meant(shown) == raw


@given(st.lists(st.sampled_from(_PARTS), max_size=12).map(b"".join))
def test_a_shown_path_stands_for_one_path_alone(raw: bytes) -> None:
    shown = shown_path(raw)
    assert shown.replace("\u200c", "").isprintable()
    assert _meant(shown) == raw


def test_documents_below_a_folder_are_found_through_roots_and_prefixes():
    paths = paths_of([b"a/x", b"a/y/z", b"ab/x", b"b"], b"/data/files")
    assert paths.below([b"/data/files/a"]).tolist() == [True, True, False, False]
    assert paths.below([b"/data/files/a/"]).tolist() == [True, True, False, False]
    assert paths.below([b"/data/files/a/y"]).tolist() == [False, True, False, False]
    assert paths.below([b"/data"]).tolist() == [True] * 4
    assert paths.below([b"/data/file"]).tolist() == [False] * 4
    assert paths.below([b"/data/files/a/x"]).tolist() == [False] * 4  # a file is no folder
    assert paths.below([]).tolist() == [False] * 4


def test_documents_are_below_a_folder_by_every_path_that_leads_to_it(tmp_path):
    real, link = tmp_path.resolve() / "files", tmp_path / "link"
    (real / "safe").mkdir(parents=True)
    link.symlink_to(real)
    (tmp_path / "there").symlink_to(real / "safe")
    paths = paths_of([b"a/x", b"safe/x"], os.fsencode(real))  # as documents are listed: roots are real paths
    for folder in (link / "safe", tmp_path / "there", real / "safe"):
        assert paths.below([os.fsencode(folder)]).tolist() == [False, True]
    assert paths.below([os.fsencode(link)]).tolist() == [True, True]

"""Members of archives that are plain texts need no reader, and are what a reader would have made of them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import formats, guarding
from simexplorer.documents.decode import is_binary, is_utf8_as_it_is
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, Extracted, Job
from tests.documents import made_files as made

CONTENTS = [
    b"", b" \n\t\n", b"words of a note\n", "Gr\u00fc\u00dfe\n".encode(), b"\xef\xbb\xbfmarked", b"caf\xe9 au lait",
    b"\x08" * 3 + b"over", b"\x1b$B%F\x1b(B", b"\x1b[1mbold\x1b[0m and plain words", b"a\x00b", b"<p>a <b>page</b>",
    b"<!doctype html><nav>home</nav><p>page", b"[]", b'[{"a": "b"}]', b'{"a": "b"}\n', b"a,b\n1,2\n", b"%PDF-1.4 no",
    b"{\\rtf1 rich}", b"BZh91AY&SY", b"PK\x03\x04", b"From: a\nTo: b\nSubject: c\n\nwords\n", b"MZ and words",
    b"From a@b Mon Jan  5 10:00:00 2015\nSubject: S\n\none\n", b".TH A 1\n", b"ab" * 5000, b"ab" * 5000 + b"\xff",
    b"\x01" * 90 + b"x" * 8102, b"\x01" * 11 + b"x" * 1092, b"<?xml version='1.0' encoding='cp1252'?><a>caf\xe9</a>",
]  # fmt: skip
NAMES = [
    "a.txt",
    "a",
    "a.md",
    "a.csv",
    "a.json",
    "a.jsonl",
    "a.html",
    "a.eml",
    "a.pdf",
    "a.1",
    "a.gz",
    "d/a.txt",
    "a.mock",
]
JOBS = [
    {}, {}, {"items": True},
    {"encoding": "cp1252"}, {"max_bytes": 12}, {"depth": 0}, {"depth": 1}, {"text_column": "a"},
    {"preview_rows": 3}, {"strip_navigation": False}, {"mock_format": True},
]  # fmt: skip
PACKED = [(b"a.zip", made.zipped), (b"a.tar", made.tarred)]


def read(content: bytes, name: bytes, switches: dict[str, object]) -> list[Extracted]:
    job = Job(**{"name": name, "size": len(content), **switches})  # type: ignore[arg-type]
    return list(extract(io.BytesIO(content), job))


@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(CONTENTS), max_size=4),
    st.sampled_from(PACKED),
    st.sampled_from(JOBS),
)
def test_members_are_what_a_reader_makes_of_them(members, packed, switches):
    name, pack = packed
    raw = pack(members)
    quick = read(raw, name, switches)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(guarding, "plain_text", lambda *_: None)
        assert read(raw, name, switches) == quick


def test_a_plain_member_needs_no_reader():
    def no_reader(*_: object) -> None:
        raise AssertionError

    (found,) = guarding.inner_documents(b"words", b"a.md", 5, Job(name=b"a.zip", size=9), no_reader)  # type: ignore[arg-type]
    named = formats.named_type(b"a.md")
    assert found == Extracted(text=b"words", status=READ, member=b"a.md", size=5, media_type=named)


@given(st.integers(1, 8192), st.integers(0, 90))
def test_no_short_text_is_binary_that_is_utf8_as_it_is(size, odd):
    raw = (b"\x01" * odd).ljust(size, b"x")[:size]
    assert not (is_utf8_as_it_is(raw) and is_binary(raw))

"""The search through the packed paths equals a search through each path."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.ui.models import path_search
from simexplorer.ui.models.path_search import PathSearch, occurrences, row_of
from tests.ui.fakes import make_paths

NAMES = st.lists(st.text("abAB/ .é\u00c9e\u0301\u0430\u0410\u03c3\u03c2", min_size=1, max_size=8), max_size=25)


def holds(name: bytes, text: str) -> bool:
    """Whether a path holds every word, canonically equal and without regard to case."""

    def plain(words: str) -> str:
        return unicodedata.normalize("NFC", words).casefold()

    return all(plain(word) in plain(name.decode()) for word in text.split())


def test_words_are_looked_for_in_any_order_and_case() -> None:
    search = PathSearch(make_paths([b"docs/GPL-2.0.txt", b"docs/mit.txt", b"src/gpl.c"]))
    assert search.documents_with("gpl").tolist() == [True, False, True]
    assert search.documents_with("txt GPL").tolist() == [True, False, False]
    assert search.documents_with("nothing").tolist() == [False, False, False]
    assert search.documents_with("  ") is None


def test_an_occurrence_over_the_end_of_a_path_is_none() -> None:
    search = PathSearch(make_paths([b"xab", b"cdx"]))
    assert search.documents_with("abcd").tolist() == [False, False]
    assert search.documents_with("ab").tolist() == [True, False]


def test_a_name_that_is_not_utf8_is_found_by_its_ascii_part() -> None:
    search = PathSearch(make_paths([b"bytes_\xff\xfe.txt", b"other.txt"]))
    assert search.documents_with("BYTES_").tolist() == [True, False]


@pytest.mark.parametrize("at_once", [1, 2, 4096])
def test_names_are_found_in_their_rows_whatever_is_spelled_at_once(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_search, "_SPELLED_AT_ONCE", at_once)
    search = PathSearch(make_paths([b"a\0b", "Übung".encode(), b"", "\u0301ubung".encode(), b"\xc3", b"bung"]))
    assert search.documents_with("bung").tolist() == [False, True, False, True, False, True]
    assert search.documents_with("übung").tolist() == [False, True, False, False, False, False]
    assert search.documents_with("b").tolist() == [True, True, False, True, False, True]


@given(NAMES, st.text("ab/!", max_size=4))
def test_documents_of_a_folder_are_those_whose_path_begins_so(names: list[str], folder: str) -> None:
    raw = sorted({name.encode() for name in names})
    mask = PathSearch(make_paths(raw)).documents_below(folder.encode() + b"/")
    assert mask.tolist() == [name.startswith(folder.encode() + b"/") and len(name) > len(folder) + 1 for name in raw]


def test_an_archive_is_one_of_its_own_documents() -> None:
    search = PathSearch(make_paths([b"a.zip", b"a.zip!one", b"a.zip!two/three", b"a.zipped", b"b.zip"]))
    assert search.documents_below(b"a.zip!").tolist() == [True, True, True, False, False]
    assert search.documents_below(b"c.zip!").tolist() == [False] * 5
    assert search.documents_below(b"") is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        pytest.param("москва", "Отчёт Москва.txt", id="a capital among small letters"),
        pytest.param("отчёт", unicodedata.normalize("NFD", "Отчёт.txt"), id="an accent taken apart"),
        pytest.param("보고서", unicodedata.normalize("NFD", "최종 보고서.txt"), id="Korean syllables taken apart"),
        pytest.param(unicodedata.normalize("NFD", "résumé"), "Résumé.txt", id="an accent typed apart"),
        pytest.param("οδοσ", "Οδός ΟΔΟΣ οδος.txt", id="a final sigma"),
        pytest.param("strasse", "Große Straße.txt", id="a sharp s"),
        pytest.param("istanbul ıssız", "İSTANBUL ISSIZ.txt", id="Turkish capitals"),
        pytest.param("ığdır", "Iğdır.txt", id="an i without its dot"),
        pytest.param("ღირებული", "ᲦᲘᲠᲔᲑᲣᲚᲘ.txt", id="Georgian capitals"),
        pytest.param("ꮳꮃꭹ", "ᏣᎳᎩ.txt", id="Cherokee"),
    ],
)
def test_a_name_is_found_however_it_is_spelled(typed: str, name: str) -> None:
    search = PathSearch(make_paths([name.encode(), b"other.txt", b"\xff " + name.encode()]))
    assert search.documents_with(typed).tolist() == [True, False, True]


@given(NAMES, st.text("abAB/ .é\u0430\u0410\u03c3", max_size=5))
def test_any_filter_equals_a_search_through_each_path(names: list[str], text: str) -> None:
    raw = sorted(name.encode() for name in names)
    mask = PathSearch(make_paths(raw)).documents_with(text)
    if mask is None:
        assert not text.split()
    else:
        assert mask.tolist() == [holds(name, text) for name in raw]


@given(NAMES)
def test_every_path_leads_back_to_its_row(names: list[str]) -> None:
    raw = sorted({name.encode() for name in names})
    paths = make_paths(raw)
    assert [row_of(paths, name) for name in raw] == list(range(len(raw)))
    assert row_of(paths, b"not there") is None


@given(NAMES, st.lists(st.tuples(st.integers(0, 24), st.text("a!1/", min_size=1, max_size=4)), max_size=25))
def test_a_member_leads_back_to_its_row_wherever_it_stands_behind_its_file(
    names: list[str], inside: list[tuple[int, str]]
) -> None:
    files = sorted({name.encode() for name in names}) or [b"a"]
    within = [(at % len(files), files[at % len(files)] + b"!" + name.encode()) for at, name in inside]
    members = [(file, raw) for file, raw in dict.fromkeys(within) if raw not in files]
    container = np.array([-1] * len(files) + [file for file, _ in members], np.int64)
    raw = [*files, *(name for _, name in members)]
    paths = replace(make_paths(raw), container=container)
    assert [raw[row] for name in raw if (row := row_of(paths, name)) is not None] == raw
    assert row_of(paths, b"not there!1") is None


def test_a_file_is_found_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    paths, spelled, asked = make_paths([b"%05d.txt" % n for n in range(4096)]), Paths.raw, []
    monkeypatch.setattr(Paths, "raw", lambda self, row: asked.append(row) or spelled(self, row))
    monkeypatch.setattr(path_search, "occurrences", lambda *_: pytest.fail("all names were looked through"))
    assert row_of(paths, b"03000.txt") == 3000
    assert len(asked) <= 12 + 2, "each halves 4,096 rows; then one is looked at"


@pytest.mark.parametrize(("buffer", "needle", "expected"), [(b"aaa", b"aa", [0, 1]), (b"", b"a", []), (b"a", b"", [])])
def test_occurrences_may_overlap(buffer: bytes, needle: bytes, expected: list[int]) -> None:
    found = occurrences(np.frombuffer(buffer, np.uint8), np.frombuffer(needle, np.uint8))
    assert found.tolist() == expected

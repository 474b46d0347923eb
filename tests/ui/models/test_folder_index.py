"""Folders found by array steps equal folders found by splitting each path."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from simexplorer.ui.models.folder_index import FolderIndex, Span
from tests.ui.fakes import make_paths

PATHS = st.lists(st.lists(st.sampled_from(["a", "b", "ab", "a-b", "c"]), min_size=1, max_size=4), max_size=30)


def by_splitting(names: list[bytes], prefix: bytes) -> dict[str, int]:
    """Documents below each child folder of a folder."""
    counts: dict[str, int] = {}
    for name in names:
        rest = name[len(prefix) :]
        if name.startswith(prefix) and b"/" in rest:
            child = rest.split(b"/")[0].decode()
            counts[child] = counts.get(child, 0) + 1
    return counts


def test_folders_of_five_files_checked_by_hand() -> None:
    index = FolderIndex(make_paths([b"a-b/1", b"a/1", b"a/c/2", b"a/c/3", b"top"]))
    assert index.whole == Span(0, 5, 0, "")
    assert index.children(index.whole) == [Span(0, 1, 4, "a-b"), Span(1, 4, 2, "a")]
    assert index.children(Span(1, 4, 2, "a")) == [Span(2, 4, 4, "c")]


@given(PATHS)
def test_any_folders_equal_those_found_by_splitting(parts: list[list[str]]) -> None:
    names = sorted({"/".join(part).encode() for part in parts})
    names = [n for n in names if not any(other.startswith(n + b"/") for other in names)]
    index = FolderIndex(make_paths(names))

    def check(span: Span, prefix: bytes) -> None:
        found = index.children(span)
        assert {child.name: child.last - child.first for child in found} == by_splitting(names, prefix)
        for child in found:
            check(child, prefix + child.name.encode() + b"/")

    check(index.whole, b"")


def test_an_archive_is_a_folder_of_itself_and_of_all_that_it_holds() -> None:
    names = [b"a/1", b"a/m.eml", b"a/m.eml!b", b"a/z.zip", b"a/z.zip!b", b"a/z.zip!h/c", b"a/z.zip!h/d", b"z.zip0"]
    paths = structs.replace(make_paths(names), container=np.array([-1, -1, 1, -1, 3, 3, 3, -1]))
    index = FolderIndex(paths, archives=True)
    (folder,) = index.children(index.whole)
    assert folder == Span(0, 7, 2, "a")
    (archive,) = index.children(folder)  # a mail with one file is none
    assert archive == Span(3, 7, 8, "z.zip")
    assert index.children(archive) == [Span(5, 7, 10, "h")]
    assert FolderIndex(paths).children(folder) == [Span(5, 7, 10, "z.zip!h")], "where only folders are asked for"


def test_very_many_archives_in_one_folder_are_not_listed() -> None:
    names = [name for number in range(1_001) for name in (b"%04d" % number, b"%04d!a" % number, b"%04d!b" % number)]
    container = np.arange(3 * 1_001) // 3 * 3
    container[::3] = -1
    few = structs.replace(make_paths(names[:-3]), container=container[:-3])
    assert len(FolderIndex(few, archives=True).children(Span(0, 3_000, 0, ""))) == 1_000
    many = structs.replace(make_paths(names), container=container)
    assert FolderIndex(many, archives=True).children(Span(0, 3_003, 0, "")) == []


def test_control_characters_of_a_folder_name_are_shown_escaped() -> None:
    index = FolderIndex(make_paths([b"a\nb\xff/1"]))
    assert index.children(index.whole)[0].name == "a\\nb\\xff"

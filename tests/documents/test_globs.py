from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.globs import PathFilter


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("*.txt", b"a.txt", True),
        ("*.txt", b"deep/er/a.txt", True),
        ("*.txt", b"a.txt.bak", False),
        ("*.txt", b"a.txt/inside", True),
        ("docs", b"docs/a/b.md", True),
        ("docs", b"mydocs/a", False),
        ("docs/*.md", b"docs/a.md", True),
        ("docs/*.md", b"docs/deep/a.md", False),
        ("docs/**/*.md", b"docs/a.md", True),
        ("docs/**/*.md", b"docs/deep/er/a.md", True),
        ("**/x/*", b"x/a", True),
        ("a?c", b"abc", True),
        ("a?c", b"a/c", False),
        ("[a-c]1", b"b1", True),
        ("[!a-c]1", b"b1", False),
        ("[!a-c]1", b"d1", True),
        ("/top.txt", b"top.txt", True),
        ("/top.txt", b"sub/top.txt", False),
        ("a+b(c)", b"a+b(c)", True),
        ("*.txt", b"\xff\n.txt", True),
        ("?.txt", "é.txt".encode(), True),
        ("?.txt", b"\xff.txt", True),
        ("[äö].txt", "ö.txt".encode(), True),
        ("[!äö].txt", "ü.txt".encode(), True),
    ],
)
def test_glob_matches_a_file_or_a_folder_above_it(glob, path, matches):
    assert PathFilter(include=[glob]).wants_file(path) is matches
    assert PathFilter(exclude=[glob]).wants_file(path) is not matches


def test_exclude_wins_over_include():
    both = PathFilter(include=["*.txt"], exclude=["old"])
    assert both.wants_file(b"new/a.txt")
    assert not both.wants_file(b"old/a.txt")
    assert not both.wants_folder(b"old")


def test_include_does_not_keep_the_walk_out_of_folders():
    assert PathFilter(include=["*.txt"]).wants_folder(b"any")


def test_a_class_that_is_no_pattern_matches_nothing_and_spares_the_others():
    odd = PathFilter(include=["[z-a]", "*.md"])
    assert odd.wants_file(b"a.md")
    assert not odd.wants_file(b"z")


@given(st.text(alphabet="ab./*?[]!-\\^", max_size=12), st.text(alphabet="ab./-[]", min_size=1, max_size=12))
def test_any_text_is_a_glob(glob, path):
    assert isinstance(PathFilter(include=[glob]).wants_file(path.encode()), bool)


@given(st.text(alphabet="ab.*?", min_size=1, max_size=8), st.text(alphabet="ab.", min_size=1, max_size=8))
def test_globs_of_one_part_agree_with_a_plain_expression(glob, path):
    # oracle: stars and question marks one by one, names without folders
    plain = re.sub(r"\*+", "*", glob).replace(".", r"\.").replace("*", ".*").replace("?", ".")
    assert PathFilter(include=[glob]).wants_file(path.encode()) is (re.fullmatch(plain, path) is not None)

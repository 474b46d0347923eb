from __future__ import annotations

import itertools
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import globs
from simexplorer.documents.globs import PathFilter, _expression, separate_globs
from simexplorer.errors import UsageError


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
        ("[+--]1", b",1", True),
        ("[a&&b||c]1", b"&1", True),
        ("/top.txt", b"top.txt", True),
        ("/top.txt", b"sub/top.txt", False),
        ("a+b(c)", b"a+b(c)", True),
        ("*.txt", b"\xff\n.txt", True),
        ("?.txt", "é.txt".encode(), True),
        ("?.txt", b"\xff.txt", True),
        ("[äö].txt", "ö.txt".encode(), True),
        ("[!äö].txt", "ü.txt".encode(), True),
        ("a[!b]c", b"a/c", False),
        ("a[.-0]c", b"a/c", False),
        ("*[!a]b*c", b"xb/bc", False),
        ("a**/b", b"ax/y/b", True),
        ("a**/b", b"ab", False),
        ("***/b", b"b", True),
        ("*.{md,txt}", b"deep/a.md", True),
        ("*.{md,txt}", b"a.txt", True),
        ("*.{md,txt}", b"a.rst", False),
        ("*.{ md, txt }", b"a.txt", True),
        ("/{a/b,c}/*", b"a/b/x", True),
        ("{a,b{1,2}}.c", b"b2.c", True),
        ("{a,b{1,2}}.c", b"b.c", False),
        ("{a,}b", b"b", True),
        ("{a}", b"{a}", True),
        ("{a", b"{a", True),
        ("a,b}", b"a,b}", True),
        ("[{]a,b}", b"{a,b}", True),
        ("{[,],x}1", b",1", True),
        ("test*/", b"src/tests.py", False),
        ("test*/", b"src/tests/a.py", True),
        ("*/", b"top.txt", False),
        ("/build/", b"build", False),
        ("/build/", b"build/deep/a", True),
        ("/build/", b"src/build/a", False),
        ("docs/**/", b"docs/a.md", False),
        ("docs/**/", b"docs/deep/a.md", True),
    ],
)
def test_glob_matches_a_file_or_a_folder_above_it(glob, path, matches):
    assert PathFilter(include=[glob]).wants_file(path) is matches
    assert PathFilter(exclude=[glob]).wants_file(path) is not matches


@pytest.mark.parametrize("glob", ["Résumés", "*.ém?", "보고서", "[é]t[!e]/**"])
@pytest.mark.parametrize("path", ["Résumés/a.txt", "x.émé", "old/보고서/1", "été/1", "other/e.txt"])
def test_a_name_fits_whether_its_accents_are_apart_or_not(glob, path):
    fits = PathFilter([glob]).wants_file(path.encode())
    for form in ("NFC", "NFD"):
        for of_glob in ("NFC", "NFD"):
            typed, named = unicodedata.normalize(of_glob, glob), unicodedata.normalize(form, path).encode()
            assert PathFilter([typed]).wants_file(named) == fits
            assert PathFilter(exclude=[typed]).wants_folder(named) != fits
    assert fits == ((glob, path) in _FITTING)


_FITTING = {
    ("Résumés", "Résumés/a.txt"),
    ("*.ém?", "x.émé"),
    ("보고서", "old/보고서/1"),
    ("[é]t[!e]/**", "été/1"),
}


def test_a_glob_of_folders_spares_their_walk_and_no_file_of_their_name():
    folders = PathFilter(exclude=["test*/", "/build/"])
    assert [folders.wants_folder(path) for path in (b"src/tests", b"build")] == [False, False]
    assert [folders.wants_folder(path) for path in (b"src", b"src/build")] == [True, True]
    assert [folders.wants_file(path) for path in (b"src/testing.py", b"build")] == [True, True]


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


@given(st.text(alphabet="ab./*?[]!-\\^{},", max_size=12), st.text(alphabet="ab./-[]", min_size=1, max_size=12))
def test_any_text_is_a_glob(glob, path):
    assert isinstance(PathFilter(include=[glob]).wants_file(path.encode()), bool)


@given(st.text(alphabet="ab.*?", min_size=1, max_size=8), st.text(alphabet="ab.", min_size=1, max_size=8))
def test_globs_of_one_part_agree_with_a_plain_expression(glob, path):
    # oracle: stars and question marks one by one, names without folders
    plain = re.sub(r"\*+", "*", glob).replace(".", r"\.").replace("*", ".*").replace("?", ".")
    assert PathFilter(include=[glob]).wants_file(path.encode()) is (re.fullmatch(plain, path) is not None)


def of_braces(glob):
    """Oracle: what a glob of letters, commas and pairs of braces stands for, read from the left."""

    def alternatives(at, closing):
        each = [[""]]
        while at < len(glob) and glob[at] != closing:
            if glob[at] == "{":
                inside, at = alternatives(at + 1, "}")
                each[-1] = [before + one for before in each[-1] for one in inside]
            elif glob[at] == ",":
                each.append([""])
            else:
                each[-1] = [before + glob[at] for before in each[-1]]
            at += 1
        every = [one for these in each for one in these]
        return ([f"{{{one}}}" for one in every] if closing and len(each) == 1 else every), at

    return alternatives(0, "")[0]


BRACES = st.recursive(
    st.text("ab", max_size=2),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda parts: "x{" + ",".join(parts) + "}y"),
    max_leaves=8,
)


@given(st.lists(BRACES, min_size=1, max_size=2), st.text("abxy", max_size=6))
def test_braces_stand_for_each_of_what_is_between_their_commas(parts, other):
    glob = "".join(parts) + "."
    names = set(of_braces(glob))
    for name in {*names, other + "."}:
        assert PathFilter(include=[glob]).wants_file(name.encode()) is (name in names)


@pytest.mark.parametrize("glob", ["{a,b}" * 40, "{a," * 3000 + "b" + "}" * 3000, "{" + "a," * 3000 + "}"])
def test_a_glob_of_very_many_others_is_refused_in_words(glob):
    with pytest.raises(UsageError, match=r"stands for more than 1,000 others\. Give it fewer braces"):
        PathFilter(include=[glob])


@pytest.mark.parametrize(
    ("text", "globs"),
    [
        ("*.txt, docs/**", ["*.txt", "docs/**"]),
        ("*.{txt, md} ,a{b,c{d,e}},", ["*.{txt, md}", "a{b,c{d,e}}"]),
        ("{a, b", ["{a", "b"]),
        ("a}, {b}, [,]", ["a}", "{b}", "[,]"]),
        (" , ", []),
    ],
)
def test_commas_part_globs_where_they_stand_in_no_braces(text, globs):
    assert separate_globs(text) == globs


def found(tokens, path):
    """Oracle: whether the tokens of a glob that begins at the top match a path, every length of every star tried."""
    if not tokens:
        return not path or path.startswith("/")
    token, *rest = tokens
    if token == "**/":
        return found(rest, path) or any(found(rest, path[at + 1 :]) for at, sign in enumerate(path) if sign == "/")
    if token in ("*", "**"):
        longest = len(path) if token == "**" else len(path.partition("/")[0])
        return any(found(rest, path[at:]) for at in range(longest + 1))
    if not path or (token == "?" and path[0] == "/") or token not in ("?", path[0]):
        return False
    return found(rest, path[1:])


LETTERS_AND_STARS = st.lists(st.sampled_from(["a", "ä", "?", "*"]), min_size=1, max_size=5)


def has_single_stars(tokens):
    """Whether no two stars that are one each stand together: they would be read as the one sign that they spell."""
    return ("*", "*") not in itertools.pairwise(tokens)


@given(
    st.lists(LETTERS_AND_STARS.filter(has_single_stars) | st.just(["**"]), max_size=4),
    st.lists(st.text(alphabet="aä", min_size=1, max_size=4), min_size=1, max_size=4),
)
def test_what_a_star_matched_first_is_all_that_has_to_be_tried(parts, names):
    tokens = [token for part in parts for token in (["**/"] if part == ["**"] else [*part, "/"])]
    glob, path = "/" + "".join([*tokens, "a*ä"]), "/".join(names)
    assert PathFilter(include=[glob]).wants_file(path.encode()) is found([*tokens, "a", "*", "ä"], path)


@given(
    st.lists(st.sampled_from(["a", "ä", "/", "*", "**"]), min_size=1, max_size=7).filter(has_single_stars),
    st.text("aä/", min_size=1, max_size=9),
)
def test_two_stars_cross_folders_wherever_they_stand(tokens, path):
    glob = "x/a" + "".join(tokens) + "a"
    if "***" not in glob and "/**/" not in glob and not path.startswith("/"):
        assert PathFilter(include=[glob]).wants_file(f"x/{path}".encode()) is found([*"x/a", *tokens, "a"], f"x/{path}")


@pytest.mark.parametrize("glob", ["*a" * 9 + "*b", "**a" * 9 + "**b", "**/" + "*a*/" * 9 + "b"])
def test_a_name_that_fits_many_stars_in_very_many_ways_is_told_at_once(glob):
    # tried in all combinations of places, 200 letters take longer than any test can wait
    assert not PathFilter(include=[glob]).wants_file(b"a" * 200)
    assert not PathFilter(include=[glob]).wants_file(b"aaa/" * 100)


_PLAIN = st.lists(st.sampled_from(["a", "b", "ab", ".", "x\\", "é"]), min_size=1, max_size=4).map("/".join)
_SLASH = st.sampled_from(["", "/"])


@given(st.lists(st.tuples(_SLASH, _PLAIN, st.sampled_from(["", "/", "//"])).map("".join), max_size=3), _PLAIN)
def test_globs_without_a_sign_name_what_they_name_as_expressions(globs: list[str], path: str) -> None:
    def named(text: str) -> bool:
        return any(re.fullmatch(_expression(glob), text, re.DOTALL) for glob in globs)

    wanted = PathFilter(exclude=globs)
    assert wanted.wants_file(path.encode()) == (not named(path))
    assert wanted.wants_folder(path.encode()) == (not named(f"{path}/"))
    wanted = PathFilter(include=globs)
    assert wanted.wants_file(path.encode()) == (not globs or named(path))


def test_a_long_list_of_names_is_no_expression_that_tries_each() -> None:
    wanted = PathFilter(exclude=[f"letters/{number}.txt" for number in range(50_000)])
    assert not wanted._exclude._others._globs
    assert not wanted.wants_file(b"letters/49999.txt")
    assert wanted.wants_file(b"letters/50000.txt")


@given(st.lists(st.text("ab*?[]-/.", max_size=8), max_size=6), st.lists(st.text("ab/.", min_size=1, max_size=12)))
def test_globs_that_are_looked_up_fit_what_each_of_them_fits(names, paths):
    with pytest.MonkeyPatch.context() as patch:
        alone = [PathFilter([glob]) for glob in names]
        patch.setattr(globs, "_FEW", 0)
        patch.setattr(globs, "_LENGTH", 2)
        together = globs._Globs(names)
        for path in paths:
            wanted = any(one._include.any and one._include.fit(path) for one in alone)
            assert together.fit(path) == wanted, path


def test_of_many_globs_with_stars_few_are_tried(monkeypatch):
    made = globs._expression
    tried = []
    monkeypatch.setattr(globs, "_expression", lambda glob: tried.append(glob) or made(glob))
    wanted = PathFilter([f"report {number:04} *.txt" for number in range(5000)])
    assert wanted.wants_file(b"old/report 1234 of May.txt")
    assert not wanted.wants_file(b"old/report 9876 of May.txt")
    assert len(tried) < 100

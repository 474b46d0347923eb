"""Names that try to be formulas or markup stay text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.reports.inert_text import markdown_text, spreadsheet_text
from tests.reports.results import text_of_cell

# What OWASP's advice on CSV injection lists, full-width forms included.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("＝1", "'＝1"),
        (" =1", "' =1"),
        ("'=1", "''=1"),
        ("a=1", "a=1"),
        ("", ""),
        ("file.txt", "file.txt"),
    ],
)
def test_a_dangerous_beginning_is_guarded(text: str, cell: str) -> None:
    assert spreadsheet_text(text) == cell


@given(st.text(st.sampled_from("=+-@＝＋－＠'\t\r\n ab|%"), max_size=6) | st.text(max_size=12))
def test_guarded_text_never_begins_dangerously_and_comes_back(text: str) -> None:
    cell = spreadsheet_text(text)
    assert not cell.lstrip(" ").startswith(DANGEROUS)
    assert text_of_cell(cell) == text


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("<script>", "&lt;script&gt;"),
        ("a|b", r"a\|b"),
        ("[x](y)", r"\[x\](y)"),
        ("*a* _b_ `c`", r"\*a\* \_b\_ \`c\`"),
        ("http://x.test", r"http\://x.test"),
        ("www.x.test Www.y.test", r"www\.x.test Www\.y.test"),
        ("a\nb", "a b"),
        ("back\\slash", r"back\\slash"),
        ("&amp;", "&amp;amp;"),
    ],
)
def test_markup_is_escaped(text: str, markdown: str) -> None:
    assert markdown_text(text) == markdown


@given(st.text(max_size=30))
def test_markdown_never_holds_a_tag_or_a_line_end(text: str) -> None:
    markdown = markdown_text(text)
    assert not re.search("[<>\n\r]", markdown)
    assert not re.search(r"(?<!\\)(?:\\\\)*\|", markdown)

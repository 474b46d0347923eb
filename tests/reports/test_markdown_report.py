"""Markdown reports."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from simexplorer.pipeline.result import Result
from simexplorer.reports.columns import Tables
from simexplorer.reports.markdown_report import markdown_chunks
from simexplorer.reports.options import ReportOptions
from tests.reports import results


def _text(result: Result, options: ReportOptions | None = None) -> str:
    return b"".join(markdown_chunks(Tables(result), options or ReportOptions())).decode()


def test_sections_and_rows_of_a_small_result() -> None:
    text = _text(results.small(), ReportOptions(title="Copies", written_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC)))
    assert text.startswith("# Copies\n\n- Folder: /data/files\n- Written: 2026-01-02 03:04:00+00:00\n")
    assert "| a.txt | b/two.html | 0.833 | 0.812 |  | 0.900 | 0.920 |  |\n" in text
    assert "| logo.png | skipped | It looks &lt;binary&gt; &amp; holds no text. |  | 50 |\n" in text
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Copies",
        "## Clusters",
        "## Pairs",
        "## Problems",
        "## Recipe",
    ]


def test_what_is_not_1_and_not_at_the_threshold_is_not_told_as_if() -> None:
    text = _text(results.close())
    assert "| 1 | a.txt | yes | 1.000 | 4 | 0.7998 | 0.79999996 | 0.833 |\n" in text
    assert "| a.txt | b/one.txt | 0.999 | 0.953 | 0.16 | 0.960 | 1.000 | 3 |\n" in text
    assert "| a.txt | b/two.html | 0.999 |" in text


def test_a_hostile_result_holds_no_raw_tag_link_or_picture() -> None:
    text = _text(results.hostile())
    assert "<" not in text
    assert not re.search(r"(?<!\\)\]\(", text)
    assert {line.count("|") - line.count("\\|") for line in text.splitlines() if line.startswith("| ")} <= {6, 9}


def test_long_tables_are_cut_and_it_says_so() -> None:
    text = _text(results.large(30, 40), ReportOptions(max_rows=10))
    assert text.count("20 more rows are left out here") == 1
    assert text.count("30 more rows are left out here") == 1
    assert _text(results.large(11, 40), ReportOptions(max_rows=10)).count("\n1 more row is left out here;") == 1


def test_an_empty_result_says_none() -> None:
    assert _text(results.nothing()).count("\nNone.\n") == 3

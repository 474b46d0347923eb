"""Documents whose names tell nothing have their first words beside them in reports that people read."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.result import Result
from simexplorer.reports import page_data
from simexplorer.reports.columns import Tables
from simexplorer.reports.csv_report import csv_chunks
from simexplorer.reports.html_report import html_chunks
from simexplorer.reports.markdown_report import markdown_chunks
from simexplorer.reports.numbered import nameless_rows
from simexplorer.reports.options import Passage, ReportOptions
from simexplorer.reports.page_data import PageData
from tests.reports import results


@pytest.fixture
def mailbox() -> Result:
    """The small result with its first documents as messages of one mailbox, as far as paths tell."""
    small = results.small()
    names = [b"list.mbox!1", b"list.mbox!2", b"list.mbox!3", b"list.mbox!4/a.txt"]
    paths = results.paths_of([*names, *(b"z-%d" % place for place in range(len(small.documents) - 4))])
    container = np.where(np.arange(len(paths)) < 4, len(paths) - 1, -1)
    documents = replace(small.documents, paths=replace(paths, container=container))
    return replace(small, documents=documents)


def told(rows: Sequence[int]) -> list[str]:
    """Words that would do harm if they were not made inert."""
    return ["" if row == 2 else f"<b>*words*</b> of {row}" for row in rows]


def test_a_file_that_a_program_named_is_among_them(mailbox: Result) -> None:
    names = [b"new/1795360874.M513824P5473Q1.vm", b"notes.txt", b"00012.txt", b"d41d8cd98f00b204e9800998ecf8427e"]
    assert nameless_rows(results.paths_of(names), np.arange(4)) == [0, 2, 3]


def test_each_is_named_once_in_order(mailbox: Result) -> None:
    paths = mailbox.documents.paths
    assert nameless_rows(paths, np.array([2, 5, 0, -1, 3, 2, 1, 0])) == [2, 0, 1]


def test_the_page_has_them_by_document(mailbox: Result) -> None:
    data = json.loads("".join(PageData(Tables(mailbox), ReportOptions(first_words=told)).pieces()))
    named = {data["paths"][int(place)]: words for place, words in data["words"].items()}
    assert named == {"list.mbox!1": "<b>*words*</b> of 0", "list.mbox!2": "<b>*words*</b> of 1"}
    without = json.loads("".join(PageData(Tables(mailbox), ReportOptions()).pieces()))
    assert without == {name: content for name, content in data.items() if name != "words"}


def test_beside_passages_they_are_text(mailbox: Result) -> None:
    options = ReportOptions(first_words=told, evidence=lambda _i, _j: [Passage(left="x", right="y")])
    page = b"".join(html_chunks(Tables(mailbox), options)).decode()
    assert '<span class="first">&lt;b&gt;*words*&lt;/b&gt; of 0</span>' in page
    assert "<b>*words*" not in page


def test_more_than_are_read_are_said(mailbox: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_data, "MAX_WORDS", 1)
    data = PageData(Tables(mailbox), ReportOptions(first_words=told))
    assert "First words are shown beside 1 of the 3 documents whose names tell nothing." in data.left_out
    assert len(json.loads("".join(data.pieces()))["words"]) == 1


def test_markdown_has_them_as_text(mailbox: Result) -> None:
    text = b"".join(markdown_chunks(Tables(mailbox), ReportOptions(first_words=told))).decode()
    assert r"| list.mbox\!1 *&lt;b&gt;\*words\*&lt;/b&gt; of 0* | list.mbox\!2 *" in text
    assert r"| list.mbox\!3 |" in text
    assert "of 0*" not in b"".join(markdown_chunks(Tables(mailbox), ReportOptions())).decode()


def test_tables_for_programs_stay_as_they_are(mailbox: Result) -> None:
    assert "words" not in b"".join(csv_chunks(Tables(mailbox).table("pairs"))).decode()

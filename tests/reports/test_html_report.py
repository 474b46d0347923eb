"""The HTML report: inert, whole, the same each time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import lxml.html
import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import Cancelled
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.result import Result
from simexplorer.reports.columns import Tables
from simexplorer.reports.html_report import html_chunks
from simexplorer.reports.options import Passage, ReportOptions
from tests.reports import results

EVIL = "<img src=x onerror=alert(3)></blockquote><script>alert(4)</script>"


def _text(result: Result, options: ReportOptions | None = None) -> str:
    return b"".join(html_chunks(Tables(result), options or ReportOptions())).decode("utf-8")


def _audited(**fields: object) -> str:
    small = results.small()
    return _text(replace(small, audit=replace(small.audit, **fields)))  # type: ignore[arg-type]


def _page(text: str) -> Any:
    return lxml.html.document_fromstring(text)


def _evidence(_i: int, _j: int) -> list[Passage]:
    return [Passage(left=EVIL, right="ü" * 5000, left_line=3)] * 10


@pytest.mark.parametrize("make", [results.small, results.hostile, results.nothing])
def test_the_page_refers_to_nothing_and_runs_nothing_but_its_own(make: Callable[[], Result]) -> None:
    page = _page(_text(make(), ReportOptions(title=EVIL, evidence=_evidence)))
    for element in page.iter():
        names = set(element.attrib)
        assert not {name for name in names if name.startswith("on")}, element.tag
        assert not names & {"src", "href", "style", "action", "srcset", "data"}, element.tag
        assert "javascript:" not in " ".join(element.attrib.values())
    assert not page.xpath("//img|//iframe|//object|//embed|//link|//base|//form")
    assert len(page.xpath("//script")) == 2


def test_the_policy_allows_exactly_the_pages_own_script_and_style() -> None:
    page = _page(_text(results.small()))
    (policy,) = page.xpath('//meta[@http-equiv="Content-Security-Policy"]/@content')
    (script,) = page.xpath('//script[not(@type="application/json")]/text()')
    (style,) = page.xpath("//style/text()")
    hashes = [base64.b64encode(hashlib.sha256(own.encode()).digest()).decode() for own in (style, script)]
    assert re.findall("sha256-([^']+)'", policy) == hashes
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_on_a_phone_figures_stand_two_in_a_row_and_names_beside_what_opens_them() -> None:
    (style,) = _page(_text(results.small())).xpath("//style/text()")
    (narrow,) = re.findall(r"@media \(max-width: 560px\) \{(.*?)\n\}", style, re.DOTALL)
    assert ".tiles { grid-template-columns: 1fr 1fr;" in narrow
    assert re.findall(r"\.opener.*?::before \{ content: \"[▸▾](.*?)\"", style) == ["\\00a0"] * 2


def test_the_data_holds_the_tables() -> None:
    page = _page(_text(results.hostile()))
    (data,) = page.xpath('//script[@id="data"]/text()')
    content = json.loads(data)
    assert sorted(content["paths"]) == sorted(Tables(results.hostile()).paths)
    sections = page.xpath("//section/@data-table")
    assert sections == ["clusters", "pairs", "identical", "problems", "documents"]
    assert set(sections) == set(content["tables"])


def test_the_summary_states_what_a_person_asks_first() -> None:
    page = _page(_text(replace(results.small(), partial=True)))
    tiles = [" ".join(tile.text_content().split()) for tile in page.xpath('//ul[@class="tiles"]/li')]
    assert tiles[0] == "8 documents5 read, 1 empty, 2 skipped"
    assert tiles[4] == "99.91 % of similar pairs found, predicted0.25 pairs expected to be missed"
    notices = [item.text_content() for item in page.xpath('//ul[@class="notices"]/li')]
    assert notices[0].startswith("The run was stopped before its end")
    assert notices[1] == "Buckets above 1,000 documents were not compared as all pairs."


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    tiles = _page(_text(results.small())).xpath('//ul[@class="tiles"]/li')
    told = [" ".join(tile.text_content().split()) for tile in tiles]
    assert told[1].startswith("1 cluster of near-duplicates"), told
    assert told[3].startswith("1 group of identical texts"), told


def test_passages_are_shown_as_text_and_shortened() -> None:
    page = _page(_text(results.small(), ReportOptions(evidence=_evidence, evidence_pairs=1)))
    assert len(page.xpath("//details[summary[contains(., 'b/one.txt')]]")) == 1
    quotes = page.xpath("//blockquote")
    assert len(quotes) == 16
    assert EVIL in quotes[0].text_content()
    assert quotes[1].text_content() == "ü" * 2000 + " […]"
    assert "and 2 more passages" in page.text_content()
    assert "Passages are shown" not in page.text_content()


def test_what_passages_lack_is_said_above_them() -> None:
    options = ReportOptions(evidence=_evidence, evidence_words="without what more than 20 % of the documents hold")
    page = _page(_text(results.small(), options))
    (words,) = page.xpath("//section[details]/p")
    assert words.text_content().startswith("Passages are shown without what more than 20 % of the documents hold:")


def test_both_figures_are_there_and_the_curve_only_with_bands() -> None:
    assert len(_page(_text(results.small())).xpath("//figure//*[name()='svg']")) == 2
    exact = replace(results.small(), bands=0, rows=0)
    assert len(_page(_text(exact)).xpath("//figure//*[name()='svg']")) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "25 bands of 5 rows: half of the pairs are found at"),
        ({"scheme": "bbit"}, "25 bands of 5 rows, over the Jaccard similarity of two documents."),
        ({"measure": "cosine", "scheme": "simhash"}, "25 bands of 5 rows, over the cosine of two documents."),
    ],
    ids=str,
)
def test_the_half_point_is_told_where_positions_agree_with_the_jaccard_similarity(
    changes: dict[str, str], words: str
) -> None:
    small = results.small()
    said = _page(_text(replace(small, recipe=small.recipe.replace(**changes)))).text_content()
    assert words in said
    assert ("rows: half of the pairs" in said) == (changes == {})


def test_equal_results_give_equal_bytes_and_dates_stand_in_the_last_line_only() -> None:
    assert _text(results.small()) == _text(results.small())
    options = (ReportOptions(written_at=datetime(2026, 1, day, tzinfo=UTC)) for day in (1, 2))
    first, second = (re.sub("<footer.*</footer>", "", _text(results.small(), option)) for option in options)
    assert first == second


def test_the_checksum_follows_the_answer() -> None:
    def checksum(result: Result) -> str:
        return str(_page(_text(result)).xpath('//code[@class="checksum"]/text()')[0])

    small = results.small()
    assert checksum(small) == checksum(replace(small, timings={}))
    assert checksum(small) != checksum(replace(small, at_threshold=1))
    assert checksum(small) != checksum(replace(small, recipe=small.recipe.replace(seed=2)))


def test_a_stop_is_heeded_between_passages() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        _text(results.small(), ReportOptions(evidence=_evidence, progress=progress))


def test_what_is_counted_once_is_said() -> None:
    said = _page(_text(results.small())).text_content()
    assert "distinct texts: identical ones count once" in said
    assert "Shingles are counted with their repeats; a set holds each once." in said
    assert "identical ones count once" not in _page(_text(results.nothing())).text_content()


def test_the_figures_say_where_they_do_not_hold() -> None:
    assert "but for pairs that were not found" in _audited(gaps=0.9)
    assert "It holds for signatures without gaps" in _audited(gaps=0.9)
    assert "whatever the curve says" in _audited(scanned=True)
    assert "signatures without gaps" not in _audited()


def test_the_histogram_says_whether_it_rests_on_a_sample_or_on_all_pairs_that_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = results.small().members.size
    every = texts * (texts - 1) // 2
    for those_across in (every, every - 3):  # of a run with a reference fewer count, and all of them are taken
        told = f"estimated from the signatures of all {those_across} pairs below 0.8, exact from there on"
        assert told in _audited(sampled_pairs=those_across)
    monkeypatch.setattr("simexplorer.pipeline.result.SAMPLED_PAIRS", every - 1)
    assert f"{every - 1} random pairs below 0.8, exact from there on" in _audited(sampled_pairs=every - 1)
    told = f"{every - 1} random pairs below 0.65, others that were compared up to 0.8, exact from there on"
    assert told in _audited(sampled_pairs=every - 1, compared_from=0.65)


def test_the_histogram_speaks_of_no_sample_where_all_was_counted_and_of_none_where_there_is_no_pair() -> None:
    found = np.zeros(100)
    found[90] = int(results.small().found(0.0))
    assert "by similarity, logarithmic: exact.<" in _audited(exact_from=0.0, histogram=found)
    assert "exact, but for pairs that were not found.<" in _audited(exact_from=0.0, histogram=found, gaps=0.1)
    found[0] = 7.0
    texts = results.small().members.size
    every = texts * (texts - 1) // 2
    told = f"exact where pairs were found; 7 others estimated from the signatures of all {every} pairs.<"
    assert told in _audited(exact_from=0.0, histogram=found, sampled_pairs=every)
    assert "by similarity, logarithmic: there are none.<" in _audited(histogram=np.zeros(100), sampled_pairs=0)


def test_the_histogram_says_what_was_added_to_the_pairs_that_were_found_and_that_a_part_of_a_run_found_fewer() -> None:
    small = results.small()
    bars = np.zeros(100)
    bars[10], bars[95] = 4.0, int(small.found(0.8)) + 184.6
    audit = replace(small.audit, histogram=bars, exact_from=0.8, sampled_pairs=6)
    said = _text(replace(small, audit=audit))
    assert "below 0.8, exact from there on, with about 185 pairs added that were probably missed.<" in said
    bars[95] = int(small.found(0.8))
    assert "below 0.8, exact from there on.<" in _text(replace(small, audit=audit))
    part = _text(replace(small, audit=audit, partial=True))
    assert "below 0.8, exact from there on, but for pairs that were not found.<" in part


def test_the_table_of_pairs_says_which_texts_stand_in_it_and_what_its_headings_mean() -> None:
    def said(result: Result, options: ReportOptions | None = None) -> str:
        return " ".join(
            _page(_text(result, options)).xpath('//section[@data-table="pairs"]/p')[0].text_content().split()
        )

    small = results.small()
    assert said(small).startswith(
        "Of identical texts the first by path stands for all. Exact similarity is the Jaccard"
    )
    assert "The error is the estimated less the exact Jaccard similarity, in standard deviations" in said(small)
    assert "identical" not in said(replace(small, groups=results.no_groups(8)))
    cosine = said(replace(small, recipe=small.recipe.replace(measure="cosine", scheme="hyperplane")))
    assert "the estimated less the exact angle" in cosine
    assert "Jaccard" not in cosine
    chosen = ReportOptions(columns=("a", "b"))
    assert said(small, chosen) == "Of identical texts the first by path stands for all."
    assert not _page(_text(results.nothing())).xpath('//section[@data-table="pairs"]/p')

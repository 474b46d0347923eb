"""Reports in a real browser: sorted and filtered by pressing, nothing foreign runs, nothing is fetched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.changes_report import write_changes
from simexplorer.reports.options import Passage, ReportOptions
from simexplorer.reports.writing import write_report
from simexplorer.workspace.comparison import compare
from tests.reports import results
from tests.reports.browser import BROWSER, Page, browser
from tests.ui.fakes import make_documents, make_pairs, make_paths
from tests.workspace.made import made

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is installed here")
KEPT = os.environ.get("SIMEXPLORER_PICTURES")  # a folder for pictures to look at
PAIRS = "document.querySelector('[data-table=pairs]')"
EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def opened(page: Page, folder: Path, result: Result, dark: bool = False) -> None:
    options = ReportOptions(evidence=lambda _i, _j: [Passage(left=EVIL, right="same words", left_line=3)])
    write_report(result, folder / "report.html", options)
    page.said.clear()
    page.open(folder / "report.html", dark)
    if KEPT:
        page.picture(Path(KEPT) / f"report-{len(result.documents)}-{'dark' if dark else 'light'}.png")


def cells(page: Page, column: int) -> list[str]:
    rows = f"[...{PAIRS}.querySelectorAll('tbody tr')]"
    return list(page.evaluate(f"{rows}.map(row => row.children[{column}].textContent)"))


def test_sorting_and_filtering_do_what_they_say(page: Page, tmp_path: Path) -> None:
    result = many(2_000)
    opened(page, tmp_path, result)
    similar = [float(cell) for cell in cells(page, 2)]
    assert similar == sorted(similar, reverse=True)
    page.press(f"{PAIRS}.querySelectorAll('th button')[2]")
    page.press(f"{PAIRS}.querySelectorAll('th button')[2]")
    rising = [float(cell) for cell in cells(page, 2)]
    assert rising == sorted(rising)
    assert rising[0] < similar[-1]
    assert page.evaluate(f"{PAIRS}.querySelectorAll('th')[2].getAttribute('aria-sort')") == "ascending"
    page.press(f"{PAIRS}.querySelector('input[type=search]')")
    page.type("folder-3/")
    page.wait(f"{PAIRS}.querySelector('.count').textContent.includes('filtered')")
    assert all("folder-3/" in a + b for a, b in zip(cells(page, 0), cells(page, 1), strict=True))
    assert page.said == []


def test_passages_run_the_way_of_their_letters(page: Page, tmp_path: Path) -> None:
    """A full stop behind Hebrew stands at its left, the first letter at the right edge; of names the path does not."""
    write_report(
        results.small(),
        tmp_path / "report.html",
        ReportOptions(evidence=lambda _i, _j: [Passage(left="שלום עולם.", right="Hello world.", left_line=None)]),
    )
    page.open(tmp_path / "report.html")
    place = """(which, at) => {
      const text = document.querySelectorAll('blockquote')[which].lastChild, range = document.createRange();
      range.setStart(text, at); range.setEnd(text, at + 1);
      return range.getBoundingClientRect().x;
    }"""
    for which, right in ((0, True), (1, False)):
        first, stop = (page.evaluate(f"({place})({which}, {at})") for at in (0, 9))
        assert (stop < first) == right


def test_a_group_opens_and_shows_its_members(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.small(), dark=True)
    clusters = "document.querySelector('[data-table=clusters]')"
    before = page.evaluate(f"{clusters}.querySelectorAll('tr').length")
    page.press(f"{clusters}.querySelector('.opener')")
    assert page.evaluate(f"{clusters}.querySelectorAll('tr').length") > before
    page.press("document.getElementById('theme')")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.said == []


def test_a_group_opened_by_the_keyboard_keeps_the_focus_and_shuts_again(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.small())
    clusters = "document.querySelector('[data-table=clusters]')"
    rows, opener = f"{clusters}.querySelectorAll('tr').length", f"{clusters}.querySelector('.opener')"
    before = page.evaluate(rows)
    page.evaluate(f"{opener}.focus()")
    for shown in (True, False, True):
        page.enter()
        assert page.evaluate(f"document.activeElement === {opener}")
        assert page.evaluate(f"{opener}.getAttribute('aria-expanded')") == str(shown).lower()
        assert (page.evaluate(rows) > before) == shown
    page.press(f"{clusters}.querySelectorAll('th button')[1]")  # sorted, and drawn anew
    assert page.evaluate(rows) > before
    assert page.said == []


def test_at_the_last_page_the_focus_goes_to_the_other_button(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.large(120, 40))
    page.evaluate(f"{PAIRS}.querySelectorAll('.tools button')[1].focus()")
    for told in ("51–100 of 120", "101–120 of 120", "51–100 of 120", "1–50 of 120", "51–100 of 120"):
        page.enter()
        assert page.evaluate(f"{PAIRS}.querySelector('.count').textContent") == told
    assert page.said == []


def test_on_paper_everything_is_open_and_afterwards_as_it_was(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.small())
    shut = "document.querySelectorAll('details:not([open])').length"
    members = "document.querySelectorAll('.members').length"
    before = page.evaluate(shut)
    assert before
    for _ in range(2):  # a browser may say twice that it prints
        page.evaluate("window.dispatchEvent(new Event('beforeprint')) && null")
        assert page.evaluate(shut) == 0
        assert page.evaluate(members) > 0
    for _ in range(2):
        page.evaluate("window.dispatchEvent(new Event('afterprint')) && null")
        assert page.evaluate(shut) == before
        assert page.evaluate(members) == 0
    assert page.said == []


def test_numbers_are_told_as_in_every_other_report(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.close())
    assert cells(page, 2) == ["0.999", "0.999"]
    assert cells(page, 6) == ["1.000", "0.920"]
    row = "[...document.querySelectorAll('[data-table=clusters] tbody tr td')].map(cell => cell.textContent)"
    assert page.evaluate(row) == ["1", "a.txt", "4", "0.7998", "0.79999996", "0.833"]


def test_what_is_new_is_sorted_by_its_numbers_and_read_in_words(page: Page, tmp_path: Path) -> None:
    lengths = {"a.txt": 2_389, "b.txt": 30, "c.txt": 17, "d.txt": 600}
    earlier, later = made(dict.fromkeys(lengths, "x")), made({name: "x" * size for name, size in lengths.items()})
    write_changes(compare(earlier, later), tmp_path / "new.html")
    page.said.clear()
    page.open(tmp_path / "new.html")
    rows = "[...document.querySelectorAll('[data-table=changes] tbody tr')]"
    now = f"{rows}.map(row => row.children[5].textContent).filter(words => words.endsWith('characters'))"
    for told in (["2,389", "600", "30", "17"], ["17", "30", "600", "2,389"]):
        page.press("document.querySelectorAll('[data-table=changes] th button')[5]")
        assert page.evaluate(now) == [f"{count} characters" for count in told]
    assert page.said == []


def test_a_narrow_page_is_not_moved_sideways_and_its_axes_can_be_read(page: Page, tmp_path: Path) -> None:
    write_report(replace(results.small(), recipe=Recipe(exclude=("long" * 30,))), tmp_path / "report.html")
    page.open(tmp_path / "report.html", width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("document.querySelector('svg text.tick').getBoundingClientRect().height") >= 9


def test_scripts_in_names_and_texts_stay_text(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, results.hostile())
    assert page.evaluate("document.querySelectorAll('img').length") == 0
    assert page.evaluate("document.querySelectorAll('script').length") == 2
    assert [said for said in page.said if not said.startswith("log: ")] == []


@pytest.mark.slow
def test_a_report_of_100000_pairs_can_be_used(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, many(100_000))
    assert page.evaluate(f"{PAIRS}.querySelector('.count').textContent") == "1–50 of 100,000"
    milliseconds = page.evaluate(
        f"(() => {{ const b = {PAIRS}.querySelectorAll('th button')[0]; const t = performance.now(); b.click(); "
        "return performance.now() - t; })()"
    )
    assert set(cells(page, 0)) == {"folder-0/document-0000.txt"}  # the first of about 200 pairs in which it comes first
    page.press(f"{PAIRS}.querySelector('input[type=search]')")
    page.type("folder-3/")
    page.wait(f"{PAIRS}.querySelector('.count').textContent.includes('filtered')")
    assert all("folder-3/" in a + b for a, b in zip(cells(page, 0), cells(page, 1), strict=True))
    assert page.said == []
    assert milliseconds < 60_000  # a fraction of a second where nothing else runs
    if KEPT:
        size = (tmp_path / "report.html").stat().st_size
        (Path(KEPT) / "report.txt").write_text(f"{size:,} bytes, sorted in {milliseconds:.0f} ms")


def many(pairs: int) -> Result:
    """A small result with so many pairs in place of its own."""
    documents = 1_000
    base = results.small()
    found = make_pairs(documents, pairs, 0.8, 128)
    paths = make_paths([b"folder-%d/document-%04d.txt" % (k // 100, k) for k in range(documents)])
    return replace(
        base,
        documents=make_documents(paths),
        shingles=np.full(documents, 50),
        pairs=found,
        at_threshold=pairs,
        groups=replace(base.groups, representative=np.arange(documents, dtype=np.int32)),
        clusters=replace(base.clusters, of=np.full(documents, -1, np.int32)),
    )

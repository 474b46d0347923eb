"""What is new, as a table and as a report in four formats."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import lxml.html
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.errors import UsageError
from simexplorer.pipeline.comparison import Change, Comparison
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.reports.change_rows import ChangeRows, figure_words
from simexplorer.reports.changes_report import ENDINGS, write_changes
from simexplorer.reports.json_report import json_chunks
from simexplorer.workspace.comparison import compare
from tests.workspace.made import FILES, SIMILAR, made, small

EVIL = "<script>alert(1)</script>.txt"


@pytest.fixture
def comparison() -> Comparison:
    """One document renamed, one gone, one of another text, one new beside its like; a formula for a name."""
    files = dict(FILES)
    files["moved.txt"] = files.pop("c/three.txt")
    files["b/two.txt"] = "other"
    del files["c/two.txt"]
    files["=1+1.txt"] = "alpha"
    files[EVIL] = "betb"
    return compare(
        small(), made(files, {("alpha", "alphb"): 0.95, **{k: v for k, v in SIMILAR.items() if "beta" in k}})
    )


def told(comparison: Comparison) -> list[tuple[object, ...]]:
    return list(ChangeRows(comparison).table().rows())


def test_every_change_stands_in_one_row(comparison: Comparison) -> None:
    rows = told(comparison)
    assert ("document", "renamed", EVIL, None, 4.0, 4.0, "characters", "c/two.txt", None) in rows
    assert ("document", "renamed", "moved.txt", None, 5.0, 5.0, "characters", "c/three.txt", None) in rows
    assert ("document", "changed", "b/two.txt", None, 4.0, 5.0, "characters", None, None) in rows
    assert ("document", "added", "=1+1.txt", None, None, 5.0, "characters", None, "a/one copy.txt") in rows
    assert ("pair", "gone", "b/two.txt", "c/two.txt", 0.85, None, "Jaccard similarity", None, None) in rows
    changed = [row for row in rows if row[:2] == ("pair", "changed")]
    assert [row[4:6] for row in changed] == [(0.9, 0.95)]
    assert sum(row[0] == "cluster" for row in rows) == 2


def test_a_document_that_was_not_read_has_no_characters() -> None:
    locked = dict(FILES, **{"locked.pdf": ""})
    rows = told(compare(small(), made(locked, SIMILAR)))
    assert ("document", "added", "locked.pdf", None, None, None, "characters", None, None) in rows


def twins(before: dict[str, str], now: dict[str, str]) -> dict[str, str | None]:
    rows = told(compare(made(before), made(now)))
    return {str(row[2]): row[8] for row in rows if row[0] == "document" and row[1] in ("added", "changed")}  # type: ignore[misc]


def test_a_new_copy_names_what_it_is_a_copy_of() -> None:
    before = {"m.txt": "alpha", "n.txt": "beta"}
    # the copy comes before what it copies; of two that are both new each names the other
    assert twins(before, {**before, "a.txt": "alpha"}) == {"a.txt": "m.txt"}
    assert twins(before, {**before, "x.txt": "new", "y.txt": "new"}) == {"x.txt": "y.txt", "y.txt": "x.txt"}
    assert twins(before, {**before, "n.txt": "alpha"}) == {"n.txt": "m.txt"}
    # what was there already is named before what is new with it
    assert twins(before, {**before, "a.txt": "alpha", "b.txt": "alpha"}) == {"a.txt": "m.txt", "b.txt": "m.txt"}
    assert twins(before, {**before, "x.txt": "new", "y.txt": ""}) == {"x.txt": None, "y.txt": None}


@given(*[st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["", "u", "v", "w"]), min_size=1)] * 2)
def test_copies_are_those_of_a_search_through_all_texts(before: dict[str, str], now: dict[str, str]) -> None:
    comparison = compare(made(before), made(now))
    change = dict(zip(sorted(now), comparison.documents.tolist(), strict=True))
    fresh = {name for name in now if change[name] in (Change.ADDED, Change.CHANGED)}

    def expected(name: str) -> str | None:
        same = sorted(other for other in now if other != name and now[other] == now[name] != "")
        return min(same, key=lambda other: (other in fresh, other), default=None)

    assert twins(before, now) == {name: expected(name) for name in fresh}


def test_equal_runs_have_nothing_new() -> None:
    assert len(ChangeRows(compare(small(), small()))) == 0


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_format_holds_all_rows_and_no_format_runs_anything(
    comparison: Comparison, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"new{ending}"
    write_changes(comparison, path)
    text = path.read_text()
    count = len(told(comparison))
    if ending == ".csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert len(rows) == count
        assert "'=1+1.txt" in {row["document"] for row in rows}
        assert [row["former_path"] for row in rows if row["document"] == "moved.txt"] == ["c/three.txt"]
    elif ending == ".json":
        content = json.loads(text)
        assert len(content["changes"]) == count
        assert content["summary"].startswith("Documents: ")
        assert [row["former_path"] for row in content["changes"] if row["document"] == "moved.txt"] == ["c/three.txt"]
    elif ending == ".md":
        assert text.count("\n|") == count + 2
        assert "<script" not in text
        assert "| moved.txt | c/three.txt | 5 characters | 5 characters |" in text
        assert "| =1+1.txt | a/one copy.txt |  | 5 characters |" in text
    else:
        page = lxml.html.document_fromstring(text)
        assert len(page.xpath("//script")) == 2
        data = json.loads(page.xpath('//script[@id="data"]/text()')[0])
        assert data["tables"]["changes"]["rows"] == count
        assert EVIL in data["paths"]
        headings = {column["name"]: column["title"] for column in data["tables"]["changes"]["columns"]}
        assert list(headings) == ["what", "change", "document", "second_document", "before", "now"]
        assert headings["second_document"] == "Second, former or same"
        _, change, _, former, *_ = (column["values"] for column in data["tables"]["changes"]["columns"])
        renamed = [place for place, code in zip(former, change, strict=True) if code == Change.MOVED]
        assert [data["paths"][place] for place in renamed] == ["c/two.txt", "c/three.txt"]
    write_changes(comparison, tmp_path / f"again{ending}")
    assert (tmp_path / f"again{ending}").read_bytes() == path.read_bytes()


def test_another_ending_is_refused(comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.html"):
        write_changes(comparison, tmp_path / "new.pdf")


def test_values_of_either_run_stand_on_their_side(comparison: Comparison) -> None:
    rows = ChangeRows(comparison)
    gone, added = rows.change == 2, rows.change == 1
    assert np.isnan(rows.values(later=True)[gone]).all()
    assert np.isnan(rows.values(later=False)[added]).all()


def _measured(comparison: Comparison, before: str, now: str) -> Comparison:
    """The same by other measures, under which similarities are those of distances."""
    limits = {"hamming": {"scheme": "bit-sampling", "max_distance": 12.0}, "jaccard": {}}
    limits["euclidean"] = {"scheme": "random-lines", "max_distance": 2.0}
    earlier, later = (
        replace(run, recipe=run.recipe.replace(measure=measure, **limits[measure]))
        for run, measure in ((comparison.earlier, before), (comparison.later, now))
    )
    return replace(comparison, earlier=earlier, later=later)


def test_pairs_of_distances_stand_in_their_own_unit(comparison: Comparison) -> None:
    rows = told(_measured(comparison, "hamming", "hamming"))
    assert ("pair", "gone", "b/two.txt", "c/two.txt", 9.6, None, "bits apart", None, None) in rows
    assert ("document", "renamed", EVIL, None, 4.0, 4.0, "characters", "c/two.txt", None) in rows
    gone = [row for row in told(_measured(comparison, "euclidean", "euclidean")) if row[:2] == ("pair", "gone")]
    # w / (w + d) = 0.85 at the width w = 1 of the recipe
    assert [row[4] for row in gone] == [round(1 / 0.85 - 1, 9)]


def test_two_measures_are_named_and_said_to_differ(comparison: Comparison, tmp_path: Path) -> None:
    mixed = _measured(comparison, "jaccard", "hamming")
    changed = [row for row in told(mixed) if row[:2] == ("pair", "changed")]
    assert [row[4:7] for row in changed] == [(0.9, 3.2, "Jaccard similarity before, bits apart now")]
    words = "Not the same measure: Jaccard similarity before, Hamming distance now."
    for ending in (".html", ".json", ".md"):
        write_changes(mixed, tmp_path / f"new{ending}")
        assert words in (tmp_path / f"new{ending}").read_text()


def test_that_the_later_run_was_stopped_is_said_first_in_every_format(comparison: Comparison, tmp_path: Path) -> None:
    stopped = replace(comparison, later=replace(comparison.later, partial=True))
    assert ChangeRows(stopped).words.startswith("The run was stopped before its end: pairs, clusters and ")
    for ending in (".html", ".json", ".md"):
        write_changes(stopped, tmp_path / f"new{ending}")
        assert "The run was stopped before its end: " in (tmp_path / f"new{ending}").read_text("utf-8")


def test_another_limit_is_said(comparison: Comparison) -> None:
    later = replace(comparison.later, recipe=comparison.later.recipe.replace(threshold=0.9))
    rows = ChangeRows(replace(comparison, later=later))
    assert rows.apart() == ["Not the same limit: pairs at or above 0.80 before, at or above 0.90 now."]
    assert ChangeRows(comparison).apart() == []
    for threshold, told in ((0.80004, "0.80 before, at or above 0.80004 now"), (0.80000004, "0.80 (0.8) before, ")):
        near = replace(comparison.later, recipe=comparison.later.recipe.replace(threshold=threshold))
        (words,) = ChangeRows(replace(comparison, later=near)).apart()
        assert f"pairs at or above {told}" in words
    assert words.endswith("at or above 0.80 (0.80000004) now.")


def test_other_settings_that_change_what_is_compared_are_said(comparison: Comparison, tmp_path: Path) -> None:
    recipe = comparison.later.recipe
    later = recipe.replace(threshold=0.9, shingle_kind="word", shingle_size=3, exclude=("old",), stop_words=True)
    other = replace(comparison, later=replace(comparison.later, recipe=later))
    words = (
        f"Not the same settings: exclude none before, old now; shingle kind {recipe.shingle_kind} before, word now; "
        f"shingle size {recipe.shingle_size} before, 3 now; stop words off before, on now."
    )
    assert ChangeRows(other).apart()[1:] == [words]
    for ending in (".json", ".md"):
        write_changes(other, tmp_path / f"new{ending}")
    assert words in json.loads((tmp_path / "new.json").read_text())["summary"]


def test_settings_that_are_no_utf_8_are_said_as_names_are(comparison: Comparison, tmp_path: Path) -> None:
    odd = os.fsdecode(b"alt\xe4")
    later = comparison.later.recipe.replace(exclude=("old", odd), reference=odd)
    other = replace(comparison, later=replace(comparison.later, recipe=later))
    for ending in ENDINGS:
        write_changes(other, tmp_path / f"new{ending}")
    words = r"exclude none before, old, alt\xe4 now; reference none before, alt\xe4 now"
    assert words in json.loads((tmp_path / "new.json").read_text())["summary"]


def test_figures_are_told_with_their_units_and_all_their_digits() -> None:
    jaccard, hamming = MeasureScale(), MeasureScale("hamming")
    assert figure_words(0, 123456.0, jaccard) == "123,456 characters"
    assert figure_words(0, 1.0, jaccard) == "1 character"
    assert figure_words(1, 0.9125, jaccard) == "0.912"
    assert figure_words(1, 0.98912, jaccard, 0.98931) == "0.989"
    assert figure_words(1, 0.98931, jaccard, 0.98912) == "0.9893", "not what the other run told"
    assert figure_words(1, 1.0, hamming) == "1 bit apart"
    assert figure_words(1, float("inf"), MeasureScale("euclidean")) == "far apart"
    assert figure_words(2, 3.0, jaccard) == "3 documents"
    assert figure_words(2, float("nan"), jaccard) == ""


def test_markdown_and_page_tell_units(comparison: Comparison, tmp_path: Path) -> None:
    for ending in (".html", ".md"):
        write_changes(_measured(comparison, "hamming", "hamming"), tmp_path / f"new{ending}")
        text = (tmp_path / f"new{ending}").read_text()
        assert "9.6 bits apart" in text
        assert "5 characters" in text


def test_similarities_that_differ_by_little_are_told_apart(tmp_path: Path) -> None:
    near = dict.fromkeys(SIMILAR, 0.98912)
    changed = compare(made(FILES, near), made(FILES, dict.fromkeys(SIMILAR, 0.98931)))
    assert ChangeRows(changed).what.tolist() == [1] * 3
    write_changes(changed, tmp_path / "new.md")
    rows = [line.split("|") for line in (tmp_path / "new.md").read_text().splitlines() if "pair" in line]
    assert {tuple(cell.strip() for cell in row[5:7]) for row in rows} == {("0.989", "0.9893")}


def test_json_spells_names_as_the_json_report_does(tmp_path: Path) -> None:
    files = {name.encode(): text for name, text in FILES.items()}
    later = made({**files, b"new\nline.txt": "alpha", b"bad\xff.txt": "other"})
    write_changes(compare(made(FILES), later), tmp_path / "new.json")
    report = json.loads(b"".join(json_chunks(later)))
    added = [
        row["document"]
        for row in json.loads((tmp_path / "new.json").read_bytes())["changes"]
        if row["what"] == "document"
    ]
    assert set(added) == {row["path"] for row in report["documents"]} - set(FILES)

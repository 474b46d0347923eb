"""What is new, as a table and as a report in four formats."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import lxml.html
import numpy as np
import pytest

from simexplorer.errors import ExportError
from simexplorer.reports.change_rows import ChangeRows
from simexplorer.reports.changes_report import ENDINGS, write_changes
from simexplorer.workspace.comparison import Comparison, compare
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
    assert ("document", "renamed", EVIL, None, 4.0, 4.0) in rows
    assert ("document", "changed", "b/two.txt", None, 4.0, 5.0) in rows
    assert ("document", "added", "=1+1.txt", None, None, 5.0) in rows
    assert ("pair", "gone", "b/two.txt", "c/two.txt", 0.85, None) in rows
    changed = [row for row in rows if row[:2] == ("pair", "changed")]
    assert [row[4:] for row in changed] == [(0.9, 0.95)]
    assert sum(row[0] == "cluster" for row in rows) == 2


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
    elif ending == ".json":
        content = json.loads(text)
        assert len(content["changes"]) == count
        assert content["summary"].startswith("Documents: ")
    elif ending == ".md":
        assert text.count("\n|") == count + 2
        assert "<script" not in text
    else:
        page = lxml.html.document_fromstring(text)
        assert len(page.xpath("//script")) == 2
        data = json.loads(page.xpath('//script[@id="data"]/text()')[0])
        assert data["tables"]["changes"]["rows"] == count
        assert EVIL in data["paths"]
    write_changes(comparison, tmp_path / f"again{ending}")
    assert (tmp_path / f"again{ending}").read_bytes() == path.read_bytes()


def test_another_ending_is_refused(comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"\.html"):
        write_changes(comparison, tmp_path / "new.pdf")


def test_values_of_either_run_stand_on_their_side(comparison: Comparison) -> None:
    rows = ChangeRows(comparison)
    gone, added = rows.change == 2, rows.change == 1
    assert np.isnan(rows.values(later=True)[gone]).all()
    assert np.isnan(rows.values(later=False)[added]).all()

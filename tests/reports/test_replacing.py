"""What a report may take the place of."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.errors import ExportError
from simexplorer.pipeline.result import Result
from simexplorer.reports import changes_report
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.replacing import is_report, is_report_of_run, require_no_document
from simexplorer.reports.writing import ENDINGS, write_report
from simexplorer.workspace.comparison import compare
from tests.reports import results
from tests.workspace.made import made
from tests.workspace.made import small as kept


@pytest.mark.parametrize("make", [results.small, results.hostile, results.nothing])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_file_of_a_report_is_known_as_one(tmp_path: Path, make: Callable[[], Result], ending: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    assert all(map(is_report, write_report(make(), tmp_path / f"r{ending}")))


@pytest.mark.parametrize("columns", [("a", "b", "jaccard"), ("a", "b", "a_in_b", "b_in_a"), ("estimate", "a", "b")])
def test_pairs_narrowed_to_a_few_columns_are_known(tmp_path: Path, columns: tuple[str, ...]) -> None:
    assert all(map(is_report, write_report(results.small(), tmp_path / "r.csv", ReportOptions(columns=columns))))


@pytest.mark.parametrize("ending", changes_report.ENDINGS)
def test_a_report_of_what_is_new_is_known_too(tmp_path: Path, ending: str) -> None:
    place = tmp_path / f"new{ending}"
    changes_report.write_changes(compare(kept(), made({"a.txt": "alpha"}, {})), place)
    assert is_report(bytes(place))
    assert not is_report_of_run(bytes(place))


@pytest.mark.parametrize("ending", changes_report.ENDINGS)
def test_a_report_of_a_run_is_told_from_one_of_what_is_new(tmp_path: Path, ending: str) -> None:
    assert all(map(is_report_of_run, write_report(results.small(), tmp_path / f"r{ending}")))
    assert not is_report_of_run(bytes(tmp_path / "missing.json"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b"path,bytes,format\r\na.txt,3,text/plain\r\n"),
        ("a.csv", b"a,b,jaccard,estimate,error_sd,mine\r\n"),
        ("a.csv", b"a,b,distance\r\nRome,Milan,477\r\n"),
        ("a.csv", b"a,b,note\r\n"),
        ("a.csv", b"a,b,jaccard\n"),
        ("a.csv", b"a,b\r\n"),
        ("a.md", b"# What is new\n\nWe moved.\n\n| What | Where |\n"),
        ("a.md", b"# Similarity report\n\nwritten by hand"),
        ("a.html", b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Similarity report'),
        ("a.json", b'{"recipe": {}}'),
        ("a.xlsx", b"PK\3\4 damaged"),
        ("a.parquet", b"PAR1 of somebody else PAR1"),
        ("a.html", b""),
    ],
)
def test_files_of_others_are_none(tmp_path: Path, name: str, content: bytes) -> None:
    place = tmp_path / name
    place.write_bytes(content)
    assert not is_report(bytes(place))
    assert not is_report(bytes(tmp_path / "missing.json"))


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA], ids=str)
def test_a_workbook_whose_packed_bytes_are_damaged_is_none(tmp_path: Path, packing: int) -> None:
    report = tmp_path / "r.xlsx"
    write_report(results.small(), report)
    with zipfile.ZipFile(report) as parts:
        workbook = parts.read("xl/workbook.xml")
    with zipfile.ZipFile(report, "w", packing) as parts:
        parts.writestr("xl/workbook.xml", workbook)
    assert is_report(bytes(report))
    whole = bytearray(report.read_bytes())
    begins = whole.index(b"xl/workbook.xml") + len(b"xl/workbook.xml")
    whole[begins + 9 : begins + 21] = b"\xff" * 12  # behind what tells how it is packed
    report.write_bytes(whole)
    assert not is_report(bytes(report))


def test_the_rows_of_a_table_are_not_asked_one_by_one_for_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, report = tmp_path / "rows.csv", tmp_path / "r.md"
    for place in (table, report):
        place.write_text("of the user")
    documents = results.documents_of([b"rows.csv", *(b"rows.csv!%d" % row for row in range(9))], bytes(tmp_path))
    container = np.array([-1, *[0] * 9])
    documents = replace(documents, paths=replace(documents.paths, container=container))
    asked, file = [], Paths.file
    monkeypatch.setattr(Paths, "file", lambda paths, row: asked.append(row) or file(paths, row))
    require_no_document([bytes(report)], documents)
    with pytest.raises(ExportError, match="is one of the documents"):
        require_no_document([bytes(table)], documents)
    assert asked == [0]

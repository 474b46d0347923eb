"""What was decided stands beside what was found, in every table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from msgspec.structs import replace

from simexplorer.reports.columns import Tables
from simexplorer.reports.decision_columns import decision_columns
from simexplorer.reports.evidence import evidence_of
from simexplorer.reports.markdown_report import markdown_chunks
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.page_data import PageData
from simexplorer.reports.writing import write_report
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import (
    mark_documents,
    note_cluster,
    note_document,
    note_pair,
    note_two,
    review_clusters,
    separate_pairs,
)
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import row, small


@pytest.fixture
def standing() -> Standing:
    result = small()
    entries = []
    for decide in (
        lambda here: mark_documents(here, [row(result, "a/one copy.txt")], Mark.DUPLICATE),
        lambda here: mark_documents(here, [row(result, "a/one.txt")], Mark.KEEP),
        lambda here: separate_pairs(here, [1]),
        lambda here: review_clusters(here, [0]),
        lambda here: note_document(here, 4, "=1+1"),
        lambda here: note_pair(here, 0, "look again"),
        lambda here: note_cluster(here, 1, "theirs"),
    ):
        entries.append(decide(standing_of(result, entries)))
    return standing_of(result, entries)


def table(standing: Standing, name: str) -> list[dict[str, object]]:
    made = Tables(standing.result, standing).table(name)
    names = [column.name for column in made.columns]
    return [dict(zip(names, cells, strict=True)) for cells in made.rows()]


def test_marks_reviews_and_notes_stand_where_they_belong(standing: Standing) -> None:
    documents = {line["path"]: line for line in table(standing, "documents")}
    assert documents["a/one copy.txt"]["decision"] == "duplicate"
    assert documents["a/one.txt"]["decision"] == "keep"
    assert documents["c/three.txt"]["note"] == "=1+1"
    pairs = table(standing, "pairs")
    assert [line["not_duplicates"] for line in pairs] == [False, True]
    assert [line["note"] for line in pairs] == ["look again", None]
    clusters = table(standing, "clusters")
    assert {line["reviewed"] for line in clusters if line["cluster"] == 1} == {True}
    assert {line["note"] for line in clusters if line["cluster"] == 2} == {"theirs"}


def test_a_note_on_two_that_are_no_pair_of_the_report_stands_with_both(standing: Standing) -> None:
    entries = [note_document(standing, 4, "late"), note_two(standing, np.array([0, 4]), "quoted")]
    documents = {line["path"]: line["note"] for line in table(standing_of(standing.result, entries), "documents")}
    assert documents["c/three.txt"] == "late\nwith a/one copy.txt: quoted"
    assert documents["a/one copy.txt"] == "with c/three.txt: quoted"
    assert sum(note is not None for note in documents.values()) == 2


def test_a_note_is_no_formula_in_a_spreadsheet(standing: Standing, tmp_path: Path) -> None:
    write_report(standing.result, tmp_path / "r.documents.csv", ReportOptions(decisions=standing))
    rows = list(csv.DictReader((tmp_path / "r.documents.csv").read_text().splitlines()))
    assert "'=1+1" in {line["note"] for line in rows}
    write_report(standing.result, tmp_path / "r.xlsx", ReportOptions(decisions=standing))
    sheet = openpyxl.load_workbook(tmp_path / "r.xlsx")["Documents"]
    cells = [cell for line in sheet.iter_rows() for cell in line if "1+1" in str(cell.value)]
    assert [cell.data_type for cell in cells] == ["s"]


def test_the_page_tells_of_clusters_and_members_what_their_table_does(standing: Standing) -> None:
    def columns(*names: str) -> dict[str, list[str]]:
        options = ReportOptions(columns=names or None)
        page = json.loads("".join(PageData(Tables(standing.result, standing), options).pieces()))["tables"]
        heads = {name: [column["name"] for column in held["columns"]] for name, held in page.items()}
        return heads | {"members": [column["name"] for column in page["clusters"].get("members", [])]}

    whole = {column.name for column in Tables(standing.result, standing).table("clusters").columns}
    assert set(columns()["clusters"]) | set(columns()["members"]) == whole
    assert columns()["members"] == ["document", "to_representative", "decision"]
    chosen = columns("clusters.document", "clusters.size", "clusters.note", "documents.path", "documents.note")
    assert (chosen["clusters"], chosen["members"]) == (["representative", "size", "note"], ["document"])
    assert (chosen["documents"], chosen["problems"]) == (["path", "note"], ["path"])
    assert columns("size")["members"] == []
    assert columns("document")["clusters"] == ["representative"], "what opens has a name"


def test_markdown_tells_what_was_decided_of_documents(standing: Standing) -> None:
    def sections(decisions: Standing | None, *names: str) -> list[str]:
        options = ReportOptions(columns=names or None, decisions=decisions)
        return b"".join(markdown_chunks(Tables(standing.result, decisions), options)).decode().split("\n## ")

    (decided,) = (part for part in sections(standing) if part.startswith("Documents"))
    assert decided.splitlines()[2:] == [
        "| Document | Decision | Note |",
        "| --- | --- | --- |",
        "| a/one copy.txt | duplicate |  |",
        "| a/one.txt | keep |  |",
        "| c/three.txt |  | =1+1 |",
    ]
    assert any("| Document | Note |" in part for part in sections(standing, "documents.path", "documents.note"))
    assert not any(part.startswith("Documents") for part in sections(None))


def test_control_characters_are_spelled_alike_in_every_format_of_tables(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    result = small()
    documents = result.documents
    reasons = (*documents.reasons, "it has no column 'text'; its columns are a\x01b")
    reason = documents.reason.copy()
    reason[3] = len(reasons) - 1
    result = replace(result, documents=replace(documents, reason=reason, reasons=reasons))
    entries = [note_document(standing_of(result, []), 4, "bell\x07 escape\x1b[2J\ttab\nline\x9b\uffff \u202f\u200d")]
    options = ReportOptions(decisions=standing_of(result, entries))
    for ending in ("csv", "xlsx", "parquet"):
        write_report(result, tmp_path / f"r.documents.{ending}", options)
    with (tmp_path / "r.documents.csv").open(encoding="utf-8", newline="") as file:
        told = [(line["reason"], line["note"]) for line in csv.DictReader(file)]
    sheet = openpyxl.load_workbook(tmp_path / "r.documents.xlsx")["Documents"]
    titles = [str(cell.value) for cell in sheet[1]]
    cells = [dict(zip(titles, line, strict=True)) for line in sheet.iter_rows(min_row=2, values_only=True)]
    rows = parquet.read_table(tmp_path / "r.documents.parquet").to_pylist()
    assert told == [(line["Reason"] or "", line["Note"] or "") for line in cells]
    assert told == [(line["reason"] or "", line["note"] or "") for line in rows]
    assert told[3][0] == "it has no column 'text'; its columns are a\\x01b"
    assert told[4][1] == "bell\\x07 escape\\x1b[2J\ttab\nline\\u009b\\uffff \u202f\u200d"


def test_without_decisions_a_table_has_no_column_of_them() -> None:
    assert "decision" not in [column.name for column in Tables(small()).table("documents").columns]


def test_columns_are_chosen_by_table_or_in_all(tmp_path: Path) -> None:
    options = ReportOptions(columns=("pairs.jaccard", "document", "path"))
    write_report(small(), tmp_path / "r.csv", options)
    assert (tmp_path / "r.csv").read_text().splitlines()[0] == "jaccard"
    assert (tmp_path / "r.clusters.csv").read_text().splitlines()[0] == "document"
    assert (tmp_path / "r.documents.csv").read_text().splitlines()[0] == "path"


def test_the_longest_passage_comes_first_with_its_lines() -> None:
    shared = "This sentence stands in both of the texts that are compared here."
    longer = "This much longer sentence stands in both of them as well, and it goes on and on until it ends."
    left, right = f"first\n{shared}\nalone\n{longer}\n", f"{longer}\nother\n{shared}\n"
    passages = evidence_of([left, right].__getitem__, small().recipe)(0, 1)
    assert longer in passages[0].left
    assert passages[0].left_line in (3, 4)
    assert passages[0].right_line == 1
    assert len(passages) == 2
    assert np.all([len(passage.left) > 0 for passage in passages])


def test_how_many_notes_there_are_makes_none_slower_to_place(standing: Standing) -> None:
    class Told(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            raise AssertionError("a note is compared with another one")

    noted = replace(standing, cluster_notes={0: Told("theirs"), 1: Told("ours")})
    notes = decision_columns(noted.result, noted, "clusters")[-1]
    assert [notes.labels[code] for code in notes.values.tolist()] == ["theirs"] * 3 + ["ours"] * 2

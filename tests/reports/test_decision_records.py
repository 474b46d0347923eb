"""Decisions in the JSON report: what was decided, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.reports.json_report import json_chunks
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.writing import write_report
from simexplorer.workspace.apart import without_apart
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import (
    mark_documents,
    note_cluster,
    note_pair,
    note_two,
    review_clusters,
    review_twos,
    separate_pairs,
)
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import made, row, small


def _decided() -> Standing:
    result = small()
    entries = []
    for decide in (
        lambda here: mark_documents(here, [row(result, "a/one copy.txt")], Mark.DUPLICATE),
        lambda here: separate_pairs(here, [1]),
        lambda here: review_clusters(here, [0]),
        lambda here: note_pair(here, 0, 'a "note"'),
        lambda here: note_cluster(here, 1, "theirs"),
    ):
        entries.append(decide(standing_of(result, entries)))
    return standing_of(result, entries)


def _written(standing: Standing, folder: Path) -> dict[str, Any]:
    write_report(standing.result, folder / "r.json", ReportOptions(decisions=standing))
    read: dict[str, Any] = json.loads((folder / "r.json").read_text())
    return read


def test_what_a_person_decided_stands_in_the_report(tmp_path: Path) -> None:
    report = _written(_decided(), tmp_path)
    decided, pairs, clusters = (report[part] for part in ("decisions", "pairs", "clusters"))
    assert decided["documents"] == [{"path": "a/one copy.txt", "decision": "duplicate", "note": None}]
    assert [(one["a"], one["b"]) for one in decided["pairs"]] == [(one["a"], one["b"]) for one in pairs[:2]]
    assert [one["note"] for one in decided["pairs"]] == ['a "note"', None]
    assert [one["not_duplicates"] for one in decided["pairs"]] == [False, True]
    assert decided["clusters"] == [
        {"representative": clusters[0]["representative"], "reviewed": True, "note": None},
        {"representative": clusters[1]["representative"], "reviewed": False, "note": "theirs"},
    ]


def test_pairs_that_are_left_out_are_named_with_all_that_was_decided_about_them(tmp_path: Path) -> None:
    whole = _decided()
    before = _written(whole, tmp_path)["decisions"]["pairs"]
    assert [one["left_out"] for one in before] == [False, False]
    fewer = without_apart(whole.result, whole.apart)
    report = _written(replace(standing_of(fewer, []), whole=whole), tmp_path)
    assert len(report["pairs"]) == fewer.at_threshold < whole.result.at_threshold
    assert report["decisions"]["pairs"] == [before[0], {**before[1], "left_out": True}]
    assert "1 pair is left out as decided (not duplicates)." in report["capped"]


def test_two_documents_that_the_run_did_not_find_as_a_pair_stand_behind_those_that_it_found(tmp_path: Path) -> None:
    result = _decided().result
    names = [result.documents.paths.display(row) for row in range(len(result.documents))]
    entries = []
    for decide in (
        lambda here: separate_pairs(here, [1]),
        lambda here: review_twos(here, np.array([[5, 2], [0, 4]])),
        lambda here: review_twos(here, np.array([[0, 4]]), False),
        lambda here: note_two(here, np.array([4, 2]), "quoted"),
    ):
        entries.append(decide(standing_of(result, entries)))
    report = _written(standing_of(result, entries), tmp_path)
    found, *others = report["decisions"]["pairs"]
    assert found["not_duplicates"]
    common = {"not_duplicates": False, "left_out": False}
    assert others == [
        {"a": names[2], "b": names[4], **common, "reviewed": False, "note": "quoted"},
        {"a": names[2], "b": names[5], **common, "reviewed": True, "note": None},
    ]


def test_where_nothing_is_decided_the_report_is_as_without(tmp_path: Path) -> None:
    nothing = standing_of(small(), [])
    assert b"".join(json_chunks(nothing.result, nothing)) == b"".join(json_chunks(nothing.result))


def test_paths_are_spelled_once_and_read_alike_in_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    names, times = [b'a/"one"\xff', "b/\u00e9\\n".encode()], []
    result = made({"a": "x", "b": "y"}, {("x", "y"): 0.9})
    offsets = np.array([0, len(names[0]), len(names[0]) + len(names[1])])
    paths = replace(result.documents.paths, names=b"".join(names), offsets=offsets)
    result = replace(result, documents=replace(result.documents, paths=paths))
    spell = Paths.decoded
    monkeypatch.setattr(Paths, "decoded", lambda these: times.append(these) or spell(these))
    decisions = standing_of(result, [separate_pairs(standing_of(result, []), [0])])
    report = json.loads(b"".join(json_chunks(result, decisions)))
    assert len(times) == 1
    spelled = {one["path"] for one in report["documents"]}
    assert {report["decisions"]["pairs"][0][side] for side in "ab"} == spelled

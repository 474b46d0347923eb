"""The JSON report, to the letter."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer import __version__
from simexplorer.pipeline.measure_scale import OF_VECTORS, SCHEMES_OF
from simexplorer.pipeline.recipe import MEASURES, Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.cluster_columns import cluster_figures
from simexplorer.reports.columns import Tables
from simexplorer.reports.html_report import html_chunks
from simexplorer.reports.json_report import json_chunks
from simexplorer.reports.options import ReportOptions
from tests.reports import results


def _report(result: Result) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(b"".join(json_chunks(result)))
    return report


def _document(path: str, row: int, **others: Any) -> dict[str, Any]:
    plain = {
        "path": path,
        "status": "read",
        "reason": None,
        "format": "text/plain",
        "bytes": 10 * row,
        "characters": 9 * row,
        "shingles": 8 * row,
        "truncated": False,
        "modified": "1970-01-01T00:00:00Z",
    }
    return {**plain, **others}


def test_a_small_result_gives_exactly_this_report() -> None:
    report = _report(results.small())
    recipe = report.pop("recipe")
    assert recipe == {**Recipe().to_json(), "bands": 25, "rows": 5, "bands_chosen": True, "scheme_id": "fss-5"}
    assert report == {
        "simexplorer": __version__,
        "format": 1,
        "documents": [
            _document("a.txt", 0),
            _document("b/one.txt", 1),
            _document("b/two.html", 2, format="text/html"),
            _document("c (copy).txt", 3),
            _document("empty", 4, status="empty", reason="The file is empty."),
            _document("logo.png", 5, status="skipped", reason="It looks <binary> & holds no text.", format=None),
            _document("long.txt", 6, reason="=Only the first part was read.", truncated=True),
            _document("z.txt", 7, status="skipped", reason="The run ended before this document was read.", format=None),
        ],
        "pairs": [
            {
                "a": "a.txt",
                "b": "b/one.txt",
                "jaccard": 0.95,
                "estimate": 0.953125,
                "error_sd": 0.16,
                "a_in_b": 0.96,
                "b_in_a": 0.99,
                "hamming": 3,
                "distance": None,
            },
            {
                "a": "a.txt",
                "b": "b/two.html",
                "jaccard": 5 / 6,
                "estimate": 0.8125,
                "error_sd": None,
                "a_in_b": 0.9,
                "b_in_a": 0.92,
                "hamming": None,
                "distance": None,
            },
        ],
        "clusters": [
            {
                "representative": "a.txt",
                "members": ["a.txt", "b/one.txt", "b/two.html", "c (copy).txt"],
                "min_jaccard": 0.7,
                "mean_jaccard": None,
                "weakest_link": 5 / 6,
                "to_representative": [1.0, 0.95, 5 / 6, 1.0],
            }
        ],
        "identical": [["a.txt", "c (copy).txt"]],
        "audit": {
            "candidates": 40,
            "verified": 30,
            "predicted_recall": 0.9991,
            "predicted_missed": 0.25,
            "measured_recall": None,
            "measured_interval": None,
        },
        "partial": False,
        "capped": [
            "Buckets above 1,000 documents were not compared as all pairs.",
            "1 document was read in part (=Only the first part was read).",
        ],
        "timings": {"read": 0.1, "sign": 1.235, "index": 0.2, "verify": 0.3, "cluster": 0.1, "total": 1.9},
    }


@pytest.mark.parametrize("measure", MEASURES)
def test_what_tables_tell_of_pairs_and_clusters_by_any_measure_stands_in_json_too(measure: str) -> None:
    small = results.small()
    recipe = Recipe(measure=measure, scheme=SCHEMES_OF[measure][0], max_distance=20.0)
    similarity = None if measure == "jaccard" else small.pairs.jaccard * 0.99
    distance = np.arange(3.0, 3.0 + small.pairs.i.size) if measure in OF_VECTORS else None
    result = replace(small, recipe=recipe, pairs=replace(small.pairs, similarity=similarity, distance=distance))
    report = _report(result)
    pairs = {column.name: column.cells() for column in Tables(result).table("pairs").columns}
    assert {name: [pair[name] for pair in report["pairs"]] for name in pairs} == pairs
    assert ("measured" in report["pairs"][0]) == (measure in ("cosine", "containment"))
    of_clusters = {column.name: column.cells(0, 1) for column in cluster_figures(result)}
    assert {name: [cluster[name] for cluster in report["clusters"]] for name in of_clusters} == of_clusters
    members = {column.name: column.cells() for column in Tables(result).table("clusters").columns}
    for name in ("document", "to_representative"):
        told = [value for cluster in report["clusters"] for value in cluster["members" if name == "document" else name]]
        assert told == members[name]


def test_keys_stand_in_the_promised_order() -> None:
    assert list(_report(results.nothing())) == [
        "simexplorer",
        "format",
        "recipe",
        "documents",
        "pairs",
        "clusters",
        "identical",
        "audit",
        "partial",
        "capped",
        "timings",
    ]


def test_an_empty_run_gives_empty_lists() -> None:
    report = _report(results.nothing())
    assert (report["documents"], report["pairs"], report["clusters"], report["identical"]) == ([], [], [], [])


def test_numbers_that_were_not_computed_are_null() -> None:
    small = results.small()
    audit = replace(small.audit, predicted_recall=float("nan"), measured_recall=0.5, measured_interval=(0.25, 0.75))
    report = _report(replace(small, audit=audit, timings={}))
    assert report["audit"]["predicted_recall"] is None
    assert report["audit"]["measured_interval"] == [0.25, 0.75]
    assert set(report["timings"].values()) == {None}
    audit = replace(small.audit, measured_recall=None, measured_interval=(0.0, 1.0))  # there was no pair
    assert _report(replace(small, audit=audit))["audit"]["measured_interval"] is None
    assert list(report["timings"]) == ["read", "sign", "index", "verify", "cluster", "total"]


def test_of_what_was_not_read_or_looked_for_nothing_is_counted() -> None:
    small = results.small()
    none = np.zeros(8, np.int64)
    unread = replace(
        small, documents=replace(small.documents, characters=none), shingles=none, partial=True, timings={}
    )
    report = _report(unread)
    counted = {one["path"]: (one["characters"], one["shingles"]) for one in report["documents"]}
    assert {path for path, numbers in counted.items() if numbers == (None, None)} == {"logo.png", "z.txt"}
    assert counted["empty"] == counted["a.txt"] == (0, 0)
    assert (report["audit"]["candidates"], report["audit"]["verified"]) == (None, None)
    begun = _report(replace(unread, timings={"index": 0.1}))
    assert (begun["audit"]["candidates"], begun["audit"]["verified"]) == (40, 30)
    assert "No candidates were looked for." in b"".join(html_chunks(Tables(unread), ReportOptions())).decode()


def test_distances_stand_in_the_report_where_the_measure_is_one() -> None:
    small = results.small()
    pairs = replace(small.pairs, distance=np.array([0.5, np.nan, 2.0]))
    assert [pair["distance"] for pair in _report(replace(small, pairs=pairs))["pairs"]] == [0.5, None]


def test_hostile_names_come_back_byte_for_byte() -> None:
    result = results.hostile()
    for row, document in enumerate(_report(result)["documents"]):
        raw = result.documents.paths.raw(row)
        if "path_b64" in document:
            assert base64.b64decode(document["path_b64"]) == raw
        else:
            assert document["path"].encode() == raw


def test_names_in_utf_8_have_no_second_spelling() -> None:
    documents = _report(results.hostile())["documents"]
    assert [d["path"] for d in documents if "path_b64" in d] == ["bytes_\\xff\\xfe\\x80.txt"]


def test_the_report_is_utf_8_of_one_record_a_line() -> None:
    text = b"".join(json_chunks(results.hostile())).decode("utf-8")
    assert sum(line.startswith('  {"path": ') for line in text.split("\n")) == len(results.HOSTILE)


def test_many_pairs_cross_chunks_without_loss() -> None:
    result = results.large(20_000, 9_000)
    report = _report(result)
    assert [pair["jaccard"] for pair in report["pairs"]] == result.pairs.jaccard.tolist()
    assert [pair["estimate"] for pair in report["pairs"]] == result.pairs.estimate.tolist()
    paths = [document["path"] for document in report["documents"]]
    assert [pair["a"] for pair in report["pairs"]] == [paths[row] for row in result.pairs.i.tolist()]
    assert sum(len(cluster["members"]) for cluster in report["clusters"]) == 9_000
    told = [value for cluster in report["clusters"] for value in cluster["to_representative"]]
    assert told == result.clusters.to_representative.tolist()

"""The data inside an HTML report."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.result import Result
from simexplorer.reports import page_data
from simexplorer.reports.columns import Tables
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.page_data import _AT_ONCE, PageData, escaped_pieces
from tests.reports import results


def _read(result: Result, limit: int = 100) -> tuple[dict[str, Any], list[str]]:
    data = PageData(Tables(result), ReportOptions(max_rows=limit))
    return json.loads("".join(data.pieces())), data.left_out


def _cells(content: dict[str, Any], table: str, column: str, part: str = "columns") -> list[Any]:
    (found,) = (c for c in content["tables"][table][part] if c["name"] == column)
    labels = content["paths"] if found.get("labels") == "paths" else found.get("labels")
    return [labels[v] if v >= 0 else None for v in found["values"]] if labels else found["values"]


def test_names_lead_back_to_their_documents() -> None:
    content, left_out = _read(results.small())
    assert _cells(content, "pairs", "a") == ["a.txt", "a.txt"]
    assert _cells(content, "pairs", "b") == ["b/one.txt", "b/two.html"]
    assert _cells(content, "documents", "identical_to")[3] == "a.txt"
    assert _cells(content, "documents", "identical_to")[0] is None
    assert _cells(content, "clusters", "document", "members") == ["a.txt", "b/one.txt", "b/two.html", "c (copy).txt"]
    assert _cells(content, "identical", "member", "members") == ["a.txt", "c (copy).txt"]
    assert left_out == []


def test_missing_numbers_are_null() -> None:
    content, _ = _read(results.small())
    assert _cells(content, "pairs", "error_sd") == [0.16, None]
    assert _cells(content, "clusters", "mean_jaccard") == [None]


def test_numbers_are_shortened_but_not_to_1_or_to_the_limit() -> None:
    content, _ = _read(results.close())
    assert _cells(content, "pairs", "jaccard") == [0.9998, 0.99999996]
    assert _cells(content, "clusters", "mean_jaccard") == [0.79999996]
    assert _cells(content, "clusters", "weakest_link") == [0.833333]
    limits = {column["name"]: column.get("limit") for column in content["tables"]["clusters"]["columns"]}
    assert (limits["min_jaccard"], limits["size"]) == (0.8, None)


def test_no_tag_can_stand_in_the_data() -> None:
    text = "".join(PageData(Tables(results.hostile()), ReportOptions()).pieces())
    assert not set("<>&\u2028\u2029") & set(text)
    assert "</script><img src=x onerror=alert(1)>.html" in json.loads(text)["paths"]


def test_rows_above_the_limit_are_left_out_and_counted() -> None:
    content, left_out = _read(results.large(50, 40), limit=10)
    assert content["tables"]["pairs"]["rows"] == 10
    assert content["tables"]["documents"]["rows"] == 10
    assert content["tables"]["clusters"]["rows"] == 5  # members are limited to twice as many: 5 clusters of 4
    assert [words.split(";")[0] for words in left_out] == [
        "Clusters: the first 5 of 10",
        "Pairs: the first 10 of 50 rows",
        "Documents: the first 10 of 40 rows",
    ]


def test_members_of_a_large_cluster_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_data, "MAX_MEMBERS", 3)
    small = results.small()
    clusters = replace(
        small.clusters,
        offsets=np.array([0, 4, 6]),
        rows=np.array([0, 1, 2, 3, 6, 7], np.int32),
        representative=np.array([0, 6], np.int32),
        min_jaccard=np.array([0.7, 0.9]),
        mean_jaccard=np.array([0.7, 0.9]),
        weakest_link=np.array([0.7, 0.9]),
        to_representative=np.array([1, 0.9, 0.8, 0.7, 1, 0.6]),
    )
    content, left_out = _read(replace(small, clusters=clusters))
    table = content["tables"]["clusters"]
    assert table["starts"] == [0, 3, 5]
    assert _cells(content, "clusters", "document", "members") == [
        "a.txt",
        "b/one.txt",
        "b/two.html",
        "long.txt",
        "z.txt",
    ]
    assert _cells(content, "clusters", "to_representative", "members") == [1, 0.9, 0.8, 1, 0.6]
    assert left_out[0].startswith("Clusters: at most 3 members each")


def test_a_column_is_spelled_a_piece_at_a_time() -> None:
    numbers = np.array([0.5, np.nan, -0.0, np.inf, 1e-7])
    many = np.arange(4 * _AT_ONCE + 3)
    assert json.loads("".join(escaped_pieces({"a": numbers, "b": many, "c": many[:0]}))) == {
        "a": [0.5, None, -0.0, None, 1e-7],
        "b": many.tolist(),
        "c": [],
    }
    assert max(map(len, escaped_pieces(many))) < len("".join(escaped_pieces(many))) / 2

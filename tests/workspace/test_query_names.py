"""Paths in the answers of a query: those of the report, whatever bytes they are made of; what is not listed."""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from simexplorer.reports.json_report import json_chunks
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.query import as_json, as_text, query_text
from tests.workspace.collected import BASE, scanned


@pytest.mark.skipif(sys.platform == "darwin", reason="its file system takes names of characters only")
def test_a_path_is_spelled_as_in_the_report_of_the_same_run(tmp_path):
    folder = tmp_path / "odd"
    folder.mkdir()
    names = [b"tab\there", b"tab\\there", b"line\nend", b"\xff", b"\\xff", b"esc\x1b", b"plain"]
    for name in names:
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(BASE, "utf-8")
    result = scanned(folder)
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(result)
    (answer,) = query_text(workspace, BASE.encode(), most=20).answers
    told = [(one["path"], one["path_b64"]) for one in json.loads(as_json([answer]))["answers"][0]["documents"]]
    shown = list(as_text([answer]))
    left_out = replace(answer, unlisted=1, found=replace(answer.found, more=1))
    assert list(as_text([left_out]))[-2:] == [
        "1 more document is as similar and not listed (--limit)",
        "1 more document came near and was not compared",
    ]
    workspace.close()
    report = json.loads(b"".join(json_chunks(result)))["documents"]
    assert sorted(told) == sorted((one["path"], one.get("path_b64")) for one in report)
    exact = [base64.b64decode(b64) if b64 else path.encode() for path, b64 in told]
    assert sorted(exact) == sorted(names)
    assert len({path for path, _ in told}) == len(names)
    assert any(line.endswith("  tab\\there  (identical)") for line in shown), shown

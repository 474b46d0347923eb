"""A question to a workspace that is not what it was."""

from __future__ import annotations

import io
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simexplorer import compiled
from simexplorer.__main__ import main
from simexplorer.workspace import query
from simexplorer.workspace.opening import open_workspace
from tests.commands.conftest import TEXT


@pytest.mark.parametrize("runs", [1, 2])
def test_a_damaged_workspace_is_said_to_be_that_and_what_is_left_of_it_answers(
    runs: int, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = tmp_path / "w.simx"
    for _ in range(runs):
        assert main(["scan", str(folder), "--workspace", str(workspace), "--quiet", "--no-cache"]) == 0
    with closing(sqlite3.connect(workspace)) as connection:
        connection.execute("UPDATE run SET sha256 = zeroblob(32) WHERE number = 1")
        connection.commit()
    capsys.readouterr()
    status = main(["query", str(folder / "a.txt"), "--workspace", str(workspace)])
    told = capsys.readouterr()
    assert f"{workspace} is damaged: run 1 is lost" in told.err
    assert "holds no run yet" not in told.err
    assert status == (0 if runs > 1 else 1)
    assert ("a.txt  (identical)" in told.out) == (runs > 1)


def test_a_workspace_cut_short_is_named(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = tmp_path / "w.simx"
    assert main(["scan", str(folder), "--workspace", str(workspace), "--quiet", "--no-cache"]) == 0
    whole = workspace.read_bytes()
    capsys.readouterr()
    for size in (5_000, len(whole) // 2):
        workspace.write_bytes(whole[:size])
        assert main(["query", str(folder / "a.txt"), "--workspace", str(workspace)]) == 1
        assert f"{workspace} is damaged" in capsys.readouterr().err


def test_what_is_said_of_the_question_names_it_so_that_a_terminal_can_show_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = str(tmp_path / "w.simx")
    assert main(["scan", str(folder), "--workspace", workspace, "--quiet", "--no-cache"]) == 0
    packed = tmp_path / "odd\n\x1b[31m.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", TEXT)
        archive.writestr("a.bin", bytes(range(256)) * 4)
    capsys.readouterr()
    reason = "not text, and no format that can be read (1 in it)"
    assert main(["query", str(packed), "--workspace", workspace]) == 0
    assert capsys.readouterr().err == f"simexplorer: {tmp_path}/odd\\n\\x1b[31m.zip: {reason}.\n"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(packed.read_bytes())))
    assert main(["query", "-", "--workspace", workspace]) == 0
    assert capsys.readouterr().err == f"simexplorer: standard input: {reason}.\n"


def test_while_a_question_is_answered_others_may_write(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "w.simx"
    assert main(["scan", str(folder), "--workspace", str(path), "--quiet", "--no-cache"]) == 0
    whole = query.query_file
    beside: list[tuple[bool, list[str]]] = []

    def asking(*arguments: Any) -> query.FileAnswers:
        with closing(open_workspace(path)) as workspace:
            beside.append((workspace.writable, sorted(os.listdir(tmp_path))))
        return whole(*arguments)

    monkeypatch.setattr(query, "query_file", asking)
    assert main(["query", str(folder / "a.txt"), "--workspace", str(path)]) == 0
    assert "a.txt  (identical)" in capsys.readouterr().out
    assert beside == [(True, ["files", "w.simx", "w.simx-lock"])]
    assert sorted(os.listdir(tmp_path)) == ["files", "w.simx"]


def test_a_save_that_was_cut_short_is_taken_back_before_a_question(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.simx"
    assert main(["scan", str(folder), "--workspace", str(path), "--quiet", "--no-cache"]) == 0
    before = path.read_bytes()
    program = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "c.execute('PRAGMA cache_size = 1'); c.execute('BEGIN'); c.execute('DELETE FROM part'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert path.with_name("w.simx-journal").exists()
    assert path.read_bytes() != before
    assert main(["query", str(folder / "a.txt"), "--workspace", str(path)]) == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("measure", ["hamming", "euclidean"])
def test_documents_within_a_distance_are_asked_for(
    measure: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = str(tmp_path / "w.simx")
    (folder / "c.txt").write_text(TEXT + "Of something else this text speaks, of hills and roads and rain. " * 2)
    asked = ["query", str(folder / "a.txt"), "--workspace", workspace, "--json"]
    scan = ["scan", str(folder), "--workspace", workspace, "--measure", measure, "--max-distance", "9", "--quiet"]
    assert main([*scan, "--no-cache"]) == 0
    capsys.readouterr()
    assert main([*asked, "--max-distance", "64"]) == 0
    documents = json.loads(capsys.readouterr().out)["answers"][0]["documents"]
    distances = [line["value"] for line in documents]
    assert len(set(distances)) > 1
    for limit in distances:
        assert main([*asked, "--max-distance", str(limit)]) == 0
        found = json.loads(capsys.readouterr().out)["answers"][0]["documents"]
        assert found == [line for line in documents if line["value"] <= limit]
    for limit in ("-1", "nan"):
        assert main([*asked, "--max-distance", limit]) == 2
        assert "--max-distance must be between 0" in capsys.readouterr().err


def test_a_distance_is_refused_where_similarities_are_measured(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = str(tmp_path / "w.simx")
    assert main(["scan", str(folder), "--workspace", workspace, "--quiet", "--no-cache"]) == 0
    assert main(["query", str(folder / "a.txt"), "--workspace", workspace, "--max-distance", "3"]) == 2
    assert "--max-distance: this run measures jaccard" in capsys.readouterr().err


def test_where_no_room_is_for_what_was_piped_the_folder_is_named_and_a_way_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "kept.simx")
    assert main(["scan", str(folder), "--workspace", place, "--quiet", "--no-cache"]) == 0
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"words " * 1000)))
    capsys.readouterr()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        assert main(["query", "-", "--workspace", place]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    said = capsys.readouterr().err
    assert f"in the folder {tmp_path / 'temporary'}: file too large. Make room there, or name another folder" in said
    assert not list((tmp_path / "temporary").iterdir())


def test_a_refused_threshold_is_told_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", "a.txt", "--workspace", "w.simx", "--threshold", "1.00000000123"]) == 2
    assert "1.00000000123" in capsys.readouterr().err


def test_a_query_says_that_it_compiles(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = str(tmp_path / "w.simx")
    assert main(["scan", str(folder), "--workspace", workspace, "--quiet", "--no-cache"]) == 0
    told: list[Callable[[], None]] = []
    monkeypatch.setattr(compiled, "when_compiling", told.append)
    capsys.readouterr()
    assert main(["query", str(folder / "a.txt"), "--workspace", workspace]) == 0
    assert capsys.readouterr().err == ""
    for tell in told:
        tell()
    assert capsys.readouterr().err == "Compiling kernels (first use only)\n"

"""A scan that is kept: what a workspace cannot take loses no report, what is new is told from the second run on."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.errors import WorkspaceError
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, note_document, separate_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from simexplorer.workspace.store import Workspace
from tests.commands.conftest import TEXT


@pytest.fixture
def command(folder: Path, tmp_path: Path) -> list[str]:
    return ["scan", str(folder), "--workspace", str(tmp_path / "w.simx"), "--quiet", "--no-cache"]


def test_a_run_that_cannot_be_saved_is_reported_all_the_same(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_arguments: object, **_named: object) -> int:
        raise WorkspaceError("There is no room left on the disk.")

    monkeypatch.setattr(Workspace, "save_result", refuse)
    assert main([*command, "--report", str(tmp_path / "r.json")]) == 1
    assert "There is no room left on the disk." in capsys.readouterr().err
    assert len(json.loads((tmp_path / "r.json").read_text("utf-8"))["pairs"]) == 1


def test_a_workspace_in_the_scanned_folder_is_no_document_and_neither_is_its_lock(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.json"
    scan = [
        "scan",
        str(folder),
        "--workspace",
        str(folder / "w.simx"),
        "--quiet",
        "--no-cache",
        "--report",
        str(report),
    ]
    for _run in range(2):
        assert main(scan) == 0
        listed = {one["path"]: one for one in json.loads(report.read_text("utf-8"))["documents"]}
        told = {path: (one["status"], one["reason"]) for path, one in listed.items() if path.startswith("w.simx")}
        assert told == {
            "w.simx": ("skipped", "not text: an SQLite database"),
            "w.simx-lock": ("skipped", "not text: the lock of a workspace"),
        }
    assert not (folder / "w.simx-lock").exists()


def test_whoever_finds_the_workspace_in_use_is_told_by_which_command(
    command: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, told = tmp_path / "w.simx", []

    def look(workspace: Workspace) -> None:
        second = open_workspace(kept)
        told.extend(second.notices)
        second.close()
        close(workspace)

    close = Workspace.close
    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "close", lambda one: look(one) if one.writable else close(one))
        assert main(command) == 0
    assert [notice.partition(" (process ")[0] for notice in told] == [f"{kept} is open in the command simexplorer scan"]


def test_a_question_keeps_nobody_from_writing(
    command: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, could = tmp_path / "w.simx", []
    assert main(command) == 0

    def look(workspace: Workspace) -> None:
        if not could:
            could.append(False)
            with contextlib.closing(open_workspace(kept)) as second:
                could[0] = second.writable
        close(workspace)

    close = Workspace.close
    monkeypatch.setattr(Workspace, "close", look)
    assert main(["query", str(folder / "a.txt"), "--workspace", str(kept)]) == 0
    assert could == [True]


def test_what_is_new_is_told_from_the_second_run_on(
    command: list[str], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = tmp_path / "new.json"
    assert main([*command, "--changes", str(changes)]) == 0
    assert "holds no complete run yet to compare with" in capsys.readouterr().err
    assert not changes.exists()
    (folder / "c.txt").write_text(TEXT * 3 + "So it goes on.")
    assert main([*command, "--changes", str(changes)]) == 0
    assert "c.txt" in changes.read_text("utf-8")


def test_a_report_of_the_run_before_is_not_replaced_by_what_is_new(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "before.json"
    assert main([*command, "--report", str(report)]) == 0
    before = report.read_bytes()
    assert main([*command, "--changes", str(report)]) == 2
    assert "before.json is the report of a run and would be replaced" in capsys.readouterr().err
    assert report.read_bytes() == before


def test_a_run_before_that_is_damaged_keeps_no_more_from_being_told_than_what_is_new(
    command: list[str], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "w.simx")) as connection:
        connection.execute("UPDATE part SET data = zeroblob(length(data))")
        connection.commit()
    (folder / "c.txt").write_text(TEXT * 3 + "So it goes on.")
    capsys.readouterr()
    assert main([*command, "--changes", str(tmp_path / "new.md")]) == 1
    told = capsys.readouterr()
    assert "3 documents: 3 read" in told.out
    assert "new.md is not written, as the run before this one cannot be read: " in told.err
    assert main([*command, "--changes", str(tmp_path / "new.md")]) == 0  # the run itself was kept


def test_columns_of_decisions_that_are_asked_for_are_there_also_where_nothing_is_decided(
    command: list[str], tmp_path: Path
) -> None:
    asked = "documents.path,clusters.document,decision,pairs.note"
    assert main([*command, "--columns", asked, "--report", str(tmp_path / "r.csv")]) == 0
    heads = {name: (tmp_path / name).read_text("utf-8").split("\n")[0] for name in ("r.csv", "r.documents.csv")}
    assert heads == {"r.csv": "note", "r.documents.csv": "path,decision"}
    assert (tmp_path / "r.clusters.csv").read_text("utf-8").startswith("document,decision\n")


def test_what_was_decided_in_the_workspace_stands_in_the_reports_of_the_next_scan(
    command: list[str], tmp_path: Path
) -> None:
    assert main(command) == 0
    workspace = open_workspace(tmp_path / "w.simx")
    workspace.decisions.record(note_document(standing_of(workspace.result(), []), 0, "the one to keep"))
    workspace.close()
    assert main([*command, "--report", str(tmp_path / "r.json")]) == 0
    (decided,) = json.loads((tmp_path / "r.json").read_text("utf-8"))["decisions"]["documents"]
    assert (decided["path"], decided["note"]) == ("a.txt", "the one to keep")


def test_what_was_decided_in_the_workspace_decides_what_remains(command: list[str], tmp_path: Path) -> None:
    kept, remains = tmp_path / "k.txt", []
    assert main([*command, "--kept", str(kept)]) == 0
    remains.append(kept.read_text())
    workspace = open_workspace(tmp_path / "w.simx")
    for decide in (lambda s: mark_documents(s, [1], Mark.KEEP), lambda s: separate_documents(s, [0, 1])):
        workspace.decisions.record(decide(standing_of(workspace.result(), workspace.decisions.entries)))
        workspace.close()
        assert main([*command, "--kept", str(kept)]) == 0
        remains.append(kept.read_text())
        workspace = open_workspace(tmp_path / "w.simx")
    workspace.close()
    assert remains == ["a.txt\n", "b.txt\n", "a.txt\nb.txt\n"]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--measure", "hamming"], id="no distance given"),
        pytest.param(["--measure", "hamming", "--max-distance", "300"], id="more than there are bits"),
        pytest.param(["--measure", "cosine", "--scheme", "bbit"], id="a scheme of another measure"),
    ],
)
def test_wrong_usage_leaves_no_empty_workspace(command: list[str], tmp_path: Path, options: list[str]) -> None:
    assert main([*command, *options]) == 2
    assert not (tmp_path / "w.simx").exists()


def test_a_run_that_comes_to_nothing_leaves_no_empty_workspace(tmp_path: Path, folder: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    scan = ["scan", str(folder), "--workspace", str(kept / "w.simx"), "--quiet", "--no-cache"]
    failing = [*scan, "--reference", str(kept)]  # in which no document lies
    assert main(failing) == 1
    assert not list(kept.iterdir())
    open_workspace(kept / "w.simx", create=True).close()
    assert main(failing) == 1
    assert [path.name for path in kept.iterdir()] == ["w.simx"], "it was there before"
    assert main(scan) == 0
    assert main(failing) == 1
    workspace = open_workspace(kept / "w.simx")
    assert len(workspace.runs) == 1
    workspace.close()

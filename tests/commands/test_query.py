"""A question to a workspace that is not what it was."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from simexplorer.__main__ import main
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

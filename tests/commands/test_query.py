"""A question to a workspace that is not what it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from simexplorer.__main__ import main


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

"""Files beside reports: what a killed program left goes away, what somebody writes and what is not ours stays."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from simexplorer.reports.beside import clear_left, new_file
from simexplorer.reports.writing import write_whole

_KILLED = """
import os, signal, sys
from simexplorer.reports.writing import write_whole
def half(file):
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
write_whole(os.fsencode(sys.argv[1]), half)
"""


def age(folder: Path) -> None:
    for path in folder.iterdir():
        os.utime(path, (0, 0), follow_symlinks=False)


def test_what_a_killed_program_left_goes_away_with_the_next_report(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", _KILLED, str(tmp_path / "r.json")], check=False)
    (left,) = tmp_path.iterdir()
    assert left.read_bytes() == b"half of it"
    write_whole(bytes(tmp_path / "r.json"), lambda file: None)
    assert left.exists()  # written a moment ago, perhaps by another computer
    age(tmp_path)
    write_whole(bytes(tmp_path / "r.json"), lambda file: None)
    assert os.listdir(tmp_path) == ["r.json"]


def test_a_file_that_is_written_stays_until_it_has_its_name(tmp_path: Path) -> None:
    with contextlib.ExitStack() as held:
        path, descriptor = new_file(bytes(tmp_path), held)
        os.close(descriptor)
        age(tmp_path)
        clear_left(bytes(tmp_path))
        assert os.path.exists(path)
    clear_left(bytes(tmp_path))
    assert not os.path.exists(path)


def test_what_only_has_such_a_name_stays(tmp_path: Path) -> None:
    (tmp_path / ".simexplorer-0123456789ab.part").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / ".simexplorer-0123456789ac.part")
    (tmp_path / ".simexplorer-0123456789ad.part").mkdir()
    (tmp_path / ".simexplorer-notes.part").write_text("mine")
    (tmp_path / "elsewhere").write_text("mine")
    age(tmp_path)
    before = sorted(os.listdir(tmp_path))
    clear_left(bytes(tmp_path))
    assert sorted(os.listdir(tmp_path)) == before

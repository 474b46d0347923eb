"""Whoever asks the program to end is answered with one sentence and one status, whenever it is and in whatever way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.signals import answer_signals

NUMBERS = ["SIGINT", "SIGTERM", "SIGHUP"]


def _run(before: str, arguments: list[str], **named: object) -> subprocess.CompletedProcess[str]:
    script = f"import os, signal, sys\nfrom simexplorer.__main__ import run\n{before}\nrun()"
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **named)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("command", [["scan", "."], ["query", "-", "--workspace", "w.simx"], ["cache"], ["."]])
def test_a_signal_amid_the_imports_ends_each_command_with_a_sentence(command: list[str], number: str) -> None:
    before = f"""
class Asked:
    def find_spec(self, name, path=None, target=None):
        if name in ("simexplorer.commands.reading_arguments", "simexplorer.window_arguments"):
            os.kill(os.getpid(), signal.{number})
sys.meta_path.insert(0, Asked())
"""
    ended = _run(before, command)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "simexplorer: interrupted.\n")


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_query_that_is_stopped_leaves_nothing_of_what_was_piped(number: str, tmp_path: Path) -> None:
    folder, workspace, temporary = tmp_path / "folder", tmp_path / "w.simx", tmp_path / "temporary"
    for made in (folder, temporary):
        made.mkdir()
    (folder / "a.txt").write_text("some words that are long enough to be signed")
    assert main(["scan", str(folder), "--workspace", str(workspace), "--quiet", "--no-cache"]) == 0
    before = f"""
from simexplorer.workspace import query
query.query_file = lambda *_: os.kill(os.getpid(), signal.{number})
"""
    environment = {**os.environ, "TMPDIR": str(temporary)}
    ended = _run(before, ["query", "-", "--workspace", str(workspace)], input="words", env=environment)
    assert (ended.returncode, ended.stderr) == (130, "simexplorer: interrupted.\n")
    assert list(temporary.iterdir()) == []


@pytest.mark.usefixtures("handlers")
def test_ctrl_c_alone_is_heard_where_whoever_started_this_has_all_ignored() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    answer_signals(lambda number, _frame: heard.append(number))
    for name in NUMBERS:
        signal.raise_signal(getattr(signal, name))
    signal.signal(signal.SIGHUP, before)
    assert heard == [signal.SIGINT]

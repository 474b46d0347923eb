"""The command line on systems that lack what it needs: memory, room on the disk, a place for temporary files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.errors import lacks_memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One document."""
    (tmp_path / "a.txt").write_text("The harbour sleeps and the lamps go out one by one. " * 3)
    return tmp_path


def test_where_nothing_can_be_written_temporarily_the_variable_that_helps_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(*_: object, **__: object) -> None:
        raise OSError(errno.ENOENT, "No usable temporary directory found in ['/tmp', '/var/tmp']")

    monkeypatch.setattr("simexplorer.commands.scan.run_scan", nowhere)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    assert main(["scan", str(folder)]) == 1
    said = "No usable temporary directory found in ['/tmp', '/var/tmp']. Name one that can be written in TMPDIR."
    assert capsys.readouterr().err == f"simexplorer: {said}\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
@pytest.mark.parametrize("lines", [1, 1_000])
def test_output_that_cannot_be_written_is_said_in_one_line(lines: int) -> None:
    given = f"""
import sys
from simexplorer import __main__
from simexplorer.commands import cache
cache.run_cache = lambda _arguments: exec("for _ in range({lines}): print('some words of an answer')", vars(cache))
sys.exit(__main__.main(["cache"]))
"""
    command = [sys.executable, "-c", given]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "simexplorer: standard output: no space left on device.\n"


@pytest.mark.parametrize(
    "error",
    [
        MemoryError("Unable to allocate 3 TiB"),
        RuntimeError("can't start new thread"),
        OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
        ImportError("libgfortran.so.5.0.0: failed to map segment from shared object"),
        ImportError("libgfortran.so.5.0.0: cannot create shared object descriptor: Cannot allocate memory"),
    ],
    ids=["array", "thread", "system", "library", "library's name"],
)
def test_too_little_memory_is_said_in_one_line_that_says_what_helps(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def swell(_arguments: list[str]) -> int:
        raise error

    monkeypatch.setattr("simexplorer.commands.scan.run_scan", swell)
    assert main(["scan", str(folder)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "not enough memory" in said
    assert "--max-size" in said


def test_a_library_that_is_not_there_is_no_lack_of_memory() -> None:
    assert not lacks_memory(ImportError("No module named 'numpy'"))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory hold on Linux")
@pytest.mark.parametrize(("limit", "option"), [("RLIMIT_AS", "-v"), ("RLIMIT_DATA", "-d")])
@pytest.mark.parametrize(
    ("arguments", "takes"),
    [
        (["scan", "{}"], "and any run takes at least"),
        (["query", "{}", "--workspace", "w.simx"], "and any run takes at least"),
        (["{}", "--screenshot", "p.png"], "or without a window (simexplorer scan)"),
    ],
    ids=["scan", "query", "window"],
)
def test_a_limit_of_memory_that_nothing_can_do_with_is_told_of_before_a_library_ends_the_program(
    folder: Path, arguments: list[str], takes: str, limit: str, option: str
) -> None:
    given = f"""
import resource, sys
resource.setrlimit(resource.{limit}, (105 << 20, 105 << 20))
from simexplorer.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
    command = [sys.executable, "-c", given, *(argument.format(folder) for argument in arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert f"no more than 105 MB of memory (ulimit {option})" in ended.stderr
    assert takes in ended.stderr


@pytest.mark.parametrize(
    "arguments", [["scan"], ["query", "--workspace", "w.simx"], ["--screenshot", "p.png"]], ids=str
)
def test_where_numba_is_told_to_compile_nothing_the_variable_is_named(
    folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert main([*arguments, str(folder)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("simexplorer: NUMBA_DISABLE_JIT is set, and ")
    assert said.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="Linux counts threads so")
def test_what_is_multiplied_takes_no_thread_and_no_memory_for_more_than_one() -> None:
    given = "import os, simexplorer, numpy; print(len(os.listdir('/proc/self/task')))"
    assert subprocess.check_output([sys.executable, "-c", given], text=True) == "1\n"


def test_an_interrupt_while_qt_is_loaded_is_no_error_of_what_loads_it(folder: Path) -> None:
    given = """
import os, signal, sys
from simexplorer.__main__ import run
class Swallowing:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                raise AttributeError("type object has no attribute")
sys.meta_path.insert(0, Swallowing())
run()
"""
    command = [sys.executable, "-c", given, str(folder)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (ended.returncode, ended.stderr) == (130, "simexplorer: interrupted.\n")


def test_a_failure_to_write_elsewhere_is_none_of_standard_output(folder: Path, capfd, monkeypatch) -> None:
    def overflow(_arguments: list[str]) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("simexplorer.commands.scan.run_scan", overflow)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    assert main(["scan", str(folder)]) == 1
    assert capfd.readouterr().err == "simexplorer: a file could not be read or written: no space left on device.\n"


@pytest.mark.parametrize("home", [None, "", "not/from/the/root"])
def test_a_user_whom_nothing_gives_a_home_has_the_one_of_those_who_have_none(
    home: str | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(number: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    monkeypatch.setenv("HOME", home or "")
    if home is None:
        monkeypatch.delenv("HOME")
    for name in ("SIMEXPLORER_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert main(["cache"]) == 0
    assert capsys.readouterr().out.startswith("/.cache/simexplorer/collections: ")


def test_on_windows_one_line_says_what_is_supported(folder: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert main(["scan", str(folder)]) == 1
    assert capsys.readouterr().err == "simexplorer: Windows is not supported yet; Linux is.\n"

"""The command line as its users meet it: exit status, streams, options, the same answer twice."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simexplorer.__main__ import main
from simexplorer.pipeline.progress import Progress

SAMPLE = Path(__file__).parent.parent / "resources" / "sample"
TEXT = "The quick brown fox jumps over the lazy dog while the harbour sleeps and the lamps go out one by one. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two near twins, two identical files, a stranger and an empty file."""
    place = tmp_path / "collection"
    (place / "deep").mkdir(parents=True)
    (place / "a.txt").write_text(TEXT * 3)
    (place / "b.txt").write_text(TEXT * 3 + "So it ends.")
    (place / "deep" / "c.txt").write_text(TEXT * 3)
    (place / "other.txt").write_text("Nothing here is like anything else, not a single sentence of it. " * 3)
    (place / "empty.txt").write_text("")
    return place


def scan(tmp_path: Path, *arguments: object, name: str = "report.json") -> dict[str, Any]:
    """The JSON report of a scan that succeeds."""
    report = tmp_path / name
    assert main(["scan", *map(str, arguments), "--report", str(report), "--quiet"]) == 0
    found = json.loads(report.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """What must be the same in every run."""
    return {key: value for key, value in report.items() if key != "timings"}


@pytest.mark.parametrize("option", ["--measure", "--text-column", "--include", "--jobs", "--set"])
@pytest.mark.parametrize("command", [["scan"], ["query", "-"], []])
def test_two_dashes_are_no_value(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str, command: list[str]
) -> None:
    assert main([*command, str(folder), f"{option}=--"]) == 2
    assert capsys.readouterr().err == f"simexplorer: {option}: nothing stands behind it but two dashes.\n"


def test_changes_go_to_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = ["--workspace", str(folder.parent / "w.simx")]
    assert main(["scan", str(folder), *kept, "--changes", "a.json", "--changes", "b.json"]) == 2
    assert "argument --changes: it can be given only once" in capsys.readouterr().err


def test_paths_that_the_terminal_cannot_spell_are_escaped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.txt").rename(folder / "a → ü.txt")
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="latin-1"))
    assert main(["scan", str(folder), "--quiet"]) == 0
    assert "a \\u2192 ü.txt" in written.getvalue().decode("latin-1")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--threshold", "1.5"], id="threshold out of range"),
        pytest.param(["--shingle", "word"], id="shingle without a size"),
        pytest.param(["--shingle", "syllable:3"], id="unknown kind of shingle"),
        pytest.param(["--scheme", "magic"], id="unknown scheme"),
        pytest.param(["--max-size", "many"], id="no size"),
        pytest.param(["--set", "bogus=1"], id="unknown field"),
        pytest.param(["--set", "bogus"], id="no value"),
        pytest.param(["--report", "answer.doc"], id="unknown ending"),
        pytest.param(["--hashes", "0"], id="no hashes"),
        pytest.param(["--set", "hashes=Infinity"], id="infinite whole number"),
        pytest.param(["--set", "seed=NaN"], id="no number as a seed"),
        pytest.param(["--measure", "hamming", "--max-distance", "65"], id="more bits than a fingerprint has"),
    ],
)
def test_wrong_usage_is_said_in_one_line_with_status_2(
    folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", str(folder), *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("simexplorer: ")
    assert error.count("\n") == 1
    assert "Traceback" not in error


@pytest.mark.parametrize(
    "arguments",
    [
        ["scan"],
        ["scan", ".", "--no-such-option"],
        ["scan", ".", "--jobs", "0"],
        ["scan", ".", "--passages", "-1"],
        ["query", "x"],
        ["query", "x", "--workspace", "w.simx", "--limit", "-1"],
    ],
)
def test_what_the_parser_refuses_ends_with_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["scan", "--help"], ["query", "-h"], ["cache", "-h"]])
def test_help_and_version_are_said_on_standard_output_with_status_0(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert "simexplorer" in said.out
    assert not said.err


def test_a_folder_that_is_missing_fails_with_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(tmp_path / "gone")]) == 1
    assert str(tmp_path / "gone") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"), [(["sacn"], "sacn: there is no such file or folder"), ([], "`simexplorer scan PATH")]
)
def test_without_a_display_one_line_says_what_is_missing_or_names_scan(arguments, words, capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--size", "10"], ["--view", "foo"], ["--theme", "pink"]])
def test_wrong_usage_of_the_window_is_told_before_a_display_is_looked_for(arguments, folder, capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([str(folder), *arguments]) == 2
    assert f"argument {arguments[0]}: " in capsys.readouterr().err


def test_an_option_of_a_run_without_scan_before_it_is_refused_with_the_way_to_it(folder, tmp_path, capsys):
    assert main([str(folder), "--report", str(tmp_path / "r.html")]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("simexplorer: error: unrecognized arguments: --report ")
    assert "`simexplorer scan PATH ...`" in said
    assert not (tmp_path / "r.html").exists()


def test_the_command_line_is_understood_without_qt_and_numpy() -> None:
    words = "import sys, simexplorer.__main__; print([name for name in ('PySide6', 'numpy') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", words], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("arguments", [["scan"], ["query", "--workspace", "w.simx"], ["scan", ".", "--recipe"]])
def test_a_name_with_line_breaks_or_colours_takes_one_line_of_a_message(arguments, capsys):
    assert main([*arguments, "gone\n\x1b[31m.txt"]) in (1, 2)
    said = capsys.readouterr().err
    assert r"gone\n\x1b[31m.txt" in said
    assert said.count("\n") == 1


def test_an_encoding_that_there_is_not_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in (["--encoding", "klingon"], ["--encoding-of", "a.txt=klingon"]):
        assert main(["scan", str(folder), *option]) == 2
        assert "no encoding 'klingon'" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [False, True])
def test_standard_input_without_end_is_not_read_without_end(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    from simexplorer.commands import query

    assert main(["scan", str(folder), "--quiet", "--workspace", str(tmp_path / "w.simx")]) == 0
    monkeypatch.setattr(query, "_MOST_PIPED", 10_000)
    monkeypatch.setattr(sys, "stdin", None if closed else io.TextIOWrapper(io.BytesIO(b"word " * 10_000)))
    assert main(["query", "-", "--workspace", str(tmp_path / "w.simx")]) == 1
    assert ("the file is empty" if closed else "Name a file instead") in capsys.readouterr().err


def test_without_a_report_the_answer_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(folder), "--quiet"]) == 0
    printed = capsys.readouterr()
    assert "5 documents: 4 read, 1 empty, 0 skipped" in printed.out
    assert "1 group of identical texts" in printed.out
    assert "a.txt  b.txt" in printed.out
    assert printed.err == ""


def test_a_folder_that_is_gone_below_the_program_is_said(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    words = ["sh", "-c", f'rmdir "{gone}"; exec "$0" -P -m simexplorer scan . --quiet', sys.executable]
    ended = subprocess.run(words, cwd=gone, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "simexplorer: the folder this was started in is gone; start it in another one.\n"


def test_a_closed_standard_error_keeps_its_lines_out_of_the_results(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["scan", str(folder)]) == 0
    sys.stderr.close()
    assert "Listing" not in capsys.readouterr().out


def test_every_file_stands_in_the_report_once(folder: Path, tmp_path: Path) -> None:
    report = scan(tmp_path, folder)
    assert [d["path"] for d in report["documents"]] == ["a.txt", "b.txt", "deep/c.txt", "empty.txt", "other.txt"]
    assert [d["status"] for d in report["documents"]] == ["read", "read", "read", "empty", "read"]
    assert report["identical"] == [["a.txt", "deep/c.txt"]]
    assert [(p["a"], p["b"]) for p in report["pairs"]] == [("a.txt", "b.txt")]
    assert [sorted(c["members"]) for c in report["clusters"]] == [["a.txt", "b.txt", "deep/c.txt"]]


def test_the_jaccard_of_a_pair_is_that_of_its_sets(folder: Path, tmp_path: Path) -> None:
    sets = []
    for name in ("a.txt", "b.txt"):
        text = " ".join((folder / name).read_text().lower().split())
        sets.append({text[place : place + 9] for place in range(len(text) - 8)})
    (pair,) = scan(tmp_path, folder, "--shingle", "char:9")["pairs"]
    assert pair["jaccard"] == pytest.approx(len(sets[0] & sets[1]) / len(sets[0] | sets[1]), abs=1e-12)
    assert pair["a_in_b"] == pytest.approx(len(sets[0] & sets[1]) / len(sets[0]), abs=1e-12)


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_the_same_input_and_recipe_give_the_same_bytes(tmp_path: Path, ending: str) -> None:
    written = []
    for number in (1, 2):
        place = tmp_path / str(number)
        place.mkdir()
        options = ["--jobs", str(number), "--quiet", "--no-cache"]
        assert main(["scan", str(SAMPLE), "--report", str(place / f"r.{ending}"), *options]) == 0
        written.append({path.name: path.read_bytes() for path in place.iterdir()})
    assert written[0].keys() == written[1].keys()
    if ending == "json":
        first, second = (json.loads(files["r.json"]) for files in written)
        assert without_times(first) == without_times(second)
    elif ending == "csv":
        assert written[0] == written[1]


def test_a_report_is_a_recipe_that_gives_the_same_answer(folder: Path, tmp_path: Path) -> None:
    first = scan(tmp_path, folder, "--shingle", "word:2", "--threshold", "0.5", "--seed", "7", "--bag")
    second = scan(tmp_path, folder, "--recipe", tmp_path / "report.json", name="second.json")
    assert without_times(first) == without_times(second)


def test_an_option_wins_over_the_recipe(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "recipe.json").write_text('{"threshold": 0.3, "hashes": 64}')
    report = scan(tmp_path, folder, "--recipe", tmp_path / "recipe.json", "--threshold", "0.95")
    assert (report["recipe"]["threshold"], report["recipe"]["hashes"]) == (0.95, 64)


def test_globs_choose_the_files(folder: Path, tmp_path: Path) -> None:
    report = scan(tmp_path, folder, "--exclude", "{deep,other*}")
    assert [d["path"] for d in report["documents"]] == ["a.txt", "b.txt", "empty.txt"]


def test_with_a_reference_only_pairs_across_count(folder: Path, tmp_path: Path) -> None:
    (folder / "d.txt").write_text(TEXT * 3 + "It ends so.")
    without = scan(tmp_path, folder, "--threshold", "0.7")
    assert [(p["a"], p["b"]) for p in without["pairs"]] == [("a.txt", "b.txt"), ("a.txt", "d.txt"), ("b.txt", "d.txt")]
    # a.txt, the first of its text, stands for deep/c.txt
    across = scan(tmp_path, folder, "--threshold", "0.7", "--reference", folder / "deep", name="across.json")
    assert [(p["a"], p["b"]) for p in across["pairs"]] == [("a.txt", "b.txt"), ("a.txt", "d.txt")]


def test_a_recipe_that_is_no_json_is_refused(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "recipe.json").write_text("{")
    assert main(["scan", str(folder), "--recipe", str(tmp_path / "recipe.json")]) == 1
    assert "recipe.json" in capsys.readouterr().err


@pytest.fixture
def interrupt_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sends this process SIGINT as soon as a run enters the stage of this name."""
    handler, begin = signal.getsignal(signal.SIGINT), Progress.begin

    def interrupt(wanted: str) -> None:
        def begin_and_interrupt(progress: Progress, stage: str, total: int, unit: str = "documents") -> None:
            begin(progress, stage, total, unit)
            if stage == wanted:
                signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(Progress, "begin", begin_and_interrupt)

    yield interrupt
    signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize(
    ("stage", "signed"),
    [("Reading and signing", 0), ("Finding candidates", 4), ("Verifying exactly", 4), ("Sorting and grouping", 4)],
)
def test_an_interrupted_scan_keeps_what_was_done_and_says_so(
    folder: Path, tmp_path: Path, interrupt_at: Callable[[str], None], stage: str, signed: int
) -> None:
    interrupt_at(stage)
    report = tmp_path / "report.json"
    status = main(["scan", str(folder), "--report", str(report), "--no-cache", "--quiet"])
    kept = json.loads(report.read_text("utf-8"))
    assert (status, kept["partial"]) == ((0, False) if stage == "Sorting and grouping" else (130, True))
    assert sum(bool(document["shingles"]) for document in kept["documents"]) == signed


def test_an_interrupt_while_the_recall_is_measured_keeps_the_whole_result(
    folder: Path, tmp_path: Path, interrupt_at: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt_at("Measuring recall: reading")
    report = tmp_path / "report.json"
    command = ["scan", str(folder), "--measure-recall", "--report", str(report), "--no-cache", "--quiet"]
    assert main(command) == 130
    assert not json.loads(report.read_text("utf-8"))["partial"]
    assert capsys.readouterr().err == "simexplorer: interrupted: no recall was measured.\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_that_comes_when_all_is_done_changes_no_status(folder: Path, number: str) -> None:
    # what hangs on sys dies after Python has given signals back to the system, which kills by them
    script = f"""
import os, signal, sys
from simexplorer.__main__ import run
class Late:
    def __del__(self, kill=os.kill, process=os.getpid(), number=signal.{number}):
        kill(process, number)
sys.late = Late()
sys.argv[1:] = ["scan", {str(folder)!r}, "--quiet", "--no-cache"]
run()
"""
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0

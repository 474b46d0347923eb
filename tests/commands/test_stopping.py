"""What asks a scan to end, in the middle of its reports and before."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.commands.stopping import Stopping
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.result import Result
from simexplorer.reports import writing


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_report_that_is_being_written_is_stopped_and_leaves_the_old_one(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    capsys: pytest.CaptureFixture[str],
) -> None:
    chunks = writing.json_chunks

    def endless(*arguments: Any) -> Iterator[bytes]:
        signal.raise_signal(number)
        for _ in range(1000):
            yield from chunks(*arguments)
        raise AssertionError("nobody heard the signal")

    monkeypatch.setattr(writing, "json_chunks", endless)
    report = tmp_path / "report.json"
    report.write_text("the old one")
    table = tmp_path / "report.csv"
    both = ["--report", str(table), "--report", str(report)]
    assert main(["scan", str(folder), *both, "--no-cache", "--quiet"]) == 130
    said = capsys.readouterr().err
    assert said.startswith(f"simexplorer: the run is whole, but not written: {report}.\n")
    assert report.read_text() == "the old one"
    assert {path.name for path in tmp_path.iterdir() if path.suffix not in (".csv", "")} == {"report.json"}


@pytest.mark.usefixtures("handlers")
def test_what_is_not_written_of_a_partial_run_is_not_called_whole(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chunks, run = writing.json_chunks, Analysis.run

    def interrupted(*arguments: Any, **named: Any) -> Result:
        result = run(*arguments, **named)
        signal.raise_signal(signal.SIGINT)
        return replace(result, partial=True)

    def again(*arguments: Any) -> Iterator[bytes]:
        signal.raise_signal(signal.SIGINT)
        return chunks(*arguments)

    monkeypatch.setattr(Analysis, "run", interrupted)
    monkeypatch.setattr(writing, "json_chunks", again)
    report = tmp_path / "report.json"
    assert main(["scan", str(folder), "--report", str(report), "--no-cache", "--quiet"]) == 130
    said = capsys.readouterr().err
    assert said.startswith(f"simexplorer: the run was interrupted, and what it found is not written: {report}.\n")


@pytest.mark.usefixtures("handlers")
def test_a_second_interrupt_stops_the_report_of_what_was_done() -> None:
    stopping = Stopping()
    signal.raise_signal(signal.SIGTERM)
    assert (stopping.run.cancelled, stopping.telling.cancelled) == (True, False)
    signal.raise_signal(signal.SIGINT)
    assert stopping.telling.cancelled


@pytest.mark.usefixtures("handlers")
def test_what_is_ignored_by_whoever_started_this_stays_ignored() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Stopping()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN

"""What a scan prints never says more than is known."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.commands.scan_words import print_progress, print_summary, reason_lines
from simexplorer.pipeline.progress import ProgressState
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import summary_lines
from tests.reports import results


@pytest.mark.parametrize(
    ("recall", "missed", "line"),
    [
        (0.99998814, 2.26, "predicted recall 99.999 %: 2.3 pairs expected to be missed"),
        (0.9999987, 3.5e-5, "predicted recall > 99.999 %: less than 0.01 pairs expected to be missed"),
        (0.998, 0.99999, "predicted recall 99.80 %: 1 pair expected to be missed"),
        (0.5, 1234.5, "predicted recall 50.00 %: 1,234 pairs expected to be missed"),
    ],
)
def test_a_recall_with_misses_is_not_printed_as_one(
    recall: float, missed: float, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    small = results.small()
    print_summary(replace(small, audit=replace(small.audit, predicted_recall=recall, predicted_missed=missed)))
    assert line in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("live", [True, False])
def test_progress_is_one_line_written_over_on_a_terminal_and_elsewhere_a_line_a_stage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], live: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: live)
    begun = ProgressState(stage="Signing", total=1_000)
    print_progress(begun, False)
    print_progress(replace(begun, done=250, stage_seconds=2.0), False)
    print_progress(replace(begun, done=1_000, stage_seconds=8.0), True)
    line = "Signing 1,000 of 1,000 documents\n" if live else ""
    parts = ["", "Signing 0 of 1,000 documents", "Signing 250 of 1,000 documents, 6 s left", line]
    assert capsys.readouterr().err == ("\r\x1b[K".join(parts) if live else f"{parts[1]}\n")


def test_a_recall_that_was_counted_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    small = results.small()
    audit = replace(small.audit, measured_recall=0.98, measured_interval=(0.98, 0.98))
    print_summary(replace(small, audit=audit))
    assert "measured recall 98.00 %: counted exactly" in capsys.readouterr().out.splitlines()


def test_a_recall_measured_without_a_pair_is_said_to_be_unknown(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan = ["scan", str(folder), "--quiet", "--no-cache", "--threshold", "1", "--measure-recall"]
    assert main(scan) == 0
    assert "measured recall unknown: there was no similar pair to measure it on" in capsys.readouterr().out.splitlines()
    for ending in ("json", "md", "html"):
        scan += ["--report", str(tmp_path / f"r.{ending}")]
    assert main(scan) == 0
    audit = json.loads((tmp_path / "r.json").read_text("utf-8"))["audit"]
    assert (audit["measured_recall"], audit["measured_interval"]) == (None, None)
    words = "there was no similar pair to measure it on"
    assert f"- Similar pairs found, measured: unknown; {words}\n" in (tmp_path / "r.md").read_text("utf-8")
    assert words in (tmp_path / "r.html").read_text("utf-8")


def test_documents_limit_and_similarities_are_told_in_the_words_of_the_reports(
    capsys: pytest.CaptureFixture[str],
) -> None:
    close = results.close()
    print_summary(close)
    told, lines = dict(summary_lines(close, ReportOptions())), capsys.readouterr().out.splitlines()
    assert lines[0] == told["Documents"].replace(", of them", " documents:")
    assert f"{told['Pairs'].replace(' ', ' pairs ', 1)}, all verified exactly" in lines
    assert "0.999  a.txt  b/one.txt" in lines


def test_the_summary_says_why_documents_were_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3):
        (tmp_path / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "a.txt").write_text("a text of its own")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "5 documents: 1 read, 1 empty, 3 skipped",
        "  3 not text: a PNG picture",
        "  1 the file is empty",
    ]


def test_reasons_beyond_the_most_frequent_are_counted() -> None:
    reasons = ("", *(f"reason {number}" for number in range(1, 12)))
    documents = SimpleNamespace(reason=np.repeat(np.arange(12), np.arange(12)[::-1] + 1), reasons=reasons)
    lines = reason_lines(documents)
    assert lines[0] == "  11 reason 1"
    assert len(lines) == 9
    assert lines[-1] == "  6 for other reasons, which a report lists"


def test_a_table_that_has_no_text_as_a_whole_says_how_its_rows_become_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"name": ["ann lee", "ann lee"]}), tmp_path / "rows.parquet")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache"]) == 0
    assert "  1 table was left out: --text-column NAME makes every row a document" in capsys.readouterr().out
    (tmp_path / "rows.csv").write_text("id, name, town\n1, ann lee, perth\n2, ann lee, perth\n")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache"]) == 0
    assert "  1 table was read as one text, 1 table was left out: --text-column" in capsys.readouterr().out
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--text-column", "name"]) == 0
    assert "left out" not in capsys.readouterr().out
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--text-column", "town"]) == 0
    told = capsys.readouterr().out
    assert "  1 table was left out: --text-column takes the name of a column that a table has, or '*'" in told
    assert "--text-column NAME" not in told


@pytest.mark.parametrize("of_rows", [("--text-column", "name"), ("--shingle", "item")])
def test_a_table_without_the_column_of_names_says_that_this_option_takes_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], of_rows: tuple[str, str]
) -> None:
    (tmp_path / "rows.csv").write_text("id,name\n1,ann lee\n2,ann lee\n")
    options = ["scan", str(tmp_path), "--quiet", "--no-cache", *of_rows, "--report", str(tmp_path / "out.json")]
    assert main([*options, "--id-column", "number"]) == 1
    told = capsys.readouterr().err
    assert "1 table was left out: " in told
    assert "--id-column takes the name of a column that a table has" in told
    assert ("--text-column" in told) == (of_rows[0] == "--text-column")
    assert main([*options, "--id-column", "id"]) == 0
    assert "left out" not in capsys.readouterr().err


def test_json_is_a_table_where_its_objects_are_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["scan", str(tmp_path), "--quiet", "--no-cache", "--text-column", "name"]
    (tmp_path / "one.json").write_text('{"name": "ann lee"}')
    assert main(options) == 0
    assert "no file is a table" in capsys.readouterr().err
    (tmp_path / "rows.json").write_text('[{"name": "ann lee"}, {"name": "ann lee"}]')
    assert main(options) == 0
    told = capsys.readouterr()
    assert "1 group of identical texts" in told.out
    assert "no file is a table" not in told.err


def test_a_table_read_whole_says_how_its_rows_become_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.csv").write_text("id, name, town\n1, ann lee, perth\n2, ann lee, perth\n")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache"]) == 0
    assert "  1 table was read as one text: --text-column NAME" in capsys.readouterr().out
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--report", str(tmp_path / "r.json")]) == 0
    assert "simexplorer: 1 table was read as one text: --text-column NAME" in capsys.readouterr().err
    rows = ["--text-column", "name,town", "--id-column", "id"]
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", *rows]) == 0
    told = capsys.readouterr().out
    assert "1 group of identical texts" in told
    assert "--text-column" not in told


def test_a_usual_run_has_no_limit_that_left_something_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("a text of its own")
    (tmp_path / "b.txt").write_text("another text of its own")
    report = tmp_path / "out" / "r.json"
    report.parent.mkdir()
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--report", str(report)]) == 0
    assert json.loads(report.read_text())["capped"] == []
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache"]) == 0
    told = "index: 25 bands of 5 rows, 125 of 128 hashes (the estimate uses all)"
    assert told in capsys.readouterr().out.splitlines()


def test_the_summary_says_how_more_is_found_than_it_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def scanned(*options: str) -> list[str]:
        assert main(["scan", str(tmp_path), "--quiet", "--no-cache", *options]) == 0
        return capsys.readouterr().out.splitlines()

    for place, words in enumerate(("one of the keepers saw a seal", "nobody sold the other lamp")):
        (tmp_path / f"{place}.txt").write_text(f"{words} on {place} days of spring.")
    hint = "--shingle word:5 --threshold 0.01 finds passages that were copied into otherwise different texts"
    assert scanned()[-1] == hint
    assert hint not in scanned("--shingle", "word:5", "--threshold", "0.01"), "that is what was done"
    for place in range(6):
        (tmp_path / f"near {place}.txt").write_text(f"The keeper of the harbour light wrote a long report {place}.")
    lines = scanned("--threshold", "0.5")
    assert lines[-1] == "and 5 more: --report FILE lists all", "of 15 pairs of six"
    (tmp_path / "near 5.txt").unlink()
    assert "more:" not in "".join(scanned("--threshold", "0.5")), "there are ten"

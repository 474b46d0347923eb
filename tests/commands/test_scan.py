"""What a scan refuses before it reads, and what it says of what it could not heed."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import re
import resource
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.commands.scan import columns_of
from simexplorer.errors import UsageError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.columns import COLUMN_NAMES

_NEEDLESS = ("jinja2", "numba", "llvmlite", "lxml", "numpy.ma", "numpy.polynomial", "numpy.random", "psutil", "PySide6")
_LONG = "The ferry leaves the harbour at seven and comes back at nine, with nets and letters and bread on board."
_SCAN = """
import sys
from simexplorer.__main__ import main
assert main(["scan", *sys.argv[1:], "--quiet", "--no-cache"]) == 0
print(*sorted(sys.modules), file=sys.stderr)
"""


def test_a_small_scan_loads_nothing_that_it_can_do_without(folder: Path) -> None:
    arguments = [sys.executable, "-c", _SCAN, str(folder), "--report", str(folder / "r.json")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=120, env=environment)
    loaded = set(ended.stderr.split())
    assert "simexplorer.pipeline.analysis" in loaded
    assert not loaded.intersection(_NEEDLESS), "each takes hundredths of a second of every start"


@pytest.mark.parametrize("words", ["jacard", "pairs.path", "pages.a", "a,b,nonsense"])
def test_a_column_that_no_table_has_is_refused_by_name(folder: Path, words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["scan", str(folder), "--columns", words, "--report", str(folder / "r.csv"), "--quiet"]) == 2
    error = capsys.readouterr().err
    assert "--columns: there is no column" in error
    assert "pairs: a, b," in error
    assert not (folder / "r.csv").exists()


def test_columns_are_named_alone_or_with_their_table() -> None:
    def columns(words: str | None) -> tuple[str, ...] | None:
        return columns_of(argparse.Namespace(columns=words, workspace=None), Recipe())

    assert columns("a, pairs.jaccard ,clusters.note") == ("a", "pairs.jaccard", "clusters.note")
    assert columns(None) is None
    with pytest.raises(UsageError, match=r"'documents\.jaccard'"):
        columns("documents.jaccard")


@pytest.mark.parametrize("measure", ["jaccard", "cosine", "containment", "hamming", "euclidean"])
def test_columns_are_refused_where_the_run_has_none_of_them(folder: Path, tmp_path: Path, measure: str) -> None:
    limit = ["--max-distance", "40"] if measure in ("hamming", "euclidean") else []
    scan = ["scan", str(folder), "--quiet", "--no-cache", "--measure", measure, *limit]
    assert main([*scan, "--report", str(tmp_path / "r.csv")]) == 0
    there = {name for file in tmp_path.glob("r*.csv") for name in file.read_text("utf-8").split("\n")[0].split(",")}
    for name in {name for names in COLUMN_NAMES.values() for name in names}:
        asked = argparse.Namespace(columns=name, workspace=None)
        with contextlib.nullcontext() if name in there else pytest.raises(UsageError, match=f"has no column {name}"):
            columns_of(asked, Recipe(measure=measure))
    assert main([*scan, "--columns", "decision,pairs.note"]) == 2


def test_an_encoding_of_a_file_that_is_not_listed_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["scan", str(folder), "--quiet", "--no-cache", "--encoding-of"]
    assert main([*arguments, "letters/old.txt=koi8-r"]) == 0
    assert "letters/old.txt: no document is listed by this path, so koi8-r was used for none" in capsys.readouterr().err
    assert main([*arguments, "a.txt=koi8-r"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "first", "words"),
    [
        (["--measure", "cosine"], "0.9", "at or above cosine 0.80"),
        (["--measure", "hamming", "--max-distance", "20"], " bit", "within 20 bits"),
        (["--measure", "containment"], "1.000  a.txt  b.txt", "at least 0.80 contained"),
    ],
)
def test_the_summary_speaks_in_the_units_of_the_measure(
    folder: Path, arguments: list[str], first: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", str(folder), "--quiet", "--no-cache", *arguments]) == 0
    printed = capsys.readouterr().out
    (line,) = [line for line in printed.splitlines() if "a.txt  b.txt" in line]
    assert first in line
    assert words in printed


def test_containment_of_nothing_is_refused_as_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(folder), "--measure", "containment", "--threshold", "0", "--quiet"]) == 2
    assert "--threshold must be above 0 for containment" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--measure", "hamming"], "--max-distance must be given for the measure hamming"),
        (["--shingle", "char:0"], "the size in --shingle must be between 1 and 1,000; got 0."),
        (["--shingle", "page:3"], "the kind in --shingle must be one of"),
        (["--bands", "3"], "--bands must be given together with rows"),
        (["--max-size", "0"], "--max-size must be between 1 and"),
        (["--set", "hashes=0"], ": hashes must be between"),
        (["--measure", "euclidean", "--max-distance", "1e19"], "--max-distance must be between 0.0 and 1e+18"),
        (["--set", "language=xx"], ": language must be one of af, ar, "),
        (["--set", "language=xx"], " for stop words or stemming; got 'xx'."),
        (["--set", "text_column="], ": text_column must be the name of a column, several separated by commas, or *"),
        (["--set", "id_column= "], ": id_column must be the name of a column; got ' '."),
        (["--threshold", "0.9", "--set", "threshold=0.5"], "--set threshold: an option sets threshold as well."),
        (["--set", "threshold=0.5", "--threshold", "0.5"], "--set threshold: an option sets threshold as well."),
        (["--max-size", "1M", "--set", "max-bytes=9"], "--set max_bytes: an option sets max_bytes as well."),
        (
            ["--shingle", "word:3", "--set", "shingle_size=5"],
            "--set shingle_size: an option sets shingle_size as well.",
        ),
        (["--reference", ""], "--reference must be the name of a folder; got ''."),
        (["--include", "*.txt", "--include", ""], "--include must be made of patterns such as *.txt, none of them"),
        (["--text-column", ""], ": --text-column must be the name of a column, several separated by commas, or *"),
        (["--id-column", " ,"], ": --id-column must be the name of a column; got ' ,'."),
        (["--hashes", "1" * 400], "--hashes must be between 1 and 65,536; got 111"),
        (["--set", f"threshold={'1' * 400}"], ": threshold must be between 0.0 and 1.0; got 111"),
        (["--shingle", "char:" + "1" * 5000], "--shingle takes KIND:SIZE such as char:9"),
        (["--jobs", "1" * 400], "argument --jobs: must be at most 9,223,372,036,854,775,807; got 111"),
        (["--set", 'id_column="\\ud800"'], r": id_column must be a text of whole characters; got '\ud800'."),
        (["--set", 'include=["*.txt", "\\ud800"]'], r": include must be a text of whole characters; got '\ud800'."),
        (["--set", 'reference="\\u0000"'], "reference must be a text without a NUL"),
    ],
)
def test_what_cannot_work_is_called_by_the_option_that_asked_for_it(
    folder: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", str(folder), "--quiet", "--no-cache", *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--set", "bands=20", "--set", "rows=5"],
        ["--set", "hashes=256", "--bands", "64", "--rows", "4"],
        ["--bands", "64", "--rows", "4", "--set", "hashes=256"],
    ],
)
def test_settings_are_taken_together(folder: Path, options: list[str]) -> None:
    assert main(["scan", str(folder), "--quiet", "--no-cache", *options]) == 0


@pytest.mark.parametrize(
    "option",
    ["--recipe", "--shingle", "--max-size", "--encoding", "--workspace", "--report", "--columns", "--changes"],
)
def test_an_option_with_nothing_behind_it_is_refused(
    folder: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", str(folder), "--quiet", "--no-cache", option, ""]) == 2
    assert option in capsys.readouterr().err.splitlines()[-1]


def test_folders_may_stand_behind_options(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other, dashed = tmp_path / "other", tmp_path / "--odd"
    for place in (other, dashed):
        place.mkdir()
        (place / "one.txt").write_text("one more text that is like no other one")
    counted = len(list(folder.iterdir())) + 1
    assert main(["scan", str(folder), "--quiet", "--threshold", "0.5", "--no-cache", str(other)]) == 0
    assert capsys.readouterr().out.startswith(f"{counted} documents")
    with contextlib.chdir(tmp_path):
        assert main(["scan", "--quiet", "--no-cache", "--", str(folder), "--odd"]) == 0
    assert capsys.readouterr().out.startswith(f"{counted} documents")


@pytest.mark.parametrize("ending", ["html", "json", "csv", "md", "xlsx"])
def test_names_given_that_are_no_utf_8_stand_in_every_report(folder: Path, tmp_path: Path, ending: str) -> None:
    odd, report = os.fsdecode(b"alt\xe4"), tmp_path / f"r.{ending}"
    (tmp_path / odd).mkdir()
    (tmp_path / odd / "c.txt").write_text("one more text that is like no other one")
    (tmp_path / odd / "t.csv").write_text("text\none more text\n")
    scan = ["scan", str(folder), str(tmp_path / odd), "--quiet", "--no-cache", "--workspace", str(tmp_path / "w.simx")]
    given = ["--reference", str(tmp_path / odd), "--exclude", odd + "?", "--text-column", odd, "--id-column", odd]
    assert main([*scan, *given, "--report", str(report)]) == 1  # no table has the column; all is written nevertheless
    written = report.read_bytes()
    if ending == "json":
        assert json.loads(written)["recipe"]["reference"] == str(tmp_path / odd)
        assert main([*scan, "--recipe", str(report), "--report", str(tmp_path / "again.json")]) == 1
        assert json.loads((tmp_path / "again.json").read_bytes())["recipe"] == json.loads(written)["recipe"]
    elif ending in ("html", "md"):
        assert rb"alt\udce4" in written


def _said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_outputs_that_cannot_be_written_are_refused_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("a text")
    scan = ["scan", str(tmp_path / "in"), "--quiet", "--no-cache"]
    kept = ["--workspace", str(tmp_path / "w.simx")]
    assert main([*scan, *kept, "--changes", str(tmp_path / "new.pdf")]) == 2
    assert "the name ends in .pdf" in _said(capsys)
    report = str(tmp_path / "r.html")
    assert main([*scan, *kept, "--changes", report, "--report", str(tmp_path / "in" / ".." / "r.html")]) == 2
    assert "is named for two outputs" in _said(capsys)
    assert not (tmp_path / "w.simx").exists()
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("spelled", ["rows.csv", "../in/rows.csv", "link.csv", "rows.html"])
def test_no_report_takes_the_place_of_what_is_named_to_be_read(
    tmp_path: Path, spelled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "in"
    place.mkdir()
    for name in ("rows.csv", "rows.html", "rows.documents.csv", "other.txt"):
        (place / name).write_text("text\nof the user\n")
    (place / "link.csv").symlink_to("rows.csv")
    named = str(place / os.path.basename(spelled).replace("link", "rows"))
    assert main(["scan", named, "--quiet", "--no-cache", "--report", str(place / spelled)]) == 2
    assert f"{spelled} is to be read and would be replaced" in _said(capsys)
    assert main(["scan", str(place / "rows.documents.csv"), "--quiet", "--report", str(place / "rows.csv")]) == 2
    assert "rows.documents.csv is to be read" in _said(capsys)
    recipe = tmp_path / "recipe.json"
    recipe.write_text("{}")
    assert main(["scan", str(place), "--quiet", "--recipe", str(recipe), "--report", str(recipe)]) == 2
    assert recipe.read_text() == "{}"
    assert (place / "rows.csv").read_text() == (place / "rows.documents.csv").read_text() == "text\nof the user\n"


@pytest.mark.parametrize("ending", ["html", "json", "csv", "md", "xlsx"])
def test_a_report_replaces_the_report_before_it_and_no_document_of_the_folder(
    folder: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report, user = folder / f"r.{ending}", folder / f"user.{ending}"
    scan = ["scan", str(folder), "--quiet", "--no-cache"]
    assert main([*scan, "--report", str(report)]) == 0
    before = report.stat().st_ino
    user.write_text("words of the user " * 9)
    assert main([*scan, "--report", str(user), "--report", str(report)]) == 1
    assert f"{user} is one of the documents and would be replaced" in _said(capsys)
    assert user.read_text() == "words of the user " * 9
    assert report.stat().st_ino != before, "the other report was written anew"
    assert main([*scan, "--report", str(user), "--exclude", user.name]) == 0, "it was not read"
    assert not user.read_bytes().startswith(b"words")


def test_a_report_replaces_no_document_that_a_link_led_to(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "far").mkdir()
    far = tmp_path / "far" / "user.md"
    far.write_text("words of the user")
    (folder / "link.md").symlink_to(far)
    scan = ["scan", str(folder), "--quiet", "--no-cache", "--report", str(far)]
    assert main([*scan, "--follow-links"]) == 1
    assert f"{far} is one of the documents" in _said(capsys)
    assert far.read_text() == "words of the user"
    assert main(scan) == 0, "it was not read"


def test_a_table_beside_a_report_takes_the_place_of_no_document_and_of_no_other_output(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "r.documents.csv").write_text("path,note\na.txt,mine\n")
    scan = ["scan", str(folder), "--quiet", "--no-cache"]
    assert main([*scan, "--report", str(folder / "r.csv")]) == 1
    assert "r.documents.csv is one of the documents" in _said(capsys)
    assert not (folder / "r.csv").exists()
    kept = tmp_path / "p.clusters.csv"
    assert main([*scan, "--workspace", str(kept), "--report", str(tmp_path / "p.csv")]) == 2
    assert "p.clusters.csv is named for two outputs" in _said(capsys)
    assert not kept.exists()


def test_a_high_limit_leaves_out_nothing_and_encodings_stand_in_the_order_of_rows(tmp_path: Path) -> None:
    folder, text = tmp_path / "texts", "Wörter, die in vielen Kodierungen stehen. " * 9
    folder.mkdir()
    codecs = ("utf-16-le", "utf-32", "cp1252", "utf-16-be", "koi8-r", "gb18030")
    for number in range(36):
        codec = codecs[number % 6]
        words = text if codec.startswith("utf") else ("Слова, " if codec == "koi8-r" else "Wörter, ") * 40
        (folder / f"{number}.txt").write_bytes(f"{words} {number}".encode(codec, "replace"))
    (folder / "table.csv").write_bytes(f"a;b\n{text};1\n".encode("utf-16"))
    (folder / "packed.txt.gz").write_bytes(gzip.compress(text.encode()))
    with tarfile.open(folder / "more.tar", "w") as archive:
        archive.add(folder / "0.txt", "0.txt")
    reports = []
    for jobs in ("1", "4", "2"):
        for ending in ("json", "html"):
            arguments = ["--no-cache", "--quiet", "--max-size", "100G", "--jobs", jobs]
            assert main(["scan", str(folder), *arguments, "--report", str(tmp_path / f"{jobs}.{ending}")]) == 0
        documents = json.loads((tmp_path / f"{jobs}.json").read_text("utf-8"))["documents"]
        assert {one["status"] for one in documents} == {"read"}, [one["reason"] for one in documents]
        page = (tmp_path / f"{jobs}.html").read_text("utf-8")
        reports.append(re.findall('read as [^"]*, which is a guess', page))
    assert len(reports[0]) > 3
    assert reports[0] == reports[1] == reports[2]


@pytest.mark.parametrize("option", ["recipe", "shingle", "max-size", "encoding", "changes", "scheme", "report"])
def test_an_option_without_its_value_is_refused_and_not_passed_over(folder: Path, option: str, tmp_path: Path) -> None:
    workspace = str(tmp_path / "w.simx")
    assert main(["scan", str(folder), f"--{option}=", "--workspace", workspace, "--quiet"]) in (1, 2)
    assert not os.path.exists(workspace), "nothing was run"


def test_a_limit_of_the_cache_without_its_value_is_refused() -> None:
    assert main(["cache", "--limit="]) == 2


def test_a_report_that_cannot_be_written_keeps_no_other_from_being_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large, small = tmp_path / "large.html", tmp_path / "small.json"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))  # bytes of a file: as if the disk were full
    try:
        status = main(["scan", str(folder), "--report", str(large), "--report", str(small), "--no-cache", "--quiet"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert status == 1
    assert str(large) in capsys.readouterr().err
    assert not large.exists()
    assert json.loads(small.read_bytes())["documents"]


def test_a_report_shows_no_passage_of_what_the_run_left_out(tmp_path: Path) -> None:
    essays, form = tmp_path / "essays", "I declare that I have written this essay by myself and named all my sources."
    essays.mkdir()
    copied = " ".join(f"copied{k} from elsewhere{k}" for k in range(9))
    for subject in ("tower", "harbour", "schooner", "orchard", "lantern"):
        rest = copied if subject in ("tower", "harbour") else "of its own"
        (essays / f"{subject}.txt").write_text(f"{form} {rest} {' '.join(f'{subject}{k}' for k in range(20))}")
    pages = []
    for share in ("1", "0.5"):
        arguments = ["--measure", "containment", "--threshold", "0.2", "--set", f"boilerplate={share}", "--no-cache"]
        assert main(["scan", str(essays), *arguments, "--report", str(tmp_path / "r.html"), "--quiet"]) == 0
        pages.append((tmp_path / "r.html").read_text())
    all_of_it, without = (re.findall("</small>(.*?)</blockquote>", page) for page in pages)
    assert any(form in quote for quote in all_of_it)
    assert without == [copied, copied]
    assert "Passages are shown without what more than 50 % of the documents hold" in pages[1]
    assert "Passages are shown" not in pages[0]


def test_what_remains_is_written_and_told_beside_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, kept = tmp_path / "t.csv", tmp_path / "k.csv"
    rows = ["id,text", f'1,"{_LONG}"', '2,"another one, of a few words"', f'3,"{_LONG} So it ends."', ""]
    table.write_text("\r\n".join(rows), newline="")
    scan = ["scan", str(table), "--text-column", "text", "--kept", str(kept), "--quiet", "--no-cache"]
    assert main([*scan, "--report", str(tmp_path / "r.json")]) == 0
    told = capsys.readouterr()
    assert "k.csv: 2 of 3 rows kept; 1 left out of clusters of pairs at or above 0.80" in told.err
    assert json.loads((tmp_path / "r.json").read_text())["clusters"][0]["members"] == ["t.csv!1", "t.csv!3"]
    assert kept.read_bytes() in ("\r\n".join([*rows[:3], ""]).encode(), "\r\n".join([rows[0], *rows[2:]]).encode())


def test_what_remains_replaces_neither_what_is_read_nor_another_output(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "t.csv"
    table.write_text("a,b,jaccard\nx,y,0.9\n")  # which looks like a report
    scan = ["scan", str(table), "--text-column", "a", "--quiet"]
    assert main([*scan, "--kept", str(table)]) == 2
    assert "is to be read and would be replaced" in capsys.readouterr().err
    assert main([*scan, "--kept", str(folder / "k.csv"), "--report", str(folder / "k.csv")]) == 2
    assert "is named for two outputs" in capsys.readouterr().err
    assert main(["scan", str(folder), "--kept", str(folder / "a.txt"), "--quiet", "--no-cache"]) == 1
    assert "a.txt is one of the documents and would be replaced" in capsys.readouterr().err
    assert table.read_text() == "a,b,jaccard\nx,y,0.9\n"

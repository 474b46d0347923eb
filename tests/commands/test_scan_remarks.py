"""What a command line asked for in vain is told beside the result."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from simexplorer.__main__ import main


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--max-distance", "5"],
            "--max-distance was not used: Jaccard similarity is no distance; pairs are those at or",
        ),
        (
            ["--measure", "hamming", "--max-distance", "5", "--threshold", "0.9"],
            "--threshold was not used: Hamming distance is a distance; pairs are those within 5 bits.",
        ),
        (["--text-column", "text"], "--text-column: no file is a table"),
        (
            ["--columns", "a"],
            "--columns was not used: it chooses columns of tables, and no report is written (--report).",
        ),
        (["--passages", "5"], "--passages was not used: .html reports alone show passages."),
        (["--id-column", "name"], "The column name was not used: it names the rows of tables"),
        (["--set", "language=de"], "The language de was not used: it is that of stop words and of stemming"),
        (["--set", "language=de", "--set", "stemming=true"], ""),
        (["--scheme", "simhash", "--hashes", "512"], "--hashes was not used: a simhash signature is as long as"),
        (
            ["--measure", "containment", "--bands", "4", "--rows", "4", "--recall", "0.5"],
            "--bands, --rows, --recall were not used: contained documents are found by an exact join",
        ),
        (["--bands", "10", "--rows", "5", "--recall", "0.9"], "--recall was not used: how many bands and rows"),
        (["--set", "weights=tfidf"], "--set weights was not used: Jaccard similarity knows no weights"),
        (["--set", "bits=8"], "--set bits was not used: fss signatures know nothing of it, only bbit ones do"),
        (["--set", "simhash_bits=128"], "only simhash and bit-sampling ones do"),
        (["--shingle", "item"], "--shingle item: no file is a table"),
        (["--scheme", "bbit", "--set", "bits=8", "--bands", "10", "--rows", "5", "--hashes", "64"], ""),
        (["--measure", "cosine", "--set", "weights=tfidf", "--set", "components=signs"], ""),
        (["--measure", "cosine", "--bag"], ""),  # the Jaccard similarities beside it are those of bags
        (["--include", "*.pdf"], "No file is let through by --include and --exclude"),
        ([], ""),
    ],
)
def test_options_without_effect_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    (tmp_path / "a.txt").write_text("the quick brown fox jumps over the lazy dog")
    (tmp_path / "b.txt").write_text("the quick brown fox jumps over the lazy dogs")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", *options]) == 0
    said = capsys.readouterr().err
    assert words in said if words else said == ""


@pytest.mark.parametrize(
    ("endings", "idle"),
    [((".json",), ["--columns", "--passages"]), ((".JSON", ".csv"), ["--passages"]), ((".html",), [])],
)
def test_what_is_chosen_for_other_formats_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], endings: tuple[str, ...], idle: list[str]
) -> None:
    (tmp_path / "a.txt").write_text("a text")
    reports = [words for ending in endings for words in ("--report", str(tmp_path / f"r{ending}"))]
    choices = ["--columns", "a,jaccard", "--passages", "3"]
    assert main(["scan", str(tmp_path / "a.txt"), "--quiet", "--no-cache", *choices, *reports]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in told if "was not used" in line] == idle


def test_an_empty_folder_and_a_reference_that_holds_all_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["scan", str(tmp_path / "empty"), "--quiet", "--no-cache"]) == 0
    assert "There are no files in what was given: nothing was read." in capsys.readouterr().err
    (tmp_path / "empty" / ".hidden.txt").write_text("a text")
    assert main(["scan", str(tmp_path / "empty"), "--quiet", "--no-cache", "--no-hidden"]) == 0
    assert "no files in what was given but hidden ones, which --no-hidden leaves out:" in capsys.readouterr().err
    (tmp_path / "a.txt").write_text("a text")
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--reference", str(tmp_path)]) == 0
    assert "All documents lie in the reference" in capsys.readouterr().err


def test_a_column_that_no_table_has_ends_a_scan_with_an_error_that_names_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text("id,body\n1,the quick brown fox\n")
    (tmp_path / "b.csv").write_text("id,text\n1,the quick brown fox\n")
    (tmp_path / "c.txt").write_text("the quick brown fox")
    for options, status, words in (
        (["--text-column", "bdoy"], 1, "a.csv: it has no column 'bdoy'; its first row is id, body. Check"),
        (["--text-column", "body", "--id-column", "name"], 1, "it has no column 'name'; its columns are id, body."),
        (["--text-column", "body"], 0, ""),  # of b.csv the summary tells
        (["--text-column", "*", "--id-column", "id"], 0, ""),
        (["--text-column", "bdoy", "--include", "*.txt"], 0, "no file is a table"),
    ):
        report = tmp_path.parent / "report.json"
        assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--report", str(report), *options]) == status
        said = capsys.readouterr().err
        assert words in said, options
        assert ("No table could be read" in said) == (status == 1), options
        assert "was not used" not in said, options
        assert report.exists()


@pytest.mark.parametrize("name", ["b.csv", "b.json"])
def test_a_column_that_a_table_in_an_archive_has_is_no_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.csv").write_text("id,body\n1,the quick brown fox\n")
    rows = {"b.csv": "id,text\n1,a fox\n", "b.json": '[{"id": 1, "text": "a fox"}, {"id": 2, "text": "two foxes"}]'}
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as packed:
        packed.writestr(name, rows[name])
    assert main(["scan", str(tmp_path), "--quiet", "--no-cache", "--text-column", "text"]) == 0

"""What a scan refuses before it reads, and what it says of what it could not heed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.commands.scan import columns_of
from simexplorer.errors import UsageError

TEXT = "The ferry leaves the harbour at seven and comes back at nine, with nets and letters and bread on board. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "files"
    place.mkdir()
    (place / "a.txt").write_text(TEXT * 3)
    (place / "b.txt").write_text(TEXT * 3 + "So it ends.")
    return place


@pytest.mark.parametrize("words", ["jacard", "pairs.path", "pages.a", "a,b,nonsense"])
def test_a_column_that_no_table_has_is_refused_by_name(folder: Path, words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["scan", str(folder), "--columns", words, "--report", str(folder / "r.csv"), "--quiet"]) == 2
    error = capsys.readouterr().err
    assert "--columns: there is no column" in error
    assert "pairs: a, b," in error
    assert not (folder / "r.csv").exists()


def test_columns_are_named_alone_or_with_their_table() -> None:
    assert columns_of("a, pairs.jaccard ,clusters.note") == ("a", "pairs.jaccard", "clusters.note")
    assert columns_of(None) is None
    with pytest.raises(UsageError, match=r"'documents\.jaccard'"):
        columns_of("documents.jaccard")


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
    assert "threshold must be above 0 for containment" in capsys.readouterr().err

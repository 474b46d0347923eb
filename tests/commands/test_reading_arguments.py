"""What the command line says of reading is what the recipe says, and what is read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from simexplorer.__main__ import main
from simexplorer.commands.reading_arguments import add_reading_arguments, fields_given
from simexplorer.documents.options import ReadOptions
from simexplorer.errors import UsageError
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe

RUSSIAN = "Широкая река текла медленно, и старый лодочник пел о том, чего уже никто не помнил. " * 4
CSV = "who,what\nann,milk; bread; eggs\nbob,milk; bread; eggs\ncy,beer\n"


def fields(*arguments: str) -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    add_reading_arguments(parser)
    return fields_given(parser.parse_args(arguments))


def test_what_is_not_said_stays_as_it_is() -> None:
    assert fields() == {}


def test_every_switch_has_its_option() -> None:
    said = fields(
        "--no-archives", "--keep-navigation", "--keep-page-furniture", "--no-hidden", "--follow-links",
        "--encoding", "cp1251", "--encoding-of", "a=b/c d.txt=koi8-r", "--max-size", "1.5K", "--no-header",
        "--text-column", "what", "--id-column", "who", "--include", "*.csv", "--exclude", "x",
    )  # fmt: skip
    options = read_options(Recipe.from_json(said))
    switched_off = (options.archives, options.strip_navigation, options.strip_page_furniture, options.hidden_files)
    assert not any(switched_off)
    assert options.follow_links
    assert (options.encoding, options.encodings) == ("cp1251", {b"a=b/c d.txt": "koi8-r"})
    assert (options.max_bytes, options.table_header) == (1536, False)
    assert (options.text_column, options.id_column) == ("what", "who")
    assert (options.include, options.exclude) == (("*.csv",), ("x",))
    assert Recipe.from_json(Recipe.from_json(said).to_json()) == Recipe.from_json(said)


@pytest.mark.parametrize(
    "words",
    [
        ["--encoding-of", "old.txt"],
        ["--encoding-of", "=koi8-r"],
        ["--max-size", "1e999"],
    ],
)
def test_what_cannot_be_meant_is_refused(words: list[str]) -> None:
    with pytest.raises(UsageError):
        fields(*words)


def scanned(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    report = tmp_path / "report.json"
    assert main(["scan", *arguments, "--quiet", "--no-cache", "--report", str(report)]) == 0
    found = json.loads(report.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def test_baskets_are_compared_as_sets_of_items(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(CSV)
    found = scanned(
        tmp_path, str(tmp_path / "b.csv"), "--shingle", "item", "--text-column", "what", "--id-column", "who"
    )
    shingles = {one["path"]: one["shingles"] for one in found["documents"]}
    assert shingles == {"b.csv": None, "b.csv!ann": 3, "b.csv!bob": 3, "b.csv!cy": 1}


def test_a_wrong_guess_is_overridden_for_one_file(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name, text in (("old.txt", RUSSIAN), ("new.txt", RUSSIAN.encode("koi8-r").decode("cp1251"))):
        (folder / name).write_bytes(text.encode("koi8-r" if name == "old.txt" else "utf-8"))
    assert not scanned(tmp_path, str(folder))["clusters"]
    found = scanned(tmp_path, str(folder), "--encoding-of", "old.txt=cp1251")
    assert len(found["clusters"]) == 1


def test_the_cache_is_told_limited_and_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "b.csv").write_text(CSV)
    assert main(["scan", str(tmp_path / "b.csv"), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["cache", "--limit", "1.5G"]) == 0
    told = capsys.readouterr().out
    assert str(tmp_path / "cache" / "collections") in told
    assert "bytes in 3 files, at most 1,610,612,736" in told
    assert main(["cache", "--clear"]) == 0
    assert "0 bytes in 0 files, at most 1,610,612,736" in capsys.readouterr().out
    (tmp_path / "cache" / "collections" / "one").write_bytes(b"1")
    assert main(["cache"]) == 0
    assert "1 byte in 1 file, at most" in capsys.readouterr().out
    assert main(["cache", "--limit", "much"]) == 2


def test_a_recipe_of_which_nothing_is_said_reads_as_nothing_said() -> None:
    assert read_options(Recipe()) == ReadOptions()

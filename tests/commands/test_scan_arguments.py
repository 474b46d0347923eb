"""The recipe that a command line asks for, begun from one that a report holds."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from simexplorer.__main__ import main
from simexplorer.commands.scan_arguments import named_as_options, recipe_of, scan_parser
from simexplorer.errors import ParameterError
from simexplorer.pipeline.recipe import Recipe


def _scan(folder: Path, report: Path, *options: str) -> dict[str, Any]:
    assert main(["scan", str(folder), "--report", str(report), "--no-cache", "--quiet", *options]) == 0
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    del found["timings"]
    return found


@pytest.mark.parametrize("options", [["--hashes", "2", "--recall", "0.99"], ["--bands", "2", "--rows", "3"], []])
def test_the_recipe_of_a_report_gives_the_same_report(folder: Path, tmp_path: Path, options: list[str]) -> None:
    first = _scan(folder, tmp_path / "first.json", *options)
    assert _scan(folder, tmp_path / "again.json", "--recipe", str(tmp_path / "first.json")) == first


def test_bands_that_were_chosen_are_chosen_anew_where_the_recipe_of_a_report_is_changed(
    folder: Path, tmp_path: Path
) -> None:
    _scan(folder, tmp_path / "first.json")
    for option in (["--threshold", "0.5"], ["--hashes", "64"]):
        changed = _scan(folder, tmp_path / "changed.json", "--recipe", str(tmp_path / "first.json"), *option)
        assert changed == _scan(folder, tmp_path / "plain.json", *option)


def test_bands_that_were_given_stay_where_the_recipe_of_a_report_is_changed(folder: Path, tmp_path: Path) -> None:
    _scan(folder, tmp_path / "first.json", "--bands", "7", "--rows", "2")
    changed = _scan(folder, tmp_path / "again.json", "--recipe", str(tmp_path / "first.json"), "--threshold", "0.5")
    assert (changed["recipe"]["bands"], changed["recipe"]["rows"]) == (7, 2)


@pytest.mark.parametrize("field", Recipe.__struct_fields__)
def test_a_field_that_is_set_to_nothing_is_a_wrong_usage_where_it_is_no_list(folder: Path, field: str) -> None:
    lists = ("include", "exclude", "encodings")
    status = main(["scan", str(folder), "--quiet", "--no-cache", "--set", f"{field}="])
    assert status == (0 if field in lists else 2)


def test_a_list_of_patterns_in_a_setting_is_cut_where_its_commas_stand_in_no_braces(folder: Path) -> None:
    settings = ["include=*.{txt,md}, docs/**", "exclude=[a,b].txt"]
    chosen = scan_parser().parse_args([str(folder), *chain.from_iterable(("--set", one) for one in settings)])
    recipe = recipe_of(chosen)
    assert (recipe.include, recipe.exclude) == (("*.{txt,md}", "docs/**"), ("[a,b].txt",))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--hashes", "0"], "--hashes"),
        (["--hashes", "0", "--set", "seed=3"], "--hashes"),
        (["--set", "hashes=0"], "hashes"),
    ],
)
def test_what_is_wrong_is_called_as_it_was_given(options: list[str], named: str) -> None:
    chosen = scan_parser().parse_args([".", *options])
    with pytest.raises(ParameterError, match=rf"^{named}\b"), named_as_options(chosen):
        recipe_of(chosen)


def test_no_passages_at_all_may_be_asked_for() -> None:
    assert scan_parser().parse_args([".", "--passages", "0"]).passages == 0

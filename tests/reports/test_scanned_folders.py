"""The folder of every path of a report over several folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simexplorer.__main__ import main


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    """Folders of which two have one name and a third has the name that one of them gets."""
    made = [tmp_path / name for name in ("notes", "old/notes", "old/notes (2)", "letters", "empty")]
    for place in made:
        place.mkdir(parents=True)
    for place in made[:4]:
        (place / "a.txt").write_text(f"What stands in {place.relative_to(tmp_path)} and nowhere else.")
    return made


def _report(folders: list[Path], path: Path) -> dict[str, Any]:
    assert main(["scan", *map(str, folders), "--report", str(path), "--quiet", "--no-cache"]) == 0
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return report


def test_every_file_is_found_by_the_folder_that_its_path_begins_with(places: list[Path], tmp_path: Path) -> None:
    report = _report(places, tmp_path / "report.json")
    folders = report["folders"]
    assert sorted(folders.values()) == sorted(map(str, places[:4]))
    for row in report["documents"]:
        name, _, inside = row["path"].partition("/")
        file = Path(folders[name]) / inside
        assert len(file.read_text()) == row["characters"]
    assert len(report["documents"]) == 4


def test_one_folder_is_not_told_in_json(places: list[Path], tmp_path: Path) -> None:
    assert "folders" not in _report(places[:1], tmp_path / "report.json")


def test_people_are_told_of_names_that_a_folder_has_not_itself(places: list[Path], tmp_path: Path) -> None:
    main(["scan", *map(str, places[:2]), "--report", str(tmp_path / "report.md"), "--quiet", "--no-cache"])
    lines = (tmp_path / "report.md").read_text(encoding="utf-8").splitlines()
    assert f"- Folder: {tmp_path}/notes" in [line.replace("\\", "") for line in lines]
    assert f"- Folder: {tmp_path}/old/notes (listed as notes (2))" in [line.replace("\\", "") for line in lines]

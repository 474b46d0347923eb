"""The platform's trash: a file is in it or where it was, never in both places."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QFile

from simexplorer.ui.controllers import trash
from simexplorer.ui.controllers.trash import move_to_trash

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the trash of other systems is not a folder")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "folder" / "a.txt"
    path.parent.mkdir()
    path.write_text("its words")
    return path


def _kept(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "data").rglob("*") if path.is_file())


def test_a_file_goes_to_the_trash_and_its_place_there_is_told(file: Path, tmp_path: Path) -> None:
    trashed = move_to_trash(bytes(file))
    assert not file.exists()
    assert Path(os.fsdecode(trashed)).read_text() == "its words"
    assert _kept(tmp_path) == ["a.txt", "a.txt.trashinfo"]


@pytest.mark.parametrize(("left", "kept"), [("its words", []), ("other words", ["a.txt", "a.txt.trashinfo"])])
def test_of_a_file_that_its_folder_does_not_let_go_no_copy_stays_in_the_trash(
    left: str, kept: list[str], file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Copying:
        """As Qt does it where a folder may only be read; or a file of other words has come to lie there meanwhile."""

        def __init__(self, name: str) -> None:
            self._file = QFile(name)
            self.fileName, self.errorString = self._file.fileName, self._file.errorString

        def moveToTrash(self) -> bool:
            moved = self._file.moveToTrash()
            file.write_text(left)
            return moved

    monkeypatch.setattr(trash, "QFile", Copying)
    with pytest.raises(OSError, match="its folder does not let go of it"):
        move_to_trash(bytes(file))
    assert file.read_text() == left
    assert _kept(tmp_path) == kept


def test_a_name_too_long_for_the_notes_of_the_trash_is_said_to_be_that(file: Path, tmp_path: Path) -> None:
    long = file.with_name("n" * 251 + ".txt")
    file.rename(long)
    with pytest.raises(OSError, match="its name is too long for the trash"):
        move_to_trash(bytes(long))
    assert long.read_text() == "its words"
    assert not (tmp_path / "data").exists()

"""The notes of a desktop's trash: read, matched with where files were, removed with what they tell of."""

from __future__ import annotations

import os
import sys

import pytest

from simexplorer.workspace.trash_notes import came_from, note_of, remove_note, trashed_from

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="its trash keeps no such notes")


def put(trash, name, path):
    """A file in a trash, with its note."""
    for part in ("files", "info"):
        (trash / part).mkdir(parents=True, exist_ok=True)
    (trash / "files" / name).write_text("text")
    (trash / "info" / f"{name}.trashinfo").write_text(f"[Trash Info]\nPath={path}\nDeletionDate=2026-01-01T00:00:00\n")
    return os.fsencode(trash / "files" / name)


def test_a_note_tells_where_a_file_was_escapes_and_all(tmp_path):
    assert (
        came_from(put(tmp_path / "Trash", "a", "/home/me/a%0Ab%20%C3%A4%25%FF.txt"))
        == b"/home/me/a\nb \xc3\xa4%\xff.txt"
    )


def test_in_the_trash_of_another_disk_it_starts_from_the_top_of_that(tmp_path):
    top = os.fsencode(tmp_path)
    assert came_from(put(tmp_path / ".Trash-1000", "a", "letters/a.txt")) == top + b"/letters/a.txt"
    assert came_from(put(tmp_path / ".Trash" / "1000", "a", "letters/a.txt")) == top + b"/letters/a.txt"


def test_no_note_a_damaged_one_and_a_trash_without_notes_tell_nothing(tmp_path):
    trashed = put(tmp_path / "Trash", "a", "/a")
    note = note_of(trashed)
    for told in (b"", b"\xff\x00" * 50_000, b"[Trash Info]\npath=/a\n"):
        with open(note, "wb") as file:
            file.write(told)
        assert came_from(trashed) is None
    os.unlink(note)
    assert came_from(trashed) is None
    os.mkfifo(note)
    assert came_from(trashed) is None
    assert note_of(b"/home/me/.Trash/a.txt") is None


def test_a_note_is_removed_with_its_file_only(tmp_path):
    trashed = put(tmp_path / "Trash", "a", "/a")
    remove_note(trashed)
    assert os.path.exists(note_of(trashed))
    os.unlink(trashed)
    remove_note(trashed)
    remove_note(trashed)
    assert not os.path.exists(note_of(trashed))


def test_files_are_found_in_the_trash_by_where_they_were(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one, two = (put(tmp_path / "Trash", name, "/home/me/a.txt") for name in ("a.txt", "a.2.txt"))
    put(tmp_path / "Trash", "b.txt", "/home/me/b.txt")
    assert trashed_from([b"/home/me/a.txt", b"/home/me/c.txt"]) == {b"/home/me/a.txt": [two, one]}
    assert trashed_from([]) == {}

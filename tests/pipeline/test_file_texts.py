"""A dropped file or folder is read as the run reads, and what is not read of it is told."""

from __future__ import annotations

import os
import zipfile

import pytest
from msgspec.structs import replace

from simexplorer.errors import InputError
from simexplorer.pipeline.file_texts import texts_of_file
from simexplorer.pipeline.recipe import Recipe

RECIPE = Recipe(threshold=0.5, shingle_size=5)


def test_a_dropped_file_is_read_as_the_run_reads(tmp_path):
    (tmp_path / "page.html").write_text("<html><body><p>Hello there, reader.</p></body></html>")
    ((name, text),), more, _ = texts_of_file(os.fsencode(tmp_path / "page.html"), RECIPE)
    assert (name, text.strip(), more) == ("page.html", "Hello there, reader.", 0)
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.txt", "first text")
        archive.writestr("b.txt", "second text")
    assert [text for _, text in texts_of_file(os.fsencode(tmp_path / "two.zip"), RECIPE).texts] == [
        "first text",
        "second text",
    ]
    (tmp_path / "nothing.txt").write_text("")
    with pytest.raises(InputError, match="nothing to look for"):
        texts_of_file(os.fsencode(tmp_path / "nothing.txt"), RECIPE)
    with zipfile.ZipFile(tmp_path / "one.zip", "w") as archive:
        archive.writestr("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    with pytest.raises(InputError, match=r"one\.zip: nothing to look for: not text: .*picture.* \(1 in it\)\.$"):
        texts_of_file(os.fsencode(tmp_path / "one.zip"), RECIPE)


def test_texts_behind_the_first_fifty_of_a_file_or_folder_are_counted(tmp_path):
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(70):
            archive.writestr(f"{number:02}.txt", f"text number {number}")
    texts, more, _ = texts_of_file(os.fsencode(tmp_path / "many.zip"), RECIPE)
    assert ([text for _, text in texts], more) == ([f"text number {number}" for number in range(50)], 20)
    (tmp_path / "folder").mkdir()
    for number in range(120):  # empty ones take no place: 60 to 109 are the first fifty that hold anything
        (tmp_path / "folder" / f"{number:03}.txt").write_text("" if number < 60 else f"text number {number}")
    texts, more, _ = texts_of_file(os.fsencode(tmp_path / "folder"), RECIPE)
    assert ([text for _, text in texts], more) == ([f"text number {number}" for number in range(60, 110)], 10)


def test_what_of_a_file_or_folder_is_not_read_is_said_with_the_reason(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("some words")
    assert texts_of_file(os.fsencode(folder), RECIPE).remarks == ()
    (folder / "b.txt").write_text("")
    for name in ("c", "d"):
        (folder / name).write_bytes(bytes(range(256)) * 4)
    remarks = ("not text, and no format that can be read (2 in it)", "the file is empty (1 in it)")
    assert texts_of_file(os.fsencode(folder), RECIPE).remarks == remarks
    (tmp_path / "long.txt").write_text("some more words " * 100)
    told = texts_of_file(os.fsencode(tmp_path / "long.txt"), replace(RECIPE, max_bytes=1000))
    assert told.remarks == ("only the first 1,000 bytes were read",)
    assert len(told.texts[0][1]) == 1000

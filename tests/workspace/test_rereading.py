"""Saved documents read again, whatever stands under their names now."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.workers import Worker, WorkerPool
from simexplorer.pipeline.file_texts import texts_of_file
from simexplorer.workspace.rereading import Rereading, SavedTexts
from tests.workspace.collected import rows_of, scanned, write

TEXTS = {name: f"What stands in {name} stands nowhere else, and is said in a few words. " * 3 for name in "abcd"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection, two files of which are reached through a link to a folder and a link to a file."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    write(inside, {"a": TEXTS["a"], "b": TEXTS["b"]}, archive=False)
    write(outside, {"c": TEXTS["c"], "d": TEXTS["d"]})
    (inside / "linked").symlink_to(outside)
    return inside


def test_what_the_run_reached_through_links_is_read_through_them(folder: Path) -> None:
    (folder.parent / "e").write_text(TEXTS["a"] + "And more.")
    (folder / "e").symlink_to("../e")
    result = scanned(folder, follow_links=True)
    names = ("a", "linked/c", "linked/old.zip!inside/ledger.txt", "e")
    saved, rows = SavedTexts(result), rows_of(result, *names)
    texts = [saved.text(row) for row in rows]
    assert texts[:2] == [TEXTS["a"], TEXTS["c"]]
    assert texts[2] is not None
    assert texts[3] == TEXTS["a"] + "And more."
    assert not saved.lost(np.array(rows)).any()
    (folder / "e").unlink()
    (folder / "e").symlink_to("a")  # another text
    assert saved.text(rows[3]) is None
    assert saved.lost(np.array(rows)).tolist() == [False, False, False, True]
    saved.close()


def test_a_link_that_took_a_folders_place_is_not_followed_where_the_run_followed_none(folder: Path) -> None:
    result = scanned(folder)
    a, b = rows_of(result, "a", "b")
    (folder / "a").rename(folder.parent / "a")
    (folder / "a").symlink_to("../a")
    saved = SavedTexts(result)
    assert saved.text(a) is None
    assert saved.text(b) == TEXTS["b"]
    followed = replace(result, recipe=replace(result.recipe, follow_links=True))
    with Rereading(followed, np.array([a, b])) as again:  # who moves files takes none that stand elsewhere
        assert again.found.tolist() == [False, True]


def test_a_folder_that_took_a_documents_place_is_not_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = scanned(folder)
    a, b = rows_of(result, "a", "b")
    (folder / "a").unlink()
    (folder / "a").mkdir()
    opened: list[bytes] = []
    whole = Corpus.open

    def opening(sources: list[bytes], *rest: object) -> Corpus:
        opened.extend(sources)
        return whole(sources, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Corpus, "open", opening)
    saved = SavedTexts(result)
    assert [saved.text(row) for row in (a, b)] == [None, TEXTS["b"]]
    assert opened == [os.fsencode(folder / "b")]


def test_what_was_read_in_an_encoding_of_its_own_is_read_in_it_again(folder: Path) -> None:
    letters = ("Съешь же ещё этих мягких французских булок, да выпей чаю. " * 5).encode("koi8-r")
    for name in ("a", "below/a", "below/b"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(letters)
    result = scanned(folder, encodings=("cp1251 below/a", "cp866 a"))
    saved, rows = SavedTexts(result), rows_of(result, "a", "below/a", "below/b")
    for row, codec in zip(rows, ("cp866", "cp1251", "koi8-r"), strict=True):
        assert saved.text(row) == letters.decode(codec)
    saved.close()
    told = [text for _, text in texts_of_file(os.fsencode(folder), result.recipe, result.documents.paths).texts]
    assert told[:1] + told[2:] == [letters.decode(codec) for codec in ("cp866", "cp1251", "koi8-r")]
    (folder.parent / "a").write_bytes(letters)  # of the same name, but no document of the collection
    for paths in (result.documents.paths, None):
        (found,) = texts_of_file(os.fsencode(folder.parent / "a"), result.recipe, paths).texts
        assert found == ("a", letters.decode("koi8-r"))


def test_texts_that_are_asked_for_one_by_one_are_read_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    write(pages, {f"{name}.html": f"<html><body><p>{text}</p></body></html>" for name, text in TEXTS.items()})
    result = scanned(pages)
    started: list[WorkerPool] = []
    start = WorkerPool.start

    def starting(pool: WorkerPool) -> Worker:
        started.append(pool)
        return start(pool)

    monkeypatch.setattr(WorkerPool, "start", starting)
    saved = SavedTexts(result)
    for name, row in zip(TEXTS, rows_of(result, *(f"{name}.html" for name in TEXTS)), strict=True):
        assert TEXTS[name].strip() in (saved.text(row) or "")
    assert len(started) == 1
    saved.close()
    assert saved.text(rows_of(result, "a.html")[0])  # by a process of its own, which has ended
    assert len(started) == 2
    assert not any(pool._alive for pool in started)


def test_a_table_is_taken_apart_once_for_all_its_rows_while_it_is_untouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = TEXTS["a"].replace(",", "")
    lines = [f"row {number} says {said} and {number * 7919}" for number in range(40)]
    table = tmp_path / "tables" / "said.csv"
    table.parent.mkdir()
    table.write_text("\n".join(["text", *lines]))
    result = scanned(table.parent, text_column="text")
    opened: list[object] = []
    whole = Corpus.open

    def opening(sources: list[bytes], *rest: object) -> Corpus:
        opened.append(sources)
        return whole(sources, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Corpus, "open", opening)
    saved = SavedTexts(result)
    rows = [row for row in range(len(result.documents)) if result.shingles[row]]
    assert [saved.text(row) for row in rows[::-1]] == lines[::-1]
    assert len(opened) == 1
    table.write_text("\n".join(["text", "one more in front", *lines[:-1], "another"]))
    assert saved.text(rows[3]) is None  # rows are called by their numbers, and this one is another now
    assert len(opened) == 2
    assert not saved._held._held or saved.text(rows[0]) is None
    saved.close()
    assert not saved._held._held


def test_a_member_that_stands_elsewhere_in_its_archive_is_found_by_its_name(tmp_path: Path) -> None:
    archive = tmp_path / "archives" / "old.zip"
    archive.parent.mkdir()

    def write_members(*names: str) -> None:
        with zipfile.ZipFile(archive, "w") as zipped:
            for name in names:
                zipped.writestr(name, TEXTS[name])

    write_members("a", "b", "c")
    result = scanned(archive.parent)
    rows = rows_of(result, *(f"old.zip!{name}" for name in "abc"))
    write_members("d", "c", "a", "b")
    saved = SavedTexts(result)
    assert [saved.text(row) for row in rows] == [TEXTS[name] for name in "abc"]
    saved.close()

"""A saved result tells how its documents begin as long as the cache knows their files, and tells nothing wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.first_words import first_words_of
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.workspace.saved_analysis import SavedAnalysis
from simexplorer.workspace.saved_beginnings import SavedBeginnings

MAILBOX = "".join(f"From a Thu Jan  1 00:00:00 1970\nSubject: Message {n}\n\nBody of {n}.\n\n" for n in range(1, 4))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "list.mbox").write_text(MAILBOX)
    (folder / "a.txt").write_text("A plain text.")
    (folder / "z.txt").write_text("The last text.")
    for path in folder.iterdir():
        os.utime(path, (1_000_000, 1_000_000))
    return folder


@pytest.fixture
def saved(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SavedBeginnings, Result]]:
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path))
    analysis = Analysis([os.fsencode(folder)], workers=1, cache=ArrayCache())
    result = analysis.run(Recipe(), Progress())
    rows = range(len(result.documents))
    assert "Message 2" in first_words_of(analysis, result.documents.paths, rows)
    analysis.close()
    kept = SavedBeginnings([os.fsencode(folder)], result)
    yield kept, result
    kept.close()


def told(saved: tuple[SavedBeginnings, Result]) -> dict[str, str]:
    kept, result = saved
    paths = result.documents.paths
    words = first_words_of(kept, paths, range(len(paths)))
    return {paths.display(row): text for row, text in enumerate(words)}


def test_it_tells_what_the_run_would(saved: tuple[SavedBeginnings, Result]) -> None:
    assert told(saved) == {
        "a.txt": "A plain text.",
        "list.mbox": "",
        "list.mbox!1": "Message 1",
        "list.mbox!2": "Message 2",
        "list.mbox!3": "Message 3",
        "z.txt": "The last text.",
    }


def test_files_that_came_went_or_changed_lead_to_no_wrong_words(
    saved: tuple[SavedBeginnings, Result], folder: Path
) -> None:
    (folder / "b.txt").write_text("New, and before the others in the list.")
    (folder / "a.txt").unlink()
    (folder / "list.mbox").write_text(MAILBOX.replace("Message", "Another"))
    found = told(saved)
    assert found.pop("z.txt") == "The last text."
    assert set(found.values()) == {""}


def test_a_file_that_was_written_over_with_its_old_time_tells_nothing_of_its_new_words(
    saved: tuple[SavedBeginnings, Result], folder: Path
) -> None:
    kept, result = saved
    before = (folder / "z.txt").stat()
    (folder / "z.txt").write_text("The next text.")
    os.utime(folder / "z.txt", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (folder / "z.txt").stat().st_size == before.st_size
    again = Analysis([os.fsencode(folder)], workers=1, cache=ArrayCache())
    documents = again.run(Recipe(), Progress()).documents  # so the cache holds its new words
    again.close()
    assert documents.noted_ns.size
    found = told(saved)
    assert (found.pop("z.txt"), found.pop("a.txt")) == ("", "A plain text.")
    older = replace(result, documents=replace(result.documents, noted_ns=np.empty(0, np.int64)))
    kept = SavedBeginnings([os.fsencode(folder)], older)
    assert told((kept, older))["a.txt"] == "A plain text."
    kept.close()


def test_of_another_result_or_without_a_folder_it_tells_nothing(
    saved: tuple[SavedBeginnings, Result], folder: Path, tmp_path: Path
) -> None:
    kept, result = saved
    other = SavedBeginnings([os.fsencode(tmp_path / "no such folder")], result)
    assert other.beginnings(result.documents.paths, [0, 1]) == [b"", b""]
    kept.close()
    assert kept.beginnings(result.documents.paths, [0]) == [b""]


def test_a_saved_analysis_begins_no_run_for_them(saved: tuple[SavedBeginnings, Result], folder: Path) -> None:
    _, result = saved
    paths = result.documents.paths

    def make(sources: object) -> Analysis:
        raise AssertionError(f"a run of {sources!r} was begun")

    analysis = SavedAnalysis([os.fsencode(folder)], result, KnownOverlaps, np.empty(0, np.uint64), make)
    assert first_words_of(analysis, paths, [3, 5]) == ["Message 2", "The last text."]
    analysis.close()
    assert first_words_of(analysis, paths, [3]) == [""]

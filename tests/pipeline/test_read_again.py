"""A result is brought up to date: what changed is read, what did not is remembered, the answer is that of a new run."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result

TEXT = "An old boat lay on the shore, and nobody in the village could say who had left it there that winter. "
RECIPE = Recipe(threshold=0.6)


def put(folder: Path, name: str, text: str) -> None:
    """A file as of an hour ago: a younger one is read again in any case."""
    (folder / name).write_text(text)
    then = (folder / name).stat().st_mtime_ns - 3600 * 10**9
    os.utime(folder / name, ns=(then, then))


def answer(result: Result) -> list[tuple[bytes, bytes, float]]:
    paths, pairs = result.documents.paths, result.pairs
    columns = zip(pairs.i, pairs.j, pairs.jaccard, strict=True)
    return sorted((paths.raw(int(i)), paths.raw(int(j)), float(s)) for i, j, s in columns)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "texts"
    place.mkdir()
    for number in range(6):
        put(place, f"{number}.txt", TEXT * 3 + f"And so on, {number}.")
    return place


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents each reading took."""
    taken: list[int] = []
    real = Corpus.read

    def counted(corpus: Corpus, rows: np.ndarray, buffer: object, **options: bool) -> None:
        taken.append(rows.size)
        real(corpus, rows, buffer, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Corpus, "read", counted)
    return taken


def test_only_what_changed_is_signed_again(folder: Path, tmp_path: Path, read: list[int]) -> None:
    analysis = Analysis([os.fsencode(folder)], workers=1, cache=ArrayCache(tmp_path / "cache"))
    analysis.run(RECIPE, Progress())
    put(folder, "2.txt", TEXT * 3 + "Here it ends in another way.")
    (folder / "5.txt").unlink()
    read.clear()
    analysis.read_again()
    found = analysis.run(RECIPE, Progress())
    assert read[0] == 1, "the first reading is that of the news; later ones verify pairs"
    fresh = Analysis([os.fsencode(folder)], workers=1)
    assert answer(found) == answer(fresh.run(RECIPE, Progress()))
    fresh.close()
    analysis.close()


def test_an_encoding_of_one_file_is_a_change_of_that_file(folder: Path, tmp_path: Path, read: list[int]) -> None:
    analysis = Analysis([os.fsencode(folder)], workers=1, cache=ArrayCache(tmp_path / "cache"))
    analysis.run(RECIPE, Progress())
    read.clear()
    found = analysis.run(RECIPE.replace(encodings=("utf-16-le 3.txt",)), Progress())
    assert read[0] == 1
    assert not [pair for pair in answer(found) if b"3.txt" in pair]
    assert len(answer(found)) == 10
    analysis.close()

"""Documents that were renamed and changed between two runs are found by what they still say, if nothing is as like."""

from __future__ import annotations

import os
import random
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.comparison import Change, Comparison
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace import revising
from simexplorer.workspace.comparison import compare

USUAL = Recipe(threshold=0.9)


def chapter(seed: int) -> str:
    rng = random.Random(seed)
    return " ".join("".join(rng.choices("aeioudlmnrst", k=rng.randint(3, 9))) for _ in range(300))


def edited(text: str, every: int) -> str:
    """The text with every so manyth word another one."""
    return " ".join("EDITED" if at % every == 5 else word for at, word in enumerate(text.split()))


def compared(folder: Path, before: dict[str, str], now: dict[str, str], *recipes: Recipe) -> Comparison:
    found = []
    for texts, recipe in zip((before, now), recipes or (USUAL, USUAL), strict=True):
        for file in folder.iterdir():
            file.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text)
        with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
            found.append(analysis.run(recipe, Progress()))
    return compare(*found)


def told(comparison: Comparison) -> dict[str, Change]:
    paths = comparison.later.documents.paths
    return {paths.display(row): Change(change) for row, change in enumerate(comparison.documents) if change}


BEFORE = {"a.txt": chapter(1), "b.txt": chapter(2), "c.txt": chapter(3)}


def test_what_was_renamed_and_changed_is_told_from_what_is_new(tmp_path: Path) -> None:
    now = {"a.txt": chapter(1), "intro.txt": edited(chapter(2), 40), "new.txt": chapter(4)}
    comparison = compared(tmp_path, BEFORE, now)
    assert told(comparison) == {"intro.txt": Change.REVISED, "new.txt": Change.ADDED}
    paths = comparison.earlier.documents.paths
    assert [paths.display(int(row)) for row in comparison.document_of[[0, 1]]] == ["a.txt", "b.txt"]
    assert comparison.words.startswith("Documents: 1 added, 1 renamed and changed, 1 gone. ")
    assert np.flatnonzero(comparison.earlier_documents == Change.GONE).tolist() == [2]


def test_of_several_that_are_alike_none_is_said_to_be_the_one(tmp_path: Path) -> None:
    now = {"x.txt": edited(chapter(2), 40), "y.txt": edited(chapter(2), 41)}
    assert set(told(compared(tmp_path, BEFORE, now)).values()) == {Change.ADDED}


def test_a_copy_of_what_is_there_is_new_though_one_like_it_is_gone(tmp_path: Path) -> None:
    like = edited(chapter(1), 40)
    comparison = compared(tmp_path, {"a.txt": chapter(1), "b.txt": like}, {"a.txt": chapter(1), "copy.txt": chapter(1)})
    assert told(comparison) == {"copy.txt": Change.ADDED}
    assert np.flatnonzero(comparison.earlier_documents == Change.GONE).tolist() == [1]


def test_a_copy_beside_it_hides_no_document_that_was_renamed_and_changed(tmp_path: Path) -> None:
    before = {"a.txt": chapter(1), "b.txt": edited(chapter(1), 40)}
    now = {"a.txt": chapter(1), "copy.txt": chapter(1), "new.txt": edited(chapter(1), 39)}
    assert told(compared(tmp_path, before, now)) == {"copy.txt": Change.ADDED, "new.txt": Change.REVISED}


@pytest.mark.parametrize(
    ("other", "known"),
    [
        ({"shingle_size": 5}, False),
        ({"boilerplate": 0.9}, False),
        ({"seed": 2}, True),
        ({"scheme": "minhash", "hashes": 64}, True),
    ],
)
def test_runs_that_cut_otherwise_tell_nothing_of_it(tmp_path: Path, other: dict[str, int], known: bool) -> None:
    now = {"a.txt": chapter(1), "intro.txt": edited(chapter(2), 40)}
    changes = told(compared(tmp_path, BEFORE, now, USUAL, USUAL.replace(**other)))
    assert (Change.REVISED in changes.values()) == known


def test_more_than_can_be_looked_at_are_new_and_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revising, "MOST", 1)
    now = {"a.txt": chapter(1), "intro.txt": edited(chapter(2), 40)}
    assert told(compared(tmp_path, BEFORE, now)) == {"intro.txt": Change.ADDED}

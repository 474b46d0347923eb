"""A text of which the settings leave nothing is compared with none, and it is said why."""

from __future__ import annotations

import os
import tarfile
from contextlib import closing

import numpy as np
import pytest

from simexplorer.documents.listing import Status
from simexplorer.documents.problems import CUT, EMPTY
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.nothing_left import NOTHING_LEFT
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.models.problems_table import ProblemRows
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.rereading import Rereading
from simexplorer.workspace.standing import standing_of
from simexplorer.workspace.staying import survivors_of
from tests.documents import made_files as made


def test_blanks_of_other_scripts_are_said_to_leave_nothing(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("\u00a0\u2003\u3000" * 500)
    (tmp_path / "c.txt").write_text("a text of words")
    (tmp_path / "d.zip").write_bytes(made.zipped({"e.txt": b""}))
    analysis = Analysis([os.fsencode(tmp_path)])
    result = analysis.run(Recipe(), Progress())
    documents = result.documents
    assert [documents.reason_of(row) for row in range(4)] == [NOTHING_LEFT, NOTHING_LEFT, None, None]
    assert (documents.status[:4] == Status.READ).all()
    assert len(result.groups) == 0
    assert result.pairs.i.size == 0
    problems = ProblemRows.of(documents)
    assert problems.rows.tolist() == [0, 1, 4]
    assert problems.kind.tolist() == [EMPTY, EMPTY, EMPTY]
    assert np.count_nonzero(result.shingles) == 1
    analysis.close()


COMMON = "The keeper saw the tower in the storm and wrote it down again, as on every day. "


@pytest.mark.parametrize(
    ("text", "other", "recipe"),
    [
        (COMMON, "Nothing is said here that is said in any other place.", Recipe(boilerplate=0.5)),
        ("!!! ??? ... --- !!!", "!!! ??? ... --- ???", Recipe(shingle_kind="word", shingle_size=3)),
    ],
    ids=["boilerplate", "no word"],
)
def test_equal_texts_stay_identical_where_no_shingle_of_them_is_left(tmp_path, text, other, recipe):
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(text)
    (tmp_path / "d.txt").write_text(other)
    (tmp_path / "e.txt").write_text("")
    (tmp_path / "f.txt").write_text("\n\n")
    (tmp_path / "g.txt").write_text("A text that has words of its own, and shingles too.")
    analysis = Analysis([os.fsencode(tmp_path)])
    result = analysis.run(recipe, Progress())
    assert result.shingles[:3].tolist() == [0, 0, 0]
    assert result.groups.rows.tolist() == [0, 1, 2]
    assert result.clusters.members(0).tolist() == [0, 1, 2]
    assert len(result.clusters) == 1
    assert result.present.tolist()[:3] == [True] * 3
    assert not result.present[4:6].any()
    assert len(result.pairs) == 0
    standing = standing_of(result, [mark_documents(standing_of(result, []), np.array([1, 2]), Mark.DUPLICATE)])
    assert np.flatnonzero(standing.duplicates).tolist() == [1, 2]
    assert survivors_of(standing, np.array([1, 2]), np.zeros(standing.marks.size, np.bool_)).tolist() == [0, 0]
    with Rereading(result, np.arange(4)) as again:
        assert again.unchanged(np.arange(3)).all()
    (tmp_path / "b.txt").write_text(text[::-1])
    with Rereading(result, np.arange(4)) as again:
        assert again.unchanged(np.arange(3)).tolist() == [True, False, True]
    analysis.close()


def test_an_archive_that_left_something_out_is_among_the_problems(tmp_path):
    os.symlink("nowhere", tmp_path / "link")
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        archive.add(tmp_path / "link", "link")
    os.unlink(tmp_path / "link")
    analysis = Analysis([os.fsencode(tmp_path)])
    problems = ProblemRows.of(analysis.run(Recipe(), Progress()).documents)
    assert problems.kind.tolist() == [CUT]
    assert problems.reasons[problems.why[0]] == "links, pipes and devices in it were left out: 1"
    analysis.close()


@pytest.mark.parametrize("recipe", [Recipe(), Recipe(bag=True), Recipe(scheme="hyperplane", measure="cosine")])
def test_shingles_of_a_document_are_those_that_boilerplate_leaves(tmp_path, recipe):
    own = ["the red fox ran home", "a blue whale swam far far far", "some green birds sang"]
    for number, words in enumerate(own):
        (tmp_path / f"{number}.txt").write_text(f"all rights are reserved by us {words}")
    recipe = recipe.replace(shingle_kind="word", shingle_size=1, boilerplate=0.5)
    with closing(Analysis([os.fsencode(tmp_path)])) as analysis:
        result = analysis.run(recipe, Progress())
    assert result.shingles.tolist() == [len(words.split()) for words in own]

"""A text of which the settings leave nothing is compared with none, and it is said why."""

from __future__ import annotations

import os
import tarfile

import numpy as np

from simexplorer.documents.listing import Status
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.nothing_left import NOTHING_LEFT
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.models.problems_table import CUT, EMPTY, ProblemRows
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

"""Which files that are to be moved are copies byte for byte, and which only say the same text."""

from __future__ import annotations

import os

import numpy as np
import pytest

from simexplorer.documents.moving import same_bytes
from simexplorer.errors import Cancelled
from simexplorer.pipeline.progress import Progress
from simexplorer.workspace.actions import plan_moves
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.sameness import Same, at_a_glance, holds_mail, looked_into
from simexplorer.workspace.standing import standing_of
from tests.workspace.collected import BASE, names, rows_of, scanned, write


def plan_of(folder, *marked):
    result = scanned(folder)
    standing = standing_of(result, [mark_documents(standing_of(result, []), rows_of(result, *marked), Mark.DUPLICATE)])
    return plan_moves(standing)


def test_only_bytes_make_the_same_file(tmp_path):
    texts = {"a.txt": BASE, "copy.txt": BASE, "edited.txt": BASE.replace("granite", "wooden", 1)}
    texts |= {"longer.txt": BASE + "\n\n", "spaced.txt": BASE.replace(". ", ".\n")}
    write(tmp_path, texts, archive=False)
    marked = tuple(texts)[1:]
    plan = plan_of(tmp_path, *marked)
    glance = at_a_glance(plan)
    told = dict(zip(names(plan.standing.result, plan.rows), glance.tolist(), strict=True))
    assert told == {"copy.txt": Same.OPEN, "edited.txt": Same.NEITHER, "longer.txt": Same.TEXT, "spaced.txt": Same.OPEN}
    looked = dict(zip(told, looked_into(plan, glance, Progress()).tolist(), strict=True))
    assert looked == told | {"copy.txt": Same.FILE, "spaced.txt": Same.TEXT}
    assert not holds_mail(plan)
    (tmp_path / "copy.txt").unlink()
    assert looked_into(plan, glance, Progress())[list(told).index("copy.txt")] == Same.OPEN
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        looked_into(plan, glance, stopped)


def test_what_stays_inside_of_an_archive_has_the_text_alone(tmp_path):
    write(tmp_path, {"a.txt": BASE})
    plan = plan_of(tmp_path, "a.txt")
    np.testing.assert_array_equal(at_a_glance(plan), [Same.TEXT])


def test_files_are_compared_to_their_ends(tmp_path):
    one, other = (os.fsencode(tmp_path / name) for name in ("one", "other"))
    for end, equal in ((b"x", True), (b"y", False), (b"", False), (b"xx", False)):
        (tmp_path / "one").write_bytes(b"0" * (1 << 20) + b"x")
        (tmp_path / "other").write_bytes(b"0" * (1 << 20) + end)
        assert same_bytes(one, other) == equal, end
    (tmp_path / "link").symlink_to("one")
    with pytest.raises(OSError, match="no regular file"):
        same_bytes(os.fsencode(tmp_path / "link"), one)

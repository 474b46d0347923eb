"""What stays inside of an archive or mailbox: it is taken apart once for all that goes, and again once it changed."""

from __future__ import annotations

import os
import zipfile
from contextlib import closing

import numpy as np
import pytest

from simexplorer.workspace import rereading
from simexplorer.workspace.actions import plan_moves
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.standing import standing_of
from simexplorer.workspace.telling import BATCH
from tests.stopping import Meanwhile
from tests.workspace.collected import BASE, scanned, write

COUNT = 2 * BATCH + 3
TEXTS = {f"{number:03}.txt": f"{number:05} {BASE}" for number in range(COUNT)}


@pytest.fixture
def opened(monkeypatch):
    """The rows of every opening of files again."""
    asked, real = [], rereading._opened

    def told(result, rows, follow):
        asked.append(rows)
        return real(result, rows, follow)

    monkeypatch.setattr(rereading, "_opened", told)
    return asked


def archive(folder, texts):
    with zipfile.ZipFile(folder / "all.zip", "w") as zipped:
        for name, text in texts.items():
            zipped.writestr(name, text)


def moved(result, folder, place, progress=None):
    """What became of the files outside of the archive, all marked."""
    rows = np.flatnonzero(result.documents.paths.container < 0)
    rows = [row for row in rows.tolist() if result.documents.paths.display(row) != "all.zip"]
    standing = standing_of(result, [mark_documents(standing_of(result, []), rows, Mark.DUPLICATE)])
    with closing(open_workspace(place / "kept.simx", create=True)) as workspace:
        plan = plan_moves(standing, os.fsencode(place / "moved"))
        assert (result.documents.paths.container[plan.survivors] >= 0).all()
        return perform(plan, workspace, progress=progress)


def test_an_archive_is_taken_apart_once(tmp_path, opened):
    folder = tmp_path / "collection"
    write(folder, TEXTS, archive=False)
    archive(folder, TEXTS)
    result = scanned(folder)
    outcomes = moved(result, folder, tmp_path)
    assert [outcome.reason for outcome in outcomes] == [""] * COUNT
    inside = [rows for rows in opened if (result.documents.paths.container[rows] >= 0).any()]
    assert len(inside) == 1
    assert sorted(os.listdir(folder)) == ["all.zip"]


def test_an_archive_that_changes_midway_keeps_what_has_lost_its_survivor(tmp_path, opened):
    folder = tmp_path / "collection"
    write(folder, TEXTS, archive=False)
    archive(folder, TEXTS)
    result = scanned(folder)
    left = []

    def change(_progress):
        left.append(len(os.listdir(folder)))
        if len(left) == 5:
            archive(folder, {name: text.replace("harbour", "railway") for name, text in TEXTS.items()})
        elif len(left) == 9:
            (folder / "all.zip").unlink()

    outcomes = moved(result, folder, tmp_path, Meanwhile(change))
    assert [outcome.done for outcome in outcomes] == [True] * 5 + [False] * (COUNT - 5)
    reasons = [outcome.reason for outcome in outcomes[5:]]
    assert set(reasons[:4]) == {"the text of the document that stays for it is not what the scan found"}
    assert set(reasons[4:]) == {"the document that stays for it is not there any more"}
    assert len(os.listdir(folder)) == COUNT - 5

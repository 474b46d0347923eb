"""A disk that is full while a report is written or files are moved: the old file whole, nothing lost, said in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simexplorer.errors import ExportError, WorkspaceError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.writing import ENDINGS, write_report
from simexplorer.workspace.actions import plan_moves
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.standing import standing_of
from tests.workspace.apart import small_disk


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB with 16 KB left."""
    place = tmp_path / "disk"
    with small_disk(place, 1):
        (place / "filler").write_bytes(bytes(2**20 - 16_384))
        yield place


def fill(disk: Path) -> None:
    """Use up what is left."""
    free = os.statvfs(disk)
    with open(disk / "filler", "ab") as file:
        file.write(bytes(free.f_bavail * free.f_bsize))


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """200 long texts with names of 200 characters, each like the one before it."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(200):
        text = f"Text {number // 2} tells of the tide, the tower and the keeper. " * 12
        (folder / f"{number:03}-{'x' * 190}.txt").write_text(text + ("" if number % 2 else "And a word more."))
    return folder


@pytest.fixture
def analysis(collection: Path) -> Iterator[Analysis]:
    made = Analysis([os.fsencode(collection)], workers=1)
    made.run(Recipe(threshold=0.6), Progress())
    yield made
    made.close()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_report_that_does_not_fit_leaves_the_old_one(full_disk: Path, analysis: Analysis, ending: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    (full_disk / f"r.documents{ending}").write_text("old")
    fill(full_disk)
    assert analysis.result is not None
    with pytest.raises(ExportError, match="the disk is full"):
        write_report(analysis.result, full_disk / f"r.documents{ending}")
    assert (full_disk / f"r.documents{ending}").read_text() == "old"
    assert sorted(os.listdir(full_disk)) == ["filler", f"r.documents{ending}"]


def test_files_that_do_not_fit_stay_where_they_are(
    full_disk: Path, analysis: Analysis, collection: Path, tmp_path: Path
) -> None:
    assert analysis.result is not None
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    rows = list(range(0, 200, 2))
    workspace.decisions.record(mark_documents(standing_of(analysis.result, []), rows, Mark.DUPLICATE))
    standing = standing_of(analysis.result, workspace.decisions.entries)
    before = {name: (collection / name).read_bytes() for name in os.listdir(collection)}
    outcomes = perform(plan_moves(standing, os.fsencode(full_disk / "moved")), workspace)
    workspace.close()
    moved = [os.fsdecode(outcome.target) for outcome in outcomes if outcome.done]
    left = [outcome for outcome in outcomes if not outcome.done]
    assert len(outcomes) == 100
    assert moved
    assert left
    assert all("no space left" in outcome.reason for outcome in left)
    after = {path.name: path.read_bytes() for path in [*collection.iterdir(), *map(Path, moved)]}
    assert after == before
    assert sum(len(files) for _, _, files in os.walk(full_disk / "moved")) == len(moved)


def test_without_room_for_the_log_nothing_is_moved(
    full_disk: Path, analysis: Analysis, collection: Path, tmp_path: Path
) -> None:
    assert analysis.result is not None
    (full_disk / "filler").unlink()
    workspace = open_workspace(full_disk / "kept.simx", create=True)
    rows = list(range(0, 200, 2))
    workspace.decisions.record(mark_documents(standing_of(analysis.result, []), rows, Mark.DUPLICATE))
    standing = standing_of(analysis.result, workspace.decisions.entries)
    fill(full_disk)
    with pytest.raises(WorkspaceError, match="the disk is full"):
        perform(plan_moves(standing, os.fsencode(tmp_path / "moved")), workspace)
    assert len(os.listdir(collection)) == 200
    assert not (tmp_path / "moved").exists()
    workspace.close()


def test_a_workspace_that_cannot_be_begun_is_named_as_the_person_named_it(full_disk: Path) -> None:
    with pytest.raises(WorkspaceError) as raised:
        open_workspace(full_disk / "kept.simx", create=True)
    assert str(raised.value) == f"{full_disk}/kept.simx could not be created: the disk is full."
    assert os.listdir(full_disk) == ["filler"]

"""A workspace under another name, also of one that is damaged; the default place; where the person was."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import WorkspaceError
from simexplorer.workspace.connection import in_words
from simexplorer.workspace.copying import copy_workspace
from simexplorer.workspace.data_folder import default_workspace
from simexplorer.workspace.lock import holder
from simexplorer.workspace.making import note_document
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from simexplorer.workspace.store import Workspace
from tests.workspace.apart import kill_in_a_save
from tests.workspace.made import assert_same_result, small


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two runs and three decisions, of which one is undone."""
    workspace = open_workspace(tmp_path / "first.simx", create=True)
    workspace.save_result(small(seed=1), sources=[b"/data/files"])
    workspace.save_result(small(seed=2), sources=[b"/data/files"])
    for text in ("one", "two", "three"):
        workspace.decisions.record(note_document(standing_of(small(), []), 1, text))
    workspace.decisions.undo()
    workspace.keep_view({"view": "pairs"})
    workspace.close()
    return tmp_path / "first.simx"


def looked_at(path: Path) -> tuple[list[str], str | None, int, dict[str, object]]:
    workspace = open_workspace(path)
    try:
        assert_same_result(small(seed=2), workspace.result())
        texts = [entry.text for entry in workspace.decisions.entries]
        return texts, workspace.decisions.redo_words, len(workspace.runs), workspace.view
    finally:
        workspace.close()


def test_a_copy_holds_all_and_the_first_stays(path: Path) -> None:
    workspace = open_workspace(path)
    copy_workspace(workspace, path.with_name("copy.simx"))
    workspace.close()
    for file in (path, path.with_name("copy.simx")):
        assert looked_at(file) == (["one", "two"], "Wrote a note on a document", 2, {"view": "pairs"})
    assert sorted(os.listdir(path.parent)) == ["copy.simx", "first.simx"]


def test_a_copy_needs_nothing_that_windows_lacks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl, synced = pytest.importorskip("fcntl"), os.fsync

    def sync(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and fcntl.fcntl(descriptor, fcntl.F_GETFL) & 3 == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        synced(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.delattr(os, "pwrite", raising=False)
    workspace = open_workspace(path)
    copy_workspace(workspace, path.with_name("copy.simx"))
    assert str(os.getpid()) in holder(os.fsencode(path))
    workspace.close()
    assert looked_at(path.with_name("copy.simx")) == looked_at(path)


def test_the_name_of_the_open_file_is_refused_with_what_is_the_case(path: Path) -> None:
    writes, reads = open_workspace(path), open_workspace(path)
    for workspace, words in ((writes, "it saves itself"), (reads, "it is only read here")):
        with pytest.raises(WorkspaceError, match=f"the workspace that is open; {words}. Choose another name."):
            copy_workspace(workspace, path)
    path.unlink()
    for workspace in (writes, reads):
        with pytest.raises(WorkspaceError, match="it was moved, renamed or deleted since"):
            copy_workspace(workspace, path)
    copy_workspace(writes, path.with_name("whole.simx"))
    writes.close()
    reads.close()


def test_a_copy_takes_the_place_of_an_older_file_but_not_of_an_open_one(path: Path) -> None:
    target = path.with_name("other.simx")
    other = open_workspace(target, create=True)
    workspace = open_workspace(path)
    with pytest.raises(WorkspaceError, match="is open in"):
        copy_workspace(workspace, target)
    with pytest.raises(WorkspaceError, match="saves itself"):
        copy_workspace(workspace, path)
    with pytest.raises(WorkspaceError, match="folder does not exist"):
        copy_workspace(workspace, path.parent / "none" / "x.simx")
    with pytest.raises(WorkspaceError, match="is a file, not a folder"):
        copy_workspace(workspace, path / "x.simx")
    other.close()
    copy_workspace(workspace, target)
    workspace.close()
    assert looked_at(target)[0] == ["one", "two"]


@pytest.fixture
def interrupted(path: Path) -> Path:
    """Another workspace of 300 KB, whose last save was killed."""
    values = np.random.default_rng(1).integers(0, 2**32, (7, 10_000)).astype(np.uint32)
    other = open_workspace(path.with_name("other.simx"), create=True)
    other.save_result(replace(small(seed=3), signatures=replace(small().signatures, values=values)))
    other.close()
    kill_in_a_save(path.with_name("other.simx"))
    return path.with_name("other.simx")


def test_a_copy_takes_the_place_of_one_whose_last_save_was_killed(path: Path, interrupted: Path) -> None:
    workspace = open_workspace(path)
    copy_workspace(workspace, interrupted)
    workspace.close()
    assert looked_at(interrupted) == looked_at(path)
    assert sorted(os.listdir(path.parent)) == ["first.simx", "other.simx"]


def test_one_whose_last_save_was_killed_is_whole_where_the_copy_fails(
    path: Path, interrupted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace_fails(_beside: bytes, _real: bytes) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    workspace = open_workspace(path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", replace_fails)
        with pytest.raises(WorkspaceError, match="could not be saved"):
            copy_workspace(workspace, interrupted)
    workspace.close()
    other = open_workspace(interrupted)
    assert other.notices == []
    assert other.result().signatures.values.shape == (7, 10_000)
    other.close()


def test_of_a_damaged_one_all_that_can_be_read_is_copied(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE decision SET body = x'00' WHERE number = 2")
    connection.execute("UPDATE run SET body = x'00' WHERE number = 1")
    connection.commit()
    connection.close()
    workspace = open_workspace(path)
    assert not workspace.sound
    copy_workspace(workspace, path.with_name("saved.simx"))
    workspace.close()
    texts, _, runs, _ = looked_at(path.with_name("saved.simx"))
    assert texts == ["one"]
    assert runs == 1
    copy = open_workspace(path.with_name("saved.simx"))
    assert copy.writable
    assert copy.notices == []
    copy.close()


@pytest.mark.parametrize("damaged", [False, True], ids=["whole log", "damaged log"])
def test_of_a_damaged_one_the_log_of_moves_is_copied_where_it_is_whole(path: Path, damaged: bool) -> None:
    workspace = open_workspace(path)
    deeds = [{"action": "trash", "outcome": outcome, "file": "YQ=="} for outcome in ("begun", "done")]
    workspace.write_deeds(deeds)
    workspace.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE run SET body = x'00' WHERE number = 1")
    if damaged:
        connection.execute("UPDATE deed SET body = x'00' WHERE number = 2")
    connection.commit()
    connection.close()
    workspace = open_workspace(path)
    copy_workspace(workspace, path.with_name("saved.simx"))
    workspace.close()
    copy = open_workspace(path.with_name("saved.simx"))
    assert copy.deeds() == ([] if damaged else deeds)
    copy.close()


def test_each_choice_of_folders_has_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMEXPLORER_DATA", os.fspath(tmp_path))
    one = default_workspace([b"/data/my letters"])
    assert one is not None
    assert os.path.dirname(one) == os.fsencode(tmp_path)
    assert os.path.basename(one).startswith(b"my-letters-")
    assert default_workspace([b"/data/my letters/"]) == one
    both = [b"/data/\xff", b"/data/a"]
    assert default_workspace(both) == default_workspace(both[::-1]) != one
    monkeypatch.setenv("SIMEXPLORER_DATA", "")
    assert default_workspace([b"/data"]) is None


def test_where_the_person_was_is_no_save_and_old_files_know_nothing_of_it(path: Path) -> None:
    workspace = open_workspace(path)
    saves = workspace.saves
    workspace.keep_view({"view": "clusters", "selected": ["YQ=="]})
    assert workspace.saves == saves
    assert workspace.view["view"] == "clusters"
    workspace.close()


def test_a_file_that_was_moved_while_it_was_open_is_told_and_can_still_be_saved_elsewhere(path: Path) -> None:
    workspace = open_workspace(path)
    path.rename(path.with_name("moved.simx"))
    with pytest.raises(WorkspaceError, match="moved, renamed or deleted while it was open") as told:
        workspace.decisions.record(note_document(standing_of(small(), []), 1, "four"))
    assert "cannot be written to" not in str(told.value)
    copy_workspace(workspace, path.with_name("copy.simx"))
    workspace.close()
    assert looked_at(path.with_name("copy.simx")) == looked_at(path.with_name("moved.simx"))


def test_a_full_disk_is_told_of_the_name_that_was_asked_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = path.parent / "copy.simx"

    def copy_to(_self: Workspace, beside: bytes) -> None:
        with in_words(beside, "saved"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Workspace, "copy_to", copy_to)
    workspace = open_workspace(path)
    with pytest.raises(WorkspaceError) as told:
        copy_workspace(workspace, target)
    workspace.close()
    assert str(told.value).startswith(f"{target} could not be saved: ")
    assert sorted(os.listdir(path.parent)) == [path.name]

"""One writer a workspace: who it is, who comes after it, and two that there should not be."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from simexplorer.errors import WorkspaceError
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from simexplorer.workspace.store import Workspace
from tests.closed_folder import as_nobody
from tests.workspace.made import assert_same_result, small


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept.simx"


def test_a_second_window_reads_and_is_told_who_writes(path):
    first = open_workspace(path, create=True)
    first.save_result(small())
    second = open_workspace(path)
    assert not second.writable
    assert second.notices == [
        f"{path} is open in another window (process {os.getpid()}); it was opened here read-only."
    ]
    assert_same_result(small(), second.result())
    with pytest.raises(WorkspaceError, match=r"Nothing can be saved: .* is open in another window"):
        second.save_result(small())
    with pytest.raises(WorkspaceError, match="Nothing can be saved"):
        second.decisions.record(mark_documents(standing_of(small(), []), [0], Mark.KEEP))
    assert second.decisions.entries == []
    second.close()
    first.close()
    third = open_workspace(path)
    assert third.writable
    third.close()


@pytest.mark.parametrize(
    ("told", "who"),
    [
        ({"by": "scan"}, "the command simexplorer scan"),
        ({"by": "query"}, "the command simexplorer query"),
        ({}, "another program"),  # as older versions wrote it
        ({"by": "<b>"}, "another program"),
    ],
)
def test_what_holds_a_workspace_is_named_as_far_as_it_is_known(path, told, who):
    first = open_workspace(path, create=True)
    (path.parent / f"{path.name}-lock").write_text(json.dumps({"pid": 7, "host": socket.gethostname(), **told}))
    second = open_workspace(path)
    assert second.notices == [f"{path} is open in {who} (process 7); it was opened here read-only."]
    second.close()
    first.close()


HOLD = """
import sys, time
from simexplorer.workspace.opening import open_workspace
workspace = open_workspace(sys.argv[1])
print(workspace.writable, flush=True)
time.sleep(60)
"""


def test_the_lock_of_a_killed_process_is_taken_over(path):
    open_workspace(path, create=True).close()
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline().strip() == "True"
        second = open_workspace(path)
        assert f"process {holder.pid}" in second.notices[0]
        second.close()
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        holder.stdout.close()
    assert os.path.exists(f"{path}-lock")
    workspace = open_workspace(path)
    assert workspace.writable
    assert workspace.notices == []
    workspace.close()
    assert not os.path.exists(f"{path}-lock")


def test_a_lock_file_that_nobody_holds_does_not_keep_anybody_out(path):
    open_workspace(path, create=True).close()
    (path.parent / "kept.simx-lock").write_text(json.dumps({"pid": os.getppid(), "host": "elsewhere"}))
    workspace = open_workspace(path)
    assert workspace.writable
    workspace.close()


@pytest.fixture
def shared():
    """A workspace that everybody may write, in a folder that everybody may: that of a test admits its owner alone."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    path = folder / "kept.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    workspace.close()
    path.chmod(0o666)
    yield path
    folder.chmod(0o700)
    shutil.rmtree(folder)


def lock_of_another(path):
    """A lock file that may be read, and written by nobody who is not root."""
    lock = path.with_name(f"{path.name}-lock")
    lock.write_text(json.dumps({"pid": 7, "host": socket.gethostname(), "by": "window"}))
    lock.chmod(0o444)
    return lock


def test_who_has_a_workspace_open_is_told_to_another_person_too(shared):
    first = open_workspace(shared)
    shared.with_name("kept.simx-lock").chmod(0o444)
    with as_nobody():
        second = open_workspace(shared)
        assert second.notices == [
            f"{shared} is open in another window (process {os.getpid()}); it was opened here read-only."
        ]
        assert_same_result(small(), second.result())
        second.close()
    first.close()


def test_the_lock_that_the_killed_program_of_another_person_left_is_taken_over(shared):
    lock = lock_of_another(shared)
    with as_nobody():
        workspace = open_workspace(shared)
        assert (workspace.writable, workspace.notices) == (True, [])
        workspace.save_result(small(seed=2))
        later = open_workspace(shared)
        assert f"process {os.getpid()}" in later.notices[0]
        later.close()
        workspace.close()
    assert not lock.exists()


def test_a_lock_that_cannot_be_looked_at_is_named(shared):
    lock = lock_of_another(shared)
    lock.chmod(0)
    with as_nobody():
        workspace = open_workspace(shared)
        assert workspace.notices == [
            f"{shared} cannot be written: {lock} is somebody else's (permission denied). It was opened read-only."
        ]
        workspace.close()


def test_nothing_is_written_where_a_lock_could_be_had_but_no_journal(shared):
    lock_of_another(shared)
    shared.parent.chmod(0o555)
    with as_nobody():
        workspace = open_workspace(shared)
        assert not workspace.writable
        assert "its folder does not allow new files" in workspace.notices[0]
        workspace.close()


def test_of_two_writers_by_two_names_none_writes_over_what_the_other_saved(path):
    first = open_workspace(path, create=True)
    first.save_result(small())
    os.link(path, path.with_name("second.simx"))
    second = open_workspace(path.with_name("second.simx"))
    standing = standing_of(small(), [])
    assert (first.writable, second.writable) == (True, True)
    first.decisions.record(mark_documents(standing, [0], Mark.KEEP))
    for refused in (
        lambda: second.save_result(small(seed=2)),
        lambda: second.decisions.record(mark_documents(standing, [1], Mark.KEEP)),
        lambda: second.keep_view({"view": "pairs"}),
    ):
        with pytest.raises(WorkspaceError, match=r"second.simx could not be saved: another program has written to it"):
            refused()
    first.save_result(small(seed=3))
    second.close()
    first.close()
    kept = open_workspace(path)
    assert kept.notices == []
    assert [run.number for run in kept.runs] == [1, 2]
    assert_same_result(small(seed=3), kept.result())
    assert len(kept.decisions.entries) == 1
    kept.close()


def test_parts_that_another_writer_swept_away_are_missed_before_a_run_needs_them(path, monkeypatch):
    first = open_workspace(path, create=True)
    first.save_result(small())
    os.link(path, path.with_name("second.simx"))
    keep = Workspace._keep_parts

    def swept(workspace, parts):
        keep(workspace, parts)
        open_workspace(path.with_name("second.simx")).close()

    monkeypatch.setattr(Workspace, "_keep_parts", swept)
    with pytest.raises(WorkspaceError, match="another program has written to it"):
        first.save_result(small(seed=2))
    first.close()
    monkeypatch.undo()
    kept = open_workspace(path)
    assert kept.notices == []
    assert_same_result(small(), kept.result())
    kept.close()


def test_closing_one_that_was_moved_away_leaves_the_lock_of_the_one_in_its_place(path):
    first = open_workspace(path, create=True)
    (path.parent / "old").mkdir()
    for name in ("kept.simx", "kept.simx-lock"):
        os.rename(path.with_name(name), path.parent / "old" / name)
    second = open_workspace(path, create=True)
    first.close()
    third = open_workspace(path)
    assert (second.writable, third.writable) == (True, False)
    third.close()
    second.close()
    assert sorted(os.listdir(path.parent)) == ["kept.simx", "old"]


@pytest.mark.parametrize("to", ["other.txt", "nothing.txt"])
def test_what_a_link_by_the_name_of_the_lock_leads_to_is_not_written_over(path, to):
    other = path.parent / "other.txt"
    other.write_text("quite another file")
    lock = path.with_name("kept.simx-lock")
    lock.symlink_to(to)
    with pytest.raises(WorkspaceError, match=r"cannot be written: .*kept\.simx-lock is a link"):
        open_workspace(path, create=True)
    assert other.read_text() == "quite another file"
    assert sorted(one.name for one in path.parent.iterdir()) == [lock.name, other.name]

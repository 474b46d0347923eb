"""Duplicates are moved after a list, each read again first; on any doubt a file stays where it is."""

from __future__ import annotations

import base64
import errno
import os
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents import moving
from simexplorer.errors import DecisionError, WorkspaceError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.actions import Place, plan_moves
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, protect_folders
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.rereading import Rereading
from simexplorer.workspace.standing import standing_of
from tests.stopping import Meanwhile
from tests.workspace.collected import BASE, names, rows_of, scanned, write
from tests.workspace.made import made

MARKED = ("copies/ledger copy.txt", "copies/ledger again.txt", "edited/ledger.txt")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """(folder, its result), scanned once; tests work on the files and put them back."""
    folder = tmp_path_factory.mktemp("collection")
    write(folder)
    return folder, scanned(folder)


class Desk:
    """A collection, its workspace and a trash that only moves."""

    def __init__(self, folder, result, place):
        self.folder, self.result, self.place = folder, result, place
        self.trashed: list[bytes] = []
        (place / "trash").mkdir()
        self.workspace = open_workspace(place / "kept.simx", create=True)
        self.workspace.save_result(result)
        self.mark(*MARKED)

    def mark(self, *paths, mark=Mark.DUPLICATE):
        self.workspace.decisions.record(mark_documents(self.standing(), rows_of(self.result, *paths), mark))

    def standing(self):
        return standing_of(self.result, self.workspace.decisions.entries)

    def trash(self, path):
        kept = os.fsencode(self.place / "trash" / f"{len(self.trashed)}")
        os.rename(path, kept)
        self.trashed.append(path)
        return kept

    def perform(self, folder=None, trash=None, **options):
        """{path: reason} of what was tried; an empty reason is a file that was moved."""
        plan = plan_moves(self.standing(), folder)
        outcomes = perform(plan, self.workspace, trash or self.trash, **options)
        return {names(self.result, [outcome.row])[0]: outcome.reason for outcome in outcomes}

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())


@pytest.fixture
def desk(original, tmp_path):
    folder, result = original
    write(folder, archive=False)
    desk = Desk(folder, result, tmp_path)
    yield desk
    desk.workspace.close()
    for path in folder.rglob("*"):
        if (path.is_file() or path.is_symlink()) and path.name != "old.zip":
            path.unlink()


def test_the_plan_lists_what_goes_where_and_what_stays_for_it(desk):
    plan, display = plan_moves(desk.standing()), desk.result.documents.paths.display
    assert [(display(row), display(survivor)) for row, survivor in zip(plan.rows, plan.survivors, strict=True)] == [
        ("copies/ledger again.txt", "keep/ledger.txt"),
        ("copies/ledger copy.txt", "keep/ledger.txt"),
        ("edited/ledger.txt", "keep/ledger.txt"),
    ]
    assert (plan.place, plan.left.size) == (Place.TRASH, 0)
    assert plan.size == 2 * len(BASE) + len(BASE.replace("granite quay", "wooden pier", 1))
    assert desk.files() != []


def test_the_plan_tells_how_similar_each_file_is_to_what_stays_for_it(desk):
    plan = plan_moves(desk.standing())
    again, copy, edited = plan.likeness()
    pairs, (a, b) = desk.result.pairs, rows_of(desk.result, "edited/ledger.txt", "keep/ledger.txt")
    text = desk.result.groups.representative
    i, j = sorted((text[a], text[b]))
    assert (again, copy) == (1, 1)
    assert edited == pairs.jaccard[(pairs.i == i) & (pairs.j == j)].item() < 1


def test_two_that_were_not_compared_have_no_similarity(desk):
    plan = plan_moves(desk.standing())
    strangers = replace(plan, survivors=np.full(3, rows_of(desk.result, "alone.txt")[0]))
    assert np.isnan(strangers.likeness()).all()


def test_marked_files_go_to_the_trash_and_nothing_else_does(desk):
    before = desk.files()
    assert desk.perform() == dict.fromkeys(sorted(MARKED), "")
    assert desk.files() == sorted(set(before) - set(MARKED))
    assert [path.removeprefix(os.fsencode(desk.folder) + b"/").decode() for path in desk.trashed] == sorted(MARKED)


def test_the_log_tells_of_each_move_and_outlasts_the_program(desk):
    desk.perform()
    path = desk.workspace.path
    desk.workspace.close()
    again = open_workspace(path)
    deeds = again.deeds()
    again.close()
    assert [deed["outcome"] for deed in deeds] == ["begun"] * 3 + ["done"] * 3
    assert base64.b64decode(deeds[3]["file"]) == os.fsencode(desk.folder) + b"/copies/ledger again.txt"
    assert deeds[3]["action"] == "trash"


def test_to_a_folder_files_keep_their_paths_and_overwrite_nothing(desk, tmp_path):
    place = tmp_path / "moved"
    (place / "copies").mkdir(parents=True)
    (place / "copies" / "ledger copy.txt").write_text("somebody else's")
    assert set(desk.perform(os.fsencode(place)).values()) == {""}
    assert (place / "copies" / "ledger copy.txt").read_text() == "somebody else's"
    assert (place / "copies" / "ledger copy (2).txt").read_text() == BASE
    assert (place / "edited" / "ledger.txt").stat().st_mtime_ns == 10**18
    assert base64.b64decode(desk.workspace.deeds()[-2]["target"]).endswith(b"/moved/copies/ledger copy (2).txt")
    assert not desk.trashed


def test_a_folder_inside_of_the_collection_is_refused(desk):
    with pytest.raises(DecisionError, match="outside the collection"):
        plan_moves(desk.standing(), os.fsencode(desk.folder / "duplicates"))


def test_a_file_that_changes_while_it_is_read_again_is_left_alone(desk, monkeypatch):
    read, looks = Rereading.unchanged, []

    def late(again, which):
        looks.append(which)
        if len(looks) == 4:  # of the second file what stays is read, and it was itself before
            (desk.folder / "copies" / "ledger copy.txt").write_text(BASE + "And then?")
        return read(again, which)

    monkeypatch.setattr(Rereading, "unchanged", late)
    assert desk.perform()["copies/ledger copy.txt"] == "it changed while it was read again"
    assert (desk.folder / "copies" / "ledger copy.txt").read_text() == BASE + "And then?"


def test_a_file_that_changed_since_the_scan_is_left_alone(desk):
    changed = desk.folder / "copies" / "ledger copy.txt"
    changed.write_text(BASE + "And then?")
    touched = desk.folder / "copies" / "ledger again.txt"
    touched.touch()
    told = desk.perform()
    assert told["copies/ledger copy.txt"] == told["copies/ledger again.txt"] == "it changed since the scan"
    assert told["edited/ledger.txt"] == ""
    assert changed.exists()
    assert touched.exists()


def test_a_change_that_hides_behind_the_old_time_and_size_is_seen(desk):
    sly = desk.folder / "copies" / "ledger copy.txt"
    sly.write_text(BASE.replace("harbour", "HARBOUR").replace("ledger", "LEGDER", 1))
    os.utime(sly, ns=(10**18, 10**18))
    assert desk.perform()["copies/ledger copy.txt"] == "its text is not what the scan found"
    assert sly.exists()


def test_nothing_goes_when_what_would_stay_is_gone_or_says_something_else(desk):
    kept = desk.folder / "keep" / "ledger.txt"
    kept.unlink()
    assert set(desk.perform().values()) == {"the document that stays for it is not there any more"}
    kept.write_text("something else")
    reason = "the text of the document that stays for it is not what the scan found"
    assert set(desk.perform().values()) == {reason}
    assert desk.trashed == []


def test_a_file_is_not_trashed_for_another_name_of_itself(desk):
    kept, copy = desk.folder / "keep" / "ledger.txt", desk.folder / "copies" / "ledger copy.txt"
    copy.unlink()
    os.link(kept, copy)
    told = desk.perform()
    assert told["copies/ledger copy.txt"] == "it and the document that stays are the same file under two names"
    assert told["copies/ledger again.txt"] == ""
    assert kept.exists()


def test_a_link_that_took_a_file_s_place_is_not_followed(desk):
    copy = desk.folder / "copies" / "ledger copy.txt"
    copy.unlink()
    copy.symlink_to(desk.folder / "keep" / "ledger.txt")
    assert desk.perform()["copies/ledger copy.txt"] == "it is reached through a link"
    assert copy.is_symlink()


def test_a_folder_that_became_a_link_is_not_entered(desk, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (desk.folder / "copies").rename(elsewhere)
    (desk.folder / "copies").symlink_to(elsewhere)
    told = desk.perform()
    (desk.folder / "copies").unlink()
    assert told["copies/ledger copy.txt"] == told["copies/ledger again.txt"] == "it is reached through a link"
    assert sorted(os.listdir(elsewhere)) == ["ledger again.txt", "ledger copy.txt"]


def test_failures_are_listed_with_their_reason_and_the_rest_goes_on(desk):
    def trash(path):
        if b"again" in path:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if b"copy" in path:
            return b""  # says nothing and does nothing
        return desk.trash(path)

    assert desk.perform(trash=trash) == {
        "copies/ledger again.txt": "it could not be moved: no space left on device",
        "copies/ledger copy.txt": "it could not be moved: it is still there",
        "edited/ledger.txt": "",
    }
    assert [deed["outcome"] for deed in desk.workspace.deeds()][3:] == ["left", "left", "done"]
    assert len(desk.trashed) == 1


def test_a_move_that_fails_leaves_the_file_and_no_trace(desk, tmp_path, monkeypatch):
    def refuse(_path, _target):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(moving.os, "replace", refuse)
    place = tmp_path / "moved"
    assert set(desk.perform(os.fsencode(place)).values()) == {"it could not be moved: permission denied"}
    assert [path for path in place.rglob("*") if path.is_file()] == []


def test_a_file_where_a_folder_is_needed_is_said_and_nothing_loops(desk, tmp_path):
    place = tmp_path / "moved"
    place.mkdir()
    (place / "copies").write_text("a file")
    told = desk.perform(os.fsencode(place))
    assert told["copies/ledger copy.txt"] == "it could not be moved: a file is where a folder is needed"


def test_to_another_disk_a_file_is_copied_compared_and_only_then_gone(tmp_path, monkeypatch):
    source, target = tmp_path / "one.txt", tmp_path / "there" / "one.txt"
    source.write_bytes(b"x" * 3_000_000)
    os.utime(source, ns=(5, 7))

    def another_disk(_path, _target):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(moving.os, "replace", another_disk)
    moving.move_file(os.fsencode(source), os.fsencode(target))
    assert not source.exists()
    assert target.read_bytes() == b"x" * 3_000_000
    assert target.stat().st_mtime_ns == 7

    source.write_bytes(b"y" * 100)
    monkeypatch.setattr(moving, "digest", lambda path: path)  # the copy reads back as something else
    with pytest.raises(OSError, match="changed while it was copied"):
        moving.move_file(os.fsencode(source), os.fsencode(tmp_path / "there" / "two.txt"))
    assert source.read_bytes() == b"y" * 100
    assert os.listdir(tmp_path / "there") == ["one.txt"]


def test_nothing_is_ever_moved_over_a_file(tmp_path):
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    with pytest.raises(FileExistsError):
        moving.move_file(os.fsencode(tmp_path / "a"), os.fsencode(tmp_path / "b"))
    assert (tmp_path / "b").read_text() == "b"


def test_members_of_archives_and_protected_files_stay(desk):
    desk.mark("old.zip!inside/ledger.txt")
    desk.workspace.decisions.record(protect_folders([os.fsencode(desk.folder / "edited")]))
    plan = plan_moves(desk.standing())
    assert names(desk.result, plan.rows) == ["copies/ledger again.txt", "copies/ledger copy.txt"]
    assert names(desk.result, plan.left) == ["old.zip!inside/ledger.txt"]
    assert plan.reasons == ("it lies inside an archive or another file, which stays as it is",)
    assert set(desk.perform().values()) == {""}
    assert (desk.folder / "edited" / "ledger.txt").exists()


def test_protected_files_stay_also_where_a_followed_link_led_to_them(tmp_path):
    real, root = tmp_path.resolve() / "safe", tmp_path.resolve() / "files"
    real.mkdir()
    root.mkdir()
    (root / "linked").symlink_to(real)
    (root / "alone").mkdir()
    texts = {"alone/one.txt": "alpha", "kept.txt": "alpha", "linked/one.txt": "alpha"}
    for name, text in texts.items():
        (root / name).write_text(text)
    result = made(texts, recipe=Recipe(follow_links=True), root=bytes(root))
    decisions = Decisions()
    decisions.record(mark_documents(standing_of(result, []), [0, 2], Mark.DUPLICATE))
    decisions.record(protect_folders([bytes(real)]))
    plan = plan_moves(standing_of(result, decisions.entries))
    assert names(result, plan.rows) == ["alone/one.txt"]
    assert names(result, plan.left) == ["linked/one.txt"]
    assert plan.reasons == ("a link leads to it in a protected folder",)


def test_what_stays_may_be_a_member_of_an_archive(desk):
    desk.mark("old.zip!inside/ledger.txt", mark=Mark.KEEP)
    desk.mark("keep/ledger.txt")
    plan = plan_moves(desk.standing())
    assert set(names(desk.result, plan.survivors)) == {"old.zip!inside/ledger.txt"}
    assert set(desk.perform().values()) == {""}
    assert len(desk.trashed) == 4


def test_a_stopped_move_ends_after_the_file_under_way(desk):
    told = desk.perform(progress=Meanwhile())
    assert told == {"copies/ledger again.txt": ""}
    assert [deed["reason"] for deed in desk.workspace.deeds()[4:]] == ["the moving was stopped before"] * 2


def test_without_a_log_nothing_is_moved(desk):
    plan = plan_moves(desk.standing())
    reader = open_workspace(desk.workspace.path)
    with pytest.raises(WorkspaceError, match="its log has to record it"):
        perform(plan, reader, desk.trash)
    reader.close()
    assert desk.trashed == []


def test_names_that_are_no_text_are_moved_as_bytes(tmp_path):
    folder = tmp_path / "odd"
    folder.mkdir()
    for name in (b"a\xff.txt", b"b\xfe.txt"):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(BASE)
    result = scanned(folder)
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    standing = standing_of(result, [mark_documents(standing_of(result, []), [1], Mark.DUPLICATE)])
    outcomes = perform(plan_moves(standing, os.fsencode(tmp_path / "moved")), workspace)
    workspace.close()
    assert [outcome.done for outcome in outcomes] == [True]
    assert os.listdir(os.fsencode(tmp_path / "moved")) == [b"b\xfe.txt"]


def test_many_folders_are_worked_through_in_batches(tmp_path):
    folder = tmp_path / "many"
    texts = {f"{k:03}/a.txt": f"{BASE} {k:05}" for k in range(3)}
    texts |= {f"copy {number:03}/{k}.txt": f"{BASE} {k:05}" for number in range(70) for k in range(3)}
    write(folder, texts, archive=False)
    result = scanned(folder)
    kept = [row for row in range(len(result.documents)) if result.documents.paths.display(row).startswith("0")]
    rest = np.setdiff1d(np.arange(len(result.documents)), kept)
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    standing = standing_of(result, [mark_documents(standing_of(result, []), rest, Mark.DUPLICATE)])
    outcomes = perform(plan_moves(standing, os.fsencode(tmp_path / "moved")), workspace)
    workspace.close()
    assert len(outcomes) == 210
    assert all(outcome.done for outcome in outcomes)
    assert len([path for path in folder.rglob("*") if path.is_file()]) == 3

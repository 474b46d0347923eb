"""Killed in the midst of moving or of putting back: every file is whole in one place, and is found there."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from simexplorer.workspace import telling
from simexplorer.workspace.interrupted import close_gaps, tell_losses
from simexplorer.workspace.moved import moved_away
from simexplorer.workspace.putting_back import put_back
from simexplorer.workspace.returns import FINISHED, LOST_FROM_SIGHT, look
from tests.workspace.apart import told_by
from tests.workspace.collected import BASE, scanned
from tests.workspace.desk import MovingDesk, tree_of


class Crash(BaseException):
    """Ends everything, as a kill does: nobody catches it."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    folder = tmp_path / "collection"
    for name in ("keep.txt", "a/one.txt", "a/two.txt", "b/three.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(BASE)
        os.utime(folder / name, ns=(3, len(name)))
    result = scanned(folder)
    made = MovingDesk(result, tmp_path, np.arange(len(result.documents) - 1))
    made.folder, made.before = folder, tree_of(folder)
    monkeypatch.setenv("XDG_DATA_HOME", os.fsdecode(made.place))
    yield made
    made.log.close()


def crash_when(desk, monkeypatch, outcome, number=1):
    """Every line is saved at once, and the program ends right before the ``number``-th of this outcome."""
    real, seen = desk.log.write_deeds, []

    def write(deeds):
        if deeds and deeds[0]["outcome"] == outcome:
            seen.append(deeds)
            if len(seen) >= number:
                raise Crash
        real(deeds)

    monkeypatch.setattr(telling, "SECONDS", 0.0)
    monkeypatch.setattr(desk.log, "write_deeds", write)


def put_all_back(desk):
    going = [one.moved for one in look(moved_away(desk.log.deeds())) if one.goes]
    assert all(one.done for one in put_back(going, desk.log))
    return len(going)


@pytest.mark.parametrize("to_trash", [False, True], ids=["folder", "trash"])
def test_a_move_that_was_not_told_any_more_is_found_and_told(desk, tmp_path, monkeypatch, to_trash):
    crash_when(desk, monkeypatch, "done", 2)
    with pytest.raises(Crash):
        desk.move(None if to_trash else tmp_path / "moved")
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", os.fsdecode(desk.place))
    desk.reopen()
    assert [one.words for one in look(moved_away(desk.log.deeds()))].count(LOST_FROM_SIGHT) == 2
    close_gaps(desk.log)
    told = desk.log.deeds()[-2:]
    assert [(deed["outcome"], deed["shown"]) for deed in told] == [("done", "a/two.txt"), ("left", "b/three.txt")]
    assert put_all_back(desk) == 2
    assert tree_of(desk.folder) == desk.before
    lines = desk.log.deed_count
    close_gaps(desk.log)
    assert desk.log.deed_count == lines


def test_a_file_that_is_moved_after_a_crash_is_listed_once(desk, tmp_path, monkeypatch):
    crash_when(desk, monkeypatch, "done", 2)
    with pytest.raises(Crash):
        desk.move(tmp_path / "moved")
    monkeypatch.undo()
    desk.reopen()
    assert desk.move(tmp_path / "moved") == 1
    close_gaps(desk.log)
    away = moved_away(desk.log.deeds())
    assert [one.shown for one in away] == ["a/one.txt", "a/two.txt", "b/three.txt"]
    assert all(one.certain for one in away)
    assert put_all_back(desk) == 3
    assert tree_of(desk.folder) == desk.before


def copy_in_part(desk, target, monkeypatch):
    """The program ends in the midst of copying the first file to another disk; what it left there."""

    def end(_path, place):
        Path(os.fsdecode(place)).write_text(BASE[:100])
        raise Crash

    crash_when(desk, monkeypatch, "done")
    monkeypatch.setattr("simexplorer.workspace.performing.move_file", end)
    target.mkdir(exist_ok=True)
    (target / "a").mkdir(exist_ok=True)
    with pytest.raises(Crash):
        desk.move(target)
    monkeypatch.undo()
    desk.reopen()
    return target / "a" / "one.txt"


def test_half_a_copy_that_a_crash_left_under_the_name_of_the_file_is_cleared_away(desk, tmp_path, monkeypatch):
    left = copy_in_part(desk, tmp_path / "moved", monkeypatch)
    assert left.exists()
    close_gaps(desk.log)
    assert not left.exists()
    assert tree_of(desk.folder) == desk.before
    assert desk.move(tmp_path / "moved") == 3
    assert left.read_text() == BASE


@pytest.mark.parametrize(
    "why", ["older", "other words", "under a second name", "as large as a document that was moved"]
)
def test_what_only_looks_like_half_a_copy_stays(desk, tmp_path, monkeypatch, why):
    left = copy_in_part(desk, tmp_path / "moved", monkeypatch)
    if why == "older":
        os.utime(left, ns=(3, 3))
    elif why == "other words":
        left.write_text(BASE[:100] + "?")
    elif why == "under a second name":
        os.link(left, left.with_name("linked.txt"))
    else:
        desk.log.write_deeds([{**desk.log.deeds()[0], "outcome": "done", "size": "100", "path": "", "file": "eA=="}])
    close_gaps(desk.log)
    assert left.exists()


def test_a_putting_back_that_was_not_told_any_more_is_found_and_told(desk, monkeypatch):
    desk.move()
    crash_when(desk, monkeypatch, "done", 2)
    with pytest.raises(Crash):
        put_all_back(desk)
    desk.reopen()
    assert len(moved_away(desk.log.deeds())) == 2
    close_gaps(desk.log)
    assert desk.log.deeds()[-1]["reason"] == "it was found at its old place"
    assert put_all_back(desk) == 1
    assert tree_of(desk.folder) == desk.before
    assert desk.in_trash() == ([], [])


@pytest.mark.parametrize("part", [0, 100, len(BASE)])
def test_what_a_crash_left_at_the_old_place_gives_way_to_the_whole_file(desk, monkeypatch, part):
    desk.move()
    crash_when(desk, monkeypatch, "done")
    with pytest.raises(Crash):
        put_all_back(desk)
    desk.reopen()
    (one,) = [one for one in moved_away(desk.log.deeds()) if not os.path.lexists(one.target)]
    os.rename(one.file, one.target)
    Path(os.fsdecode(one.file)).write_text(BASE[:part])
    told = {kept.moved.number: kept.words for kept in look(moved_away(desk.log.deeds()))}
    assert told[one.number] == FINISHED
    assert put_all_back(desk) == 3
    assert tree_of(desk.folder) == desk.before


def test_what_somebody_wrote_there_since_does_not_give_way(desk, monkeypatch):
    desk.move()
    crash_when(desk, monkeypatch, "left")
    desk.log.write_deeds([{**deed, "action": "back", "of": "4", "outcome": "begun"} for deed in desk.log.deeds()[3:4]])
    (one,) = [one for one in moved_away(desk.log.deeds()) if one.returning]
    Path(os.fsdecode(one.file)).write_text(BASE[:100] + "?")
    assert sum(kept.goes for kept in look(moved_away(desk.log.deeds()))) == 2
    # nor does anything where no putting back had begun
    other = next(one for one in moved_away(desk.log.deeds()) if not one.returning)
    Path(os.fsdecode(other.file)).write_text("")
    assert sum(kept.goes for kept in look(moved_away(desk.log.deeds()))) == 1


def test_what_a_person_put_back_is_noticed_and_told(desk, tmp_path):
    desk.move(tmp_path / "moved")
    (one, *_rest) = moved_away(desk.log.deeds())
    os.rename(one.target, one.file)
    close_gaps(desk.log)
    assert desk.log.deeds()[-1]["reason"] == "it was found at its old place"
    assert put_all_back(desk) == 2


def test_the_note_in_the_trash_of_what_a_person_took_out_of_it_goes_too(desk):
    desk.move()
    (one, *_rest) = moved_away(desk.log.deeds())
    os.rename(one.target, one.file)
    close_gaps(desk.log)
    files, notes = desk.in_trash()
    assert (len(files), len(notes)) == (2, 2)


def test_what_is_found_nowhere_stays_open(desk, tmp_path, monkeypatch):
    crash_when(desk, monkeypatch, "done")
    with pytest.raises(Crash):
        desk.move(tmp_path / "moved")
    desk.reopen()
    (tmp_path / "moved").rename(tmp_path / "disk that was taken out")
    close_gaps(desk.log)
    assert [one.words for one in look(moved_away(desk.log.deeds()))] == [LOST_FROM_SIGHT]
    (tmp_path / "disk that was taken out").rename(tmp_path / "moved")
    close_gaps(desk.log)
    assert put_all_back(desk) == 1
    assert tree_of(desk.folder) == desk.before


@pytest.mark.parametrize(
    ("kills", "seed"), [pytest.param(12, 1, id="12"), pytest.param(150, 2, id="150", marks=pytest.mark.slow)]
)
def test_a_kill_at_any_instant_loses_no_file_and_no_way_back(tmp_path, kills, seed):
    told = told_by("kill_moving", tmp_path, kills, seed)
    assert told["faults"] == []
    assert told["in the midst"] > kills // 4


def test_what_the_trash_was_emptied_of_is_told_and_what_may_be_absent_stays_open(desk):
    desk.move()
    away = [one for one in moved_away(desk.log.deeds()) if one.to_trash and one.target]
    gone, *rest = away
    os.unlink(gone.target)
    tell_losses(desk.log, {one.number for one in rest})  # it was not seen yet
    assert len(moved_away(desk.log.deeds())) == len(away)
    tell_losses(desk.log, {one.number for one in away})
    assert [one.number for one in moved_away(desk.log.deeds())] == [one.number for one in rest]
    trash = os.path.dirname(gone.target)
    os.rename(trash, trash + b" elsewhere")
    tell_losses(desk.log, {one.number for one in away})
    assert len(moved_away(desk.log.deeds())) == len(rest)

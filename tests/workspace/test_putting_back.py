"""Files that were moved go back as they were; on any doubt each stays where it is, and nothing is overwritten."""

from __future__ import annotations

import errno
import os
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents import moving
from simexplorer.errors import WorkspaceError
from simexplorer.workspace import putting_back, returns
from simexplorer.workspace.moved import moved_away
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.putting_back import put_back
from simexplorer.workspace.returns import CHANGED, GOES, MADE_AGAIN, TAKEN, look
from tests.stopping import Meanwhile
from tests.workspace.collected import BASE, scanned
from tests.workspace.desk import MovingDesk, tree_of

# contents that say the same text, and names that are none
SAME = (BASE.encode(), BASE.encode("utf-16"), BASE.encode("utf-8-sig"), BASE.replace("\n", "\r\n").encode())
ODD = (
    b"plain.txt",
    b"\xff\xfe.txt",
    b"new\nline.txt",
    b"  blanks  .txt",
    b"%41 'q' \"d\".txt",
    b"-rf",
    b"\xe2\x80\xae.txt",
)


def write_odd(folder, count=28, seed=5):
    """Copies of one text under odd names in odd folders, in several encodings, each with a time of its own."""
    rng = random.Random(seed)
    folder = os.fsencode(folder)
    for k in range(count):
        above = os.path.join(folder, rng.choice((b"", b"a", b"b\xff", b"deep/er/still", b"n\nl")))
        os.makedirs(above, exist_ok=True)
        path = os.path.join(above, b"%d %s" % (k, ODD[k % len(ODD)]))
        with open(path, "wb") as file:
            file.write(SAME[k % len(SAME)])
        os.utime(path, ns=(rng.randrange(10**18), rng.randrange(10**18)))
        os.chmod(path, rng.choice((0o644, 0o600, 0o755)))


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """(folder, its result, the rows of all but the first copy, what the folder holds)."""
    folder = tmp_path_factory.mktemp("odd") / "collection"
    folder.mkdir()
    write_odd(folder)
    result = scanned(folder)
    return folder, result, np.arange(1, len(result.documents)), tree_of(folder)


@pytest.fixture
def desk(original, tmp_path):
    folder, result, rows, before = original
    made = MovingDesk(result, tmp_path, rows)
    made.folder, made.before = folder, before
    yield made
    made.log.close()
    shutil.rmtree(folder)
    folder.mkdir()
    write_odd(folder)


def named(desk, name):
    """The one that is away whose name begins so."""
    (found,) = [one for one in moved_away(desk.log.deeds()) if os.path.basename(one.file).startswith(name)]
    return found


def words_of(desk):
    """What is said of each: {words: how many}."""
    told = [one.words for one in look(moved_away(desk.log.deeds()))]
    return {words: told.count(words) for words in told}


def back(desk, **options):
    """Put back all that can go; {reason: how many}."""
    going = [one.moved for one in look(moved_away(desk.log.deeds())) if one.goes]
    reasons = [one.reason for one in put_back(going, desk.log, **options)]
    return {reason: reasons.count(reason) for reason in reasons}


def test_a_file_in_the_trash_of_which_no_note_tells_goes_back_all_the_same(desk):
    went = desk.move()
    for note in Path(os.fsdecode(desk.trash_folder), "info").iterdir():
        note.unlink()
    assert back(desk) == {"": went}
    assert tree_of(desk.folder) == desk.before


@pytest.mark.parametrize("to_trash", [False, True], ids=["folder", "trash"])
@pytest.mark.parametrize("another_disk", [False, True], ids=["same disk", "another disk"])
def test_what_was_moved_and_put_back_is_byte_for_byte_and_nanosecond_what_it_was(
    desk, tmp_path, monkeypatch, to_trash, another_disk
):
    if another_disk:

        def refuse(_path, _target):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

        monkeypatch.setattr(moving.os, "replace", refuse)
    went = desk.move(None if to_trash else tmp_path / "moved")
    assert went == len(desk.before) - 1
    assert len(tree_of(desk.folder)) == 1
    desk.reopen()
    assert set(words_of(desk)) <= {GOES, MADE_AGAIN}
    assert back(desk) == {"": went}
    assert tree_of(desk.folder) == desk.before
    assert desk.in_trash() == ([], [])
    assert to_trash or not any((tmp_path / "moved").iterdir())  # nor an empty folder
    assert moved_away(desk.log.deeds()) == []


def test_folders_that_hold_something_else_stay_where_files_were_put_back_from(desk, tmp_path):
    desk.move(tmp_path / "moved")
    away = moved_away(desk.log.deeds())
    one, *others = [one for one in away if os.path.dirname(one.path) == b"deep/er/still"]
    (tmp_path / "moved" / "deep" / "mine").mkdir()
    assert all(found.done for found in put_back(others, desk.log))
    assert os.path.exists(one.target)
    assert put_back([one], desk.log)[0].done
    assert not os.path.lexists(os.path.dirname(os.path.dirname(one.target)))
    assert (tmp_path / "moved" / "deep" / "mine").is_dir()


def test_moved_and_put_back_over_and_over_nothing_is_lost(desk, tmp_path):
    rng = random.Random(3)
    for turn in range(4):
        desk.move(None if turn % 2 else tmp_path / "moved")
        while away := [one.moved for one in look(moved_away(desk.log.deeds()))]:
            chosen = rng.sample(away, min(len(away), 9))
            assert all(one.done for one in put_back(chosen, desk.log))
        assert tree_of(desk.folder) == desk.before


def test_the_log_tells_of_each_before_and_after(desk):
    went = desk.move()
    lines = desk.log.deed_count
    back(desk)
    told = desk.log.deeds()[lines:]
    assert {deed["action"] for deed in told} == {"back"}
    assert len({deed["act"] for deed in told}) == 1
    begun = [deed["of"] for deed in told if deed["outcome"] == "begun"]
    assert [deed["of"] for deed in told if deed["outcome"] == "done"] == begun
    assert len(begun) == went
    assert [deed["outcome"] for deed in told[:2]] == ["begun", "begun"]


def test_a_taken_place_is_left_as_it_is(desk):
    desk.move()
    one, two, three = named(desk, b"1 "), named(desk, b"2 "), named(desk, b"3 ")
    Path(os.fsdecode(one.file)).write_text("somebody else's")
    os.symlink("nowhere", two.file)
    os.mkdir(three.file)
    assert words_of(desk)[TAKEN] == 3
    assert "" in back(desk)
    assert [one.reason for one in put_back([one, two, three], desk.log)] == [TAKEN] * 3
    assert Path(os.fsdecode(one.file)).read_text() == "somebody else's"
    assert os.readlink(two.file) == b"nowhere"
    assert all(os.path.exists(kept.target) for kept in (one, two, three))


def test_a_place_that_is_taken_at_the_last_instant_is_not_overwritten(desk, monkeypatch):
    desk.move()
    one = named(desk, b"1 ")

    def late(moved, **options):
        reason = returns.objection(moved, **options)
        Path(os.fsdecode(moved.file)).write_text("just come")
        return reason

    monkeypatch.setattr(putting_back, "objection", late)
    assert [outcome.reason for outcome in put_back([one], desk.log)] == [TAKEN]
    assert Path(os.fsdecode(one.file)).read_text() == "just come"
    assert os.path.exists(one.target)


def test_a_file_that_changes_while_it_is_read_stays_where_it_went(desk, monkeypatch):
    desk.move()
    one = named(desk, b"1 ")

    def meanwhile(moved, **options):
        reason = returns.objection(moved, **options)
        with open(moved.target, "ab") as file:
            file.write(b"more")
        return reason

    monkeypatch.setattr(putting_back, "objection", meanwhile)
    assert [outcome.reason for outcome in put_back([one], desk.log)] == ["it changed while it was read"]
    assert os.path.exists(one.target)
    assert not os.path.lexists(one.file)


def test_a_file_that_changed_where_it_went_stays_there(desk, tmp_path):
    desk.move(tmp_path / "moved")
    longer, sly, touched = named(desk, b"1 "), named(desk, b"2 "), named(desk, b"3 ")
    with open(longer.target, "ab") as file:
        file.write(b"more")
    data = Path(os.fsdecode(sly.target)).read_bytes()
    Path(os.fsdecode(sly.target)).write_bytes(data[:-3] + b"???")
    os.utime(sly.target, ns=(sly.modified_ns, sly.modified_ns))  # hides behind the old size and time
    os.utime(touched.target)  # its bytes are what they were: it goes back, and so does its time
    assert words_of(desk)[CHANGED] == 1
    assert back(desk)[CHANGED] == 1
    assert {one.file for one in moved_away(desk.log.deeds())} == {longer.file, sly.file}
    assert os.stat(touched.file).st_mtime_ns == touched.modified_ns
    assert Path(os.fsdecode(sly.target)).read_bytes() == data[:-3] + b"???"


def test_what_is_gone_from_the_trash_or_the_folder_says_so(desk, tmp_path):
    desk.move(tmp_path / "moved")
    shutil.rmtree(tmp_path / "moved" / "a")
    assert words_of(desk)["it is no longer where it was moved to"] > 0
    back(desk)
    desk.move()
    shutil.rmtree(os.path.join(desk.trash_folder, b"files"))
    assert words_of(desk)["it is not in the trash any more"] > 20
    one = next(kept for kept in moved_away(desk.log.deeds()) if kept.to_trash)
    assert [outcome.reason for outcome in put_back([one], desk.log)] == ["it is not in the trash any more"]


def test_another_file_under_the_name_in_the_trash_is_not_taken_for_it(desk):
    desk.move()
    one, two = named(desk, b"4 "), named(desk, b"8 ")  # the same bytes
    os.rename(two.target, one.target)
    os.rename(*[kept.target.replace(b"/files/", b"/info/") + b".trashinfo" for kept in (two, one)])
    told = {kept.moved.file: kept.words for kept in look([one, two])}
    assert told == {one.file: "another file has its name in the trash now", two.file: "it is not in the trash any more"}


def test_folders_that_are_gone_are_made_again_and_links_are_not_followed(desk, tmp_path):
    desk.move()
    deep = Path(os.fsdecode(desk.folder)) / "deep"
    shutil.rmtree(deep)
    linked = Path(os.fsdecode(desk.folder)) / "a"
    shutil.rmtree(linked, ignore_errors=True)
    (tmp_path / "elsewhere").mkdir()
    linked.symlink_to(tmp_path / "elsewhere")
    told = words_of(desk)
    assert told[MADE_AGAIN] > 0
    assert told["its folder is a link to another place now"] > 0
    back(desk)
    assert os.listdir(tmp_path / "elsewhere") == []
    linked.unlink()
    assert set(back(desk)) == {""}
    assert tree_of(desk.folder) == desk.before


def test_a_file_where_the_folder_was_is_said(desk):
    desk.move()
    shutil.rmtree(desk.folder / "deep")
    (desk.folder / "deep").write_text("a file")
    assert words_of(desk)["a file is where its folder was"] > 0


def test_folders_that_cannot_be_written_are_said_and_nothing_is_tried(desk, monkeypatch):
    desk.move()
    real = os.access
    locked = os.path.join(os.fsencode(desk.folder), b"a")

    def access(path, mode, **options):
        return path != locked and real(path, mode, **options)

    monkeypatch.setattr(returns.os, "access", access)
    many = words_of(desk)["its folder cannot be written"]
    assert many > 0
    shutil.rmtree(desk.folder / "deep")
    locked = os.fsencode(desk.folder)
    assert words_of(desk)["its folder is gone and cannot be made again"] > 0
    locked = os.path.join(desk.trash_folder, b"files")
    assert set(words_of(desk)) == {"nothing may be taken out of the folder it lies in"}


def test_what_the_system_refuses_is_listed_and_the_rest_goes_on(desk, monkeypatch):
    went = desk.move()
    real, tried = moving.os.replace, []

    def sometimes(path, target):
        tried.append(path)
        if len(tried) % 3 == 0:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        real(path, target)

    monkeypatch.setattr(moving.os, "replace", sometimes)
    assert back(desk) == {"": went - went // 3, "it could not be put back: read-only file system": went // 3}
    assert len(moved_away(desk.log.deeds())) == went // 3
    monkeypatch.undo()
    assert back(desk) == {"": went // 3}
    assert tree_of(desk.folder) == desk.before


def test_two_files_of_one_place_go_back_one_at_a_time_the_later_first(desk, tmp_path):
    desk.move(tmp_path / "moved")
    first = named(desk, b"1 ")
    data = Path(os.fsdecode(first.target)).read_bytes()
    Path(os.fsdecode(first.file)).write_bytes(data)
    os.utime(first.file, ns=(first.modified_ns, first.modified_ns))  # written anew where it was, and moved again
    desk.move(tmp_path / "moved again")
    told = {
        kept.moved.number: kept.words for kept in look(moved_away(desk.log.deeds())) if kept.moved.file == first.file
    }
    assert list(told.values()) == [GOES, "a file that was moved later goes back to the same place first"]
    back(desk)
    assert words_of(desk) == {TAKEN: 1}


def test_a_stopped_one_ends_after_the_file_under_way(desk):
    went = desk.move()
    assert back(desk, progress=Meanwhile()) == {"": 1}
    assert desk.log.deeds()[-1]["reason"] == "the putting back was stopped before"
    told = [(deed["of"], deed["outcome"]) for deed in desk.log.deeds() if deed["action"] == "back"]
    ends = {of: outcome for of, outcome in told if outcome != "begun"}
    assert len(told) == 2 * len(ends), "each that was begun has one end"
    assert sorted(ends.values()) == ["done", *["left"] * (len(ends) - 1)]
    assert 1 < len(ends) <= went
    assert back(desk) == {"": went - 1}
    assert tree_of(desk.folder) == desk.before


def test_without_a_log_nothing_is_put_back(desk):
    desk.move()
    reader = open_workspace(desk.log.path)
    with pytest.raises(WorkspaceError, match="its log has to record it"):
        put_back(moved_away(reader.deeds()), reader)
    reader.close()
    assert len(tree_of(desk.folder)) == 1


def test_a_log_of_old_that_kept_no_sizes_is_believed_and_says_so(desk):
    desk.move()
    kept = ("at", "action", "path", "file", "shown", "target", "outcome", "reason")
    deeds = [{name: deed[name] for name in kept} for deed in desk.log.deeds()]
    old = look(moved_away(deeds))
    assert {one.words for one in old} <= {returns.UNCHECKED, MADE_AGAIN}
    assert len({one.moved.act for one in old}) == 1
    # of then it did not tell where in the trash: the trash's own notes do
    for deed in deeds:
        deed["target"] = ""
    os.environ["XDG_DATA_HOME"], before = os.fsdecode(desk.place), os.environ.get("XDG_DATA_HOME")
    try:
        assert {one.moved.target for one in look(moved_away(deeds))} == {one.moved.target for one in old}
        name = os.path.basename(old[0].moved.target)  # two that may be it: neither is taken for it
        for part, ending in ((b"files", b""), (b"info", b".trashinfo")):
            place = os.path.join(desk.trash_folder, part, name)
            shutil.copy2(place + ending, place + b" 2" + ending)
        unknown = [one.moved.file for one in look(moved_away(deeds)) if one.words == returns._by_hand()]
        assert unknown == [old[0].moved.file]
    finally:
        os.environ.pop("XDG_DATA_HOME")
        if before is not None:
            os.environ["XDG_DATA_HOME"] = before
    assert {one.words for one in look(moved_away(deeds))} == {returns._by_hand()}


@pytest.mark.parametrize(("platform", "words"), [("darwin", "Put Back"), ("linux", "Restore")])
def test_where_the_trash_alone_can_give_a_file_back_it_is_said_how(platform, words):
    assert words in returns._by_hand(platform)


@pytest.mark.slow
def test_two_thousand_files_go_and_come_back(tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for k in range(2001):
        (folder / f"{k:04}.txt").write_text(BASE)
        os.utime(folder / f"{k:04}.txt", ns=(k, 10**17 + k))
    before = tree_of(folder)
    result = scanned(folder)
    desk = MovingDesk(result, tmp_path, np.arange(1, 2001))
    assert desk.move() == 2000
    assert back(desk) == {"": 2000}
    desk.log.close()
    assert tree_of(folder) == before


def test_a_file_is_no_beginning_of_itself_seen_by_another_way(tmp_path):
    """To clear it away would be to lose it."""
    file, way = tmp_path / "folder" / "a.txt", tmp_path / "way"
    file.parent.mkdir()
    file.write_text("whole")
    way.symlink_to(file.parent)
    begun = tmp_path / "begun.txt"
    begun.write_text("who")
    assert returns.is_beginning(os.fsencode(begun), os.fsencode(file))
    assert not returns.is_beginning(os.fsencode(way / "a.txt"), os.fsencode(file))

"""Killed at any instant, out of room, or damaged: what was saved is there, and nothing false is shown."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import WorkspaceError
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, note_document
from simexplorer.workspace.opening import open_workspace, read_workspace
from simexplorer.workspace.standing import standing_of
from tests.workspace.apart import kill_in_a_save, small_disk, told_by
from tests.workspace.made import assert_same_result, made, small


@pytest.mark.parametrize(
    ("kills", "seed"), [pytest.param(20, 1, id="20"), pytest.param(200, 2, id="200", marks=pytest.mark.slow)]
)
def test_a_kill_at_any_instant_costs_at_most_the_step_under_way(tmp_path, kills, seed):
    told = told_by("kill_driver", tmp_path, kills, seed)
    assert told["faults"] == []
    assert told["left"] == []
    assert told["stray"] <= 1  # the journal of the interrupted save, gone with the next opening
    assert told["saves"] > kills // 4


def full(number):
    """A result whose signatures no other has, of 300 KB."""
    result = made({f"{k:04}.txt": f"word{k}" for k in range(1000)})
    values = np.random.default_rng(number).integers(0, 2**32, (1000, 64)).astype(np.uint32)
    return replace(result, signatures=replace(result.signatures, values=values))


@pytest.fixture
def no_file_longer_than():
    """Sets the largest size of files this process may write; the system then fails as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (soft if size is None else size, hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_save_that_does_not_fit_leaves_the_file_byte_by_byte_as_it_was(tmp_path, no_file_longer_than):
    path = tmp_path / "kept.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(full(1))
    before = path.read_bytes()
    for room in (0, 100, 600, 5000, 20_000, len(before), len(before) + 9000, len(before) + 100_000):
        no_file_longer_than(room)
        with pytest.raises(WorkspaceError, match=r"could not be saved: .* What was saved before is intact\."):
            workspace.save_result(full(2))
        no_file_longer_than(None)
        assert path.read_bytes() == before
        assert os.listdir(tmp_path) == ["kept.simx", "kept.simx-lock"] or room == 0
        assert_same_result(full(1), workspace.result())
    workspace.save_result(full(2))
    assert_same_result(full(2), workspace.result())
    workspace.close()
    workspace = open_workspace(path)
    assert workspace.saves == 2
    assert workspace.notices == []
    workspace.close()


def test_a_decision_that_cannot_be_written_does_not_happen(tmp_path, no_file_longer_than):
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(small())
    standing = standing_of(small(), [])
    workspace.decisions.record(mark_documents(standing, [0], Mark.KEEP))
    no_file_longer_than(100)
    with pytest.raises(WorkspaceError, match="could not be saved"):
        workspace.decisions.record(mark_documents(standing, [2], Mark.KEEP))
    with pytest.raises(WorkspaceError, match="could not be saved"):
        workspace.decisions.undo()
    no_file_longer_than(None)
    assert len(workspace.decisions.entries) == 1
    workspace.decisions.record(mark_documents(standing, [3], Mark.KEEP))
    workspace.close()
    workspace = open_workspace(tmp_path / "kept.simx")
    assert [standing_of(small(), workspace.decisions.entries).marks.tolist()] == [[1, 0, 0, 1, 0, 0, 0]]
    workspace.close()


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system of 2 MB."""
    place = tmp_path / "disk"
    with small_disk(place, 2):
        yield place


def test_a_full_disk_is_said_in_words_and_left_alone(tiny_disk):
    path = tiny_disk / "kept.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(full(1))
    (tiny_disk / "filler").write_bytes(bytes(2**20 * 14 // 10))
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(WorkspaceError, match=r"could not be saved: the disk is full\. What was saved before"):
            workspace.save_result(full(2))
        assert path.read_bytes() == before
    (tiny_disk / "filler").unlink()
    workspace.save_result(full(2))
    assert_same_result(full(2), workspace.result())
    workspace.close()


def test_on_a_full_disk_no_workspace_is_half_created(tiny_disk):
    (tiny_disk / "filler").write_bytes(bytes(2**21 - 8192))
    with pytest.raises(WorkspaceError, match="could not be"):
        open_workspace(tiny_disk / "kept.simx", create=True)
    assert os.listdir(tiny_disk) == ["filler"]
    (tiny_disk / "filler").unlink()
    open_workspace(tiny_disk / "kept.simx", create=True).close()


def test_what_a_program_left_that_was_killed_while_creating_is_no_obstacle(tmp_path):
    (tmp_path / "kept.simx-new").write_bytes(b"half a file")
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(small())
    workspace.close()
    assert os.listdir(tmp_path) == ["kept.simx"]


def test_a_journal_whose_workspace_is_gone_does_no_harm_to_the_next_one_of_its_name(tmp_path):
    path = tmp_path / "kept.simx"
    for number in (1, 2):
        workspace = open_workspace(path, create=True)
        workspace.save_result(full(number))
        workspace.close()
        assert looked_at(path)[2:] == ([], True)
        assert_same_result(full(number), looked_at(path)[0])
        kill_in_a_save(path)
        path.unlink()


def test_a_reader_undoes_the_save_of_a_writer_that_was_killed(tmp_path):
    path = tmp_path / "kept.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(full(1))
    workspace.close()
    reader = read_workspace(path, by="query")
    kill_in_a_save(path)
    assert_same_result(full(1), reader.result())
    reader.close()
    assert os.listdir(tmp_path) == ["kept.simx"]


def test_a_reader_says_that_a_save_was_interrupted_while_another_program_has_the_right_to_write(tmp_path):
    path = tmp_path / "kept.simx"
    writer = open_workspace(path, create=True)
    writer.save_result(full(1))
    reader = open_workspace(path)
    kill_in_a_save(path)
    for _ in range(2):
        with pytest.raises(WorkspaceError, match=r"could not be read: a save of it was interrupted .* open nowhere"):
            reader.result()
    assert_same_result(full(1), writer.result())
    assert_same_result(full(1), reader.result())
    reader.close()
    writer.close()


def test_where_nothing_can_be_written_an_interrupted_save_is_told_with_what_to_do(tiny_disk):
    path = tiny_disk / "kept.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(full(1))
    workspace.close()
    reader = read_workspace(path, by="query")
    kill_in_a_save(path)
    subprocess.run(["mount", "-o", "remount,ro", tiny_disk], check=True)
    with pytest.raises(WorkspaceError, match=r"could not be opened: a save of it was interrupted .* Copy it, and"):
        open_workspace(path)
    with pytest.raises(WorkspaceError, match=r"could not be read: a save of it was interrupted .* Copy it, and"):
        reader.result()
    reader.close()
    copied = shutil.copytree(tiny_disk, tiny_disk.with_name("copied"))
    assert_same_result(full(1), looked_at(copied / "kept.simx")[0])


def written(folder):
    """A workspace with two runs and four decisions, and what it holds."""
    path = folder / "whole.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(small(seed=1))
    workspace.save_result(small(seed=2))
    standing = standing_of(small(), [])
    for text in ("first", "second", "third", "fourth"):
        workspace.decisions.record(note_document(standing, 1, text))
    workspace.close()
    return path


def looked_at(path):
    """(result or None, texts of decisions, notices, whether it may be written); refused ones raise."""
    workspace = open_workspace(path)
    try:
        try:
            result = workspace.result()
        except WorkspaceError:
            result = None
        texts = [entry.text for entry in workspace.decisions.entries]
        return result, texts, list(workspace.notices), workspace.writable
    finally:
        workspace.close()


def damaged_copies(whole, count, seed):
    """Copies with bytes changed, runs of zeros, or the end cut off."""
    rng = random.Random(seed)
    for number in range(count):
        copy = bytearray(whole)
        match number % 4:
            case 0:
                copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)
            case 1:
                for _ in range(rng.randint(2, 40)):
                    copy[rng.randrange(len(copy))] = rng.randrange(256)
            case 2:
                start = rng.randrange(len(copy))
                length = rng.choice((16, 512, 8192))
                copy[start : start + length] = bytes(len(copy[start : start + length]))
            case 3:
                del copy[rng.randrange(len(copy)) :]
        yield bytes(copy)


@pytest.mark.parametrize("count", [pytest.param(120, id="120"), pytest.param(1000, id="1000", marks=pytest.mark.slow)])
def test_no_damaged_copy_shows_anything_false(tmp_path, count):
    whole = written(tmp_path).read_bytes()
    path = tmp_path / "damaged.simx"
    earlier = replace(small(), signatures=replace(small().signatures, values=np.empty((7, 0), np.uint32)))
    refused = lost = 0
    for copy in damaged_copies(whole, count, seed=count):
        path.write_bytes(copy)
        try:
            result, texts, notices, writable = looked_at(path)
        except WorkspaceError:
            assert path.read_bytes() == copy
            refused += 1
            continue
        if result is not None and any("run 2 is lost" in notice for notice in notices):
            assert_same_result(earlier, result)
        elif result is not None:
            assert_same_result(small(seed=2), result)
        assert texts == ["first", "second", "third", "fourth"][: len(texts)]
        if result is None or len(texts) < 4:
            assert notices
            assert not writable
            assert path.read_bytes() == copy
            lost += 1
    assert refused > count // 20
    assert lost > count // 20
    assert {name for name in os.listdir(tmp_path) if name != "whole.simx"} <= {"damaged.simx"}


def test_every_byte_of_the_contents_is_covered_by_a_checksum(tmp_path):
    path = written(tmp_path)
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT id, data FROM part").fetchall()
    for number, data in rows:
        changed = bytearray(data)
        changed[len(data) // 2] ^= 1
        connection.execute("UPDATE part SET data = ? WHERE id = ?", (bytes(changed), number))
        connection.commit()
        result, _, notices, _ = looked_at(path)
        if result is not None:  # a part of the earlier run
            assert_same_result(small(seed=2), result)
        else:
            assert "checksum" in notices[0]
        connection.execute("UPDATE part SET data = ? WHERE id = ?", (data, number))
        connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE decision SET number = 9 WHERE number = 4", "3 of 4 decisions could be read"),
        ("DELETE FROM decision WHERE number = 2", "1 of 4 decisions could be read"),
        ("DELETE FROM decision WHERE number = 4", "4 decisions could be read"),
        ("UPDATE decision SET data = x'00' WHERE number = 1", "0 of 4 decisions could be read"),
        ("DELETE FROM run WHERE number = 1", "run 1 is lost"),
        ("UPDATE run SET body = 'text' WHERE number = 1", "run 1 is lost"),
        ("UPDATE run SET body = (SELECT body FROM run WHERE number = 2) WHERE number = 1", "run 1 is lost"),
    ],
)
def test_rows_that_were_changed_or_removed_are_missed(tmp_path, statement, said):
    path = written(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    _, texts, notices, writable = looked_at(path)
    assert said in notices[0]
    assert "It was opened read-only" in notices[0]
    assert not writable
    assert texts == ["first", "second", "third", "fourth"][: len(texts)]


@pytest.mark.parametrize(
    ("version", "said"),
    [(7, r"newer version of Similarity Explorer \(format 7; .* Update the program"), (0, "cannot read format 0")],
)
def test_a_file_of_another_format_is_refused_with_a_clear_sentence(tmp_path, version, said):
    path = written(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for open_it in (open_workspace, lambda path: read_workspace(path, by="query")):
        with pytest.raises(WorkspaceError, match=said):
            open_it(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["whole.simx"]


def test_damage_in_several_places_is_told_in_one_sentence(tmp_path):
    path = written(tmp_path)
    content = bytearray(path.read_bytes())
    content[3 * 8192 : 3 * 8192 + 9000] = b"\xa5" * 9000  # a page in the middle and the beginning of the next
    path.write_bytes(content)
    workspace = open_workspace(path)
    with pytest.raises(WorkspaceError):
        workspace.result()
    workspace.close()
    (notice,) = workspace.notices
    assert notice.count("is damaged") == notice.count("It was opened read-only") == 1
    assert "\n" not in notice
    assert "***" not in notice

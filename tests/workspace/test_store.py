"""Saving, opening, history, and what is kept of earlier runs."""

from __future__ import annotations

import contextlib
import os
import sqlite3

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import WorkspaceError
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace import columns, run_tables
from simexplorer.workspace.connection import APPLICATION_ID
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import FILES, SIMILAR, assert_same_result, made, small


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept.simx"


def test_a_saved_result_is_read_back_as_it_was(path):
    result = small()
    known = KnownOverlaps.of_keys(np.array([5, 6]), np.array([[1, 2], [3, 3], [5, 6]]), 7)
    workspace = open_workspace(path, create=True)
    number = workspace.save_result(result, sources=[b"/data/files", b"/odd/\xff"], known=known)
    workspace.close()
    again = open_workspace(path)
    assert_same_result(result, again.result())
    assert_same_result(result, again.result(number))
    assert again.runs[0].sources == (b"/data/files", b"/odd/\xff")
    assert (again.runs[0].documents, again.runs[0].pairs, again.runs[0].clusters) == (7, 2, 2)
    assert again.runs[0].recipe == result.recipe
    kept = again.known_overlaps()
    assert [[column.tolist() for column in batch] for batch in kept.batches] == [[[0, 0], [5, 6], [1, 2]]]
    assert kept.sizes.tolist() == [3, 0, 0, 0, 0, 5, 6]
    again.close()


def test_overlaps_of_a_run_kept_by_an_older_program_are_read(path):
    class Older(KnownOverlaps):
        def arrays(self):
            return {"keys": np.array([5, 6]), "overlaps": np.array([[1, 2], [3, 3], [5, 6]])}

    workspace = open_workspace(path, create=True)
    workspace.save_result(small(), known=Older())
    kept = workspace.known_overlaps()
    assert [column.tolist() for column in kept.batches[0]] == [[0, 0], [5, 6], [1, 2]]
    assert kept.sizes.tolist() == [3, 0, 0, 0, 0, 5, 6]
    workspace.close()


def test_overlaps_that_do_not_fit_are_damage(path):
    class Wrong(KnownOverlaps):
        def arrays(self):
            return {"sizes": np.zeros(7, np.int32), "i0": np.zeros(3, np.int32), "j0": np.zeros(2, np.int32)}

    workspace = open_workspace(path, create=True)
    workspace.save_result(small(), known=Wrong())
    with pytest.raises(WorkspaceError, match="what was kept does not fit together"):
        workspace.known_overlaps()
    workspace.close()


def test_an_empty_result_can_be_kept(path):
    workspace = open_workspace(path, create=True)
    workspace.save_result(made({}))
    assert_same_result(made({}), workspace.result())
    workspace.close()


def test_one_file_is_all_that_is_left_behind(path):
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    workspace.close()
    assert os.listdir(path.parent) == ["kept.simx"]


def test_a_long_column_is_cut_in_parts_and_put_together(path, monkeypatch):
    monkeypatch.setattr("simexplorer.workspace.columns.PART_BYTES", 64)
    result = small()
    workspace = open_workspace(path, create=True)
    workspace.save_result(result)
    assert len(workspace.runs[0].columns["signatures.values"].parts) == 7 * 8 * 4 // 64 + 1
    assert_same_result(result, workspace.result())
    workspace.close()


def test_a_stage_takes_the_place_of_the_one_before_it(path):
    workspace = open_workspace(path, create=True)
    number = workspace.save_result(replace(small(), partial=True))
    assert workspace.runs[-1].partial
    assert workspace.save_result(small(), run=number) == number
    assert [run.number for run in workspace.runs] == [1]
    assert not workspace.runs[-1].partial
    workspace.close()


def test_history_keeps_earlier_runs_without_what_is_heavy(path, monkeypatch):
    monkeypatch.setattr(run_tables, "KEEP_RUNS", 3)
    workspace = open_workspace(path, create=True)
    for seed in range(5):
        workspace.save_result(small(seed=seed, recipe=Recipe(seed=seed)))
    workspace.close()
    workspace = open_workspace(path)
    assert [run.number for run in workspace.runs] == [3, 4, 5]
    assert workspace.result().signatures.values.shape == (7, 8)
    earlier = workspace.result(3)
    assert earlier.recipe.seed == 2
    assert earlier.signatures.values.shape == (7, 0)
    with pytest.raises(WorkspaceError, match="holds no run 1"):
        workspace.result(1)
    workspace.close()


def test_the_newest_two_whole_runs_outlast_those_that_were_stopped(path, monkeypatch):
    """What is new in the newer one is told since the other."""
    monkeypatch.setattr(run_tables, "KEEP_RUNS", 3)
    workspace = open_workspace(path, create=True)
    for stopped in (False, False, True, True, True, True):
        workspace.save_result(replace(small(), partial=stopped))
    assert [run.number for run in workspace.runs] == [1, 2, 4, 5, 6]
    assert [workspace.result(run).signatures.values.shape for run in (1, 2)] == [(7, 0), (7, 8)]
    workspace.save_result(small())
    assert [run.number for run in workspace.runs] == [2, 5, 6, 7]
    workspace.save_result(small())
    assert [run.number for run in workspace.runs] == [6, 7, 8]
    workspace.close()


def test_what_no_run_needs_any_more_is_removed_and_its_room_used_again(path):
    workspace = open_workspace(path, create=True)
    result = made({f"{k:05}.txt": f"word{k}" for k in range(3000)})
    sizes = []
    for seed in range(6):
        values = np.random.default_rng(seed).integers(0, 2**32, (3000, 8)).astype(np.uint32)
        fresh = replace(result, signatures=replace(result.signatures, values=values))
        workspace.save_result(fresh, run=1 if seed else None)
        sizes.append(path.stat().st_size)
    workspace.close()
    assert sizes[5] <= sizes[1]


def damage(path):
    """Turn a bit of all that runs hold, as a failing disk does."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for number, data in connection.execute("SELECT id, data FROM part").fetchall():
            connection.execute("UPDATE part SET data = ? WHERE id = ?", (bytes([data[0] ^ 1]) + data[1:], number))
        connection.commit()


def test_what_was_damaged_since_is_written_anew_with_the_run_that_needs_it(path):
    with contextlib.closing(open_workspace(path, create=True)) as workspace:
        workspace.save_result(small())
    damage(path)
    with contextlib.closing(open_workspace(path)) as workspace:
        workspace.save_result(small())
        assert_same_result(workspace.result(), small())
    with contextlib.closing(open_workspace(path)) as workspace:
        assert_same_result(workspace.result(), small())


def test_what_keeps_decisions_from_a_new_run_is_said_with_the_name_of_the_workspace(path):
    with contextlib.closing(open_workspace(path, create=True)) as workspace:
        workspace.save_result(small())
        workspace.decisions.record(mark_documents(standing_of(small(), []), [0], Mark.KEEP))
    damage(path)
    with contextlib.closing(open_workspace(path)) as workspace:
        with pytest.raises(WorkspaceError, match=r"kept\.simx is damaged: a part of the contents does not match"):
            workspace.save_result(made({**FILES, "new.txt": "fresh"}, SIMILAR))
        assert not workspace.writable


def test_saving_the_same_again_writes_hardly_anything(path):
    workspace = open_workspace(path, create=True)
    result = made({f"{k:05}.txt": f"word{k}" for k in range(3000)})
    workspace.save_result(result)
    before = path.stat().st_size
    workspace.save_result(result, run=1)
    assert path.stat().st_size <= before + 4 * 8192
    workspace.close()


def test_signatures_are_packed_again_only_where_they_may_have_changed(path, monkeypatch):
    packed = []

    def pack(array):
        packed.append(array)
        return columns.pack(array)

    def save(result, run=None):
        packed.clear()
        workspace.save_result(result, run=run)
        assert workspace.result().signatures.values.tolist() == result.signatures.values.tolist()
        return any(array is result.signatures.values for array in packed)

    monkeypatch.setattr(run_tables, "pack", pack)
    result, other = small(), small(seed=1, recipe=Recipe(seed=1))
    part = replace(result, partial=True)
    workspace = open_workspace(path, create=True)
    assert save(part)
    result.signatures.values[3] += 1  # what was stopped goes on
    assert save(result, run=1)
    assert not save(replace(result, at_threshold=1), run=1)
    assert not save(replace(result, at_threshold=0))
    assert not save(result)
    assert save(other)
    assert save(result)
    assert not save(result)
    workspace.close()
    workspace = open_workspace(path)
    assert workspace.result(6).signatures.values.tolist() == result.signatures.values.tolist()
    assert save(result)  # who opens it has only just read what is there
    workspace.close()


def test_columns_that_pack_well_are_not_read_to_the_end_before_their_parts_are_written():
    kept = []
    column = np.zeros((24, 2**20), np.uint8)
    told = run_tables.packed({"a": column, "b": column[:2]}, lambda parts: kept.append(dict(parts)))
    assert len(kept) == 7, "four megabytes of the columns at once, whatever becomes of them"
    parts = {digest: data for some in kept for digest, data in some.items()}
    assert (columns.unpack(told["a"], parts.__getitem__) == column).all()


def test_each_finished_save_is_acknowledged_once(path, monkeypatch, tmp_path):
    monkeypatch.setenv("SIMEXPLORER_ACK", str(tmp_path / "ack"))
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    standing = standing_of(small(), [])
    workspace.decisions.record(mark_documents(standing, [0], Mark.KEEP))
    workspace.decisions.undo()
    assert (tmp_path / "ack").read_text().split() == ["1", "2", "3"]
    assert workspace.saves == 3
    workspace.close()


def test_a_reader_sees_what_the_writer_saved_since(path):
    writer = open_workspace(path, create=True)
    writer.save_result(small())
    reader = open_workspace(path)
    for seed in (2, 3, 4):
        writer.save_result(small(seed=seed))
        assert_same_result(small(seed=seed), reader.result())
    reader.close()
    writer.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_written_is_opened_to_read(path):
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    workspace.close()
    path.chmod(0o444)
    workspace = open_workspace(path)
    assert not workspace.writable
    assert "cannot be written to" in workspace.notices[0]
    assert_same_result(small(), workspace.result())
    workspace.close()


def test_files_that_are_no_workspaces_are_refused_in_words(tmp_path):
    with pytest.raises(WorkspaceError, match=r"There is no workspace .*none.simx"):
        open_workspace(tmp_path / "none.simx")
    with pytest.raises(WorkspaceError, match="its folder does not exist"):
        open_workspace(tmp_path / "nowhere" / "none.simx", create=True)
    (tmp_path / "file").write_text("words")
    with pytest.raises(WorkspaceError, match="file is a file, not a folder"):
        open_workspace(tmp_path / "file" / "none.simx", create=True)
    with pytest.raises(WorkspaceError, match="choose a shorter name"):
        open_workspace(tmp_path / ("n" * 300 + ".simx"), create=True)
    (tmp_path / "file").unlink()
    (tmp_path / "text.simx").write_text("This is a text and no database. " * 100)
    with pytest.raises(WorkspaceError, match="is not a saved workspace"):
        open_workspace(tmp_path / "text.simx")
    connection = sqlite3.connect(tmp_path / "other.simx")
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    with pytest.raises(WorkspaceError, match="is not a saved workspace of Similarity Explorer"):
        open_workspace(tmp_path / "other.simx")
    with pytest.raises(WorkspaceError, match="is not an ordinary file"):
        open_workspace(tmp_path)
    os.mkfifo(tmp_path / "pipe.simx")
    with pytest.raises(WorkspaceError, match="is not an ordinary file"):
        open_workspace(tmp_path / "pipe.simx")
    assert sorted(os.listdir(tmp_path)) == ["other.simx", "pipe.simx", "text.simx"]


def test_a_path_of_any_bytes_works(tmp_path):
    path = os.fsencode(tmp_path) + b"/odd ?#%41&\xff\xfe.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    workspace.close()
    assert os.listdir(os.fsencode(tmp_path)) == [b"odd ?#%41&\xff\xfe.simx"]
    workspace = open_workspace(path)
    assert_same_result(small(), workspace.result())
    workspace.close()


def test_a_link_leads_to_the_one_file_and_its_lock(path, tmp_path):
    first = open_workspace(path, create=True)
    (tmp_path / "link.simx").symlink_to(path)
    second = open_workspace(tmp_path / "link.simx")
    assert not second.writable
    second.close()
    first.close()


def test_a_file_with_more_than_our_tables_is_refused(path):
    workspace = open_workspace(path, create=True)
    workspace.save_result(small())
    workspace.close()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TRIGGER sneaky AFTER INSERT ON state BEGIN DELETE FROM run; END")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(WorkspaceError, match=r"is damaged and cannot be opened: .*tables are not those of a workspace"):
        open_workspace(path)
    assert path.read_bytes() == before


def test_the_file_says_what_it_is(path):
    open_workspace(path, create=True).close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    connection.close()
    assert path.read_bytes()[68:72] == b"SIMX"


def test_a_closed_workspace_says_so(path):
    workspace = open_workspace(path, create=True)
    workspace.close()
    workspace.close()
    with pytest.raises(WorkspaceError, match="was closed"):
        workspace.save_result(small())


def test_results_of_other_similarities_are_kept_as_they_are(path):
    result = made(FILES, {**SIMILAR, ("alpha", "gamma"): 0.81}, recipe=Recipe(linkage="star", normalise=("nfkc",)))
    workspace = open_workspace(path, create=True)
    workspace.save_result(result)
    assert_same_result(result, workspace.result())
    workspace.close()

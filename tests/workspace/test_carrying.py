"""Decisions follow their documents through renaming, rescanning and another normalisation."""

from __future__ import annotations

import base64
import os
import shutil
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.comparison import compare
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import (
    mark_documents,
    note_document,
    review_clusters,
    separate_documents,
)
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from tests.workspace.collected import write
from tests.workspace.desk import MovingDesk
from tests.workspace.made import FILES, SIMILAR, made, row, small


@pytest.fixture
def workspace(tmp_path):
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(small())
    yield workspace
    workspace.close()


def decide(workspace, make, *arguments):
    result = workspace.result()
    workspace.decisions.record(make(standing_of(result, workspace.decisions.entries), *arguments))


def marks(workspace, result):
    standing = standing_of(result, workspace.decisions.entries)
    names = [result.documents.paths.raw(k).decode() for k in range(standing.marks.size)]
    return {name: int(mark) for name, mark in zip(names, standing.marks, strict=True) if mark}


def renamed(**moves):
    files = dict(FILES)
    for old, new in moves["moves"].items():
        files[new] = files.pop(old)
    return made(files, SIMILAR)


def test_a_mark_follows_a_renamed_file(workspace):
    decide(workspace, mark_documents, [row(small(), "b/one.txt")], Mark.DUPLICATE)
    result = renamed(moves={"b/one.txt": "elsewhere/first.txt"})
    workspace.save_result(result)
    assert marks(workspace, result) == {"elsewhere/first.txt": 2}
    workspace.decisions.undo()  # the step of before, under the new name
    assert marks(workspace, result) == {}
    workspace.decisions.redo()
    path = workspace.path
    workspace.close()
    again = open_workspace(path)
    assert marks(again, result) == {"elsewhere/first.txt": 2}
    again.close()


def test_of_two_copies_each_keeps_its_own_mark_when_one_is_renamed(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.KEEP)
    decide(workspace, mark_documents, [row(small(), "a/one copy.txt")], Mark.DUPLICATE)
    result = renamed(moves={"a/one copy.txt": "0 copy.txt"})
    workspace.save_result(result)
    assert marks(workspace, result) == {"a/one.txt": 1, "0 copy.txt": 2}


def test_a_further_copy_takes_no_mark_from_a_file_that_is_still_there(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    result = made({**FILES, "d/third.txt": "alpha"}, SIMILAR)
    workspace.save_result(result)
    assert marks(workspace, result) == {"a/one.txt": 2}


def test_what_this_program_moved_away_hands_its_mark_to_nobody(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    workspace.write_deeds([{"path": base64.b64encode(b"a/one.txt").decode(), "outcome": "done"}])
    result = renamed(moves={"a/one.txt": "d/third.txt"})
    workspace.save_result(result)
    assert marks(workspace, result) == {}


@pytest.mark.parametrize(("size", "followed"), [(50, False), (49, True)], ids=["the same", "another"])
def test_a_file_under_the_name_of_one_that_was_moved_away_keeps_its_mark_when_it_is_renamed(workspace, size, followed):
    deed = {"path": base64.b64encode(b"a/one.txt").decode(), "outcome": "done", "size": str(size), "modified": "1000"}
    workspace.write_deeds([deed])
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    result = renamed(moves={"a/one.txt": "d/third.txt"})
    workspace.save_result(result)
    assert marks(workspace, result) == ({"d/third.txt": 2} if followed else {})


def test_a_copy_of_a_file_that_went_takes_no_mark_and_a_later_file_of_its_name_keeps_its_own(tmp_path):
    folder = tmp_path / "c"
    texts = {f"{name}.txt": f"the same words in both of them, {'and more ' * 9}" for name in ("one", "two")}
    write(folder, texts, archive=False)
    desk = MovingDesk(scanned(folder), tmp_path, [1])
    assert desk.move(tmp_path / "moved") == 1
    shutil.copy2(tmp_path / "moved" / "two.txt", folder / "three.txt")
    desk.log.save_result(result := scanned(folder))
    assert marks(desk.log, result) == {}
    (folder / "two.txt").write_text("others, that come long after the first ones of this name, and are kept")
    desk.log.save_result(result := scanned(folder))
    desk.log.decisions.record(mark_documents(standing_of(result, []), [row(result, "two.txt")], Mark.KEEP))
    (folder / "two.txt").rename(folder / "four.txt")
    desk.log.save_result(result := scanned(folder))
    assert marks(desk.log, result) == {"four.txt": 1}
    desk.log.close()


def test_a_copy_of_what_an_archive_held_that_was_moved_away_takes_no_mark(workspace):
    files = {**FILES, "old.zip": "", "old.zip!one.txt": "alpha"}
    held = made(files, SIMILAR)
    workspace.save_result(held)
    decide(workspace, note_document, row(held, "old.zip!one.txt"), "in the archive")
    workspace.write_deeds([{"path": base64.b64encode(b"old.zip").decode(), "outcome": "done"}])
    result = made({**FILES, "d/one.txt": "alpha"}, SIMILAR)
    workspace.save_result(result)
    assert standing_of(result, workspace.decisions.entries).notes == {}


def test_what_was_put_back_keeps_its_mark_when_it_is_renamed_later(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    path = base64.b64encode(b"a/one.txt").decode()
    workspace.write_deeds([{"path": path, "outcome": "done"}])
    workspace.write_deeds([{"path": path, "action": "back", "of": "1", "outcome": "done"}])
    result = renamed(moves={"a/one.txt": "d/third.txt"})
    workspace.save_result(result)
    assert marks(workspace, result) == {"d/third.txt": 2}


def test_notes_on_skipped_files_stay_where_they_are(workspace):
    decide(workspace, note_document, row(small(), "logo.png"), "the old one")
    workspace.save_result(renamed(moves={"b/one.txt": "elsewhere.txt"}))
    assert standing_of(workspace.result(), workspace.decisions.entries).notes == {6: "the old one"}


OTHER = {word: word.upper() for word in ("alpha", "alphb", "beta", "betb", "gamma")}


def otherwise():
    """The same files under another normalisation: every text has another hash."""
    files = {name: OTHER.get(word, "") for name, word in FILES.items()}
    similar = {(OTHER[a], OTHER[b]): share for (a, b), share in SIMILAR.items()}
    return made(files, similar, recipe=Recipe(normalise=("nfc",)))


def test_decisions_hold_under_another_normalisation_and_when_one_goes_back(workspace):
    result = small()
    decide(workspace, mark_documents, [row(result, "a/one.txt")], Mark.DUPLICATE)
    decide(workspace, review_clusters, [0])
    decide(workspace, separate_documents, [3, 5])
    decide(workspace, note_document, 4, "lonely")
    for again in (otherwise(), small(), otherwise()):
        workspace.save_result(again)
        standing = standing_of(again, workspace.decisions.entries)
        assert marks(workspace, again) == {"a/one.txt": 2}
        assert standing.clusters_reviewed.tolist() == [True, False]
        assert standing.apart.tolist() == [False, True, False]
        assert standing.notes == {4: "lonely"}


def test_a_mark_changed_under_another_normalisation_is_changed_when_one_goes_back(workspace):
    decide(workspace, mark_documents, [1], Mark.DUPLICATE)
    workspace.save_result(otherwise())
    decide(workspace, mark_documents, [1], Mark.KEEP)
    workspace.save_result(small())
    assert marks(workspace, small()) == {"a/one.txt": 1}


def test_texts_that_become_one_and_part_again_keep_what_was_said_of_them(workspace):
    decide(workspace, separate_documents, [3, 5])
    same = {"beta": "bet", "betb": "bet"}
    other = Recipe(normalise=("nfc",))
    workspace.save_result(made({name: same.get(word, word) for name, word in FILES.items()}, SIMILAR, recipe=other))
    workspace.save_result(small())
    assert standing_of(small(), workspace.decisions.entries).apart.tolist() == [False, True, False]


def test_an_edited_file_takes_nothing_along(workspace):
    decide(workspace, mark_documents, [1], Mark.DUPLICATE)
    edited = made({**FILES, "a/one.txt": "edited"}, SIMILAR, modified={b"a/one.txt": 2000})
    workspace.save_result(edited)
    assert marks(workspace, edited) == {}
    workspace.save_result(small())  # and back again
    assert marks(workspace, small()) == {"a/one.txt": 2}


def test_marks_and_notes_go_with_files_that_exchange_their_names_or_leave_them_to_others(workspace):
    decide(workspace, mark_documents, [row(small(), "b/two.txt")], Mark.KEEP)
    decide(workspace, mark_documents, [row(small(), "c/two.txt")], Mark.DUPLICATE)
    decide(workspace, note_document, row(small(), "c/three.txt"), "the third")

    def told(files):
        result = made(files, SIMILAR)
        workspace.save_result(result)
        paths, notes = result.documents.paths, standing_of(result, workspace.decisions.entries).notes
        return marks(workspace, result), {paths.display(place): note for place, note in notes.items()}

    exchanged = {**FILES, "b/two.txt": "betb", "c/two.txt": "beta"}
    assert told(exchanged) == ({"b/two.txt": 2, "c/two.txt": 1}, {"c/three.txt": "the third"})
    pushed_on = {**exchanged, "c/three.txt": "delta", "c/three 1.txt": "gamma"}
    assert told(pushed_on) == ({"b/two.txt": 2, "c/two.txt": 1}, {"c/three 1.txt": "the third"})
    pushed_on |= {"c/three.txt": "epsilon", "c/three 1.txt": "delta", "c/three 2.txt": "gamma"}
    assert told(pushed_on) == ({"b/two.txt": 2, "c/two.txt": 1}, {"c/three 2.txt": "the third"})
    assert told(FILES) == ({"b/two.txt": 1, "c/two.txt": 2}, {"c/three.txt": "the third"})


def test_what_stands_where_a_file_of_that_text_was_moved_away_hands_no_mark_on(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    workspace.write_deeds([{"path": base64.b64encode(b"a/one.txt").decode(), "outcome": "done"}])
    result = made({**FILES, "a/one.txt": "delta", "d/third.txt": "alpha"}, SIMILAR)
    workspace.save_result(result)
    assert marks(workspace, result) == {}


def test_a_copy_that_a_stopped_run_had_not_read_takes_no_mark_from_a_file_that_was_edited(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    stopped = small()
    hashes = stopped.text_hashes.copy()
    hashes[row(stopped, "a/one copy.txt")] = 0
    workspace.save_result(replace(stopped, text_hashes=hashes, partial=True))
    edited = made({**FILES, "a/one.txt": "edited"}, SIMILAR, modified={b"a/one.txt": 2000})
    workspace.save_result(edited)
    assert marks(workspace, edited) == {}


def test_an_edited_file_takes_nothing_along_under_another_normalisation_either(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt"), row(small(), "b/two.txt")], Mark.DUPLICATE)
    files = {name: OTHER.get(word, "") for name, word in FILES.items()}
    edited = made({**files, "a/one.txt": "EDITED"}, modified={b"a/one.txt": 2000}, recipe=Recipe(normalise=("nfc",)))
    workspace.save_result(edited)
    assert marks(workspace, edited) == {"b/two.txt": 2}


def test_a_file_that_reads_as_one_that_is_gone_only_under_another_normalisation_takes_nothing_over(workspace):
    decide(workspace, mark_documents, [row(small(), "c/three.txt")], Mark.KEEP)
    files = {name: word for name, word in FILES.items() if name != "c/three.txt"}
    again = made({**files, "a/one.txt": "gamma"}, recipe=Recipe(normalise=("nfc",)))
    workspace.save_result(again)
    assert marks(workspace, again) == {}


def test_what_a_stopped_run_did_read_under_another_normalisation_keeps_its_mark(workspace):
    decide(workspace, mark_documents, [row(small(), "a/one.txt")], Mark.DUPLICATE)
    stopped = replace(otherwise(), partial=True)
    workspace.save_result(stopped)
    assert marks(workspace, stopped) == {"a/one.txt": 2}


def test_a_file_replaced_by_one_of_the_same_size_and_time_takes_nothing_along(workspace):
    decide(workspace, mark_documents, [row(small(), "b/two.txt")], Mark.DUPLICATE)
    decide(workspace, separate_documents, [3, 5])
    replaced = made({**FILES, "b/two.txt": "bet2"}, {("bet2", "betb"): 0.85})
    workspace.save_result(replaced)
    assert marks(workspace, replaced) == {}
    assert not standing_of(replaced, workspace.decisions.entries).apart.any()
    workspace.save_result(small())
    assert marks(workspace, small()) == {"b/two.txt": 2}


def test_another_version_of_the_program_may_hash_otherwise(workspace, monkeypatch):
    decide(workspace, mark_documents, [row(small(), "b/two.txt")], Mark.DUPLICATE)
    monkeypatch.setattr("simexplorer.workspace.store.__version__", "0.0.1")
    workspace.save_result(hashed := made({**FILES, "b/two.txt": "bet2"}, SIMILAR))
    assert marks(workspace, hashed) == {"b/two.txt": 2}


def test_a_run_that_was_stopped_between_does_not_break_the_trail(workspace):
    decide(workspace, mark_documents, [row(small(), "b/one.txt")], Mark.DUPLICATE)
    result = renamed(moves={"b/one.txt": "elsewhere/first.txt"})
    nothing_read = replace(
        result, text_hashes=np.zeros_like(result.text_hashes), shingles=np.zeros_like(result.shingles), partial=True
    )
    workspace.save_result(nothing_read)
    workspace.save_result(result)
    assert marks(workspace, result) == {"elsewhere/first.txt": 2}


def test_a_note_on_what_a_stopped_run_did_not_reach_stays(workspace):
    decide(workspace, note_document, row(small(), "b/one.txt"), "as agreed")
    result = small()
    workspace.save_result(replace(result, text_hashes=np.zeros_like(result.text_hashes), partial=True))
    workspace.save_result(result)
    assert standing_of(result, workspace.decisions.entries).notes == {row(result, "b/one.txt"): "as agreed"}


def scanned(*folders, **fields):
    with closing(Analysis([os.fsencode(folder) for folder in folders], workers=1)) as analysis:
        return analysis.run(Recipe(threshold=0.5, **fields), Progress())


@pytest.mark.parametrize("stopped", [False, True], ids=["whole", "stopped"])
@pytest.mark.parametrize("order", [(1, 2, 1), (2, 1, 2)], ids=["added", "left out"])
def test_marks_stay_with_their_files_where_a_folder_of_copies_is_added_or_left_out(tmp_path, order, stopped):
    folders = [tmp_path / "papers", tmp_path / "archive"]
    folders[0].mkdir()
    for name in ("one", "two"):
        (folders[0] / f"{name}.txt").write_text(f"the same words in both of them, but for {name}")
    shutil.copytree(*folders)
    of_whom = folders[0 if order[0] == 1 else 1] / "two.txt"
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    before = None
    for count in order:
        result = scanned(*folders[:count])
        result = replace(result, partial=stopped and count == order[1])
        workspace.save_result(result)
        files = [os.fsdecode(result.documents.paths.file(k)) for k in range(len(result.documents))]
        if before is None:
            decide(workspace, mark_documents, [files.index(str(of_whom))], Mark.DUPLICATE)
        else:
            told = compare(before, result)
            counts = [told.documents.tolist().count(1), told.earlier_documents.tolist().count(2)]
            assert counts == ([2, 0] if count == 2 else [0, 2]), "files of one folder came or went, and nothing moved"
        standing = standing_of(result, workspace.decisions.entries)
        marked = [file for file, mark in zip(files, standing.marks, strict=True) if mark]
        assert marked == [file for file in files if file == str(of_whom)]
        before = result
    workspace.close()


def test_a_row_put_above_others_is_all_that_is_new_and_takes_no_mark_from_them(tmp_path):
    lines = [f"row {word} says what no other row of this table says" for word in ("one", "two", "three", "four")]
    folder = tmp_path / "tables"
    folder.mkdir()
    workspace = open_workspace(tmp_path / "kept.simx", create=True)

    def kept(*rows):
        (folder / "rows.csv").write_text("\n".join(["text", *rows]) + "\n")
        (folder / "mails.mbox").write_text(
            "".join(f"From a@b Mon Jan 01 10:00:00 2024\nTo: c@d\n\n{row}\n\n" for row in rows)
        )
        result = scanned(folder, text_column="text")
        workspace.save_result(result)
        return result

    before = kept(*lines)
    decide(workspace, mark_documents, [row(before, "rows.csv!2"), row(before, "mails.mbox!3")], Mark.DUPLICATE)
    after = kept("a row that is new", *lines)
    assert marks(workspace, after) == {"rows.csv!3": 2, "mails.mbox!4": 2}
    assert compare(before, after).words.startswith("Documents: 2 added, 2 changed. "), "and the two files themselves"
    workspace.close()

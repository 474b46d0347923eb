"""Documents that only have another name since: each of several that say the same is found by its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.comparison import Change
from simexplorer.workspace.comparison import compare
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, note_document
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import made, row


def copies(*paths):
    """Files that say the same, and the archives that hold some of them."""
    return {path.partition("!")[0]: "" for path in paths if "!" in path} | dict.fromkeys(paths, "words")


def renamed(earlier, later):
    """{path now: path before} of the documents that have another name."""
    found = compare(earlier, later)
    return {
        later.documents.paths.raw(now).decode(): earlier.documents.paths.raw(found.document_of[now]).decode()
        for now in range(len(later.documents))
        if found.documents[now] == Change.MOVED
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(["a/x", "b/y", "b/z"], {"c/y": "b/y", "c/z": "b/z", "d/x": "a/x"}, id="folders in another order"),
        pytest.param(["a/x", "a/y"], {"b/new": None, "b/x": "a/x", "b/y": "a/y"}, id="a further copy before them"),
        pytest.param(["a/1/x", "a/2/x"], {"b/0/x": None, "b/1/x": "a/1/x", "b/2/x": "a/2/x"}, id="names alike"),
        pytest.param(["a/2/x", "a/x"], {"0/x": "a/x", "b/2/x": "a/2/x"}, id="most names in common first"),
        pytest.param(["a.zip!x", "b.zip!x"], {"c/a.zip!x": "a.zip!x", "0/b.zip!x": "b.zip!x"}, id="in archives"),
        pytest.param(["a/x", "a/y"], {"b/1": "a/x", "b/2": "a/y"}, id="in their order where no name tells"),
    ],
)
def test_each_of_several_copies_is_found_by_the_end_of_its_path(before, after):
    found = renamed(made(copies(*before)), made(copies(*after)))
    assert {now: old for now, old in found.items() if now in after} == {now: old for now, old in after.items() if old}


def test_of_copies_with_one_name_those_belong_together_that_were_changed_at_one_time():
    earlier = made(copies("a/x", "b/x"), modified={b"a/x": 1, b"b/x": 2})
    later = made(copies("c/x", "d/x"), modified={b"c/x": 2, b"d/x": 1})
    assert renamed(earlier, later) == {"c/x": "b/x", "d/x": "a/x"}
    later = made(copies("c/x", "d/x"), modified={b"c/x": 3, b"d/x": 1})  # of the other one the name alone tells
    assert renamed(earlier, later) == {"c/x": "b/x", "d/x": "a/x"}


def test_an_archive_in_a_renamed_folder_is_renamed_with_all_that_is_in_it():
    before = {"a/f.zip": "", "a/f.zip!one": "alpha", "a/f.zip!two": "beta", "a/f.zip!logo.png": "", "a/logo.png": ""}
    after = {path.replace("a/", "b/", 1): word for path, word in before.items()}
    assert renamed(made(before), made(after)) == {path: path.replace("b/", "a/", 1) for path in after}


def test_an_archive_is_told_by_what_it_holds_and_no_member_is_taken_for_it():
    before = {"a.zip": "", "a.zip!one": "alpha", "a.zip!two": "beta", "gamma": "gamma"}
    after = {"b.zip": "", "b.zip!one": "alpha", "b.zip!two": "beta", "c.zip": "", "c.zip!gamma": "gamma"}
    found = renamed(made(before), made(after, modified={b"b.zip": 2000}))
    assert found == {"b.zip": "a.zip", "b.zip!one": "a.zip!one", "b.zip!two": "a.zip!two", "c.zip!gamma": "gamma"}


@pytest.mark.parametrize(("name", "modified"), [("b/other.png", 1000), ("b/logo.png", 2000)])
def test_a_file_without_text_is_not_taken_for_another_one(name, modified):
    later = made({name: ""}, modified={name.encode(): modified})
    assert renamed(made({"a/logo.png": ""}), later) == {}


@pytest.fixture
def workspace(tmp_path):
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    yield workspace
    workspace.close()


def standing(workspace, result):
    return standing_of(result, workspace.decisions.entries)


def test_marks_and_notes_stay_with_their_copies_where_folders_are_renamed(workspace):
    result = made(copies("a/x", "b/y", "b/z"))
    workspace.save_result(result)
    workspace.decisions.record(mark_documents(standing(workspace, result), [row(result, "b/y")], Mark.DUPLICATE))
    workspace.decisions.record(note_document(standing(workspace, result), row(result, "a/x"), "the first one"))
    later = made(copies("c/y", "c/z", "d/x"))
    workspace.save_result(later)
    assert standing(workspace, later).marks.tolist() == [Mark.DUPLICATE, Mark.NONE, Mark.NONE]
    assert standing(workspace, later).notes == {row(later, "d/x"): "the first one"}


def test_a_note_on_a_picture_goes_with_it_and_to_no_other_file_without_text(workspace):
    result = made({"a/logo.png": "", "words": "alpha"})
    workspace.save_result(result)
    workspace.decisions.record(note_document(standing(workspace, result), 0, "ours"))
    later = made({"b/another.png": "", "b/logo.png": "", "words": "alpha"})
    workspace.save_result(later)
    assert standing(workspace, later).notes == {1: "ours"}
    last = made({"b/another.png": "", "words": "alpha"})
    workspace.save_result(last)
    assert standing(workspace, last).notes == {}


NAMES = st.sampled_from(["a/x", "a/y", "a/1/x", "a/1/y", "b/x", "b/1/x", "a.zip!x", "a.zip!y"])


@given(st.sets(NAMES, min_size=1))
def test_in_a_renamed_folder_every_copy_is_found_again(names):
    before = copies(*(f"old/{name}" for name in names))
    after = copies(*(f"new/{name}" for name in names))
    assert renamed(made(before), made(after)) == {now: now.replace("new/", "old/", 1) for now in after}

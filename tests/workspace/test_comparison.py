"""What is new in a run against an earlier one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.documents.listing import Status
from simexplorer.pipeline.comparison import Change
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.comparison import compare
from tests.workspace.made import FILES, SIMILAR, made, small

SAME, ADDED, GONE, CHANGED, MOVED, REVISED = Change
OTHER_TEXTS = Recipe(normalise=("nfc",))


def by_path(result, changes):
    names = [result.documents.paths.raw(row).decode() for row in range(len(result.documents))]
    return {name: Change(change) for name, change in zip(names, changes, strict=True) if change != SAME}


def test_nothing_is_new_against_itself():
    told = compare(small(), small())
    assert told.words == "Documents: nothing new. Pairs: nothing new. Clusters: nothing new."
    assert told.document_of.tolist() == list(range(7))
    assert told.cluster_of.tolist() == [0, 1]


def test_documents_come_go_change_and_move():
    files = {**FILES, "new.txt": "fresh", "c/three.txt": "gamma two"}
    files["d/moved.txt"] = files.pop("b/one.txt")
    del files["c/two.txt"]
    told = compare(small(), made(files, SIMILAR, modified={b"c/three.txt": 2000}))
    assert by_path(told.later, told.documents) == {"new.txt": ADDED, "c/three.txt": CHANGED, "d/moved.txt": MOVED}
    assert by_path(told.earlier, told.earlier_documents) == {
        "c/two.txt": GONE,
        "c/three.txt": CHANGED,
        "b/one.txt": MOVED,
    }
    assert told.words.startswith("Documents: 1 added, 1 changed, 1 renamed, 1 gone. ")


def test_no_other_text_is_a_renamed_copy_where_more_copies_are_gone_than_documents_are_left():
    told = compare(made({f"a{n}.txt": "alpha" for n in range(10)}), made({"b0.txt": "alpha", "b1.txt": "beta"}))
    assert by_path(told.later, told.documents) == {"b0.txt": MOVED, "b1.txt": ADDED}
    assert told.document_of.tolist() == [0, -1]
    assert told.words.startswith("Documents: 1 added, 1 renamed, 9 gone. ")


def test_a_document_that_a_stopped_run_had_not_read_has_not_changed():
    files = {**FILES, "c/two.txt": "", "new.txt": ""}
    now = made(files, SIMILAR)
    status = now.documents.status.copy()
    status[[now.documents.paths.raw(row) in (b"c/two.txt", b"new.txt") for row in range(status.size)]] = Status.PENDING
    told = compare(small(), replace(now, documents=replace(now.documents, status=status), partial=True))
    assert by_path(told.later, told.documents) == {"new.txt": ADDED}


def test_a_renamed_document_keeps_its_pairs_and_clusters():
    files = dict(FILES)
    files["0.txt"] = files.pop("b/one.txt")
    told = compare(small(), made(files, SIMILAR))
    assert told.pairs.tolist() == [SAME, SAME]
    assert told.clusters.tolist() == [SAME, SAME]


def test_a_further_copy_changes_its_cluster_and_no_pair():
    told = compare(small(), made({**FILES, "0 copy.txt": "alpha"}, SIMILAR))
    assert told.pairs.tolist() == [SAME, SAME]
    assert told.clusters.tolist() == [CHANGED, SAME]
    assert told.earlier_clusters.tolist() == [CHANGED, SAME]


def test_a_file_that_became_a_copy_takes_no_pair_from_those_that_stayed():
    files = {"a.txt": "other", "b.txt": "alpha", "c.txt": "alphb"}
    similar = {("alpha", "alphb"): 0.9}
    told = compare(made(files, similar), made({**files, "a.txt": "alpha"}, similar, modified={b"a.txt": 2000}))
    assert by_path(told.later, told.documents) == {"a.txt": CHANGED}
    assert (told.pairs.tolist(), told.earlier_pairs.tolist()) == ([SAME], [SAME])


def test_pairs_come_go_and_change():
    similar = {("alpha", "alphb"): 0.95, ("beta", "gamma"): 0.9}
    told = compare(small(), made(FILES, similar))
    assert told.pairs.tolist() == [CHANGED, ADDED]
    assert told.earlier_pairs.tolist() == [CHANGED, GONE]
    assert told.words.endswith("Pairs: 1 added, 1 changed, 1 gone. Clusters: 1 changed.")


def test_clusters_that_part_or_merge_are_matched_once():
    four = {name: name for name in "abcd"}
    apart = {("a", "b"): 0.9, ("c", "d"): 0.9}
    together = {**apart, ("b", "c"): 0.9}
    merged = compare(made(four, apart), made(four, together))
    assert merged.clusters.tolist() == [CHANGED]
    assert sorted(merged.earlier_clusters.tolist()) == [GONE, CHANGED]
    parted = compare(made(four, together), made(four, apart))
    assert sorted(parted.clusters.tolist()) == [ADDED, CHANGED]
    assert parted.earlier_clusters.tolist() == [CHANGED]


def test_another_normalisation_alone_changes_no_document():
    upper = {name: word.upper() for name, word in FILES.items()}
    similar = {(a.upper(), b.upper()): share for (a, b), share in SIMILAR.items()}
    told = compare(small(), made(upper, similar, recipe=OTHER_TEXTS))
    assert told.words == "Documents: nothing new. Pairs: nothing new. Clusters: nothing new."


def test_files_exchanged_with_size_and_time_have_changed():
    """As where an archive with one fixed date is unpacked: the text tells it, not the file."""
    files = {**FILES, "b/one.txt": "beta1", "b/two.txt": "alphb"}  # of one size and time, as ``made`` has it
    similar = {("alpha", "alphb"): 0.9, ("beta1", "betb"): 0.85}
    exchanged = {**files, "b/one.txt": "alphb", "b/two.txt": "beta1"}
    told = compare(made(files, similar), made(exchanged, similar))
    assert by_path(told.later, told.documents) == {"b/one.txt": CHANGED, "b/two.txt": CHANGED}
    assert told.words.startswith("Documents: 2 changed.")


@pytest.mark.parametrize(
    ("change", "comparable"),
    [
        *(({"threshold": 0.9}, True), ({"seed": 7}, True), ({"shingle_kind": "word", "shingle_size": 3}, True)),
        *(({"normalise": ("nfc",)}, False), ({"encoding": "cp1252"}, False), ({"shingle_kind": "item"}, False)),
    ],
)
def test_hashes_decide_where_both_recipes_make_the_same_texts(change, comparable):
    edited = {**FILES, "c/three.txt": "gamm2"}
    told = compare(small(), made(edited, SIMILAR, recipe=Recipe(**change)))
    assert by_path(told.later, told.documents) == ({"c/three.txt": CHANGED} if comparable else {})


@pytest.mark.parametrize(("before", "after"), [({}, FILES), (FILES, {}), ({}, {})])
def test_an_empty_run_can_be_compared(before, after):
    told = compare(made(before, SIMILAR), made(after, SIMILAR))
    assert np.all(told.documents == ADDED)
    assert np.all(told.earlier_documents == GONE)
    assert np.all(told.clusters == ADDED)
    assert np.all(told.earlier_pairs == GONE)


PATHS = [f"{k}.txt" for k in range(6)]
COLLECTIONS = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(["aa", "bb", "cc", "dd"]))
LINKS = {("aa", "bb"): 0.9, ("bb", "cc"): 0.85}


@given(before=COLLECTIONS, after=COLLECTIONS)
def test_every_document_is_accounted_for(before, after):
    earlier, later = made(before, LINKS), made(after, LINKS)
    told = compare(earlier, later)
    matched = told.document_of[told.document_of >= 0]
    assert np.unique(matched).size == matched.size
    assert np.array_equal(told.documents == ADDED, told.document_of < 0)
    assert int((told.earlier_documents == GONE).sum()) == len(before) - matched.size
    changes = by_path(later, told.documents)
    for path, word in after.items():
        if before.get(path) == word:
            assert path not in changes
        elif path in before:
            assert changes[path] == CHANGED
        else:
            assert changes[path] in (ADDED, MOVED)
    new = sorted(word for path, word in after.items() if path not in before)
    gone = sorted(word for path, word in before.items() if path not in after)
    moved = sum(min(new.count(word), gone.count(word)) for word in set(new))
    assert int((told.documents == MOVED).sum()) == moved

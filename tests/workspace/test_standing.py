"""Decisions as they show in a result: marks, survivors, reviews, texts apart, notes, protected folders."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.errors import DecisionError
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.pair_lookup import Overlaps
from simexplorer.workspace.apart import without_apart
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.making import (
    mark_documents,
    note_cluster,
    note_document,
    note_pair,
    protect_folders,
    review_clusters,
    review_documents,
    review_pairs,
    separate_clusters,
    separate_documents,
    separate_pairs,
)
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import ROOT, made, row, small


def after(result, *makers):
    """Where everything stands after these steps, each made from where things stood before it."""
    decisions = Decisions()
    for make in makers:
        decisions.record(make(standing_of(result, decisions.entries)))
    return standing_of(result, decisions.entries)


def test_without_decisions_everything_is_open():
    standing = standing_of(small(), [])
    assert not standing.marks.any()
    assert not standing.duplicates.any()
    assert standing.reviewed_words() == "0 of 2 reviewed"


def test_copies_of_one_text_carry_marks_of_their_own():
    standing = after(small(), lambda s: mark_documents(s, [0], Mark.DUPLICATE), lambda s: mark_documents(s, [1], 1))
    assert standing.marks.tolist() == [2, 1, 0, 0, 0, 0, 0]
    assert np.flatnonzero(standing.duplicates).tolist() == [0]


def test_the_last_document_of_a_cluster_cannot_be_marked():
    standing = after(small(), lambda s: mark_documents(s, [0, 1], Mark.DUPLICATE))
    with pytest.raises(DecisionError, match=r"All 3 documents of the cluster of .* At least one has to stay"):
        mark_documents(standing, [2], Mark.DUPLICATE)
    with pytest.raises(DecisionError, match="and 1 more cluster would lose all of its"):
        mark_documents(standing, [0, 1, 2, 3, 5], Mark.DUPLICATE)
    mark_documents(standing, [3], Mark.DUPLICATE)


def test_a_document_that_is_like_nothing_cannot_be_a_duplicate():
    standing = standing_of(small(), [])
    for lone in ("c/three.txt", "logo.png"):
        with pytest.raises(DecisionError, match="it is in no cluster"):
            mark_documents(standing, [row(small(), lone)], Mark.DUPLICATE)
    mark_documents(standing, [row(small(), "c/three.txt")], Mark.KEEP)


def test_where_all_of_a_cluster_are_marked_one_is_spared():
    # marked while alphb and the copies of alpha were one cluster; the file that was kept is gone now
    decisions = Decisions()
    decisions.record(mark_documents(standing_of(small(), []), [0, 1], Mark.DUPLICATE))
    left = made({"a/one.txt": "alpha", "a/one copy.txt": "alpha"})
    standing = standing_of(left, decisions.entries)
    assert standing.marks.tolist() == [2, 2]
    assert standing.spared.sum() == standing.duplicates.sum() == 1


def test_marks_outlast_another_threshold_and_other_row_numbers():
    decisions = Decisions()
    decisions.record(mark_documents(standing_of(small(), []), [row(small(), "c/two.txt")], Mark.DUPLICATE))
    more = made({"0.txt": "new", **{f"{k}": f"other{k}" for k in range(9)}, "b/two.txt": "beta", "c/two.txt": "betb"})
    assert standing_of(more, decisions.entries).marks[row(more, "c/two.txt")] == Mark.DUPLICATE
    assert not standing_of(more, decisions.entries).duplicates.any()  # beta and betb are no cluster there


def test_a_text_that_was_edited_carries_no_mark():
    decisions = Decisions()
    decisions.record(mark_documents(standing_of(small(), []), [0], Mark.KEEP))
    edited = made({"a/one copy.txt": "rewritten", "a/one.txt": "alpha"})
    assert not standing_of(edited, decisions.entries).marks.any()


def test_documents_in_protected_folders_are_neither_marked_nor_moved():
    files = {"safe/one.txt": "alpha", "safely/two.txt": "alpha", "three.txt": "alpha"}
    result = made(files)
    standing = after(
        result, lambda s: mark_documents(s, [0], Mark.DUPLICATE), lambda s: protect_folders([ROOT + b"/safe"])
    )
    assert standing.protected.tolist() == [True, False, False]
    assert not standing.duplicates.any()
    with pytest.raises(DecisionError, match=r"safe/one\.txt cannot be marked as a duplicate: it lies in a protected"):
        mark_documents(standing, [0], Mark.DUPLICATE)
    both = mark_documents(standing, [1, 2], Mark.DUPLICATE)  # the protected one stays
    assert both.keys.shape == (2, 4)
    with pytest.raises(DecisionError, match="by its whole path"):
        protect_folders([b"safe"])


def test_a_cluster_stays_reviewed_when_it_shrinks_and_is_open_when_it_grows():
    result = small()
    decisions = Decisions()
    decisions.record(review_clusters(standing_of(result, []), [0, 1]))
    assert standing_of(result, decisions.entries).reviewed_words() == "2 of 2 reviewed"
    smaller = made({"a/one.txt": "alpha", "a/one copy.txt": "alpha"})
    assert standing_of(smaller, decisions.entries).reviewed_words() == "1 of 1 reviewed"
    grown = made(
        {"a/one.txt": "alpha", "b/one.txt": "alphb", "new.txt": "alphc"},
        {("alpha", "alphb"): 0.9, ("alpha", "alphc"): 0.9},
    )
    assert standing_of(grown, decisions.entries).reviewed_words() == "0 of 1 reviewed"
    merged = made(
        {"a": "alpha", "b": "alphb", "c": "beta", "d": "betb"},
        {("alpha", "alphb"): 0.9, ("beta", "betb"): 0.9, ("alpha", "beta"): 0.81},
    )
    assert standing_of(merged, decisions.entries).reviewed_words() == "0 of 1 reviewed"


def test_reviews_of_parts_do_not_add_up_and_can_be_taken_back():
    standing = after(small(), lambda s: review_clusters(s, [0, 1]), lambda s: review_clusters(s, [0], False))
    assert standing.clusters_reviewed.tolist() == [False, True]
    standing = after(small(), lambda s: review_documents(s, [0, 2]))
    assert np.flatnonzero(standing.reviewed).tolist() == [0, 1, 2]  # copies of a text are reviewed together
    assert standing.reviewed_words() == "0 of 2 reviewed"
    assert not standing.pairs_reviewed.any()
    standing = after(small(), lambda s: review_pairs(s, [1]))
    assert standing.pairs_reviewed.tolist() == [False, True, False]
    assert standing.reviewed_words() == "1 of 2 reviewed"  # that pair is the whole cluster


def test_not_a_duplicate_holds_for_pairs_and_whole_clusters():
    assert standing_of(small(), []).wholly_apart.tolist() == [False, False]
    standing = after(small(), lambda s: separate_pairs(s, [0]))
    assert standing.apart.tolist() == [True, False, False]
    assert standing.wholly_apart.tolist() == [True, False]
    standing = after(small(), lambda s: separate_documents(s, [4, 5]))  # of no cluster
    assert standing.wholly_apart.tolist() == [False, False]
    standing = after(small(), lambda s: separate_clusters(s, [1]), lambda s: separate_documents(s, [4, 5]))
    assert standing.apart.tolist() == [False, True, True]
    standing = after(small(), lambda s: separate_pairs(s, [0, 1]), lambda s: separate_pairs(s, [1], apart=False))
    assert standing.apart.tolist() == [True, False, False]
    with pytest.raises(DecisionError, match="Two texts at least"):
        separate_documents(standing_of(small(), []), [0, 1])
    with pytest.raises(DecisionError, match="without text"):
        separate_documents(standing_of(small(), []), [0, 6])


def test_clusters_without_the_pairs_that_stand_apart():
    standing = after(small(), lambda s: separate_pairs(s, [1]))
    changed = without_apart(standing.result, standing.apart)
    assert len(changed.clusters) == 1
    assert (len(changed.pairs), changed.at_threshold) == (2, 1)
    assert changed.capped == ("1 pair is left out as decided (not duplicates).", "Nothing was left out.")
    assert changed.apart is not None
    assert changed.apart.tolist() == [standing.result.pairs.ranking[1]]
    assert changed.found([0.0, 0.8]).tolist() == [3, 2]
    two = after(small(), lambda s: separate_pairs(s, [0, 1]))
    assert "2 pairs are left out as decided (not duplicates)." in without_apart(two.result, two.apart).capped
    assert without_apart(small(), np.zeros(3, np.bool_)) is not None
    chain = {"a": "aa", "b": "bb", "c": "cc"}
    linked = {("aa", "bb"): 0.95, ("bb", "cc"): 0.9, ("aa", "cc"): 0.85}
    complete = made(chain, linked, recipe=Recipe(linkage="complete"))
    assert complete.clusters.members(0).size == 3
    standing = after(complete, lambda s: separate_documents(s, [0, 2]))
    parted = without_apart(complete, standing.apart)
    assert parted.clusters.members(0).size == 2
    assert len(parted.clusters) == 1


@pytest.mark.parametrize("linkage", ["component", "average", "star"])
def test_clusters_that_lose_no_pair_keep_their_figures(linkage: str):
    words = {"a": "aa", "b": "bb", "c": "cc", "d": "dd", "e": "ee"}
    linked = {("dd", "ee"): 0.97, ("aa", "bb"): 0.95, ("bb", "cc"): 0.85}
    standing = after(made(words, linked, recipe=Recipe(linkage=linkage)), lambda s: separate_pairs(s, [0]))
    known = KnownOverlaps(5)
    known.sizes[:] = 100  # 90 are in both a and c, a pair that is not among those of the run: 90 / (200 - 90) = 9 / 11
    known.extend(Overlaps(*(np.array([one], np.int32) for one in (0, 2, 90))))
    parted = without_apart(standing.result, standing.apart, known)
    assert [parted.clusters.members(c).tolist() for c in range(len(parted.clusters))] == [[1, 0, 2]]
    assert parted.clusters.min_jaccard[0] == 9 / 11
    assert parted.clusters.mean_jaccard[0] == pytest.approx((0.95 + 0.85 + 9 / 11) / 3)
    said = ": average linkage counts them as 0." if linkage == "average" else "."
    assert parted.limits == (f"1 pair is left out as decided (not duplicates){said}", "Nothing was left out.")
    if linkage == "component":  # where nothing tells of that pair it is not said that a limit was reached
        parted = without_apart(standing.result, standing.apart, KnownOverlaps(5))
        assert np.isnan(parted.clusters.min_jaccard[0])
        assert parted.lacking[-1].endswith("(the largest has 3 different texts; only what the run compared is known).")


def test_a_cluster_held_together_by_others_keeps_the_figures_of_the_pair_that_is_left_out():
    linked = {("aa", "bb"): 0.95, ("bb", "cc"): 0.9, ("aa", "cc"): 0.85}
    standing = after(made({"a": "aa", "b": "bb", "c": "cc"}, linked), lambda s: separate_documents(s, [0, 2]))
    known = KnownOverlaps(3)
    known.sizes[:] = 37  # 34 of 40 are in both: 0.85
    known.extend(Overlaps(*(np.array([one], np.int32) for one in (0, 2, 34))))
    kept = without_apart(standing.result, standing.apart, known).clusters
    assert kept.members(0).size == 3
    assert kept.min_jaccard[0] == 0.85
    assert kept.mean_jaccard[0] == pytest.approx(0.9)


def test_what_clusters_lacked_before_pairs_were_left_out_is_said_once():
    before = made({"a": "aa", "b": "bb", "c": "cc"}, {("aa", "bb"): 0.95, ("bb", "cc"): 0.9, ("aa", "cc"): 0.7})
    lacked = ("The lowest and mean similarity of 1 cluster were not computed.", "Average linkage took 3.")
    before = replace(before, capped=("A bucket by each cluster.",), lacking=lacked)
    parted = without_apart(before, np.array([True, False, False]))
    assert parted.limits == ("1 pair is left out as decided (not duplicates).", "A bucket by each cluster.")


def test_notes_stay_with_their_documents_pairs_and_clusters():
    makers = [
        lambda s: note_document(s, 1, "first"),
        lambda s: note_document(s, 6, "a picture"),
        lambda s: note_document(s, 1, "second"),
        lambda s: note_pair(s, 1, "alike"),
        lambda s: note_cluster(s, 0, "three of a kind"),
    ]
    standing = after(small(), *makers)
    assert standing.notes == {1: "second", 6: "a picture"}
    assert standing.pair_notes == {(3, 5): "alike"}
    assert standing.cluster_notes == {0: "three of a kind"}
    standing = after(small(), *makers, lambda s: note_document(s, 1, ""), lambda s: note_cluster(s, 0, ""))
    assert standing.notes == {6: "a picture"}
    assert standing.cluster_notes == {}


def test_a_note_on_a_cluster_shows_on_what_it_grew_into_and_on_its_parts():
    entry = note_cluster(standing_of(small(), []), 0, "seen")
    grown = made({"a": "alpha", "b": "alphb", "c": "alphc"}, {("alpha", "alphb"): 0.9, ("alphb", "alphc"): 0.9})
    assert standing_of(grown, [entry]).cluster_notes == {0: "seen"}
    part = made({"a": "alpha", "b": "alpha"})
    assert standing_of(part, [entry]).cluster_notes == {0: "seen"}
    parted = made({"a": "alpha", "b": "alpha", "c": "alphb"})
    assert standing_of(parted, [entry]).cluster_notes == {0: "seen"}
    assert standing_of(made({"a": "beta", "b": "beta"}), [entry]).cluster_notes == {}


def test_steps_are_undone_and_done_again_in_order():
    decisions = Decisions()
    result = small()
    for rows in ([0], [2], [3]):
        decisions.record(mark_documents(standing_of(result, decisions.entries), rows, Mark.KEEP))
    assert decisions.undo_words == "Kept 1 document"
    decisions.undo()
    decisions.undo()
    assert standing_of(result, decisions.entries).marks.tolist() == [1, 0, 0, 0, 0, 0, 0]
    decisions.redo()
    assert standing_of(result, decisions.entries).marks.tolist() == [1, 0, 1, 0, 0, 0, 0]
    decisions.record(mark_documents(standing_of(result, decisions.entries), [5], Mark.KEEP))
    assert decisions.redo_words is None
    with pytest.raises(DecisionError, match="nothing to redo"):
        decisions.redo()
    for _ in range(3):
        decisions.undo()
    with pytest.raises(DecisionError, match="nothing to undo"):
        decisions.undo()
    assert decisions.undo_words is None


WORDS = ["aa", "bb", "cc", "dd", "ee"]
SETS = st.lists(st.tuples(st.sets(st.sampled_from(WORDS), min_size=1), st.booleans()), max_size=8)


@given(sets=SETS, links=st.sets(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS))))
def test_the_last_set_that_covers_decides(sets, links):
    files = {f"{word}{copy}": word for word in WORDS for copy in range(1 + (word == "bb"))}
    similar = {tuple(sorted(link)): 0.9 for link in links if link[0] != link[1]}
    result = made(files, similar)
    words = [files[result.documents.paths.raw(k).decode()] for k in range(len(files))]
    first = {word: words.index(word) for word in WORDS}
    empty = standing_of(result, [])
    entries = [review_of(empty, [first[word] for word in sorted(texts)], value) for texts, value in sets]
    standing = standing_of(result, entries)

    def truth(texts):
        return next((value for chosen, value in reversed(sets) if texts <= chosen), False)

    assert standing.reviewed.tolist() == [truth({word}) for word in words]
    assert standing.pairs_reviewed.tolist() == [
        truth({words[i], words[j]}) for i, j in zip(result.pairs.i, result.pairs.j, strict=True)
    ]
    clusters = [{words[k] for k in result.clusters.members(c)} for c in range(len(result.clusters))]
    assert standing.clusters_reviewed.tolist() == [truth(texts) for texts in clusters]


def review_of(standing, rows, value):
    """A review of any set of texts at once."""
    from simexplorer.workspace.entry import Kind

    keys = standing.names.text_keys(np.array(rows))
    return Entry(
        kind=Kind.REVIEWED,
        words="",
        at="",
        keys=keys,
        offsets=np.array([0, len(rows)]),
        values=np.array([value], np.uint8),
    )


def test_entries_are_written_and_read_as_they_are():
    result = small()
    standing = standing_of(result, [])
    for entry in (
        mark_documents(standing, [0, 2], Mark.DUPLICATE),
        review_clusters(standing, [1, 0]),
        separate_pairs(standing, [0, 1]),
        note_document(standing, 6, "Ünï\ncode"),
        note_cluster(standing, 0, ""),
        protect_folders([b"/odd/\xff", b"/b"]),
        protect_folders([]),
    ):
        again = Entry.decoded(*entry.encoded())
        for name in Entry.__struct_fields__:
            np.testing.assert_array_equal(getattr(again, name), getattr(entry, name))


def test_a_text_hash_is_what_it_was_when_decisions_were_made():
    # decisions are kept under these hashes: if this fails, old workspaces lose theirs unless they are taken over
    from simexplorer.features.texts import CutParams, TextCutter, join_texts
    from simexplorer.signatures.text_signer import TextSigner

    cutter = TextCutter(CutParams())
    data, offsets = join_texts([b"Nothing is  kept under a NAME but this.", b"second"])
    signed, _ = TextSigner(cutter, 1, 1).sign(data, offsets, cutter.scratch())
    assert [f"{word:016x}" for word in signed.text_hashes.ravel().tolist()] == [
        "875452c1d14c0034",
        "a1250e2d3f05ac4d",
        "e6f4197fcd239b72",
        "858479b052161b4a",
    ]


def test_where_nothing_of_a_cluster_is_a_duplicate_only_copies_of_what_stays_would_be_moved():
    """alpha twice and alphb in one cluster: said to be no duplicates, alpha's copy still goes, alphb does not."""
    result = small()
    copy, other = 1, 2
    marked = after(result, lambda s: mark_documents(s, [copy, other], Mark.DUPLICATE))
    assert np.flatnonzero(marked.duplicates).tolist() == [copy, other]
    assert not marked.set_aside.any()
    steps = (lambda s: mark_documents(s, [copy, other], Mark.DUPLICATE), lambda s: separate_clusters(s, [0]))
    for makers in (steps, steps[::-1]):
        apart = after(result, *makers)
        assert np.flatnonzero(apart.duplicates).tolist() == [copy]
        assert np.flatnonzero(apart.set_aside).tolist() == [other]
        assert [apart.is_set_aside(row) for row in (copy, other)] == [False, True]
        assert apart.marks[other] == Mark.DUPLICATE
    again = after(result, *steps, lambda s: separate_clusters(s, [0], apart=False))
    assert np.flatnonzero(again.duplicates).tolist() == [copy, other]

"""What remains of a collection: of each cluster one document, or those that somebody decided to keep."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, protect_folders, separate_documents
from simexplorer.workspace.remaining import left_out
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import ROOT, made, row, small


def _kept(result, *makers):
    decisions = Decisions()
    for make in makers:
        decisions.record(make(standing_of(result, decisions.entries)))
    out = left_out(result, standing_of(result, decisions.entries))
    return [result.documents.paths.raw(k).decode() for k in np.flatnonzero(~out).tolist()]


def test_of_each_cluster_its_representative_remains_and_all_that_is_in_none():
    result = small()  # a/one copy, a/one and b/one are one cluster, b/two and c/two the other
    heads = {result.documents.paths.raw(int(k)).decode() for k in result.clusters.representative}
    assert (left_out(result) == left_out(result, standing_of(result, []))).all()
    assert set(_kept(result)) == {*heads, "c/three.txt", "logo.png"}
    assert len(_kept(result)) == 4


def test_what_is_to_be_kept_takes_the_place_of_the_representative():
    result = small()
    second, third = row(result, "a/one.txt"), row(result, "b/one.txt")
    kept = _kept(result, lambda s: mark_documents(s, [second, third], Mark.KEEP))
    assert [path for path in kept if "one" in path] == ["a/one.txt", "b/one.txt"]
    kept = _kept(result, lambda _: protect_folders([ROOT + b"/b"]))
    assert [path for path in kept if "one" in path] == ["b/one.txt"]


def test_a_representative_that_is_marked_a_duplicate_leaves_its_place_to_another():
    result = small()
    head = int(result.clusters.representative[result.clusters.of[row(result, "a/one.txt")]])
    kept = _kept(result, lambda s: mark_documents(s, [head], Mark.DUPLICATE))
    ones = [path for path in kept if "one" in path]
    assert len(ones) == 1
    assert ones != [result.documents.paths.raw(head).decode()]


def test_a_document_that_is_no_duplicate_of_what_stays_remains_and_copies_of_it_do_not():
    files = {"a.txt": "alpha", "b.txt": "beta", "b copy.txt": "beta", "c.txt": "gamma"}
    result = made(files, {("alpha", "beta"): 0.9, ("alpha", "gamma"): 0.85})
    assert len(_kept(result)) == 1

    def apart(standing):
        return separate_documents(standing, [row(result, "a.txt"), row(result, "b.txt")])

    keep = mark_documents(standing_of(result, []), [row(result, "a.txt")], Mark.KEEP)
    assert _kept(result, lambda _: keep, apart) in (["a.txt", "b.txt"], ["a.txt", "b copy.txt"])


def test_all_of_the_reference_remains_whichever_represents_a_cluster():
    files = {"new/a.txt": "alpha", "old/a.txt": "alphb", "old/b.txt": "alphc"}
    result = made(files, {("alpha", "alphb"): 0.9, ("alpha", "alphc"): 0.9})
    result = replace(result, recipe=Recipe(reference=(ROOT + b"/old").decode()))
    assert _kept(result) == ["old/a.txt", "old/b.txt"]


WORDS = st.sampled_from(["u", "v", "w", "x", ""])


@given(
    texts=st.lists(WORDS, min_size=8, max_size=8),
    links=st.dictionaries(st.tuples(WORDS, WORDS).filter(lambda two: two[0] < two[1] and two[0] != ""), st.just(0.9)),
    marks=st.lists(st.sampled_from([Mark.NONE, Mark.KEEP]), min_size=8, max_size=8),
    separate=st.lists(st.integers(0, 7), max_size=4, unique=True),
)
def test_every_cluster_keeps_something_and_whatever_leaves_has_a_like_one_that_stays(texts, links, marks, separate):
    result = made({f"{at}.txt": text for at, text in enumerate(texts)}, links)
    decisions = Decisions()
    standing = standing_of(result, [])
    keep = [at for at, mark in enumerate(marks) if mark == Mark.KEEP]
    if keep:
        decisions.record(mark_documents(standing, keep, Mark.KEEP))
    distinct = {texts[at] for at in separate if texts[at]}
    if len(distinct) > 1:
        decisions.record(separate_documents(standing, [at for at in separate if texts[at]]))
    standing = standing_of(result, decisions.entries)
    out, of = left_out(result, standing), result.clusters.of
    assert not out[of < 0].any()
    assert not out[keep].any()
    for at in np.flatnonzero(out).tolist():
        others = np.flatnonzero((of == of[at]) & ~out)
        same = result.groups.representative[others] == result.groups.representative[at]
        assert (same | ~standing.stand_apart(np.full(others.size, at), others)).any()


@given(
    texts=st.lists(WORDS, min_size=8, max_size=8),
    links=st.dictionaries(st.tuples(WORDS, WORDS).filter(lambda two: two[0] < two[1] and two[0] != ""), st.just(0.9)),
)
def test_by_star_linkage_whatever_leaves_is_like_the_one_that_stays(texts, links):
    result = made({f"{at}.txt": text for at, text in enumerate(texts)}, links, recipe=Recipe(linkage="star"))
    out, of = left_out(result), result.clusters.of
    for at in np.flatnonzero(out).tolist():
        (head,) = np.flatnonzero((of == of[at]) & ~out).tolist()
        assert texts[head] == texts[at] or tuple(sorted((texts[head], texts[at]))) in links

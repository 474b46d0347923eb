"""Rules that choose what stays: their order, what they never do, and the same answer as going one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.errors import DecisionError
from simexplorer.workspace.apart import without_apart
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, protect_folders, separate_documents, separate_pairs
from simexplorer.workspace.rules import Prefer, Rule, apply_rules
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import ROOT, made, row, small

NEWEST, LONGEST = Rule(prefer=Prefer.NEWEST), Rule(prefer=Prefer.LONGEST)


def marks_after(result, rules, before=(), **options):
    """The marks by path after applying rules to a result with these steps done before."""
    decisions = Decisions()
    for make in before:
        decisions.record(make(standing_of(result, decisions.entries)))
    entry = apply_rules(standing_of(result, decisions.entries), rules, **options)
    if entry is not None:
        decisions.record(entry)
    marks = standing_of(result, decisions.entries).marks
    names = [result.documents.paths.raw(k).decode() for k in range(marks.size)]
    return {name: "-KD"[mark] for name, mark in zip(names, marks, strict=True) if mark}


def test_the_first_rule_that_tells_two_apart_decides():
    files = {"a": "same", "b": "same", "c": "same"}
    result = made(files, modified={b"a": 5, b"b": 7, b"c": 7})
    assert marks_after(result, [NEWEST]) == {"a": "D", "b": "K", "c": "D"}  # b before c by path
    deeper = replace(result, documents=replace(result.documents, size=np.array([1, 2, 3])))
    assert marks_after(deeper, [NEWEST, Rule(prefer=Prefer.LARGEST)]) == {"a": "D", "b": "D", "c": "K"}
    assert marks_after(deeper, [Rule(prefer=Prefer.SMALLEST), NEWEST]) == {"a": "K", "b": "D", "c": "D"}


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (NEWEST, "x/y/old place.txt"),
        (Rule(prefer=Prefer.OLDEST), "b.html"),
        (Rule(prefer=Prefer.IN_FOLDER, folder=ROOT + b"/x"), "x/c.txt"),
        (Rule(prefer=Prefer.IN_FOLDER, folder=ROOT + b"/x/y"), "x/y/old place.txt"),
        (Rule(prefer=Prefer.NOT_IN_FOLDER, folder=ROOT + b"/x"), "b.html"),
        (Rule(prefer=Prefer.SHORTEST_PATH), "b.html"),
        (Rule(prefer=Prefer.FEWEST_FOLDERS), "b.html"),
        (Rule(prefer=Prefer.FORMAT, format="text/html"), "b.html"),
    ],
    ids=lambda value: value.words if isinstance(value, Rule) else None,
)
def test_each_rule_keeps_what_it_says(rule, kept):
    files = {"b.html": "same", "x/c.txt": "same", "x/y/old place.txt": "same"}
    result = made(files, modified={b"b.html": 1, b"x/c.txt": 2, b"x/y/old place.txt": 3})
    result.documents.format[0] = 1
    marks = marks_after(result, [rule])
    assert marks[kept] == "K"
    assert sorted(marks.values()) == ["D", "D", "K"]


def test_the_longest_text_of_a_cluster_stays():
    result = made({"a": "short", "b": "much longer"}, {("short", "much longer"): 0.9})
    assert marks_after(result, [LONGEST]) == {"a": "D", "b": "K"}
    assert marks_after(result, [Rule(prefer=Prefer.SHORTEST)]) == {"a": "K", "b": "D"}


def test_members_of_archives_give_way_where_that_is_asked():
    result = made({"a.zip": "", "a.zip!x": "same", "beside it": "same"})
    assert marks_after(result, []) == {"a.zip!x": "K", "beside it": "D"}
    assert marks_after(result, [Rule(prefer=Prefer.NO_CONTAINER)]) == {"a.zip!x": "D", "beside it": "K"}


@pytest.mark.parametrize("rules", [[], [NEWEST], [Rule(prefer=Prefer.REPRESENTATIVE)]], ids=len)
def test_a_copy_beside_its_original_is_the_duplicate_though_it_is_the_first_by_path(rules):
    texts = {"a (copy).txt": "same", "a.txt": "same", "b.txt": "other", "b/Copy of b.txt": "other"}
    marks = marks_after(made(texts, {("same", "other"): 0.9}), rules)
    assert marks == {"a (copy).txt": "D", "a.txt": "K", "b.txt": "D", "b/Copy of b.txt": "D"}


def test_nothing_is_a_duplicate_of_what_it_was_not_compared_with():
    # a chain: one - two - three; the newest is one, which says nothing about three
    linked = {("one", "two"): 0.9, ("two", "three"): 0.9}
    result = made({"1": "one", "2": "two", "3": "three"}, linked, modified={b"1": 9, b"2": 5, b"3": 1})
    assert marks_after(result, [NEWEST]) == {"1": "K", "2": "D", "3": "K"}
    assert marks_after(result, [NEWEST], whole_cluster=True) == {"1": "K", "2": "D", "3": "D"}
    assert marks_after(result, [Rule(prefer=Prefer.OLDEST)]) == {"1": "K", "2": "D", "3": "K"}


def test_marks_made_by_hand_stay_and_are_heeded():
    result = small()
    keep_copy = [lambda s: mark_documents(s, [row(result, "a/one copy.txt")], Mark.KEEP)]
    assert marks_after(result, [LONGEST], keep_copy) == {
        "a/one copy.txt": "K",
        "a/one.txt": "D",
        "b/one.txt": "D",
        "b/two.txt": "K",
        "c/two.txt": "D",
    }
    doomed = [lambda s: mark_documents(s, [row(result, "b/two.txt")], Mark.DUPLICATE)]
    assert marks_after(result, [], doomed)["b/two.txt"] == "D"
    assert marks_after(result, [], doomed)["c/two.txt"] == "K"


def test_protected_documents_stay_and_their_copies_go():
    result = made({"a": "same", "safe/b": "same", "safe/c": "same", "d": "like"}, {("same", "like"): 0.9})
    protect = [lambda s: protect_folders([ROOT + b"/safe"])]
    assert marks_after(result, [Rule(prefer=Prefer.SHORTEST_PATH)], protect) == {"a": "D", "d": "D", "safe/b": "K"}


def test_texts_that_are_not_duplicates_stay_both():
    apart = [lambda s: separate_pairs(s, [0])]
    assert marks_after(small(), [], apart) == {
        "a/one copy.txt": "D",
        "a/one.txt": "K",
        "b/two.txt": "K",
        "c/two.txt": "D",
        "b/one.txt": "K",
    }
    assert marks_after(small(), [], apart, whole_cluster=True)["b/one.txt"] == "K"


def test_texts_that_are_not_duplicates_stay_both_where_no_pair_of_them_is_listed():
    files = {"a": "one", "b": "two", "c": "three"}
    chain = {("one", "two"): 0.9, ("two", "three"): 0.9}
    decisions = Decisions()
    decisions.record(separate_documents(standing_of(made(files, chain), []), [0, 2]))
    listed = standing_of(made(files, chain | {("one", "three"): 0.85}), decisions.entries)
    assert listed.apart.any()
    left_out = without_apart(listed.result, listed.apart)
    assert len(left_out.clusters) == 1
    for result in (listed.result, left_out, made(files, chain)):
        entry = apply_rules(standing_of(result, decisions.entries), [], whole_cluster=True)
        assert entry.values.tolist() == [Mark.KEEP, Mark.DUPLICATE, Mark.KEEP]


def test_rules_can_be_kept_to_some_clusters_and_may_find_nothing_to_do():
    assert set(marks_after(small(), [], clusters=np.array([1]))) == {"b/two.txt", "c/two.txt"}
    assert marks_after(made({"a": "one"}), [NEWEST]) == {}
    decisions = Decisions()
    decisions.record(apply_rules(standing_of(small(), []), [NEWEST]))
    assert apply_rules(standing_of(small(), decisions.entries), [NEWEST]) is None
    assert decisions.undo_words == "Marked 3 duplicates by rule: newest"


def test_an_undo_line_names_what_a_rule_is_about_as_people_call_it():
    rules = [Rule(prefer=Prefer.FORMAT, format=formats.MARKDOWN), Rule(prefer=Prefer.IN_FOLDER, folder=ROOT + b"/a")]
    words = apply_rules(standing_of(small(), []), rules).words
    assert words == f"Marked 3 duplicates by rule: format Markdown, then in folder {ROOT.decode()}/a"


def test_the_rule_about_representatives_says_that_a_copy_of_one_may_stay_in_its_place():
    files = {"a (copy).txt": "one", "a.txt": "one", "b.txt": "two"}
    entry = apply_rules(standing_of(made(files, {("one", "two"): 0.9}), []), [Rule(prefer=Prefer.REPRESENTATIVE)])
    assert entry.words == "Marked 2 duplicates by rule: representative of its cluster or a copy of it"
    assert entry.values.tolist().count(Mark.KEEP) == 1


def test_rules_that_lack_what_they_need_are_refused():
    with pytest.raises(DecisionError, match="needs the folder"):
        Rule(prefer=Prefer.IN_FOLDER)
    with pytest.raises(DecisionError, match="needs the format"):
        Rule(prefer=Prefer.FORMAT)


WORDS = [f"w{k}" for k in range(8)]


def one_by_one(result, order):
    """Oracle: go through the texts in ``order``; each stays unless a text that stays is linked to it."""
    count = result.at_threshold
    links = {
        frozenset(pair) for pair in zip(result.pairs.i[:count].tolist(), result.pairs.j[:count].tolist(), strict=True)
    }
    stays = []
    for text in order:
        if not any(frozenset((text, other)) in links for other in stays):
            stays.append(text)
    return set(stays)


@given(
    links=st.sets(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), max_size=14),
    times=st.lists(st.integers(0, 20), min_size=12, max_size=12),
    copies=st.sets(st.integers(0, 7), max_size=4),
)
def test_the_choice_is_that_of_going_through_the_texts_one_by_one(links, times, copies):
    files = {f"{word}.txt": word for word in WORDS} | {f"z{k}.txt": WORDS[k] for k in copies}
    names = sorted(files)
    modified = {name.encode(): time for name, time in zip(names, times, strict=False)}
    result = made(files, {tuple(sorted(link)): 0.9 for link in links if len(set(link)) == 2}, modified=modified)
    standing = standing_of(result, [])
    entry = apply_rules(standing, [NEWEST])
    marks = standing_of(result, [entry] if entry else []).marks
    lengths = [len(name) for name in names]
    rank = np.lexsort([np.arange(len(names)), lengths, -result.documents.modified_ns])
    inside = [int(k) for k in rank if result.clusters.of[k] >= 0]
    best = {}
    for k in inside:
        best.setdefault(int(result.groups.representative[k]), k)
    stays = {best[text] for text in one_by_one(result, list(best))}
    assert set(np.flatnonzero(marks == Mark.KEEP).tolist()) == stays
    assert set(np.flatnonzero(marks == Mark.DUPLICATE).tolist()) == set(inside) - stays

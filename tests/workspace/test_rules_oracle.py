"""Rules against an oracle that goes through the texts one by one, whatever was decided by hand before."""

from __future__ import annotations

import contextlib
import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simexplorer.errors import DecisionError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents, protect_folders, separate_pairs
from simexplorer.workspace.rules import Prefer, Rule, apply_rules
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import ROOT, made

WORDS = [f"w{number}" for number in range(7)]
PAIRS = list(itertools.combinations(WORDS, 2))
PLACES = ["a.txt", "safe/b.txt", "c/d.txt"]  # each text may stand in each of them
NEWEST = Rule(prefer=Prefer.NEWEST)


def marks_one_by_one(standing: Standing, clusters: set[int], whole_cluster: bool) -> list[int]:
    """What every document is marked after the rule that the newest stays, by the letter of what rules promise."""
    result, marks = standing.result, standing.marks.tolist()
    text, of = result.groups.representative.tolist(), result.clusters.of.tolist()
    names, times = [result.documents.paths.raw(row) for row in range(len(marks))], result.documents.modified_ns.tolist()

    def place(row: int) -> tuple[object, ...]:
        mark, protected = marks[row], bool(standing.protected[row])
        return mark != Mark.KEEP, mark == Mark.DUPLICATE, not protected, -times[row], len(names[row]), row

    wanted = sorted((row for row in range(len(marks)) if of[row] in clusters), key=place)
    best = {}
    for row in wanted:
        best.setdefault(text[row], row)
    apart = {frozenset(pair) for pair in pairs_of(result, np.flatnonzero(standing.apart))}
    linked = {frozenset(pair) for pair in pairs_of(result, np.arange(result.at_threshold))}
    if whole_cluster:
        heads = {}
        for one in best:
            heads.setdefault(of[one], one)
        linked = {frozenset((heads[of[one]], one)) for one in best}
    linked = {pair for pair in linked - apart if len({of[one] for one in pair}) == 1}
    must = [one for one, row in best.items() if marks[row] == Mark.KEEP or standing.protected[row]]
    stays = set(must)
    for one, row in best.items():
        if marks[row] != Mark.DUPLICATE and not any(frozenset((one, other)) in linked for other in stays):
            stays.add(one)
    after = list(marks)
    for row in wanted:
        one = text[row]
        goes = one in stays or any(frozenset((one, other)) in linked for other in stays)
        if marks[row] == Mark.NONE and goes and not (standing.protected[row] and row != best[one]):
            after[row] = Mark.KEEP if one in stays and row == best[one] else Mark.DUPLICATE
            if after[row] == Mark.DUPLICATE and standing.protected[row]:
                after[row] = Mark.NONE
    for row in wanted:  # nothing is kept for nothing
        others = [after[k] for k in range(len(after)) if of[k] == of[row]]
        if marks[row] == Mark.NONE and after[row] == Mark.KEEP and Mark.DUPLICATE not in others:
            after[row] = Mark.NONE
    return after


def pairs_of(result: Result, places: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(result.pairs.i[places].tolist(), result.pairs.j[places].tolist(), strict=True))


@settings(max_examples=200)
@given(
    linked=st.dictionaries(st.sampled_from(PAIRS), st.sampled_from([0.95, 0.9, 0.85, 0.6]), min_size=2, max_size=12),
    copies=st.lists(st.sampled_from([(0,), (0, 2), (0, 1), (1, 2), (0, 1, 2), (2,)]), min_size=7, max_size=7),
    times=st.lists(st.integers(0, 4), min_size=21, max_size=21),
    kept=st.lists(st.integers(0, 20), max_size=3),
    doomed=st.lists(st.integers(0, 20), max_size=4),
    apart=st.sets(st.integers(0, 11), max_size=3),
    safe=st.booleans(),
    whole_cluster=st.booleans(),
    linkage=st.sampled_from(["component", "complete"]),
    some=st.none() | st.sets(st.integers(0, 2), min_size=1),
)
def test_what_rules_mark_is_what_going_through_the_texts_marks(
    linked, copies, times, kept, doomed, apart, safe, whole_cluster, linkage, some
):
    files = {f"{word}/{PLACES[at]}": word for word, places in zip(WORDS, copies, strict=True) for at in places}
    modified = {name.encode(): times[place] for place, name in enumerate(sorted(files))}
    result = made(files, linked, modified=modified, recipe=Recipe(linkage=linkage))
    decisions = Decisions()
    for row, mark in [*((row, Mark.KEEP) for row in kept), *((row, Mark.DUPLICATE) for row in doomed)]:
        with contextlib.suppress(DecisionError):  # nothing of a cluster would stay, or it is in none
            decisions.record(mark_documents(standing_of(result, decisions.entries), [row % len(files)], mark))
    for pair in sorted(apart):
        if pair < len(result.pairs):
            decisions.record(separate_pairs(standing_of(result, decisions.entries), [pair]))
    if safe:
        decisions.record(protect_folders([ROOT + f"/{word}/safe".encode() for word in WORDS[::2]]))
    before = standing_of(result, decisions.entries)
    clusters = set(range(len(result.clusters))) if some is None else some
    chosen = None if some is None else np.array(sorted(some))
    entry = apply_rules(before, [NEWEST], chosen, whole_cluster=whole_cluster)
    if entry is not None:
        decisions.record(entry)
    marks = standing_of(result, decisions.entries).marks.tolist()
    assert marks == marks_one_by_one(before, clusters, whole_cluster)
    assert (entry is None) == (marks == before.marks.tolist())

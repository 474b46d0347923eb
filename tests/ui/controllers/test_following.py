"""Step by step, back and forth and into other results: everything stands as all decisions at once have it."""

from __future__ import annotations

import contextlib

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from simexplorer.errors import DecisionError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.workspace import making
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.naming import Names
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import ROOT, assert_same, made

WORDS = [f"w{k}" for k in range(6)]
PATHS = [f"{folder}/{name}" for folder in ("a", "b", "c") for name in range(4)]
ROWS = st.lists(st.integers(0, 11), min_size=1, max_size=5)
SHARES = st.sampled_from((0.6, 0.75, 0.85, 0.95))
SETS = ("mark_sets", "reviewed_sets", "apart_sets")


class Following(RuleBasedStateMachine):
    """The thread of the workspace while somebody decides, undoes, moves the threshold and reads the folder anew."""

    @initialize(
        texts=st.lists(st.sampled_from(WORDS), min_size=12, max_size=12),
        links=st.dictionaries(
            st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), SHARES, min_size=6, max_size=12
        ),
    )
    def begin(self, texts, links):
        self.files = dict(zip(PATHS, texts, strict=True))
        self.links = {tuple(sorted(link)): share for link, share in links.items() if len(set(link)) == 2}
        self.kept = KeptWorkspace()
        self.kept.stand(self.run(0.8))

    def run(self, threshold):
        return made(self.files, self.links, recipe=Recipe(threshold=threshold))

    def decide(self, make, *arguments):
        with contextlib.suppress(DecisionError):
            self.kept.decide(lambda standing: make(standing, *arguments), self.kept.standing.result)

    @rule(rows=ROWS, mark=st.sampled_from(list(Mark)))
    def mark(self, rows, mark):
        self.decide(making.mark_documents, rows, mark)

    @rule(folders=st.sets(st.sampled_from([b"/a", b"/b"])))
    def protect(self, folders):
        self.kept.decide(lambda _: making.protect_folders([ROOT + folder for folder in sorted(folders)]))

    @rule(rows=ROWS, yes=st.booleans(), make=st.sampled_from([making.separate_documents, making.review_documents]))
    def documents(self, rows, yes, make):
        self.decide(make, rows, yes)

    @rule(rows=ROWS, yes=st.booleans(), make=st.sampled_from([making.separate_twos, making.review_twos]))
    def twos(self, rows, yes, make):
        self.decide(make, np.array([rows, rows[::-1]]).T, yes)

    @rule(places=ROWS, yes=st.booleans(), make=st.sampled_from([making.separate_pairs, making.review_pairs]))
    def pairs(self, places, yes, make):
        if count := len(self.kept.standing.result.pairs):
            self.decide(make, [place % count for place in places], yes)

    @rule(places=ROWS, yes=st.booleans(), make=st.sampled_from([making.separate_clusters, making.review_clusters]))
    def clusters(self, places, yes, make):
        if count := len(self.kept.standing.result.clusters):
            self.decide(make, sorted({place % count for place in places}), yes)

    @rule(place=st.integers(0, 11), text=st.sampled_from(["", "seen", "later"]))
    def note(self, place, text):
        self.decide(making.note_document, place, text)
        self.decide(making.note_two, np.array([place, (place + 1) % 12]), text)
        if count := len(self.kept.standing.result.clusters):
            self.decide(making.note_cluster, place % count, text)

    @rule(times=st.integers(1, 4))
    def undo(self, times):
        for _ in range(times):
            self.kept.undo()

    @rule(times=st.integers(1, 4))
    def redo(self, times):
        for _ in range(times):
            self.kept.redo()

    @rule(leave=st.booleans())
    def leave_out(self, leave):
        self.kept.leave_apart_out(leave)

    @rule(threshold=st.sampled_from((0.5, 0.7, 0.8, 0.9)))
    def move_threshold(self, threshold):
        hashes = self.kept.raw.text_hashes  # the documents are the same
        self.kept.stand(replace(self.run(threshold), text_hashes=hashes))

    @rule(number=st.integers(0, 11), word=st.sampled_from(WORDS))
    def edit(self, number, word):
        self.files[PATHS[number]] = word
        self.kept.stand(self.run(0.8))

    @invariant()
    def all_stands_as_it_does_under_all_decisions_at_once(self):
        standing = self.kept.standing
        whole = standing.whole
        self.compare(standing)
        if whole is not None:
            self.compare(whole)
        assert (whole or standing).result is self.kept.raw
        left_out = self.kept.snapshot().leaves_apart_out and (whole or standing).apart.any()
        assert (self.kept.snapshot().shown is not None) == (whole is not None) == left_out

    def compare(self, standing: Standing):
        names, entries = Names(standing.result), self.kept.decisions.entries
        plain = standing_of(standing.result, entries, names)
        for name in SETS:
            assert_same(getattr(plain, name), getattr(standing, name), name)
        left = {"names": names, "whole": None, "pointed": None}
        assert_same(replace(plain, **left), replace(standing, **left), "standing")


Following.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestFollowing = Following.TestCase

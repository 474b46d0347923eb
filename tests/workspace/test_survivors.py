"""Whatever anybody decides, and however the collection changes: every cluster keeps a document."""

from __future__ import annotations

import contextlib

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from simexplorer.errors import DecisionError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.carrying import carried
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.fields import flatten
from simexplorer.workspace.making import mark_documents, protect_folders, review_clusters, separate_documents
from simexplorer.workspace.rules import Prefer, Rule, apply_rules
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import ROOT, made

WORDS = [f"w{k}" for k in range(6)]
PATHS = [f"{folder}/{name}" for folder in ("a", "b", "c") for name in range(4)]
ROWS = st.lists(st.integers(0, 11), min_size=1, max_size=5)
SHARES = st.sampled_from((0.6, 0.75, 0.85, 0.95))


class Deciding(RuleBasedStateMachine):
    """A person who marks, applies rules, protects, undoes, renames, deletes, edits and moves the threshold."""

    @initialize(
        texts=st.lists(st.sampled_from(WORDS), min_size=12, max_size=12),
        links=st.dictionaries(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), SHARES, max_size=9),
    )
    def begin(self, texts, links):
        self.files = dict(zip(PATHS, texts, strict=True))
        self.links = {tuple(sorted(link)): share for link, share in links.items() if len(set(link)) == 2}
        self.decisions = Decisions()
        self.threshold = 0.8
        self.result = self.run()

    def run(self):
        return made(self.files, self.links, recipe=Recipe(threshold=self.threshold))

    def standing(self):
        return standing_of(self.result, self.decisions.entries)

    def scanned(self):
        """A new run, and the decisions under its documents' names."""
        arrays, plain = flatten(self.result)
        self.result = self.run()
        entries = carried(self.decisions.all_entries, plain, arrays, self.result, (), hashed_alike=True)
        if entries is not None:
            self.decisions.rename(entries)

    def decide(self, make, *arguments):
        before = self.standing()
        with contextlib.suppress(DecisionError):
            entry = make(before, *arguments)
            if entry is not None:
                self.decisions.record(entry)

    @rule(rows=ROWS, mark=st.sampled_from(list(Mark)))
    def mark(self, rows, mark):
        self.decide(mark_documents, [row % len(self.files) for row in rows], mark)

    @rule(prefer=st.sampled_from([Prefer.SHORTEST_PATH, Prefer.NEWEST, Prefer.NOT_IN_FOLDER]), whole=st.booleans())
    def apply(self, prefer, whole):
        rules = [Rule(prefer=prefer, folder=ROOT + b"/b")]
        before = self.standing()
        entry = apply_rules(before, rules, whole_cluster=whole)
        if entry is not None:
            self.decisions.record(entry)
            by_hand = before.marks != Mark.NONE
            np.testing.assert_array_equal(self.standing().marks[by_hand], before.marks[by_hand])

    @rule(folders=st.sets(st.sampled_from([b"/a", b"/b"])))
    def protect(self, folders):
        self.decisions.record(protect_folders([ROOT + folder for folder in sorted(folders)]))

    @rule(rows=ROWS)
    def separate(self, rows):
        self.decide(separate_documents, [row % len(self.files) for row in rows])

    @rule()
    def review(self):
        self.decide(review_clusters, np.arange(len(self.result.clusters)))

    @rule()
    def undo(self):
        with contextlib.suppress(DecisionError):
            self.decisions.undo()

    @rule()
    def redo(self):
        with contextlib.suppress(DecisionError):
            self.decisions.redo()

    @rule(threshold=st.sampled_from((0.5, 0.7, 0.8, 0.9)))
    def move_threshold(self, threshold):
        self.threshold = threshold
        self.scanned()

    @rule(number=st.integers(0, 11), name=st.sampled_from(["z/new", "a/new", "b/moved"]))
    def rename(self, number, name):
        old = sorted(self.files)[number % len(self.files)]
        self.files[name] = self.files.pop(old)
        self.scanned()

    @rule(number=st.integers(0, 11))
    def delete(self, number):
        if len(self.files) > 2:
            del self.files[sorted(self.files)[number % len(self.files)]]
            self.scanned()

    @rule(number=st.integers(0, 11), word=st.sampled_from(WORDS))
    def edit(self, number, word):
        self.files[sorted(self.files)[number % len(self.files)]] = word
        self.scanned()

    @invariant()
    def every_cluster_keeps_a_document(self):
        standing = self.standing()
        for cluster in range(len(self.result.clusters)):
            assert not standing.duplicates[self.result.clusters.members(cluster)].all()
        assert not np.any(standing.duplicates & standing.protected)
        assert not np.any(standing.duplicates & (self.result.clusters.of < 0))
        assert not np.any(standing.duplicates & (standing.marks != Mark.DUPLICATE))

    @invariant()
    def pairs_apart_are_counted_as_one_by_one(self):
        standing, text = self.standing(), self.result.groups.representative
        if not standing.apart_sets.value.any():
            return
        pairs, end = self.result.pairs, self.result.at_threshold
        listed = set(zip(pairs.i[:end].tolist(), pairs.j[:end].tolist(), strict=True))
        for cluster in range(len(self.result.clusters)):
            texts = {int(text[row]) for row in self.result.clusters.members(cluster)}
            head = int(text[self.result.clusters.representative[cluster]])
            pointed_at = {(i, j) for i, j in listed if i in texts}
            pointed_at |= {(min(other, head), max(other, head)) for other in texts - {head}}
            apart = sum(bool(standing.stand_apart(*np.array([[i], [j]]))) for i, j in pointed_at)
            assert standing.clusters_apart[cluster].tolist() == [apart, len(pointed_at)] or not apart
            assert standing.wholly_apart[cluster] == (apart == len(pointed_at) > 0)

    @invariant()
    def what_is_written_says_the_same(self):
        again = [Entry.decoded(*entry.encoded()) for entry in self.decisions.entries]
        standing, kept = self.standing(), standing_of(self.result, again)
        for name in ("marks", "duplicates", "protected", "apart", "clusters_reviewed"):
            np.testing.assert_array_equal(getattr(kept, name), getattr(standing, name))


Deciding.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestDeciding = Deciding.TestCase

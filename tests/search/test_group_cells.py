"""Pairs that groups lack: every one of them once, with its similarity where its overlap was counted before."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.group_cells import ALL_PAIRS, NO_CELLS, Remembered, lacking_pairs
from simexplorer.search.linkage_pairs import Budget, Filler, KnownPairs
from simexplorer.search.pair_lookup import Overlaps


def rows(*values):
    return np.array(values, np.int32)


def columns(pairs):
    return np.array(list(pairs), np.int32).reshape(-1, 2).T.copy()


@st.composite
def cases(draw):
    """Groups of some rows, which of their pairs are wanted, and overlaps of pairs that are held, known, or neither."""
    n = draw(st.integers(2, 14))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    texts = np.flatnonzero(rng.random(n) < 0.8).astype(np.int32)
    group = rng.integers(0, 3, n)
    label = np.arange(n, dtype=np.int32)
    for row in texts:
        label[row] = texts[group[texts] == group[row]][0]
    kinds = np.full(n, NO_CELLS, np.int32)
    for head in set(label[texts].tolist()):
        inside = texts[label[texts] == head]
        kinds[head] = rng.choice([NO_CELLS, ALL_PAIRS, rng.choice(inside)])
    pairs = [(a, b) for a in texts.tolist() for b in texts.tolist() if a < b]
    held = [pair for pair in pairs if rng.random() < 0.3 and label[pair[0]] == label[pair[1]]]
    known = {pair: int(rng.integers(0, 5)) for pair in pairs if rng.random() < 0.4}
    return texts, label, kinds, held, known, rng.integers(5, 9, n).astype(np.int32)


@given(cases())
def test_every_lacking_pair_is_listed_once_and_told_from_what_is_remembered(case):
    texts, label, kinds, held, known, sizes = case
    pairs = [(a, b) for a in texts.tolist() for b in texts.tolist() if a < b and label[a] == label[b]]
    lacking = [pair for pair in pairs if pair not in held]
    inner = [(a, b) for a, b in lacking if kinds[label[a]] == ALL_PAIRS]
    around = [(a, b) for a, b in lacking if kinds[label[a]] in (a, b)]
    shared = np.array(list(known.values()), np.int32)
    half = len(known) // 2
    batches = tuple(Overlaps(*columns(list(known)[part]), shared[part]) for part in (slice(half), slice(half, None)))
    found = lacking_pairs(texts, label, kinds, tuple(columns(held)), len(inner), Remembered(batches, sizes))
    listed = list(zip(found.i.tolist(), found.j.tolist(), strict=True))
    assert found.inner == len(inner)
    assert sorted(listed[: found.inner]) == inner
    assert sorted(listed[found.inner :]) == around
    assert found.new.tolist() == [place for place, pair in enumerate(listed) if pair not in known]
    for pair, jaccard in zip(listed, found.jaccard.tolist(), strict=True):
        if pair in known:
            assert jaccard == known[pair] / (int(sizes[pair[0]]) + int(sizes[pair[1]]) - known[pair])


def test_what_is_remembered_is_not_computed_but_counts_against_the_budget():
    """Group 0, 1, 2 lacks (0, 2), which is known: 4 of 5 + 5 - 4; (3, 4, 5, 6) has too many texts: only its centre."""
    label, seen = rows(0, 0, 0, 3, 3, 3, 3), []
    known = KnownPairs.of(rows(0, 1, 3, 4, 5), rows(1, 2, 4, 5, 6), np.array([0.9, 0.8, 0.7, 0.6, 0.5]))
    remembered = Remembered((Overlaps(rows(0), rows(2), rows(4)),), np.full(7, 5, np.int32))

    def exact(i, j):
        seen.extend(zip(i.tolist(), j.tolist(), strict=True))
        return np.full(i.size, 0.25)

    def filled(pairs):
        filler = Filler(exact, Budget(texts=3, pairs=pairs), remembered)
        return filler.fill(label, np.arange(7, dtype=np.int32), known, lambda: rows(1, 0, 0, 4, 0, 0, 0))

    whole = filled(9)
    assert (len(whole.late), whole.known.joined(whole.late).jaccard.tolist()) == (1, [0.9, 0.8, 0.7, 4 / 6, 0.6, 0.5])
    assert seen == [(4, 6)]
    assert (whole.around.i.tolist(), whole.around.j.tolist(), whole.around.jaccard.tolist()) == ([4], [6], [0.25])
    assert whole.missing.tolist() == [0, 0, 0, 3, 0, 0, 0]
    seen.clear()
    assert len(filled(1).around) == 0
    assert seen == []

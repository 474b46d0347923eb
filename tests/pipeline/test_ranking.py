"""The order of verified pairs."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simexplorer.pipeline import ranking
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.ranking import compared_below, most_similar_first
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.verified import Verified
from simexplorer.search.banding import Candidates
from simexplorer.search.falling_order import falling_runs
from tests.pipeline.collection import write_collection

rows = st.integers(0, 5) | st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("most", [5, 2**31 - 1])
@example(at_once=1 << 16, pairs=[(1.0, 2**30, 0), (1.0, 1, 2**31 - 1)])  # too large for one word of 63 bits
@given(
    at_once=st.sampled_from([1, 4, 1 << 16]),
    pairs=st.lists(
        st.tuples(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, np.nextafter(0.5, 1), 1.0]), rows, rows), max_size=30
    ),
)
def test_pairs_are_sorted_by_falling_similarity_then_by_rows(most, at_once, pairs):
    similarity = np.array([pair[0] for pair in pairs])
    i, j = (np.array([min(most, pair[side]) for pair in pairs], np.int32) for side in (1, 2))
    runs = falling_runs(similarity, at_once)
    order = np.concatenate([run[most_similar_first(i[run], j[run], similarity[run])] for run in runs])
    assert sorted(order.tolist()) == list(range(len(pairs)))
    found = [(-similarity[p], i[p], j[p]) for p in order]
    assert found == sorted(found)


@pytest.mark.parametrize("most", [3, 1 << 18])
def test_compared_pairs_below_the_floor_are_counted_by_hundredths_or_some_stand_for_all(monkeypatch, most):
    monkeypatch.setattr("simexplorer.pipeline.ranking._LOOKED_AT", most)
    # of sets of 10, 10, 20 and 27: 5 / 15 is 0.33, 6 / 14 is 0.428, 8 / 22 is 0.36, 17 / 30 is 0.57, one is not known
    i, j = np.array([0, 0, 0, 2, 0, 0], np.int32), np.array([1, 1, 2, 3, 1, 3], np.int32)
    verified = Verified(np.array([5, 6, 8, 17, 10, -1], np.int32), np.array([10, 10, 20, 27], np.int32))
    told = compared_below(Candidates(i, j, j, 6, 0, 0), verified, 0.56)
    wanted = {33: 1.0, 36: 1.0, 42: 1.0} if most > 3 else {33: 2.0, 36: 2.0}  # every second one of six
    assert {place: told[place] for place in np.flatnonzero(told).tolist()} == wanted
    none = Candidates(i[:0], j[:0], j[:0], 0, 0, 0)
    assert compared_below(none, Verified.nothing_yet(0, 4), 0.56).tolist() == [0.0] * 100


def test_an_estimate_that_cannot_err_is_off_by_nothing(tmp_path):
    """Of unlike texts of equal words all signatures are equal, and their standard error is 0."""
    (tmp_path / "a.txt").write_text("one two three")
    (tmp_path / "b.txt").write_text("three two one")
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as made:
        pairs = made.run(Recipe(shingle_kind="word", shingle_size=1), Progress()).pairs
    assert (pairs.jaccard.tolist(), pairs.estimate[:].tolist(), pairs.error_sd[:].tolist()) == ([1.0], [1.0], [0.0])


@pytest.mark.parametrize(
    "recipe", [Recipe(threshold=0.5), Recipe(measure="cosine", scheme="hyperplane")], ids=["sets", "vectors"]
)
def test_pairs_are_the_same_however_many_are_ranked_at_once(tmp_path, monkeypatch, recipe):
    write_collection(tmp_path, seed=6, families=6, versions=4)
    tables = []
    for most in (1 << 15, 5):
        monkeypatch.setattr(ranking, "_RANKED_AT_ONCE", most)
        with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as made:
            pairs = made.run(recipe, Progress()).pairs
        columns = (pairs.i, pairs.j, pairs.ranking, pairs.estimate, pairs.error_sd, pairs.i_in_j, pairs.hamming)
        tables.append([column[:].tolist() for column in columns])
    assert len(tables[0][0]) > 15
    assert tables[1] == tables[0]

"""The approximate containment index: its bands by hand, its answers never wrong, its recall as planned."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.errors import CapacityError, ParameterError, SchemeMismatchError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.containment import ContainmentJoin
from simexplorer.search.containment_index import ContainmentIndex, bands_for, needed_equal
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.schemes import family
from tests.estimator_contracts import MEASURES, assert_at_least
from tests.oracles_joins import containment_pairs, overlapping_sets


def excerpts(seed: int, count: int, outer: int, ratio: float, share: float) -> ShingleSets:
    """``count`` texts of ``outer`` ids, each followed by one ``ratio`` as large, of which ``share`` is in it."""
    rng = np.random.default_rng(seed)
    rows = []
    inner = round(outer * ratio)
    for _ in range(count):
        ids = rng.integers(0, 2**64, outer, dtype=np.uint64)
        own = inner - math.ceil(share * inner)
        rows += [
            ids,
            np.concatenate((rng.permutation(ids)[: inner - own], rng.integers(0, 2**64, own, dtype=np.uint64))),
        ]
    return ShingleSets.from_lists(rows)


def met(
    sets: ShingleSets, signatures: Signatures, threshold: float, recall: float = 0.99, classes: int = 32
) -> list[tuple[int, int]]:
    """(inner, outer) of all sets of a collection that may hold one another."""
    index = ContainmentIndex.build(signatures, sets.sizes, classes)
    everybody = np.arange(len(sets))
    inner, outer = index.candidates(signatures, sets.sizes, threshold, recall=recall, own=everybody)
    return list(zip(inner.tolist(), outer.tolist(), strict=True))


def test_a_plan_by_hand() -> None:
    # sizes 10 and 40 in two classes; an inner set of 10 at threshold 0.8: within the first class at least
    # 0.8 / (1 + 10/10 - 0.8) = 2/3, within the second 0.8 / (1 + 40/10 - 0.8) = 4/21
    sets = ShingleSets.from_lists([range(10), range(5, 15), range(40), range(2, 42)])
    family = MinHash(length=128, seed=3)
    index = ContainmentIndex.build(family.sign(sets), sets.sizes, classes=2)
    near, far = index.plan(10, 0.8, recall=0.99)
    assert (near.high, far.high) == (10, 40)
    assert near.jaccard == pytest.approx(2 / 3)
    assert far.jaccard == pytest.approx(4 / 21)
    # 2/3: of 5 rows there are 25 bands, (1 - (2/3)^5)^25 = 0.8683^25 = 0.0293; of 4 rows 32, (1 - 0.1975)^32 = 0.0009
    assert (near.bands, near.rows) == (32, 4)
    assert near.meets == pytest.approx(1 - (1 - (2 / 3) ** 4) ** 32)
    # 4 deviations below 128 * 2/3 = 85.33 are 4 * sqrt(85.33 / 3) = 21.33 positions less: 64 of them must be equal
    assert needed_equal(128, 2 / 3, 4.0) == 64
    below = sum(math.comb(128, k) * (2 / 3) ** k * (1 / 3) ** (128 - k) for k in range(64))
    assert near.chance == pytest.approx(near.meets * (1 - below))
    # 4/21: of 2 rows there are 64 bands, (1 - 0.0363)^64 = 0.094; of 1 row 128, (1 - 0.1905)^128 = 2e-12
    assert (far.bands, far.rows) == (128, 1)
    # an inner set of 41 fits into no class but the second: 40 / 41 holds 0.8 of it
    assert [plan.high for plan in index.plan(41, 0.8)] == [40]
    assert index.plan(51, 0.8) == ()


def test_bands_have_the_most_rows_that_keep_the_recall() -> None:
    similarities = np.array([0.001, 0.1, 0.3, 0.5, 0.8, 0.95, 1.0])
    rows = bands_for(similarities, 128, 0.99)
    assert (np.diff(rows) >= 0).all()
    chance = 1 - (1 - similarities**rows) ** (128 // rows)
    assert (chance[1:] >= 0.99).all()
    assert rows[0] == 1


@pytest.mark.parametrize("seed", range(3))
def test_most_true_pairs_are_met_each_once_the_smaller_set_first(seed: int) -> None:
    sets = overlapping_sets(seed, 80, 60, 2**64 - 1)
    true = {(inner, outer) for inner, outer, _, _ in containment_pairs(sets, 0.7)}
    found = met(sets, MinHash(length=64, seed=seed).sign(sets), 0.7, classes=5)
    assert found == sorted(set(found))
    assert all((sets.sizes[inner], inner) < (sets.sizes[outer], outer) for inner, outer in found)
    assert len(true.intersection(found)) >= 0.9 * len(true)


@pytest.mark.parametrize(
    ("ratio", "share"),
    [(1.0, 1.0), (0.5, 0.9), (0.2, 1.0), (0.1, 0.9)],
    ids=["as-large", "half", "a-fifth", "a-tenth"],
)
def test_recall_is_what_the_plan_promises(ratio: float, share: float) -> None:
    """400 unrelated pairs of just the least overlap: hits are binomial with the chance of each pair's own similarity.

    Hoeffding: P(hits / 400 < chance - 0.17) <= exp(-2 * 400 * 0.17^2) = 1e-10 a case.
    """
    sets = excerpts(1, 400, 300, ratio, share)
    exact = ContainmentJoin.prepare(sets, share).all_pairs()
    assert len(exact) == 400
    signatures = MinHash(length=128, seed=7).sign(sets)
    index = ContainmentIndex.build(signatures, sets.sizes)
    plan = index.plan(round(300 * ratio), share, 0.95)[-1]
    assert plan.meets >= 0.95
    assert plan.meets >= plan.chance >= 0.99 * plan.meets
    pairs = set(zip(exact.inner.tolist(), exact.outer.tolist(), strict=True))
    assert len(pairs.intersection(met(sets, signatures, share, 0.95))) / 400 >= plan.chance - 0.17


def test_queries_from_outside_find_their_holders() -> None:
    sets = excerpts(2, 60, 200, 0.4, 1.0)
    outside = sets.take(np.arange(1, 120, 2))
    holders = sets.take(np.arange(0, 120, 2))
    family = MinHash(length=256, seed=5)
    index = ContainmentIndex.build(family.sign(holders), holders.sizes, classes=3)
    probe, row = index.candidates(family.sign(outside), outside.sizes, 0.9, recall=0.999)
    hits = {(p, r) for p, r in zip(probe.tolist(), row.tolist(), strict=True) if p == r}
    # 60 pairs of similarity 0.4, each missed with a chance of at most 0.001: more than 6 misses have P < 1e-12
    assert len(hits) >= 54


def test_the_order_of_documents_changes_nothing() -> None:
    sets = overlapping_sets(9, 70, 50, 2**60)
    order = np.random.default_rng(3).permutation(len(sets))
    family = MinHash(length=64, seed=2)

    found = met(sets, family.sign(sets), 0.8, classes=4)
    shuffled = sets.take(order)
    again = met(shuffled, family.sign(shuffled), 0.8, classes=4)
    assert {frozenset(pair) for pair in found} == {frozenset(order[list(pair)].tolist()) for pair in again}
    assert len(found) == len(again) > 0


def test_empty_sets_and_signatures_of_another_seed() -> None:
    sets = ShingleSets.from_lists([[], [1, 2], []])
    family = MinHash(length=16, seed=1)
    assert met(sets, family.sign(sets), 0.5) == []
    nothing = ShingleSets.from_lists([])
    assert met(nothing, family.sign(nothing), 0.5) == []
    index = ContainmentIndex.build(family.sign(sets), sets.sizes)
    with pytest.raises(SchemeMismatchError):
        index.candidates(MinHash(length=16, seed=2).sign(sets), sets.sizes, 0.5)
    with pytest.raises(ParameterError):
        ContainmentIndex.build(family.sign(sets), sets.sizes, classes=0)


@pytest.mark.parametrize("scheme", MEASURES)
def test_schemes_whose_positions_do_not_collide_with_the_similarity_are_refused(scheme: str) -> None:
    sets = ShingleSets.from_lists([[1, 2], [1, 2, 3]])
    signatures = family(scheme, 16).sign(sets)
    if scheme in ("fss", "minhash"):
        assert len(ContainmentIndex.build(signatures, sets.sizes).order) == 2
        return
    with pytest.raises(ParameterError, match="scheme must be one of fss, minhash, permutations for containment"):
        ContainmentIndex.build(signatures, sets.sizes)


def test_what_the_check_of_the_signatures_loses_is_in_the_chance() -> None:
    # a check at the mean itself (0 deviations) drops about half of the pairs that meet; the plan says how many
    sets = excerpts(4, 300, 200, 0.5, 1.0)
    family = MinHash(length=128, seed=9)
    index = ContainmentIndex.build(family.sign(sets), sets.sizes, classes=2)
    inner, outer = np.arange(1, 600, 2), np.arange(0, 600, 2)
    probes = family.sign(sets.take(inner))
    probe, row = index.candidates(probes, sets.sizes[inner], 1.0, sigmas=0.0)
    hits = int(np.isin(probe.astype(np.int64) * 1000 + row, np.arange(300) * 1000 + outer).sum())
    chance = index.plan(100, 1.0, sigmas=0.0)[-1].chance
    assert 0.3 < chance < 0.7
    assert_at_least(hits, 300, chance)


def test_of_too_many_pairs_no_more_are_looked_for_than_it_takes_to_know() -> None:
    # a hundred thousand equal sets, all in one class: five thousand million pairs, 40 GB of them
    count = 100_000
    signatures = Signatures("fss-5", 1, np.ones((count, 8), np.uint16), 2**16 - 1)
    index = ContainmentIndex.build(signatures, np.full(count, 100))
    with pytest.raises(CapacityError, match="more than the 1,000 that"):
        index.candidates(signatures, np.full(count, 100), 0.8, own=np.arange(count), max_pairs=1000)

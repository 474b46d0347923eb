"""The worked example bit by bit, V against whole numbers, the true law on few features."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.signatures.bit_counts import PLANES_ROOM
from simexplorer.signatures.simhash import (
    BITS,
    SimHash,
    exact_collision_probability,
    running_vectors,
    simhash64,
    text_fingerprints,
)
from simexplorer.signatures.text_signer import TextSigner
from tests import oracles_signatures as oracle
from tests.estimator_contracts import (
    Shape,
    assert_candidates,
    assert_frequency,
    bands_met,
    equal_positions,
    random_pairs,
    structured_pair,
)
from tests.estimator_laws import assert_mean, assert_spread, law_of_independent_positions

ids = st.integers(0, 2**64 - 1)


def test_the_worked_example_of_16_bits(golden: dict[str, Any]) -> None:
    # V[1] = -1.0 - 0.9 = -1.9, V[2] = 1.0 + 0.9, V[3] = -1.0 + 0.9 = -0.1, ...; bit 1 is written leftmost
    example = golden["simhash_16_bits"]
    hashes = np.array([[int(feature["hash"][::-1], 2)] for feature in example["features"]], np.uint64)
    weights = np.array([feature["weight"] for feature in example["features"]])
    steps = running_vectors(hashes, weights, 16)
    assert steps[0].tolist() == [1.0 if c == "1" else -1.0 for c in example["features"][0]["hash"]]
    assert steps[1] == pytest.approx(example["v"])
    assert "".join("1" if v > 0 else "0" for v in steps[1]) == example["fingerprint"]


@given(st.lists(ids, max_size=100))
def test_the_fast_kernel_counts_as_the_definition_does(hashes: list[int]) -> None:
    planes = np.full(PLANES_ROOM, 7, np.uint64)
    fingerprint = simhash64(np.array(hashes, np.uint64), len(hashes), planes)
    _, expected = oracle.simhash(hashes, [1.0] * len(hashes), 64)
    assert int(fingerprint) == expected


@pytest.mark.parametrize("count", [127, 128, 129, 2048, 2049, 40_000])
def test_long_runs_are_counted_without_a_seam(count: int) -> None:
    hashes = np.random.default_rng(count).integers(0, 2**64, count, np.uint64)
    hashes[: count // 2] |= np.uint64(0xFFFF)  # bits that nearly all have, and bits that half of them have
    ones = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little").sum(axis=0)
    expected = sum(1 << bit for bit in range(64) if 2 * int(ones[bit]) > count)
    assert int(simhash64(hashes, count, np.empty(PLANES_ROOM, np.uint64))) == expected


@given(
    st.lists(st.dictionaries(ids, st.floats(-8, 8), max_size=12), max_size=4),
    st.sampled_from(BITS),
    st.integers(0, 2**63 - 1),
)
def test_weighted_fingerprints_are_those_of_the_definition(
    documents: list[dict[int, float]], bits: int, seed: int
) -> None:
    family = SimHash(bits, seed)
    features = [sorted(document) for document in documents]
    vectors = SparseVectors(
        np.cumsum([0, *map(len, features)]),
        np.array([f for row in features for f in row], np.uint64),
        np.array([document[f] for document, row in zip(documents, features, strict=True) for f in row]),
    )
    signed, fingerprints = family.sign(vectors), family.fingerprints(vectors)
    for d, (document, row) in enumerate(zip(documents, features, strict=True)):
        words = family.hashes(np.array(row, np.uint64))
        hashes = [sum(int(word) << (64 * w) for w, word in enumerate(line)) for line in words]
        v, expected = oracle.simhash(hashes, [document[f] for f in row], bits)
        assert family.vectors(vectors)[d].tolist() == v
        assert sum(int(word) << (64 * w) for w, word in enumerate(fingerprints[d])) == expected
        if any(document.values()):
            assert signed.values[d].tolist() == [expected >> i & 1 for i in range(bits)]
        else:
            assert (signed.values[d] == signed.infinite).all()
        if row:
            steps = running_vectors(words, np.array([document[f] for f in row]), bits)
            assert steps[-1] == pytest.approx(v, abs=1e-12)


@given(st.lists(st.frozensets(ids, max_size=60), max_size=4), st.sampled_from(BITS))
def test_sets_are_vectors_of_weights_one(documents: list[frozenset[int]], bits: int) -> None:
    sets = ShingleSets.from_lists(documents)
    vectors = SparseVectors(sets.offsets, sets.ids, np.ones(sets.ids.size))
    family = SimHash(bits, 5)
    np.testing.assert_array_equal(family.fingerprints(sets), family.fingerprints(vectors))
    np.testing.assert_array_equal(family.sign(sets).values, family.sign(vectors).values)


def test_weights_count_as_repeats_and_their_scale_does_not_matter() -> None:
    family, features = SimHash(64, 3), np.arange(1, 8, dtype=np.uint64)
    frequencies = np.array([3.0, 1, 2, 1, 1, 5, 1])
    offsets = np.array([0, 7])
    words = np.repeat(family.hashes(features)[:, 0], frequencies.astype(int))
    repeated = simhash64(words, words.size, np.empty(PLANES_ROOM, np.uint64))
    for scale in (1.0, 0.25, 1024.0):
        weighted = SparseVectors(offsets, features, frequencies * scale)
        assert family.fingerprints(weighted)[0, 0] == repeated


@given(st.integers(0, 5), st.integers(0, 4), st.integers(0, 4))
def test_the_exact_law_is_that_of_all_sign_patterns(common: int, only_a: int, only_b: int) -> None:
    expected = float(oracle.bit_agreement(common, only_a, only_b))
    assert exact_collision_probability(common, only_a, only_b) == pytest.approx(expected, abs=1e-12)


def angle_of_sets(common: int, only_a: int, only_b: int) -> float:
    """The angle in degrees between two sets as vectors of weights 1; 90 if one is empty."""
    norm = math.sqrt((common + only_a) * (common + only_b))
    return math.degrees(math.acos(min(1.0, common / norm))) if norm else 90.0


def test_two_disjoint_sets_of_two_features_agree_in_five_bits_of_eight_not_in_four() -> None:
    # a sum of two signs is above 0 with chance 1/4: 1/16 + 9/16 = 5/8; the angle of 90 degrees says 1/2
    assert exact_collision_probability(0, 2, 2) == pytest.approx(0.625)
    assert float(SimHash().collision_probability(angle_of_sets(0, 2, 2))) == pytest.approx(0.5)


def test_the_limit_is_near_from_a_hundred_features_on() -> None:
    family = SimHash()
    for a, b in ((100, 100), (101, 100), (100, 250), (1000, 1000), (100, 3000)):
        for common in range(0, min(a, b) + 1, 5):
            limit = float(family.collision_probability(angle_of_sets(common, a - common, b - common)))
            assert exact_collision_probability(common, a - common, b - common) == pytest.approx(limit, abs=0.01)
    for a in range(1, 8):
        for b in range(1, 8):
            for common in range(min(a, b) + 1):
                limit = float(family.collision_probability(angle_of_sets(common, a - common, b - common)))
                exact = exact_collision_probability(common, a - common, b - common)
                assert abs(exact - limit) <= 0.125 + 1e-12


LAWS = [
    Shape(1, 0, 0), Shape(0, 1, 1), Shape(1, 1, 0), Shape(0, 2, 2), Shape(3, 1, 2), Shape(10, 10, 10), Shape(0, 60, 60),
    Shape(90, 10, 5), Shape(5, 0, 500), Shape(2000, 300, 300), Shape(10_000, 5000, 5000),
]  # fmt: skip


@pytest.mark.parametrize("shape", LAWS, ids=str)
@pytest.mark.parametrize("bits", BITS)
def test_bits_are_equal_as_often_as_the_exact_law_says(shape: Shape, bits: int) -> None:
    check_bits(shape, SimHash(bits, 3), max(40, min(1500, 200_000 // shape.union)))


def check_bits(shape: Shape, family: SimHash, trials: int) -> None:
    """Bits, estimated angles and candidates of random pairs: all follow the exact law, and bits are independent."""
    a, b = random_pairs(shape, trials, 1)
    first, second = family.sign(a), family.sign(b)
    p = exact_collision_probability(shape.common, shape.only_a, shape.only_b)
    assert_frequency(int((first.values == second.values).sum()), trials * family.length, p)
    law = law_of_independent_positions(family, p)
    estimates = family.estimate(first, second)
    assert_mean(estimates, law)
    assert_spread(estimates, law)
    for rows in (2, 8):
        hits, bands = bands_met(first, second, rows)
        assert_candidates(hits, bands, rows, p)


@pytest.mark.slow
@pytest.mark.parametrize("shape", LAWS, ids=str)
@pytest.mark.parametrize("bits", BITS)
def test_bits_are_equal_as_often_as_the_exact_law_says_at_length(shape: Shape, bits: int) -> None:
    check_bits(shape, SimHash(bits, 4), max(200, min(100_000, 8_000_000 // shape.union)))


@pytest.mark.parametrize("kind", ["counting from 0", "multiples of 2^32", "from 2^63 on", "the last ids"])
def test_ids_with_structure_bias_nothing(kind: str) -> None:
    shape = Shape(30, 10, 14)
    a, b = structured_pair(shape, kind)
    equal = counted = 0
    for seed in range(300):
        more = equal_positions(SimHash(64, seed), a, b)
        equal, counted = equal + more[0], counted + more[1]
    assert_frequency(equal, counted, exact_collision_probability(shape.common, shape.only_a, shape.only_b))


def test_the_fingerprint_beside_a_signature_counts_every_occurrence_and_has_no_seed() -> None:
    texts = [b"the cat sat on the mat and the cat sat", b"", "é 5 ああああ".encode(), b"abcabcabcabc" * 900]
    cutter = TextCutter(CutParams(kind="char", size=3))
    data, offsets = join_texts(texts)
    ids, bounds, _ = cutter.shingles(data, offsets, cutter.scratch())
    expected = [oracle.simhash(ids[a:b].tolist(), [1.0] * int(b - a), 64)[1] for a, b in pairwise(bounds)]
    assert text_fingerprints(ids, bounds).tolist() == expected
    for seed in (1, 2):
        signed, _ = TextSigner(cutter, 8, seed).sign(data, offsets, cutter.scratch())
        assert signed.fingerprints.tolist() == expected
    # ids of 32 bits leave the upper half empty
    short = TextCutter(CutParams(kind="char", size=3, id_bits=32))
    signed, _ = TextSigner(short, 8, 1).sign(data, offsets, short.scratch())
    assert (signed.fingerprints >> np.uint64(32)).tolist() == [0, 0, 0, 0]


def test_documents_without_direction_collide_with_nothing() -> None:
    family = SimHash(64)
    empty = family.sign(ShingleSets.from_lists([[], []]))
    assert (empty.values == empty.infinite).all()
    assert math.isnan(family.estimate(empty, empty)[0])
    full = family.sign(ShingleSets.from_lists([[1], [2]]))
    assert family.estimate(empty, full).tolist() == [180.0, 180.0]
    weightless = family.sign(SparseVectors(np.array([0, 2]), np.array([1, 2], np.uint64), np.zeros(2)))
    assert (weightless.values == weightless.infinite).all()


def test_other_lengths_are_refused() -> None:
    with pytest.raises(ParameterError, match="simhash_bits must be one of 32, 64, 128; got 48"):
        SimHash(48)

"""What holds for every scheme: refusals, invariance, empty documents, the registry."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError, SchemeMismatchError
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline import recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.search.banding import candidates
from simexplorer.signatures.family import Family, Signatures, collisions
from simexplorer.signatures.permutations import ExplicitPermutations
from simexplorer.signatures.schemes import family
from tests.estimator_contracts import MEASURES

schemes = pytest.mark.parametrize("scheme", MEASURES)
documents = st.lists(st.frozensets(st.integers(0, 2**64 - 1), max_size=40), min_size=1, max_size=8)


def make(scheme: str, seed: int = 3) -> Family:
    return family(scheme, 48, seed, bits=4, share=0.25, interval=3.0)


def rows(signed: Signatures, which: list[int]) -> Signatures:
    return Signatures(signed.scheme, signed.seed, signed.values[which], signed.infinite)


def test_the_recipe_knows_the_same_schemes_and_their_measures() -> None:
    assert tuple(MEASURES) == recipe.SCHEMES
    for scheme, measure in MEASURES.items():
        assert family(scheme).measure == measure


def test_every_parameter_of_a_scheme_is_one_of_the_recipe() -> None:
    usual = {scheme: family_of(recipe.Recipe(scheme=scheme)) for scheme in MEASURES}
    assert usual == {scheme: family(scheme) for scheme in MEASURES}
    for scheme, changed, expected in [
        ("first-rows", {"first_rows": 0.5}, family("first-rows", share=0.5)),
        ("hyperplane", {"components": "signs"}, family("hyperplane", components="signs")),
        ("bbit", {"bits": 8, "hashes": 40, "seed": 5}, family("bbit", 40, 5, bits=8)),
        ("random-lines", {"interval": 7.5}, family("random-lines", interval=7.5)),
        ("simhash", {"simhash_bits": 128}, family("simhash", simhash_bits=128)),
    ]:
        assert family_of(recipe.Recipe(scheme=scheme, **changed)) == expected
    for field, value in (("first_rows", 0.0), ("components", "cauchy")):
        with pytest.raises(ParameterError, match=field):
            recipe.Recipe(**{field: value})


def test_unknown_schemes_are_refused_by_name() -> None:
    with pytest.raises(ParameterError, match=r"scheme must be one of fss, minhash, .*; got 'md5'"):
        family("md5")


@schemes
def test_signatures_say_who_made_them(scheme: str) -> None:
    made = make(scheme)
    signed = made.sign(ShingleSets.from_lists([[1, 2], []]))
    assert (signed.scheme, signed.seed) == (made.scheme, 3)
    assert signed.values.shape == (2, made.length)
    assert signed.length == made.length
    assert signed.infinite is not None
    assert np.int64(signed.infinite) == signed.infinite


@schemes
def test_unlike_signatures_are_refused_with_a_sentence(scheme: str) -> None:
    sets = ShingleSets.from_lists([[1, 2, 3]])
    mine = make(scheme).sign(sets)
    others = [make(scheme, 4), *(make(other) for other in MEASURES if other != scheme)]
    if scheme != "simhash":
        others.append(family(scheme, 50, 3, bits=4, share=0.25, interval=3.0))
    for other in others:
        with pytest.raises(SchemeMismatchError, match=r"cannot be compared: .* Sign both with the same recipe"):
            make(scheme).estimate(mine, other.sign(sets))


def test_parameters_that_change_the_functions_change_the_scheme() -> None:
    names = [
        family("bbit", bits=1), family("bbit", bits=2),
        family("first-rows", share=0.5), family("first-rows", share=0.25),
        family("random-lines", interval=1.0), family("random-lines", interval=2.0), family("hyperplane"),
        family("hyperplane", components="signs"), family("bit-sampling", simhash_bits=32), family("bit-sampling"),
        ExplicitPermutations(8, 1, 10), ExplicitPermutations(8, 1, 11),
    ]  # fmt: skip
    assert len({made.scheme for made in names}) == len(names)


@schemes
@given(documents, st.integers(0, 2**32 - 1))
def test_order_chunks_and_company_of_documents_change_nothing(
    scheme: str, contents: list[frozenset[int]], seed: int
) -> None:
    made, rng = make(scheme), np.random.default_rng(seed)
    whole = made.sign(ShingleSets.from_lists(contents)).values
    order = rng.permutation(len(contents))
    np.testing.assert_array_equal(made.sign(ShingleSets.from_lists([contents[i] for i in order])).values, whole[order])
    cut = int(rng.integers(0, len(contents) + 1))
    parts = [made.sign(ShingleSets.from_lists(part)).values for part in (contents[:cut], contents[cut:])]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


@schemes
def test_equal_documents_are_at_no_distance_and_empty_ones_say_nothing(scheme: str) -> None:
    made = make(scheme)
    signed = made.sign(ShingleSets.from_lists([[7], [7], range(500), range(500), [], []]))
    estimates = made.estimate(rows(signed, [0, 2, 4]), rows(signed, [1, 3, 5]))
    expected = 1.0 if made.measure == "jaccard" else 0.0
    assert estimates[1] == pytest.approx(expected)
    assert np.isnan(estimates[2])
    if scheme != "first-rows":  # a single element may lie in the first rows of no function
        assert estimates[0] == pytest.approx(expected)
    against_empty = collisions(rows(signed, [2]), rows(signed, [4]))
    assert against_empty[0][0] == 0


@schemes
def test_empty_documents_meet_nobody_in_any_band(scheme: str) -> None:
    made = make(scheme)
    signed = made.sign(ShingleSets.from_lists([[], range(300), [], range(300), [], range(10**6, 10**6 + 9)]))
    found = candidates(signed.values, made.length // 2, 2, infinite=signed.infinite)
    pairs = set(zip(found.i.tolist(), found.j.tolist(), strict=True))
    assert (1, 3) in pairs
    assert not any({i, j} & {0, 2, 4} for i, j in pairs)


@schemes
@given(st.floats(0.0, 1.0))
def test_probability_and_measure_turn_into_each_other(scheme: str, part: float) -> None:
    made = make(scheme)
    largest = {"jaccard": 1.0, "angle": 180.0, "hamming": 64.0, "euclidean": 10.0}[made.measure]
    p = made.collision_probability(part * largest)
    assert 0.0 <= float(p) <= 1.0
    assert float(made.measure_at(p)) == pytest.approx(part * largest, rel=1e-6, abs=1e-3)
    assert float(made.standard_error(part * largest)) >= 0.0


@schemes
def test_an_array_of_measures_is_answered_by_an_array(scheme: str) -> None:
    made = make(scheme)
    measures = np.array([[0.1, 0.5], [0.9, 1.0]])
    for answer in (made.collision_probability(measures), made.standard_error(measures)):
        assert answer.shape == (2, 2)
        assert np.isfinite(answer).all()


@schemes
def test_a_collection_without_documents_has_no_signatures(scheme: str) -> None:
    signed = make(scheme).sign(ShingleSets.from_lists([]))
    assert len(signed) == 0
    assert make(scheme).estimate(signed, signed).size == 0


@schemes
def test_lengths_that_cannot_be_are_refused(scheme: str) -> None:
    if scheme == "simhash":
        pytest.skip("its length is its number of bits: 32, 64 or 128")
    for length in (0, -1, 65_537):
        with pytest.raises(ParameterError, match="length must be between 1 and"):
            family(scheme, length)


@schemes
def test_as_many_signatures_as_of_the_other_are_asked_for(scheme: str) -> None:
    signed = make(scheme).sign(ShingleSets.from_lists([[1], [2]]))
    for compare in (collisions, make(scheme).estimate):
        with pytest.raises(ValueError, match="1 signatures against 2: give as many of the one as of the other"):
            compare(rows(signed, [0]), signed)

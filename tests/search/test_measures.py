"""Measures: the sources' figures, definitions over Python sets, the four axioms of every distance."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.search import measures

ZERO, ONE = np.array([0]), np.array([1])
SETS = st.lists(st.frozensets(st.one_of(st.integers(0, 12), st.integers(2**63, 2**63 + 5))), min_size=2, max_size=5)
VECTORS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(st.integers(-4, 4), min_size=width, max_size=width), min_size=3, max_size=3)
)
SET_MEASURES = [
    measures.jaccard_similarity,
    measures.jaccard_distance,
    measures.containment,
    measures.dice,
    measures.overlap,
]
DISTANCES = [
    measures.jaccard_distance,
    measures.bag_jaccard_distance,
    measures.angle_degrees,
    measures.euclidean_distance,
    measures.manhattan_distance,
    measures.hamming_distance,
]


def letters(words):
    return ShingleSets.from_lists([[hash_of(part) for part in word] for word in words])


def hash_of(part):
    return int.from_bytes(part.encode(), "big") % 2**64


def one(measure, documents, others=None):
    """The measure of the first two documents."""
    return float(measure(documents, ZERO, ONE if others is None else ZERO, others)[0])


def test_jaccard_of_editorial_and_factorial_for_every_shingle_size(golden):
    for k, wanted in golden["jaccard_editorial_factorial"]["k"].items():
        k = int(k)
        shingled = [{word[at : at + k] for at in range(len(word) - k + 1)} for word in ("editorial", "factorial")]
        got = one(measures.jaccard_similarity, letters(shingled))
        assert got == wanted["num"] / wanted["den"]
        assert one(measures.jaccard_distance, letters(shingled)) == pytest.approx(1 - got)


def test_jaccard_figures_of_the_sources(golden):
    spanish = golden["jaccard_sets_spanish"]
    assert one(measures.jaccard_similarity, letters([spanish["c1"], spanish["c2"]])) == spanish["jaccard"]["value"]
    bits = golden["bit_vectors"]
    columns = np.array([[int(bit) for bit in bits[name]] for name in ("c1", "c2")], np.bool_)
    assert one(measures.jaccard_similarity, columns) == bits["jaccard"]["value"]
    # 3 shared of 8: distance 5/8, as the source draws it
    assert one(measures.jaccard_distance, letters(["abcde", "cdefgh"])) == 5 / 8


def test_the_query_of_the_sources_against_its_documents(golden):
    example = golden["query_spanish_k5"]

    def shingled(text):
        return [text[at : at + 5] for at in range(len(text) - 4)]

    documents, query = letters(map(shingled, example["docs"])), letters([shingled(example["query"])])
    got = measures.jaccard_similarity(query, np.zeros(4, np.int64), np.arange(4), documents)
    assert got.tolist() == [wanted["num"] / wanted["den"] for wanted in example["jaccard"]]


def test_hash_function_example_of_the_sources(golden):
    example = golden["minhash_hash_functions"]
    names = list(example["sets"])
    sets = letters(list(example["sets"].values()))
    for pair, wanted in example["jaccard"].items():
        i, j = (np.array([names.index(name)]) for name in pair.split(","))
        assert measures.jaccard_similarity(sets, i, j)[0] == wanted["num"] / wanted["den"]


def test_jaccard_of_the_minhash_examples_of_the_sources(golden):
    spanish = golden["minhash_spanish"]
    names = list(spanish["columns"])
    sets = letters(spanish["columns"].values())
    matrix = golden["minhash_mmds_permutations"]
    columns = np.array([[int(bit) for bit in row] for row in matrix["rows"]]).T
    for pair, wanted in spanish["jaccard"].items():
        i, j = (np.array([names.index(name)]) for name in pair.split(","))
        assert measures.jaccard_similarity(sets, i, j)[0] == wanted["value"]
    for pair, wanted in matrix["pairs"].items():
        i, j = (np.array([int(column) - 1]) for column in pair.split(","))
        assert measures.jaccard_similarity(columns, i, j)[0] == wanted["jaccard"]["value"]


def test_the_angle_of_the_hyperplane_example(golden):
    example = golden["hyperplane"]
    vectors = np.array([example["x"], example["y"]], np.float64)
    assert one(measures.angle_degrees, vectors) == pytest.approx(example["angle_degrees"], rel=1e-15)
    assert one(measures.cosine_similarity, vectors) == pytest.approx(math.sqrt(0.5), rel=1e-15)


def test_vector_measures_by_hand():
    # (3, 0, 4) and (0, 0, 8): dot 32, lengths 5 and 8: cosine 0.8; difference (3, 0, -4): 5, 7, 2 components
    vectors = np.array([[3.0, 0.0, 4.0], [0.0, 0.0, 8.0]])
    assert one(measures.cosine_similarity, vectors) == pytest.approx(0.8)
    assert one(measures.angle_degrees, vectors) == pytest.approx(math.degrees(math.acos(0.8)))
    assert one(measures.euclidean_distance, vectors) == 5
    assert one(measures.manhattan_distance, vectors) == 7
    assert one(measures.hamming_distance, vectors) == 2


def test_bags_count_repeats():
    # aab and abb: minima 1 + 1, maxima 2 + 2; as sets both are {a, b}
    bags = np.array([[2, 1], [1, 2]])
    assert one(measures.bag_jaccard_similarity, bags) == 0.5
    assert one(measures.bag_jaccard_distance, bags) == 0.5
    assert one(measures.jaccard_similarity, bags) == 1.0
    with pytest.raises(ValueError, match="0 or more"):
        measures.bag_jaccard_similarity(np.array([[1, -1], [1, 1]]), ZERO, ONE)


@given(SETS)
def test_set_measures_equal_their_definitions_over_python_sets(rows):
    sets = ShingleSets.from_lists(rows)
    for i, a in enumerate(rows):
        for j, b in enumerate(rows):
            got = [float(measure(sets, np.array([i]), np.array([j]))[0]) for measure in SET_MEASURES]
            shared, either = len(a & b), len(a | b)
            wanted = [
                shared / either if either else 0.0,
                (either - shared) / either if either else 1.0,
                shared / len(a) if a else 0.0,
                2 * shared / (len(a) + len(b)) if either else 0.0,
                shared / min(len(a), len(b)) if a and b else 0.0,
            ]
            assert got == wanted


@given(VECTORS)
def test_vector_measures_equal_plain_arithmetic_in_every_container(rows):
    dense = np.array(rows, np.float64)
    stored = SparseVectors(  # the same with its zeros kept
        np.arange(0, dense.size + 1, dense.shape[1]),
        np.tile(np.arange(dense.shape[1], dtype=np.uint64), dense.shape[0]),
        dense.ravel(),
    )
    x, y = dense[0], dense[1]
    lengths = np.linalg.norm(x) * np.linalg.norm(y)
    wanted = {
        measures.euclidean_distance: np.linalg.norm(x - y),
        measures.manhattan_distance: np.abs(x - y).sum(),
        measures.hamming_distance: np.count_nonzero(x != y),
        measures.cosine_similarity: x @ y / lengths if lengths else 0.0,
        measures.angle_degrees: math.degrees(math.acos(max(-1, min(1, x @ y / lengths)))) if lengths else 90.0,
    }
    for container in (dense, stored):
        for measure, value in wanted.items():
            assert one(measure, container) == pytest.approx(value, rel=1e-12, abs=2e-6)
        assert one(measures.jaccard_similarity, container) == one(measures.jaccard_similarity, dense != 0)
    bags = np.abs(dense)
    high = np.maximum(bags[0], bags[1]).sum()
    assert one(measures.bag_jaccard_similarity, bags) == (np.minimum(bags[0], bags[1]).sum() / high if high else 0.0)


@given(VECTORS)
@pytest.mark.parametrize("distance", DISTANCES)
def test_every_distance_keeps_the_four_axioms(distance, rows):
    points = np.array(rows, np.float64)
    if distance is measures.bag_jaccard_distance:
        points = np.abs(points)
    if distance in DISTANCES[:3]:  # an empty document is like nothing, not even itself
        points = points[np.any(points != 0, axis=1)]
    n = len(points)
    i, j = (part.ravel() for part in np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
    d = distance(points, i, j).reshape(n, n)
    assert np.all(d >= 0)  # never negative
    for a in range(n):
        for b in range(n):
            assert (d[a, b] == 0) == same_point(distance, points[a], points[b])  # 0 between equal points only
            for c in range(n):
                assert d[a, b] <= d[a, c] + d[c, b] + 1e-9  # no detour is shorter
    np.testing.assert_allclose(d, d.T, rtol=1e-14)  # the same both ways


def same_point(distance, x, y):
    if distance is measures.jaccard_distance:
        return np.array_equal(x != 0, y != 0)
    if distance is measures.angle_degrees:  # points are directions
        x, y = x / np.abs(x).max(), y / np.abs(y).max()
    return np.array_equal(x, y)


@given(st.lists(st.floats(-1e6, 1e6), min_size=9, max_size=9))
def test_distances_of_any_numbers_keep_the_triangle(values):
    points = np.array(values).reshape(3, 3)
    for distance in (measures.euclidean_distance, measures.manhattan_distance):
        ab, bc, ac = distance(points, np.array([0, 1, 0]), np.array([1, 2, 2]))
        assert ac <= (ab + bc) * (1 + 1e-12)


def test_small_angles_keep_their_digits():
    # 1e-9 radians off: an arc cosine of 1 - 5e-19 would say 0
    vectors = np.array([[1.0, 0.0], [1.0, 1e-9], [-1.0, 1e-9]])
    got = measures.angle_degrees(vectors, np.array([0, 0, 0]), np.array([0, 1, 2]))
    assert got[0] == 0.0
    assert got[1] == pytest.approx(math.degrees(1e-9), rel=1e-12)
    assert 180.0 - got[2] == pytest.approx(math.degrees(1e-9), rel=1e-4)


def test_empty_documents_are_like_nothing():
    sets = ShingleSets.from_lists([[], []])
    assert [one(measure, sets) for measure in SET_MEASURES] == [0.0, 1.0, 0.0, 0.0, 0.0]
    zeros = np.zeros((2, 3))
    assert one(measures.cosine_similarity, zeros) == 0.0
    assert one(measures.angle_degrees, zeros) == 90.0
    assert one(measures.bag_jaccard_similarity, zeros) == 0.0
    assert one(measures.bag_jaccard_distance, zeros) == 1.0
    assert measures.jaccard_similarity(sets, ZERO[:0], ONE[:0]).shape == (0,)

"""Normal numbers: their law, their independence, the ziggurat's construction."""

from __future__ import annotations

import math

import numpy as np

from simexplorer.compiled import seed_words
from simexplorer.signatures.normals import _AREA, _EDGES, _HEIGHTS, LAYERS, fill_normals
from tests.estimator_contracts import assert_frequency


def draw(ids: np.ndarray, count: int, seed: int) -> np.ndarray:
    out = np.empty((ids.size, count))
    fill_normals(ids, seed_words(seed, count), out)
    return out


def test_all_layers_have_the_same_area() -> None:
    # layer i: width times the difference of the heights of its edges; the tail's layer: base block and tail
    areas = _EDGES[1:-1] * np.diff(_HEIGHTS)[1:]
    np.testing.assert_allclose(areas, _AREA, rtol=1e-6)
    tail = math.sqrt(math.pi / 2) * math.erfc(_EDGES[1] / math.sqrt(2))
    assert math.isclose(_EDGES[1] * _HEIGHTS[1] + tail, _AREA, rel_tol=1e-6)
    assert _EDGES.size == LAYERS + 1


def test_every_part_of_the_law_is_as_frequent_as_it_should_be() -> None:
    values = draw(np.arange(4000, dtype=np.uint64), 500, 1).reshape(-1)
    for x in (-4.0, -3.4427, -2.0, -1.0, -0.3, 0.0, 0.01, 0.5, 1.5, 2.5, 3.3, 3.6, 4.2):
        assert_frequency(int((values > x).sum()), values.size, 0.5 * math.erfc(x / math.sqrt(2)))


def test_numbers_of_neighbouring_ids_and_functions_are_uncorrelated() -> None:
    values = draw(np.arange(2000, dtype=np.uint64) << np.uint64(32), 200, 2)
    for a, b in ((values[1:], values[:-1]), (values[:, 1:], values[:, :-1]), (values[:, 100:], values[:, :100])):
        # products of independent normal numbers have variance 1: 6.5 standard errors of their mean (8e-11)
        assert abs((a * b).mean()) < 6.5 / math.sqrt(a.size)


def test_a_number_depends_on_its_id_and_its_seed_word_alone() -> None:
    ids = np.array([5, 2**64 - 1, 2**63], np.uint64)
    values = draw(ids, 40, 3)
    np.testing.assert_array_equal(draw(ids[::-1].copy(), 40, 3)[::-1], values)
    np.testing.assert_array_equal(draw(ids[1:2], 17, 3)[0], values[1, :17])

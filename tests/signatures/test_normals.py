"""Normal numbers: their law, their independence, and what each depends on."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from simexplorer.features.sets import ShingleSets
from simexplorer.features.vectors import as_vectors
from simexplorer.signatures.normals import normal_quantiles
from simexplorer.signatures.projections import normal_projections
from tests import oracles_signatures as oracle
from tests.estimator_contracts import assert_frequency


def draw(ids: np.ndarray, count: int, seed: int) -> np.ndarray:
    """The components of single features: products of vectors that have nothing else."""
    return normal_projections(as_vectors(ShingleSets(np.arange(ids.size + 1), ids)), seed, count)


def test_quantiles_cut_the_law_in_equally_likely_parts() -> None:
    drawn = normal_quantiles().astype(np.float64)
    middles = np.array([0.5 * math.erfc(-x / math.sqrt(2)) for x in drawn.tolist()])
    np.testing.assert_allclose(middles, (np.arange(4096) + 0.5) / 4096, atol=5e-5)  # what the scale moves them
    np.testing.assert_array_equal(drawn, -drawn[::-1])
    assert abs(drawn.var() - 1.0) < 1e-6
    assert abs((drawn**4).mean() / 3.0 - 1.0) < 0.003


def test_every_part_of_the_law_is_as_frequent_as_it_should_be() -> None:
    values = draw(np.arange(4000, dtype=np.uint64), 500, 1).reshape(-1)
    for part in (1, 4, 40, 600, 1900, 2048, 2060, 2800, 3800, 4092, 4095):  # between two of the numbers
        x = NormalDist().inv_cdf(part / 4096)
        assert_frequency(int((values > x).sum()), values.size, 1.0 - part / 4096)


def test_numbers_of_neighbouring_ids_and_functions_are_uncorrelated() -> None:
    values = draw(np.arange(2000, dtype=np.uint64) << np.uint64(32), 200, 2)
    for a, b in ((values[1:], values[:-1]), (values[:, 1:], values[:, :-1]), (values[:, 100:], values[:, :100])):
        # products of independent normal numbers have variance 1: 6.5 standard errors of their mean (8e-11)
        assert abs((a * b).mean()) < 6.5 / math.sqrt(a.size)


def test_a_number_depends_on_its_id_its_seed_and_its_function_alone() -> None:
    ids = np.array([5, 2**63, 2**64 - 1], np.uint64)
    values = draw(ids, 40, 3)
    np.testing.assert_array_equal(draw(ids[1:2], 17, 3)[0], values[1, :17])
    np.testing.assert_array_equal(values, [[oracle.normal(f, 3, j) for j in range(40)] for f in ids.tolist()])

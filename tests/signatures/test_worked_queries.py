"""The query of the sources from text to candidates, with the reference scheme: one pinned seed, and many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.sensitivity import Construction
from tests.estimator_contracts import assert_frequency

SEED = 1  # any seed whose draws fall as the printed ones do


def shingle_sets(example: dict[str, Any]) -> ShingleSets:
    texts, k = [example["query"], *example["docs"]], example.get("k", 5)
    return ShingleSets.from_lists(
        [int.from_bytes(text[i : i + k].encode()) for i in range(len(text) - k + 1)] for text in texts
    )


def candidates(sets: ShingleSets, bands: int, rows: int, seed: int) -> list[bool]:
    values = MinHash(bands * rows, seed).sign(sets).values
    same = (values[1:] == values[0]).reshape(-1, bands, rows)
    return same.all(axis=2).any(axis=1).tolist()


def test_the_documents_of_the_query_have_the_printed_similarities(golden: dict[str, Any]) -> None:
    example = golden["query_spanish_k5"]
    sets = shingle_sets(example)
    query = set(sets[0].tolist())
    for d, expected in enumerate(example["jaccard"], start=1):
        document = set(sets[d].tolist())
        assert len(query & document) * expected["den"] == len(query | document) * expected["num"]


def test_a_pinned_seed_gives_the_printed_candidates_and_answer(golden: dict[str, Any]) -> None:
    example = golden["candidates_spanish"]
    sets = shingle_sets(example)
    for banding, expected in example["candidate"].items():
        bands, rows = map(int, banding.split("x"))
        assert candidates(sets, bands, rows, SEED) == expected, banding
    # similar(query) at 0.9: candidates whose true similarity is at least that; document 4 alone, 23/24
    truth = [entry["value"] for entry in golden["query_spanish_k5"]["jaccard"]]
    similar = [d for d, near in enumerate(candidates(sets, 20, 5, SEED), start=1) if near and truth[d - 1] >= 0.9]
    assert similar == golden["similar_spanish"]["answer"]


@pytest.mark.parametrize("banding", ["20x5", "10x10", "50x2"])
def test_over_many_seeds_candidates_come_as_the_s_curve_says(golden: dict[str, Any], banding: str) -> None:
    sets = shingle_sets(golden["candidates_spanish"])
    bands, rows = map(int, banding.split("x"))
    found = np.array([candidates(sets, bands, rows, seed) for seed in range(400)])
    for d, entry in enumerate(golden["query_spanish_k5"]["jaccard"]):
        expected = float(Construction.banding(bands, rows).probability(entry["value"]))
        assert_frequency(int(found[:, d].sum()), 400, expected)

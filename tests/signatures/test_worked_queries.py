"""The query of the sources from text to candidates, with the reference scheme: one pinned seed, and many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.search.index import BandIndex
from simexplorer.search.measures import jaccard_similarity
from simexplorer.search.scurve import pairs_among
from simexplorer.search.tuning import Banding, by_threshold
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.sensitivity import Construction
from tests.estimator_contracts import assert_frequency

SEED = 3  # any seed whose draws fall as the printed ones do


def shingle_sets(example: dict[str, Any]) -> ShingleSets:
    """The query and the documents, cut as the source cuts them: as they stand."""
    cutter = TextCutter(CutParams(normalise=(), kind="char", size=example.get("k", 5)))
    texts = [text.encode() for text in (example["query"], *example["docs"])]
    ids, bounds, _ = cutter.shingles(*join_texts(texts), cutter.scratch())
    return sets_of(ids, bounds)


def candidates(sets: ShingleSets, bands: int, rows: int, seed: int) -> list[bool]:
    """Which documents share a bucket with the query: the index holds the documents alone."""
    signed = MinHash(bands * rows, seed).sign(sets)
    query, documents = (replace(signed, values=signed.values[part]) for part in (slice(0, 1), slice(1, None)))
    met = BandIndex.build(documents, bands, rows).query(query)[1]
    return np.isin(np.arange(len(documents)), met).tolist()


def similar(sets: ShingleSets, threshold: float, banding: Banding, seed: int) -> list[int]:
    """The exercise of the source: candidates first, then those whose true similarity reaches the threshold."""
    near = 1 + np.flatnonzero(candidates(sets, banding.bands, banding.rows, seed))
    truth = jaccard_similarity(sets, np.zeros_like(near), near)
    return near[truth >= threshold].tolist()


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


def test_similar_finds_the_fourth_document_by_the_bands_that_the_rule_picks(golden: dict[str, Any]) -> None:
    # pick_bands(0.9, 100) is 6 bands of 16 rows; 23/24 shares a bucket with chance 0.985, the others hardly ever
    example, picked = golden["similar_spanish"], golden["pick_bands_0.9_100"]
    banding = by_threshold(100, example["threshold"])
    assert (banding.bands, banding.rows) == (picked["bands"], picked["rows"])
    sets = shingle_sets({**golden["query_spanish_k5"], "k": example["k"]})
    assert similar(sets, example["threshold"], banding, SEED) == example["answer"]
    found = [similar(sets, example["threshold"], banding, seed) for seed in range(400)]
    assert all(answer in ([], example["answer"]) for answer in found)
    chance = float(Construction.banding(banding.bands, banding.rows).probability(23 / 24))
    assert chance == pytest.approx(0.985, abs=5e-4)
    assert_frequency(sum(map(len, found)), 400, chance)


def test_the_sizes_that_make_an_index_worth_while(golden: dict[str, Any]) -> None:
    # a million documents make 499,999,500,000 pairs, 100,000 make 4,999,950,000; these have 100 numbers of 4 bytes each
    # there, of which the program keeps 2
    assert pairs_among(10**6) == golden["pairs_of_a_million"]["pairs"]
    assert pairs_among(100_000) == golden["space_and_time"]["pairs_of_100000"]
    signed = FastSimilaritySketch(100).sign(ShingleSets.from_lists([range(d, d + 50) for d in range(100)]))
    assert signed.values.nbytes * 1000 == golden["space_and_time"]["signatures_bytes"] // 2


@pytest.mark.parametrize("banding", ["20x5", "10x10", "50x2"])
def test_over_many_seeds_candidates_come_as_the_s_curve_says(golden: dict[str, Any], banding: str) -> None:
    sets = shingle_sets(golden["candidates_spanish"])
    bands, rows = map(int, banding.split("x"))
    found = np.array([candidates(sets, bands, rows, seed) for seed in range(400)])
    for d, entry in enumerate(golden["query_spanish_k5"]["jaccard"]):
        expected = float(Construction.banding(bands, rows).probability(entry["value"]))
        assert_frequency(int(found[:, d].sum()), 400, expected)

"""Figures of clusters are told in the units of the run; what is called Jaccard is that."""

from __future__ import annotations

import json

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.cluster_columns import cluster_figures, jaccard_in_clusters, to_representative
from simexplorer.reports.columns import COLUMN_NAMES, Tables
from tests import oracles
from tests.reports.results import nothing, small

HAMMING = Recipe(measure="hamming", scheme="bit-sampling", max_distance=16.0)
EUCLIDEAN = Recipe(measure="euclidean", scheme="random-lines", max_distance=2.0)


def figures(result: Result) -> dict[str, list[float]]:
    return {column.name: column.values.tolist() for column in cluster_figures(result)}


def test_jaccard_in_clusters_is_that_of_all_pairs_of_distinct_texts() -> None:
    lowest, mean = jaccard_in_clusters(replace(small(), at_threshold=3))  # 0, 1, 2; 3 has the text of 0
    assert lowest.tolist() == [0.7]
    assert mean.tolist() == [pytest.approx((0.95 + 5 / 6 + 0.7) / 3)]


def test_it_is_not_known_where_a_pair_was_not_compared() -> None:
    whole = replace(small(), at_threshold=3)
    pairs = {name: getattr(whole.pairs, name) for name in whole.pairs.__struct_fields__}
    fewer = replace(whole.pairs, **{name: one[:2] for name, one in pairs.items() if one is not None})
    assert np.isnan(jaccard_in_clusters(replace(whole, pairs=fewer))).all()
    assert jaccard_in_clusters(nothing())[0].size == 0


def test_what_a_lower_threshold_left_known_is_not_told() -> None:
    """Else the report of a window whose threshold was moved would be another than that of a run which begins there."""
    assert np.isnan(jaccard_in_clusters(small())).all()  # the pair of 1 and 2 is below the threshold


def test_distances_are_told_as_distances() -> None:
    bits = figures(replace(small(), recipe=HAMMING, at_threshold=3))  # similarities 0.7 and 5/6 of 64 bits
    assert (bits["lowest"], bits["weakest_link"], bits["min_jaccard"]) == ([19], [11], [0.7])
    assert np.isnan(bits["mean"]).all()
    length = figures(replace(small(), recipe=EUCLIDEAN))  # w / (w + d) with w = 1
    assert length["weakest_link"] == [pytest.approx(0.2)]
    assert to_representative(replace(small(), recipe=HAMMING)).values.tolist() == [0, 3, 11, 0]


def test_the_mean_of_bits_is_called_so_and_the_distance_of_a_mean_similarity_is_not() -> None:
    """Distances 1 and 3 have the similarities 1/2 and 1/4 at w = 1, these the mean 3/8, and that is of 5/3, not 2."""
    clusters = replace(small().clusters, mean_jaccard=np.array([3 / 8]))
    by_length = {c.name: c for c in cluster_figures(replace(small(), recipe=EUCLIDEAN, clusters=clusters))}
    assert by_length["mean"].title == "Distance of mean similarity"
    assert by_length["mean"].values.tolist() == [pytest.approx(5 / 3)]
    by_bits = {c.name: c for c in cluster_figures(replace(small(), recipe=HAMMING, clusters=clusters))}
    assert by_bits["mean"].title == "Mean"
    assert by_bits["mean"].values.tolist() == [pytest.approx(64 * 5 / 8)]


@pytest.mark.parametrize("recipe", [Recipe(), HAMMING, EUCLIDEAN, Recipe(measure="cosine", scheme="hyperplane")])
def test_every_column_can_be_asked_for_by_name(recipe: Recipe) -> None:
    table = Tables(replace(small(), recipe=recipe)).table("clusters")
    assert {column.name for column in table.columns} <= set(COLUMN_NAMES["clusters"])


def test_the_report_of_a_run_by_cosine_has_the_jaccard_similarity_of_its_clusters(tmp_path) -> None:
    words = [f"word{number}" for number in range(40)]
    texts = {f"{k}.txt": " ".join([*words[: 40 - k], *(f"other{k}of{n}" for n in range(k))]) for k in (0, 2, 4)}
    (tmp_path / "in").mkdir()
    for name, text in texts.items():
        (tmp_path / "in" / name).write_text(text)
    report = tmp_path / "report.json"
    scan = ["scan", str(tmp_path / "in"), "--quiet", "--no-cache", "--measure", "cosine", "--report", str(report)]
    assert main(scan) == 0
    (cluster,) = json.loads(report.read_text())["clusters"]
    sets = [set(oracles.shingles(text, "char", 9)) for text in texts.values()]
    expected = [len(a & b) / len(a | b) for place, a in enumerate(sets) for b in sets[place + 1 :]]
    assert cluster["min_jaccard"] == pytest.approx(min(expected))
    assert cluster["mean_jaccard"] == pytest.approx(sum(expected) / 3)
    assert cluster["weakest_link"] > cluster["min_jaccard"]


KNOWN_ONLY = (
    "The lowest and mean similarity of 1 cluster were not computed (the largest has 3 different texts; only what the "
    "run compared is known)."
)
TAKEN = (
    "Complete linkage took 1 similarity that was not computed to be 0, in 1 chain of similar documents (the largest "
    "has 3 different texts)."
)


@pytest.mark.parametrize(("linkage", "said", "unknown"), [("component", KNOWN_ONLY, 1), ("complete", TAKEN, 0)])
def test_of_other_measures_than_jaccard_it_is_said_what_clusters_lack_and_no_more(
    tmp_path, linkage: str, said: str, unknown: int
) -> None:
    """A chain: of 60 words each text shares 52 (0.87) with the next one, the first and the third share 44 (0.73)."""
    words, other = [f"word{number}" for number in range(60)], [f"other{number}" for number in range(8)]
    texts = {"1": words, "2": [*other, *words[8:]], "3": [*other, *words[8:52], *(f"third{n}" for n in range(8))]}
    (tmp_path / "in").mkdir()
    for name, text in texts.items():
        (tmp_path / "in" / f"{name}.txt").write_text(" ".join(text))
    report = tmp_path / "report.json"
    scan = ["scan", str(tmp_path / "in"), "--quiet", "--no-cache", "--measure", "containment", "--shingle", "word:1"]
    assert main([*scan, "--threshold", "0.8", "--linkage", linkage, "--report", str(report)]) == 0
    told = json.loads(report.read_text())
    assert told["capped"] == [said]
    assert len(told["clusters"]) == 1
    assert sum(cluster["lowest"] is None for cluster in told["clusters"]) == unknown

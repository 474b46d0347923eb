"""A run over the sample collection finds what its truth claims, at the default recipe."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.columns import display_paths, document_states

RESOURCES = Path(__file__).parents[2] / "resources"
KINSHIP = json.loads((RESOURCES / "sample_truth.json").read_text())


@pytest.fixture(scope="module")
def result() -> Iterator[Result]:
    analysis = Analysis([os.fsencode(RESOURCES / "sample")], workers=2)
    yield analysis.run(Recipe(), Progress())
    analysis.close()


@pytest.mark.parametrize("entry", KINSHIP, ids=lambda entry: entry["b"])
def test_kin_are_found_and_quotes_are_left_to_containment(result: Result, entry: dict[str, str]) -> None:
    row = {path: row for row, path in enumerate(display_paths(result.documents.paths))}
    a, b = (int(result.groups.representative[row[entry[side]]]) for side in ("a", "b"))
    pairs = {(int(i), int(j)) for i, j in zip(result.pairs.i, result.pairs.j, strict=True)}
    if entry["kind"] == "same text":
        assert a == b
    elif entry["kind"] == "quote":
        assert (min(a, b), max(a, b)) not in pairs
    else:
        assert (min(a, b), max(a, b)) in pairs
        assert result.clusters.of[a] == result.clusters.of[b] >= 0


def test_the_empty_the_blank_and_the_picture_are_named_with_a_reason(result: Result) -> None:
    status, reason, _ = document_states(result)
    paths = display_paths(result.documents.paths)
    assert {paths[row] for row in (status > 0).nonzero()[0]} == {"attic/blank.txt", "attic/empty.txt", "attic/logo.png"}
    assert (reason[status > 0] >= 0).all()

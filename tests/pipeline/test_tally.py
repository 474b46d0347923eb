"""What is told of all documents equals what counting them one by one says."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.formats import CONTAINERS, HOLD_ROWS
from simexplorer.documents.listing import Status
from simexplorer.documents.problems import KINDS, problem_kinds
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from tests.ui.fakes import FakeAnalysis


def some(seed: int) -> Result:
    """A result in which documents are read, empty or skipped at random, texts, tables or archives."""
    random, found = np.random.default_rng(seed), FakeAnalysis(documents=120).found(Recipe(), 1.0)
    n = len(found.documents)
    formats = ("text/plain", min(HOLD_ROWS), min(CONTAINERS))
    documents = replace(
        found.documents,
        status=random.choice([Status.READ, Status.EMPTY, Status.SKIPPED], n).astype(np.uint8),
        formats=formats,
        format=random.integers(0, 3, n).astype(np.uint8),
    )
    return replace(found, documents=documents, shingles=found.shingles * random.integers(0, 2, n))


@pytest.mark.parametrize("seed", range(5))
def test_it_equals_counting_one_by_one(seed: int) -> None:
    result = some(seed)
    documents, tally, clusters = result.documents, result.tally, result.clusters
    everyone = range(len(documents))
    status, size, shingles = documents.status.tolist(), documents.size.tolist(), result.shingles.tolist()
    names = [documents.formats[number] for number in documents.format]
    lost = [row for row in everyone if shingles[row] and status[row] == Status.SKIPPED]
    compared = [row for row in everyone if shingles[row] and row not in lost]
    opened = [r for r in everyone if names[r] in CONTAINERS and not shingles[r] and status[r] == Status.READ]
    copies = [row for row in everyone if result.groups.representative[row] != row]
    spare = [row for row in clusters.rows.tolist() if row not in clusters.representative.tolist()]
    told = [r for r in everyone if status[r] == Status.READ and not (r in opened and names[r] in HOLD_ROWS)]
    assert (tally.compared, tally.lost, tally.opened) == (len(compared), len(lost), len(opened))
    assert (tally.spare, tally.without_text) == (len(spare), sum(s != Status.READ for s in status))
    for rows, summed in ((compared, tally.compared_bytes), (copies, tally.copied_bytes), (spare, tally.spare_bytes)):
        assert summed == sum(size[row] for row in rows)
    assert tally.present_bytes == sum(size[row] for row in everyone if result.present[row])
    assert tally.formats.tolist() == [sum(names[row] == name for row in told) for name in documents.formats]
    assert tally.problems.tolist() == [int((problem_kinds(documents) == kind).sum()) for kind in range(KINDS)]


def test_of_a_collection_of_which_nothing_was_read_all_kinds_are_counted_too() -> None:
    found = some(0)
    skipped = np.full(len(found.documents), Status.SKIPPED, np.uint8)
    tally = replace(found, documents=replace(found.documents, status=skipped)).tally
    assert tally.problems.tolist() == [skipped.size, 0, 0, 0, 0]

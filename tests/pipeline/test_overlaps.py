"""Which documents verification reads together is asked only where it spares reading them again."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.overlaps import likeness_of


@pytest.mark.parametrize(
    ("documents", "group", "asked"),
    [(200, 200, True), (200, 10, False), (20, 20, False)],
    ids=["one large group", "groups that are read once", "few documents"],
)
def test_how_alike_pairs_are_is_asked_where_documents_would_be_read_again(documents, group, asked):
    i, j = (side.astype(np.int32) for side in np.triu_indices(documents, 1))
    together = i // group == j // group
    texts = SimpleNamespace(shingles=np.full(documents, 100_000), values=np.zeros((documents, 128), np.uint32))
    signed = SimpleNamespace(texts=texts, jaccard_at=np.linspace(0, 1, 129))
    likeness = likeness_of(signed, i[together], j[together], KnownOverlaps(documents))
    assert (likeness is not None) == asked

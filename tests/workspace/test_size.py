"""A workspace of 100,000 documents: how large, and how long to open."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Audit, Groups, Result
from simexplorer.search.clustering import cluster
from simexplorer.search.linkage_pairs import KnownPairs
from simexplorer.search.pair_lookup import Overlaps
from simexplorer.signatures.family import Signatures
from simexplorer.workspace.making import review_clusters
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from tests.ui.fakes import make_documents, make_pairs, make_paths
from tests.workspace.made import assert_same_result


def large(documents: int, pairs: int) -> Result:
    """Signatures of random values, which nothing can pack; pairs among ten rows each."""
    names = [b"collection/folder-%03d/a document with a name %07d.txt" % (k // 500, k) for k in range(documents)]
    random = np.random.default_rng(1)
    found = make_pairs(documents, pairs, 0.8, 128)
    block, first = random.integers(0, documents // 10, pairs) * 10, random.integers(0, 9, pairs)
    second = first + 1 + random.integers(0, 9 - first)
    found = replace(found, i=(block + first).astype(np.int32), j=(block + second).astype(np.int32))
    alone = np.arange(documents, dtype=np.int32)
    known = KnownPairs.of(found.i, found.j, found.jaccard)
    clusters, _ = cluster(known, 0.8, "component", alone, np.ones(documents, np.bool_))
    return Result(
        recipe=Recipe(),
        documents=make_documents(make_paths(names)),
        shingles=random.integers(1, 9_000, documents),
        signatures=Signatures("fss-5", 1, random.integers(0, 2**16, (documents, 128), np.uint16)),
        fingerprints=random.integers(0, 2**63, documents).astype(np.uint64),
        bands=25,
        rows=5,
        groups=Groups(np.zeros(1, np.int64), np.empty(0, np.int32), alone),
        pairs=found,
        floor=0.8,
        at_threshold=pairs,
        clusters=clusters,
        audit=Audit(3 * pairs, pairs, 0.9995, 1.0),
        text_hashes=random.integers(0, 2**63, (documents, 2)).astype(np.uint64),
    )


def known_of(result: Result) -> KnownOverlaps:
    known = KnownOverlaps(len(result.documents))
    known.extend(Overlaps(result.pairs.i, result.pairs.j, np.ones(len(result.pairs), np.int32)))
    return known


@pytest.mark.slow
def test_100000_documents_open_in_under_a_second(tmp_path: Path) -> None:
    result = large(100_000, 200_000)
    path = tmp_path / "large.simx"
    workspace = open_workspace(path, create=True)
    workspace.save_result(result, known=known_of(result))
    workspace.decisions.record(review_clusters(standing_of(result, []), np.arange(1000)))
    workspace.close()
    opened = []
    for _ in range(3):
        began = time.process_time()
        workspace = open_workspace(path)
        again = workspace.result()
        opened.append(time.process_time() - began)
        workspace.close()
    assert_same_result(result, again)
    assert path.stat().st_size < 50_000_000  # 26 MB are signatures, random ones here
    assert min(opened) < 1.0, opened

"""A unit that all threads pack together: the same figures as by one thread, and only where it pays."""

from __future__ import annotations

import contextlib
import os

import numpy as np
import pytest

from simexplorer.errors import Cancelled
from simexplorer.pipeline import overlaps, packing_together
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.packing_together import dominant
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import verify_units
from simexplorer.search.verify import Packer
from simexplorer.search.verify_units import Share
from tests.pipeline.collection import found_pairs, true_pairs


def shares(*shingles: int, documents: int) -> list[Share]:
    none, pairs = np.empty(0, np.int32), np.zeros(documents * (documents - 1) // 2, np.int32)
    return [Share(none, none, none, pairs, count, True) for count in sorted(shingles, reverse=True)]


@pytest.mark.parametrize(
    ("shingles", "documents", "workers", "count"),
    [
        ((9_000_000,), 20, 2, 1),
        ((9_000_000,), 20, 1, 0),  # nobody to share it with
        ((900_000,), 20, 2, 0),  # over before it is begun
        ((5_000_000, 5_000_000), 20, 2, 0),  # one for each
        ((6_000_000, 3_000_000, 2_000_000), 20, 2, 3),  # 5.8 in place of 6
        ((16_000_000, 8_000_000, 2_000_000, 2_000_000), 20, 2, 2),
        ((4_000_000, 4_000_000, 4_000_000, 4_000_000, 4_000_000), 20, 2, 0),
        ((4_000_000, 4_000_000, 4_000_000), 20, 4, 3),
        ((3_000_000,) * 6, 3, 8, 0),  # a third of each is the work of one
        ((3_000_000,), 3, 8, 1),
        ((), 20, 4, 0),
    ],
)
def test_what_one_thread_would_be_last_with_is_done_by_all(shingles, documents, workers, count):
    assert dominant(shares(*shingles, documents=documents), workers) == count


def versions(folder, count=24, words=400):
    """Versions of two texts, some of them of the other's words too; one is empty."""
    random = np.random.default_rng(6)
    texts = {}
    for number in range(count):
        original = np.random.default_rng(number % 2).integers(0, 1000, words)
        changed = random.integers(0, words, 12)
        original[changed] = random.integers(0, 1000, 12)
        texts[f"version-{number:02}.txt"] = " ".join(f"word{word}" for word in original)
    for name, text in texts.items():
        (folder / name).write_text(text, "ascii")
    return texts


def run(folder, progress=None):
    analysis = Analysis([os.fsencode(folder)], workers=2)
    try:
        return analysis.run(Recipe(threshold=0.5), progress or Progress())
    finally:
        analysis.close()


def test_versions_packed_together_have_the_true_similarities(tmp_path, monkeypatch):
    texts = versions(tmp_path)
    alone = found_pairs(run(tmp_path))
    looked_up, look_up = [], Packer.look_up
    monkeypatch.setattr(packing_together, "_WORTH_IT", 100)
    monkeypatch.setattr(packing_together, "_A_ROUND", 20_000)
    monkeypatch.setattr(
        Packer, "look_up", lambda self, ids, bounds: looked_up.append(bounds.size) or look_up(self, ids, bounds)
    )
    together = found_pairs(run(tmp_path))
    assert len(looked_up) > 4
    assert together == alone
    true = true_pairs(texts, Recipe(threshold=0.5))
    assert together == pytest.approx({pair: true[pair] for pair in together})
    assert len(together) == len(true)


def test_units_packed_together_one_after_the_other_have_nothing_of_each_other(tmp_path, monkeypatch):
    texts = versions(tmp_path)
    units = []
    monkeypatch.setattr(overlaps, "dominant", lambda shares, workers: units.append(len(shares)) or len(shares))
    for limit in ("_LEAST_UNIT", "UNIT_SHINGLES"):
        monkeypatch.setattr(verify_units, limit, 10_000)
    found = found_pairs(run(tmp_path))
    assert units[0] == 2
    assert found == pytest.approx(true_pairs(texts, Recipe(threshold=0.5)))


def test_a_stop_is_heeded_while_documents_are_looked_up(tmp_path, monkeypatch):
    versions(tmp_path)
    progress, looked_up, look_up = Progress(), [], Packer.look_up
    monkeypatch.setattr(packing_together, "_WORTH_IT", 100)
    monkeypatch.setattr(packing_together, "_A_ROUND", 20_000)

    def stopped(self, ids, bounds):
        looked_up.append(bounds.size)
        progress.cancel()
        return look_up(self, ids, bounds)

    monkeypatch.setattr(Packer, "look_up", stopped)
    with contextlib.suppress(Cancelled):
        run(tmp_path, progress)
    assert 1 <= len(looked_up) <= 2  # of both threads one each

"""Pairs that share the same passages err together, by the seed, as the notes of a calibration say."""

from __future__ import annotations

import os
import random
from contextlib import closing
from pathlib import Path

import numpy as np

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.calibration import FAIR_NOTE, FOUND_NOTE, JOINED_NOTE
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe


def test_the_common_bias_of_a_shared_signature_changes_with_the_seed(tmp_path: Path) -> None:
    rng = random.Random(4)
    letters = "abcdefghijklmnopqrstuvwxyz "
    shared = "".join(rng.choices(letters, k=300))
    for number in range(80):
        (tmp_path / f"{number}.txt").write_text("".join(rng.choices(letters, k=30)) + shared)
    biases, alone = [], []
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        for seed in range(1, 25):
            pairs = analysis.run(Recipe(threshold=0.6, seed=seed), Progress()).pairs
            errors = pairs.estimate - pairs.jaccard
            biases.append(float(errors.mean()))
            alone.append(float(errors.std() / np.sqrt(errors.size)))
    assert max(biases) > 10 * max(alone)  # of unrelated pairs it would be within a few
    assert min(biases) < -10 * max(alone)
    assert all(
        "share the same passages" in note and "changes with the seed" in note
        for note in (FOUND_NOTE, FAIR_NOTE, JOINED_NOTE)
    )

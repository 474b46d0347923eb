"""A made-up cluster to be drawn, and what was drawn as numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from simexplorer.ui.plots.graph_scene import GraphScene, spacing_of


def scene(members: int = 30, lines: int = 200, seed: int = 1) -> GraphScene:
    """Random places and lines, two near misses."""
    random = np.random.default_rng(seed)
    places = random.normal(size=(members + 2, 2))
    pairs = np.array([(i, j) for i in range(members) for j in range(i + 1, members)])
    ends = pairs[random.permutation(len(pairs))[:lines]]
    values = np.sort(random.random(len(ends)))[::-1].copy()
    names = [f"text-{place}" for place in range(members + 2)]
    return GraphScene(
        members=members,
        places=places,
        names=names,
        paths=names,
        copies=random.integers(1, 5, members).astype(np.int32),
        shade=np.r_[1.0, np.nan, random.random(members)],
        ends=ends,
        values=values,
        weakest=len(ends) - 1,
        near_ends=np.array([[0, members], [1, members + 1]]),
        near_values=np.array([0.7, 0.6]),
        walk=np.arange(members, dtype=np.int32),
        all_ends=ends,
        all_values=values,
        spacing=spacing_of(places[:members]),
    )


def pixels(image: QImage) -> np.ndarray:
    """(height, width, 3) bytes."""
    found = image.convertToFormat(QImage.Format.Format_RGB32)
    whole = np.frombuffer(found.constBits(), np.uint8).reshape(found.height(), found.bytesPerLine() // 4, 4)
    return whole[:, : found.width(), :3].astype(int)

"""Places in the plane for the texts of a cluster: the less alike two texts are, the farther apart they stand.

Stress majorisation (de Leeuw 1977, "Applications of convex analysis to multidimensional scaling"; Gansner, Koren, North
2004, "Graph drawing by stress majorization") from the classical scaling of Torgerson 1952. Nothing is drawn by lot: the
same similarities give the same picture.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 80
_LEAST = 0.35  # distance of two texts that are all but equal, where the least alike stand 1 + this apart
_GOLDEN = np.pi * (3.0 - np.sqrt(5.0))


class ClusterLayout(Struct, frozen=True):
    """Where m texts stand.

    places : (m, 2) float64, centred, the longer way of the picture first; wanted distances are about 0.35 to 1.35
    error : how far the distances are off what the similarities ask for, as a share of these (Kruskal's stress 1)
    """

    places: Floats
    error: float


def layout_of(similarity: Floats, check: Callable[[], None] = lambda: None) -> ClusterLayout:
    """Places of the texts of an (m, m) matrix of similarities; nan counts as the least of them.

    check : called between steps, may raise to stop. O(m^2) a step: 400 texts take about 0.5 s.
    """
    m = similarity.shape[0]
    if m < 2:
        return ClusterLayout(np.zeros((m, 2)), 0.0)
    wanted = wanted_distances(similarity)
    places = _start(wanted)
    for _ in range(STEPS):
        check()
        moved = _step(places, wanted)
        shift = float(np.abs(moved - places).max())
        places = moved
        if shift < 1e-4:
            break
    places = _turned(places)
    off = np.triu(distances(places) - wanted, 1)
    return ClusterLayout(places, float(np.sqrt((off**2).sum() / (np.triu(wanted, 1) ** 2).sum())))


def wanted_distances(similarity: Floats) -> Floats:
    """(m, m) how far apart texts of these similarities should stand: 0.35 for equal, 1.35 for the least alike."""
    lowest = float(np.nanmin(similarity))
    filled = np.where(np.isnan(similarity), lowest, similarity)
    wanted = _LEAST + (1.0 - filled) / max(1.0 - lowest, 1e-9)
    np.fill_diagonal(wanted, 0.0)
    return wanted


def distances(places: Floats) -> Floats:
    """(m, m) Euclidean distances."""
    square = (places**2).sum(axis=1)
    found: Floats = np.sqrt(np.maximum(square[:, None] + square[None, :] - 2.0 * places @ places.T, 0.0))
    return found


def _start(wanted: Floats) -> Floats:
    """Classical scaling, and a small turn of a spiral so that no two texts begin at one place."""
    m = wanted.shape[0]
    square = wanted**2
    centred = -0.5 * (square - square.mean(axis=0) - square.mean(axis=1)[:, None] + square.mean())
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    if axes.shape[1] < 2:
        axes = np.column_stack([axes, np.zeros(m)])
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(2)])
    turn = np.arange(m) * _GOLDEN
    spiral = 0.05 * np.sqrt((np.arange(m) + 1.0) / m)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    start: Floats = axes * np.where(signs == 0, 1.0, signs) + spiral
    return start


def _step(places: Floats, wanted: Floats) -> Floats:
    """The minimum of the parabola that lies on the stress from above (Guttman's transform)."""
    now = distances(places)
    ratio = np.divide(wanted, now, out=np.zeros_like(now), where=now > 1e-12)
    moved: Floats = (places * ratio.sum(axis=1)[:, None] - ratio @ places) / places.shape[0]
    return moved


def _turned(places: Floats) -> Floats:
    """Centred, the longer way along the first axis; the first text stands left of and above the middle."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned = centred @ axes.T
    signs = np.where(turned[0] > 1e-9, -1.0, 1.0)
    result: Floats = turned * signs
    return result

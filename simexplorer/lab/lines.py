"""Euclid's random lines in the plane: where they run, where their intervals begin, and which points share one.

Source: Datar, Immorlica, Indyk, Mirrokni 2004, "Locality-sensitive hashing scheme based on p-stable distributions".
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.lab.families import plane_vectors
from simexplorer.search.measures import euclidean_distance
from simexplorer.signatures.family import collision_shares
from simexplorer.signatures.projections import normal_projections
from simexplorer.signatures.random_lines import RandomLines

LINES = 128


class Lines(Struct, frozen=True, kw_only=True):
    """Random lines over points of the plane.

    points : (n, 2); directions : (K, 2) the vector a of each line, of any length; offsets : (K,) in [0, 1)
    buckets : (n, K) interval numbers; i, j : (m,) all pairs of points, and for each: the exact ``distance``, the
    ``chance`` of one line to put both into one interval, the ``share`` of the K lines that do, and the ``estimate``
    """

    interval: float
    points: NDArray[np.float64]
    directions: NDArray[np.float64]
    offsets: NDArray[np.float64]
    buckets: NDArray[np.int64]
    i: NDArray[np.int64]
    j: NDArray[np.int64]
    distance: NDArray[np.float64]
    chance: NDArray[np.float64]
    share: NDArray[np.float64]
    estimate: NDArray[np.float64]
    error: NDArray[np.float64]

    def width(self, line: int) -> float:
        """How wide the intervals of a line are in the plane: those of a long vector are narrow."""
        return self.interval / float(np.hypot(*self.directions[line]))

    def cuts(self, line: int, reach: float) -> NDArray[np.float64]:
        """Where intervals of a line begin, as distances along it from the origin, within ``reach`` of that."""
        width = self.width(line)
        low, high = (np.floor(side * reach / width + self.offsets[line]) for side in (-1, 1))
        return np.asarray((np.arange(low, high + 1) - self.offsets[line]) * width)


def lines_over(points: NDArray[np.float64], seed: int, interval: float) -> Lines:
    """LINES lines drawn with ``seed`` and cut into intervals of ``interval``, over (n, 2) points."""
    drawn = RandomLines(LINES, seed, interval)
    documents = plane_vectors(points)
    signed = drawn.sign(documents)
    i, j = (side.astype(np.int64) for side in np.triu_indices(points.shape[0], 1))
    one, other = (_rows(signed.values, side) for side in (i, j))
    distance = euclidean_distance(documents, i, j)
    pairs = [type(signed)(signed.scheme, seed, values, signed.infinite) for values in (one, other)]
    return Lines(
        interval=interval,
        points=points,
        directions=normal_projections(plane_vectors(np.eye(2)), seed, LINES).T,
        offsets=drawn.offsets(),
        buckets=signed.values,
        i=i,
        j=j,
        distance=distance,
        chance=drawn.collision_probability(distance),
        share=collision_shares(*pairs),
        estimate=drawn.estimate(*pairs),
        error=drawn.standard_error(distance),
    )


def _rows(values: NDArray[np.int64], which: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.ascontiguousarray(values[which])

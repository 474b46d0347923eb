"""Two vectors in the plane and random lines through the origin: on how many sides do the two fall apart?"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import SparseVectors
from simexplorer.pipeline.estimating import of_rows
from simexplorer.search.measures import angle_degrees
from simexplorer.signatures.hyperplanes import RandomHyperplanes


class Planes(Struct, frozen=True):
    """normals : (K, 2) of the lines; sides : (2, K) 1 where a vector lies on the side that the normal points to

    differing : lines that separate the two; angle : between them, exactly; estimate, error : degrees
    chance : that one line does not separate them
    """

    normals: NDArray[np.float64]
    sides: NDArray[np.uint8]
    differing: int
    angle: float
    estimate: float
    error: float
    chance: float


def planes(directions: tuple[float, float], count: int, seed: int) -> Planes:
    """Random lines and two unit vectors in these directions, in degrees from the first axis."""
    family = RandomHyperplanes(count, seed)
    turned = np.deg2rad(np.array(directions))
    ids = np.arange(2, dtype=np.uint64)
    axes = SparseVectors(np.arange(3), ids, np.ones(2))
    components = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    vectors = SparseVectors(np.array([0, 2, 4]), np.concatenate([ids, ids]), components.ravel())
    signed = family.sign(vectors)
    first, second = (of_rows(signed, [row]) for row in (0, 1))
    angle = float(angle_degrees(vectors, np.array([0]), np.array([1]))[0])
    return Planes(
        family.project(axes).T.copy(),
        np.asarray(signed.values, np.uint8),
        int((signed.values[0] != signed.values[1]).sum()),
        angle,
        float(family.estimate(first, second)[0]),
        float(family.standard_error(angle)),
        float(family.collision_probability(angle)),
    )

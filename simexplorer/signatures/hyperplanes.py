"""Random hyperplanes for the angle between vectors: each bit says on which side of a plane a document lies.

Sources: Charikar 2002, "Similarity estimation techniques from rounding algorithms", section 3; components +1 and -1:
Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.7.3 (sketches).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.vectors import as_vectors
from simexplorer.signatures.angle_family import NO_DIRECTION, AngleFamily, bits_of_signs, has_direction
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.names import COMPONENTS
from simexplorer.signatures.projections import normal_projections, sign_projections


class RandomHyperplanes(AngleFamily, Struct, frozen=True):
    """K planes through the origin, their normal vectors drawn with ``normal`` or +1 and -1 (``signs``) components.

    ``normal``: one bit is equal with probability ``1 - angle / 180``, for any two vectors (right within 2 10^-4), and
    the K bits are independent. ``signs``: the same in the limit of many features of like weight; with few it deviates,
    and a document whose products cancel to 0 gets the bit 0 (``simhash.exact_collision_probability`` is the true law
    for sets). For sets of 100 features and more it is right within 0.01.
    """

    length: int = 128
    seed: int = 1
    components: str = "normal"

    SCHEME: ClassVar[str] = "hyperplane-5"

    def __post_init__(self) -> None:
        require_length(self.length)
        if self.components not in COMPONENTS:
            raise ParameterError("components", self.components, "one of " + ", ".join(COMPONENTS))

    @property
    def scheme(self) -> str:
        """``"hyperplane-5/normal"`` or ``"hyperplane-5/signs"``."""
        return f"{self.SCHEME}/{self.components}"

    def project(self, documents: ShingleSets | SparseVectors) -> NDArray[np.float64]:
        """(n, K) dot products whose signs are the sketch."""
        draw = normal_projections if self.components == "normal" else sign_projections
        return draw(as_vectors(documents), self.seed, self.length)

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint8 bits, 1 where the product is above 0; sets count as vectors of weights 1."""
        values = bits_of_signs(self.project(documents), has_direction(documents))
        return Signatures(self.scheme, self.seed, values, infinite=NO_DIRECTION)

"""What a dot product is divided by to give a cosine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_LEAST = 1e-290  # below it a product of squares has lost digits


def length_products(squares_a: Floats, squares_b: Floats) -> Floats:
    """(p,) products of two lengths from their squares, 0 or above.

    One root of the product of squares, not two roots: whole squares whose product is that of a whole number, as those
    of counts whenever their cosine is a fraction, give that number exactly. So a pair at 0.8 is at or above 0.8.
    """
    with np.errstate(over="ignore"):
        product = squares_a * squares_b
    safe = np.isfinite(product) & (product > _LEAST)
    return np.where(safe, np.sqrt(np.where(safe, product, 1.0)), np.sqrt(squares_a) * np.sqrt(squares_b))

"""The colour scale of plain amounts, sizes and dates: brown, so that none of it is taken for similarity."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

STEPS = 101
# lightness falls (light) or rises (dark) in even steps, as on the scale of similarity
_STOPS = {
    False: ("#f1dfc0", "#deb987", "#c3935a", "#9f6d38", "#74491f"),
    True: ("#4b3726", "#74532f", "#a07444", "#cb9c66", "#f0cb96"),
}


@cache
def amount_rgb(dark: bool) -> NDArray[np.uint8]:
    """(101, 3) uint8 sRGB from the least to the most."""
    stops = np.array([[t.red(), t.green(), t.blue()] for t in map(QColor, _STOPS[dark])], np.float64)
    at = np.linspace(0.0, len(stops) - 1.0, STEPS)
    found = np.stack([np.interp(at, np.arange(len(stops)), stops[:, c]) for c in range(3)], axis=1)
    return (found + 0.5).astype(np.uint8)

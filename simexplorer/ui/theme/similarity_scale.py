"""The one colour scale of similarity: the same in tables, plots, graphs and matrices."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

STEPS = 101


@cache
def scale(dark: bool) -> tuple[QColor, ...]:
    """Colours of similarity 0.00, 0.01, … 1.00, from near the background to far from it.

    Lightness rises (dark) or falls (light) in even steps of OKLab, so that equal differences of similarity look
    equal and the order survives any colour blindness; hue and chroma only accompany it.
    """
    return tuple(QColor(*(int(c) for c in rgb)) for rgb in scale_rgb(dark))


@cache
def scale_rgb(dark: bool) -> NDArray[np.uint8]:
    """(101, 3) uint8 sRGB of ``scale``; a look-up table for pictures."""
    t = np.linspace(0.0, 1.0, STEPS)
    if dark:
        lightness, chroma, hue = 0.40 + 0.48 * t, 0.045 + 0.06 * t, 230.0 - 62.0 * t
    else:
        lightness, chroma, hue = 0.88 - 0.46 * t, 0.042 + 0.036 * t, 162.0 + 50.0 * t
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    return (_srgb_from_oklab(lightness, a, b) * 255.0 + 0.5).astype(np.uint8)


def colour(similarity: float, dark: bool) -> QColor:
    """The colour of one similarity in [0, 1]; values outside are clamped."""
    return scale(dark)[step(similarity)]


def step(similarity: float) -> int:
    """Which of the colours that is."""
    return int(min(max(similarity, 0.0), 1.0) * (STEPS - 1) + 0.5)


def _srgb_from_oklab(
    lightness: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, 3) sRGB in [0, 1]. Source: Björn Ottosson 2020, "A perceptual color space for image processing"."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = np.stack(
        [
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        ],
        axis=-1,
    )
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)

"""Contrast as the Web Content Accessibility Guidelines 2.2 define it, told apart from the program's own."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor


def luminance(rgb: np.ndarray) -> np.ndarray:
    """(...) relative luminance of (..., 3) sRGB in [0, 1]."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: QColor | str, other: QColor | str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted(float(luminance(np.array(QColor(colour).getRgbF()[:3]))) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)

"""What can be read on a ground of any colour."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

_EVEN = 0.179  # relative luminance of a ground from which black and white stand out alike, by 4.6 to 1


def luminance(colour: QColor) -> float:
    """Relative luminance in [0, 1]. Source: Web Content Accessibility Guidelines 2.2, "relative luminance"."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(ground: QColor) -> QColor:
    """Black or white, whichever is read better on this ground: the contrast is at least 4.5."""
    return _ink(ground.rgb())


@lru_cache(maxsize=512)
def _ink(ground: int) -> QColor:
    return QColor("#000000" if luminance(QColor(ground)) > _EVEN else "#ffffff")

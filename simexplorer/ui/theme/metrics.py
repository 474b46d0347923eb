"""Distances that the window is laid out by, in pixels."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontInfo, QFontMetrics

HAIR = 4
GAP = 8  # between things
GROUP = 16  # between groups of things
_ROW = 24  # height of a table row
ICON = 16
_USUAL = 13.5  # pixels of the letters that widths in pixels are chosen for


def grown(width: int, font: QFont) -> int:
    """A width of so many pixels for larger letters than the usual ones; never less than it."""
    return max(width, round(width * QFontInfo(font).pixelSize() / _USUAL))


def row_height(font: QFont) -> int:
    """The height of a table row with these letters."""
    return max(_ROW, QFontMetrics(font).height() + HAIR)

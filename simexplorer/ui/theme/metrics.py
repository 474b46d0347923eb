"""Distances that the window is laid out by, in pixels."""

from __future__ import annotations

import string
from functools import lru_cache
from typing import TypeVar

from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QLayout

L = TypeVar("L", bound=QLayout)

HAIR = 4
GAP = 8  # between things
GROUP = 16  # between groups of things
_ROW = 24  # height of a table row
ICON = 16
SIGN = 14  # a picture before a word in a table row
NO_LIMIT = 16_777_215  # what Qt calls no largest width or height
_ALPHABET = string.ascii_lowercase + string.digits
_USUAL_LINE = 17.0  # pixels of a line that heights are chosen for: the same letters
_USUAL = 233.8  # pixels of the alphabet that widths in pixels are chosen for: Noto Sans, 9 pt at 96 dots an inch


def grown(width: int, font: QFont) -> int:
    """A width of so many pixels for wider letters than the usual ones; never less than it."""
    return round(width * _wider(font.toString()))


def taller(height: int, font: QFont) -> int:
    """A height of so many pixels for lines higher than the usual ones; never less than it."""
    return round(height * max(1.0, QFontMetricsF(font).height() / _USUAL_LINE))


def row_height(font: QFont) -> int:
    """The height of a table row with these letters."""
    return max(_ROW, QFontMetrics(font).height() + HAIR)


def spaced(layout: L, between: int = 0, around: tuple[int, int, int, int] = (0, 0, 0, 0)) -> L:
    """The layout with so many pixels between its parts, and ``around`` them at left, top, right and bottom."""
    layout.setContentsMargins(*around)
    layout.setSpacing(between)
    return layout


@lru_cache(maxsize=64)
def _wider(font_text: str) -> float:
    font = QFont()
    font.fromString(font_text)
    return max(1.0, QFontMetricsF(font).horizontalAdvance(_ALPHABET) / _USUAL)

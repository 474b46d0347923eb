"""Colours of shared passages: eight hues of one lightness behind the text, a stronger one of each for lines and marks.

They say only which passage on the left is which on the right; what says how alike two texts are is the similarity
scale. Lightness and chroma are equal in OKLab (Ottosson 2020), so that no passage looks more important than another.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QColor

_BEHIND = {
    False: ("#c3e3ff", "#f9dab7", "#c5ebcc", "#f7d2f2", "#e5e2b6", "#dedaff", "#b3eceb", "#ffd2cc"),
    True: ("#223f5c", "#523714", "#23462b", "#4f314d", "#423f13", "#3d375b", "#004747", "#592f2c"),
}
_STRONG = {
    False: ("#3a84ca", "#b17000", "#3b9555", "#ab61a5", "#8c8300", "#8071c8", "#009798", "#c25d58"),
    True: ("#61a3e6", "#ce9042", "#63b376", "#c882c2", "#aaa23f", "#9e91e4", "#00b5b5", "#df7f78"),
}
COLOURS = len(_STRONG[False])
_colour = cache(QColor)


def behind(number: int, dark: bool) -> QColor:
    """What stands behind the text of a passage; ``number`` counts round."""
    return _colour(_BEHIND[dark][number % COLOURS])


def strong(number: int, dark: bool) -> QColor:
    """Lines and overview marks of a passage."""
    return _colour(_STRONG[dark][number % COLOURS])

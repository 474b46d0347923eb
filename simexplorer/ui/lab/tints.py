"""What a cell or a curve of the lab means, and the colour that says so in either palette."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from PySide6.QtGui import QColor

from simexplorer.ui.theme import passage_colours, similarity_scale
from simexplorer.ui.theme.colours import Colours


class Tint(Enum):
    """Meanings; a plain whole number instead stands for one of eight groups (bands, blocks, passages)."""

    NONE = "none"
    ONE = "one"  # a one in a matrix, a member, a bit that is set
    FAINT = "faint"  # takes no part
    HIT = "hit"  # the thing that was looked for
    SELECTED = "selected"
    WARNING = "warning"  # a collision by accident, a miss, an error
    TEXT = "text"  # curves only
    MUTED = "muted"
    ACCENT = "accent"


@lru_cache(maxsize=128)
def paper_of(tint: Tint | int, colours: Colours) -> QColor:
    """What lies behind a cell; copy it to change it."""
    if isinstance(tint, int):
        return passage_colours.behind(tint, colours.dark)
    papers = {
        Tint.ONE: similarity_scale.colour(0.08 if not colours.dark else 0.0, colours.dark).name(),
        Tint.HIT: colours.accent,
        Tint.SELECTED: colours.selection,
        Tint.WARNING: colours.warning_surface,
        Tint.FAINT: colours.window,
    }
    return QColor(papers.get(tint, colours.surface))


@lru_cache(maxsize=128)
def ink_of(tint: Tint | int, colours: Colours) -> QColor:
    """What is written on it; copy it to change it."""
    if isinstance(tint, int):
        return QColor(colours.text)
    inks = {Tint.HIT: colours.on_accent, Tint.FAINT: colours.faint, Tint.WARNING: colours.warning}
    return QColor(inks.get(tint, colours.text))


@lru_cache(maxsize=128)
def line_of(tint: Tint | int, colours: Colours) -> QColor:
    """A curve, a bar or a point; copy it to change it."""
    if isinstance(tint, int):
        return passage_colours.strong(tint, colours.dark)
    lines = {
        Tint.ACCENT: colours.accent,
        Tint.HIT: colours.accent,
        Tint.WARNING: colours.warning,
        Tint.MUTED: colours.muted,
        Tint.FAINT: colours.field_border,
    }
    return QColor(lines.get(tint, colours.text))

"""The font of texts whose characters stand below each other."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QWidget

_FAMILIES = ("DejaVu Sans Mono", "Menlo", "Consolas", "monospace")
_FIXED = "lettersOfOneWidth"  # dynamic property of a widget that has them
_MUCH_LARGER = 1.2  # times the size: by so little systems make the letters of texts smaller than others


def write_fixed(widget: QWidget) -> None:
    """Give a widget letters of one width; ``write_all_fixed`` asks the system for them again."""
    widget.setProperty(_FIXED, True)
    widget.setFont(fixed())


def write_all_fixed(top: QWidget) -> None:
    """The same for all below a widget that have such letters, after the system was given others."""
    for widget in top.findChildren(QWidget):
        if widget.property(_FIXED):
            widget.setFont(fixed())


def fixed() -> QFont:
    """The system's own; as large as all other letters, where only those were made large."""
    made, usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), QFont()
    if usual.pointSizeF() > _MUCH_LARGER * made.pointSizeF() > 0:
        made.setPointSizeF(usual.pointSizeF())
    return made


def monospaced(font: QFont) -> QFont:
    """The same in size and weight, every character as wide as the others."""
    made = QFont(font)
    made.setFamilies(_FAMILIES)
    return made

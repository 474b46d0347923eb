"""The font of texts whose characters stand below each other."""

from __future__ import annotations

from PySide6.QtGui import QFont

_FAMILIES = ("DejaVu Sans Mono", "Menlo", "Consolas", "monospace")


def monospaced(font: QFont) -> QFont:
    """The same in size and weight, every character as wide as the others."""
    made = QFont(font)
    made.setFamilies(_FAMILIES)
    return made

"""A page that needs some room and scrolls, whole, where the window leaves less."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from simexplorer.ui.panels.naming import named


def roomy(page: QWidget, name: str, words: str, width: int, height: int) -> QScrollArea:
    """The page in an area that scrolls below this size, in pixels."""
    page.setMinimumSize(width, height)
    area = named(QScrollArea(), name, words)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setWidget(page)
    return area

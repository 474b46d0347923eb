"""Pages that scroll where the window leaves less room than they need."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import named


class _Whole(QWidget):
    """Gives its page all of its room; a layout would ask for the height that wrapping words prefer."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self._page = page
        page.setParent(self)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is as large as this."""
        self._page.resize(event.size())
        super().resizeEvent(event)


def roomy(page: QWidget, name: str, words: str, width: int, height: int) -> QScrollArea:
    """The page in an area that scrolls below this size, in pixels."""
    whole = _Whole(page)
    whole.setMinimumSize(width, height)
    area = named(QScrollArea(), name, words)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setWidget(whole)
    return area


def scrolling_down(page: QWidget, name: str, words: str) -> QScrollArea:
    """The page in an area that scrolls up and down; sideways only where large letters leave it no other way."""
    area = named(QScrollArea(), name, words)
    area.setWidgetResizable(True)
    area.setWidget(page)
    return area

"""Pages that need room: their parts go below each other, and scroll, where the window leaves less than they need."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import metrics


class _Whole(QWidget):
    """Gives its page all of its room; a layout would ask for the height that wrapping words prefer."""

    def __init__(self, page: QWidget, wide: int, low: int, fold: Callable[[bool], object]) -> None:
        super().__init__()
        self._page, self._wide, self._low, self._fold = page, wide, low, fold
        page.setParent(self)
        self._arrange()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is as large as this; another width may fold it."""
        self._arrange()
        self._page.resize(event.size())
        super().resizeEvent(event)

    def _arrange(self) -> None:
        folded = self.width() < metrics.grown(self._wide, self.font())
        self._fold(folded)
        self.setMinimumHeight(metrics.taller(self._low, self.font()) * (2 if folded else 1))


def roomy(page: QWidget, name: str, words: str, *, wide: int, low: int, fold: Callable[[bool], object]) -> QScrollArea:
    """The page of two parts in an area that scrolls up and down.

    ``wide``, ``low``: pixels for both beside each other, and the least height of a part, for letters of the usual
    size. ``fold`` puts the parts below each other, or beside each other again.
    """
    area = named(QScrollArea(), name, words)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setWidget(_Whole(page, wide, low, fold))
    return area


def folding(split: QSplitter) -> Callable[[bool], object]:
    """The two parts of a splitter below each other, or beside each other."""
    return lambda folded: split.setOrientation(Qt.Orientation.Vertical if folded else Qt.Orientation.Horizontal)


def scrolling_down(page: QWidget, name: str, words: str) -> QScrollArea:
    """The page in an area that scrolls up and down; sideways only where large letters leave it no other way."""
    area = named(QScrollArea(), name, words)
    area.setWidgetResizable(True)
    area.setWidget(page)
    return area

"""Two parts of a page: beside each other where there is room, else one below the other and scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import metrics

_BETWEEN = metrics.HAIR


class FoldingPair(QScrollArea):
    """The first part and an area with the second.

    Beside each other both are as high as the page, and the second scrolls by itself; below the first it is whole.
    ``wide``: pixels for both beside each other, for letters of the usual size; ``low``: the least height of the first.
    """

    def __init__(self, first: QWidget, second: QScrollArea, name: str, words: str, wide: int, low: int) -> None:
        super().__init__()
        named(self, name, words)
        self._first, self._second, self._wide, self._low = first, second, wide, low
        self._content = QWidget()
        for part in (first, second):
            part.setParent(self._content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows what in it has the keyboard
        self.setWidget(self._content)

    @property
    def folded(self) -> bool:
        """Whether one part stands below the other."""
        return self.viewport().width() < metrics.grown(self._wide, self.font())

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may fold it."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give both parts their places; whoever changes what they say calls this."""
        width, height = self.viewport().width(), self.viewport().height()
        low = metrics.grown(self._low, self.font())
        if not self.folded:
            height, half = max(height, low), (width - _BETWEEN) // 2
            self._first.setGeometry(0, 0, half, height)
            self._second.setGeometry(half + _BETWEEN, 0, width - half - _BETWEEN, height)
        else:
            layout, page = self._first.layout(), self._second.widget()
            assert layout is not None
            assert page is not None
            frame = 2 * self._second.frameWidth()
            above = max(low, layout.totalMinimumHeightForWidth(width))
            needed = page.heightForWidth(width - frame) + frame
            self._first.setGeometry(0, 0, width, above)
            self._second.setGeometry(0, above + _BETWEEN, width, needed)
            height = above + _BETWEEN + needed
        self._content.resize(width, height)

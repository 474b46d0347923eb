"""A figure that scrolls sideways by itself where the page is too narrow for it, so that the page need not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived

_LEAST = 320  # pixels


class Sideways(QScrollArea):
    """As large as the figure; narrower only where nothing else helps, and then as high as figure and scroll bar."""

    def __init__(self, figure: QWidget) -> None:
        super().__init__()
        self.setAccessibleName(figure.accessibleName())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(figure)
        self.figure = figure
        wide = figure.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
        across = QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Maximum
        policy = QSizePolicy(across, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def need(self) -> int:
        """Pixels of width below which it scrolls."""
        return self.figure.minimumSizeHint().width()

    def sizeHint(self) -> QSize:
        """The figure as it likes to be."""
        return self.figure.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """The figure as narrow as it can be, or what still shows something of it."""
        least = self.figure.minimumSizeHint()
        return QSize(min(_LEAST, least.width()), least.height())

    def hasHeightForWidth(self) -> bool:
        """A scroll bar takes height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The figure, and the bar where there must be one."""
        least = self.figure.minimumSizeHint()
        bar = self.horizontalScrollBar().sizeHint().height()
        return self.figure.sizeHint().height() + (bar if width < least.width() else 0)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keys scroll only where there is something to scroll."""
        super().resizeEvent(event)
        over = self.width() < self.figure.minimumSizeHint().width()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if over else Qt.FocusPolicy.NoFocus)

    def event(self, event: QEvent) -> bool:
        """Where the figure has another size now, so has this."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return handled

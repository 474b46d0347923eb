"""A page that is never lower than all of it needs: where its view leaves it less room, it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme import metrics

_LEAST = 72  # pixels of height that it makes do with, for letters of the usual size


class WholePage(QScrollArea):
    """As wide as its view, and as high, or as the least height of the page: rows that have broken included."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self._page = page
        self._told = QSize()  # the least size as whatever is around it knows it
        self.setObjectName("wholePage")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows what in it has the keyboard
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)

    def minimumSizeHint(self) -> QSize:
        """As narrow as the page can be, and lower than it."""
        least = self._page.minimumSizeHint()
        return least.boundedTo(QSize(least.width(), metrics.taller(_LEAST, self.font())))

    def sizeHint(self) -> QSize:
        """All of the page."""
        return self._page.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Something on the page needs other room."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page takes the room that there is."""
        super().resizeEvent(event)
        self._fit()

    @told_and_survived
    def _fit(self) -> None:
        room = self.viewport().size()
        self._page.resize(room.width(), max(room.height(), self._page.minimumSizeHint().height()))
        if self._told != (least := self.minimumSizeHint()):
            self._told = least
            self.updateGeometry()


def page_around(widget: QWidget) -> WholePage | None:
    """The page that a widget stands on; None where it is on none."""
    above: QWidget | None = widget.parentWidget()
    while above is not None and not isinstance(above, WholePage):
        above = above.parentWidget()
    return above


def height_in_sight(widget: QWidget) -> int:
    """Pixels of a widget's height that its page shows now, from its upper edge down."""
    if (page := page_around(widget)) is None:
        return widget.height()
    top = widget.mapTo(page.viewport(), QPoint()).y()
    return min(widget.height(), page.viewport().height() - top)


def bring_into_sight(widget: QWidget, place: QRect) -> None:
    """Scroll the page of a widget as far as the lower edge of a place in it asks for."""
    if (page := page_around(widget)) is not None and (whole := page.widget()) is not None:
        at = widget.mapTo(whole, place.bottomLeft())
        page.ensureVisible(at.x(), at.y() + 1, 0, 0)

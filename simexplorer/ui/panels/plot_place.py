"""The place of a plot: an empty card until the plot is asked for, since plots bring a library slow to load."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from simexplorer.ui.panels.plot_card import PlotCard


class PlotPlace(QWidget):
    """Makes its card once, when it is first wanted."""

    def __init__(self, make: Callable[[], PlotCard]) -> None:
        super().__init__()
        self._make = make
        self._ready: PlotCard | None = None
        self._card: PlotCard | None = None
        self._empty = QFrame()
        self._empty.setProperty("role", "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._empty)

    @property
    def is_made(self) -> bool:
        """Whether there is a plot yet."""
        return self._card is not None

    def sizeHint(self) -> QSize:
        """No higher than it must be: a plot wants the height that it has, and would never let go of it."""
        least = max(self.minimumHeight(), self.minimumSizeHint().height())
        return QSize(super().sizeHint().width(), least)

    def prepare(self) -> None:
        """Make the card, and leave it to be put in its place when it is first wanted: each takes its time."""
        if self._ready is None and self._card is None:
            self._ready = self._make()

    @property
    def card(self) -> PlotCard:
        """The card with the plot."""
        if self._card is None:
            self.prepare()
            assert self._ready is not None
            self._card, self._ready = self._ready, None
            self._column.replaceWidget(self._empty, self._card)
            _lead_from(self._empty, self._card)
            self._empty.hide()
            self._empty.deleteLater()
        return self._card


def _lead_from(place: QWidget, card: QWidget) -> None:
    """Let the tab key reach what is in the card where it would have reached the place."""
    before = _focusable_before(place)
    for widget in card.findChildren(QWidget):
        inside = widget.window() is card.window() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if inside and before is not None:
            QWidget.setTabOrder(before, widget)
            before = widget


def _focusable_before(widget: QWidget) -> QWidget | None:
    """From where the tab key leads past this widget."""
    before = widget.previousInFocusChain()
    while before is not None and before is not widget and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return None if before is widget else before

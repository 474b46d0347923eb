"""A plot with fixed ranges that takes its colours from the palette and follows when that changes."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QWidget

from simexplorer.ui.theme.colours import Colours, colours_of


class ThemedPlot(pg.PlotWidget):  # type: ignore[misc] # pyqtgraph has no types
    """A plot that is looked at and whose lines are dragged; it is never panned or zoomed by accident.

    Subclasses create their items once, then override ``restyle``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._ready = False
        super().__init__(parent, enableMenu=False)
        # made in any case, and without an owner
        menu = self.plotItem.ctrlMenu
        menu.setParent(self, menu.windowFlags())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hideButtons()
        self.setMouseEnabled(False, False)
        self.plotItem.vb.disableAutoRange()
        self.plotItem.layout.setContentsMargins(0, 4, 4, 0)

    def finish(self) -> None:
        """To be called once by subclasses, when their items exist."""
        self._ready = True
        self.restyle(colours_of(self.palette()))

    def restyle(self, colours: Colours) -> None:
        """Colour background and axes; subclasses colour their items too."""
        self.setBackground(colours.surface)
        for name in ("left", "bottom", "right"):
            axis = self.getAxis(name)
            axis.setPen(pg.mkPen(colours.border))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setStyle(tickLength=-4, hideOverlappingLabels=False)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if self._ready and event.type() == QEvent.Type.PaletteChange:
            self.restyle(colours_of(self.palette()))

    def wheelEvent(self, event: object) -> None:
        """The page scrolls, the plot stays."""
        event.ignore()  # type: ignore[attr-defined] # the page scrolls, the plot stays

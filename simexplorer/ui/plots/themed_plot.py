"""A plot with fixed ranges that takes its colours from the palette and follows when that changes."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsTextItem, QMenu

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.plots.fitted_axis import FittedAxis
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Copier, Figures
from simexplorer.ui.theme.colours import LIGHT, Colours, colours_of

_SIDES = ("left", "bottom", "right")


class ThemedPlot(pg.PlotWidget):  # type: ignore[misc] # pyqtgraph has no types
    """A plot that is looked at and whose lines are dragged; it is never panned or zoomed by accident.

    Subclasses create their items once, then override ``restyle``, and ``figures`` for their table twin.
    """

    figures_changed = Signal()  # the table twin has other numbers now
    log_changed = Signal(bool)  # counts are drawn on a logarithmic scale from now on, or on a linear one
    has_log = False  # whether there is a choice between the two

    def __init__(self) -> None:
        self._ready = False
        self._margins = (0.0, 4.0, 4.0, 0.0)
        axes = {side: FittedAxis(side, self._leave_room) for side in _SIDES}
        super().__init__(enableMenu=False, axisItems=axes)
        self.hideAxis("right")
        # made in any case, and without an owner
        menu = self.plotItem.ctrlMenu
        menu.setParent(self, menu.windowFlags())
        self.copier = Copier(self, self.accessibleName, self.figures, self._in_light)
        self.menu: QMenu | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is let go over it is for the window
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a screen reader would stop at it, and it has no name
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # afterwards: the viewport hands its own on to the plot
        self.hideButtons()
        self.setMouseEnabled(False, False)
        self.plotItem.vb.disableAutoRange()
        self._leave_room()

    def finish(self) -> None:
        """To be called once by subclasses, when their items exist."""
        self._ready = True
        self.restyle(colours_of(self.palette()))

    def set_margins(self, left: float, top: float, right: float, bottom: float) -> None:
        """Pixels around the plot; more where a number of the axis below stands over its end."""
        self._margins = (left, top, right, bottom)
        self._leave_room()

    def figures(self) -> Figures:
        """The numbers that the plot draws, for its table twin and for copying."""
        return NO_FIGURES

    def set_log(self, on: bool) -> None:
        """Draw counts on a logarithmic scale, or on a linear one; for plots that have both."""
        self.log_changed.emit(on)

    @property
    def log(self) -> bool:
        """Whether counts are drawn on a logarithmic scale."""
        return False

    def pen(self, tone: str | QColor, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A line of so many logical pixels: the pens of plots count device pixels, of which fine screens have more."""
        drawn: QPen = pg.mkPen(tone, width=width * self.devicePixelRatioF(), style=style)
        return drawn

    def restyle(self, colours: Colours) -> None:
        """Colour background and axes; subclasses colour their items too."""
        self.setBackground(colours.surface)
        for name in _SIDES:
            axis = self.getAxis(name)
            axis.setPen(pg.mkPen(colours.border))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setStyle(tickLength=-4)

    def changeEvent(self, event: QEvent) -> None:
        """Follow palette and letters."""
        super().changeEvent(event)
        if self._ready and event.type() == QEvent.Type.PaletteChange:
            self.restyle(colours_of(self.palette()))
        elif self._ready and event.type() == QEvent.Type.FontChange:
            self._letter()

    def _letter(self) -> None:
        """Words in the letters of the application: those of items are what they were when these were made."""
        for item in self.scene().items():
            if isinstance(item, QGraphicsTextItem):
                item.setFont(QFont())
        for side in _SIDES:
            self.getAxis(side).letter()
        self._leave_room()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Numbers at the ends stay whole."""
        super().resizeEvent(event)
        self._leave_room()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page scrolls, the plot stays."""
        event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be taken out of the plot, and how it is drawn."""
        self.menu_of_plot().popup(event.globalPos())
        event.accept()

    def menu_of_plot(self) -> QMenu:
        """The context menu, made anew; it is also what the button beside the plot opens."""
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = QMenu(self)
        self.copier.fill(self.menu)
        if self.has_log:
            self.menu.addSeparator()
            scale = self.menu.addAction("Logarithmic scale")
            scale.setObjectName("logScale")
            scale.setCheckable(True)
            scale.setChecked(self.log)
            scale.toggled.connect(self.set_log)
        return self.menu

    def _leave_room(self) -> None:
        if getattr(self, "plotItem", None) is None:  # it is being made
            return
        left, top, right, bottom = self._margins
        below = self.getAxis("bottom")
        if not self.getAxis("left").isVisible():
            left = max(left, below.beyond(0))
        if not self.getAxis("right").isVisible():
            right = max(right, below.beyond(1))
        self.plotItem.layout.setContentsMargins(left, top, right, bottom)

    def _in_light(self, act: Callable[[], object]) -> object:
        """Do something while the plot wears light colours."""
        self.restyle(LIGHT)
        try:
            return act()
        finally:
            self.restyle(colours_of(self.palette()))

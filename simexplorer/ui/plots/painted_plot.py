"""A plot that paints itself: colours of the palette, copies of itself, words for who cannot see it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Copier, Figures
from simexplorer.ui.theme.colours import LIGHT, Colours, colours_of
from simexplorer.ui.theme.tooltips import tooltip_of


class PaintedPlot(QWidget):
    """Subclasses override ``draw``, and ``tip_at`` and ``figures`` where there is something to tell."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.words_of: Callable[[int], str] = _no_words  # first words of the document at a place, as far as known
        self._forced: Colours | None = None
        self._asked_at: tuple[QPoint, QPoint] | None = None  # where a tooltip was asked for, here and on the screen
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.copier = Copier(self, lambda: self.title, self.figures, self.in_light)

    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Paint everything above the ground."""

    def tip_at(self, x: float, y: float) -> str:  # noqa: ARG002 - for subclasses
        """What is to be said about this place; nothing if empty."""
        return ""

    def figures(self) -> Figures:
        """The numbers behind the picture."""
        return NO_FIGURES

    def with_words(self, place: int, name: str) -> str:
        """The name of the document at a place, and in the line below it its first words."""
        words = self.words_of(place)
        return f"{name}\n{words}" if words else name

    def renew_tip(self) -> None:
        """Tell the place again that the tooltip is about: more may be known of it."""
        if self._asked_at is not None and QToolTip.isVisible() and self.underMouse():
            self._show_tip(*self._asked_at)

    def in_light(self, act: Callable[[], object]) -> object:
        """Do something while the plot wears light colours, as paper does."""
        self._forced = LIGHT
        try:
            return act()
        finally:
            self._forced = None

    def corner(self) -> tuple[float, float]:
        """The upper left corner of what is in sight: where axes stay while the plot is scrolled."""
        seen = self.seen()
        return float(seen.left()), float(seen.top())

    def seen(self) -> QRect:
        """What of the plot has to be painted: what is scrolled into sight, all of it for a copy."""
        seen = self.visibleRegion().boundingRect()
        return self.rect() if seen.isEmpty() or self._forced is not None else seen

    def menu_of_plot(self) -> QMenu:
        """What can be copied."""
        menu = QMenu(self)
        self.copier.fill(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    # what Qt calls ---------------------------------------------------------------------------------------------------
    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, then the plot, then a frame while the keys act on it."""
        colours = self._forced or colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        self.draw(painter, colours)
        painter.end()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer copies."""
        self.menu_of_plot().popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Tooltips of places."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, place: QPoint, on_screen: QPoint) -> None:
        tip = self.tip_at(place.x(), place.y())
        self._asked_at = (place, on_screen) if tip else None
        if tip:
            QToolTip.showText(on_screen, tooltip_of(tip), self)
        else:
            QToolTip.hideText()


def _no_words(_place: int) -> str:
    return ""

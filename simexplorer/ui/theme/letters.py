"""What is as large as the letters in it, whenever these change: the size of the system's, while the window is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from simexplorer.ui.theme import fonts, icons, metrics
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.theme.stylesheet import style_sheet

W = TypeVar("W", bound=QWidget)


class Letters(QObject):
    """Dresses all of a window anew when the application has other letters: in one turn, which nobody asks for often."""

    def __init__(self, application: QApplication, window: QWidget) -> None:
        super().__init__(window)
        self._application, self._window = application, window
        self._worn = application.font()
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._on_changed)
        window.installEventFilter(self)

    def dress(self) -> None:
        """Put the sheet for the letters that hold now on the window; it is told once all widgets know of them."""
        self._worn = self._application.font()
        self._window.setStyleSheet(style_sheet(self._worn.pointSizeF()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt tells each window of its own; what it does with the letters of others comes first."""
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._waiting.start(0)
        return super().eventFilter(watched, event)

    def _on_changed(self) -> None:
        if self._application.font() == self._worn or not self._window.styleSheet():
            return
        icons.forget_sizes()
        self.dress()
        fonts.write_all_fixed(self._window)
        icons.tint_all(self._window, colours_of(self._application.palette()))
        for widget in (self._window, *self._window.findChildren(QWidget)):
            if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Created):  # it was in sight once
                _arrange(widget)


def _arrange(widget: QWidget) -> None:
    """Whatever is arranged by its size is arranged by its letters too."""
    if (layout := widget.layout()) is not None:
        layout.invalidate()
    QApplication.sendEvent(widget, QResizeEvent(widget.size(), widget.size()))


class _Following(QObject):
    """Fits its widget to every change of its letters."""

    def __init__(self, widget: W, fit: Callable[[W], object]) -> None:
        super().__init__(widget)
        self._widget, self._fit = widget, fit
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Other letters, by the system or the style sheet."""
        if event.type() == QEvent.Type.FontChange:
            self._fit(self._widget)
        return super().eventFilter(watched, event)


def follow_letters(widget: W, fit: Callable[[W], object]) -> None:
    """Give a widget a size that its letters ask for: now, and whenever they change."""
    fit(widget)
    _Following(widget, fit)


def keep_width(widget: QWidget, pixels: int) -> None:
    """Give a widget a width of so many pixels of usual letters."""
    follow_letters(widget, lambda one: one.setFixedWidth(metrics.grown(pixels, one.font())))


def limit_width(widget: QWidget, pixels: int) -> None:
    """Let a widget be no wider than so many pixels of usual letters."""
    follow_letters(widget, lambda one: one.setMaximumWidth(metrics.grown(pixels, one.font())))


def set_row_height(table: QTableView) -> None:
    """Rows as high as the letters in them ask for."""
    high, vertical = metrics.row_height(table.font()), table.verticalHeader()
    vertical.setMinimumSectionSize(high)
    vertical.setDefaultSectionSize(high)

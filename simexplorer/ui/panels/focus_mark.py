"""A frame around what has the keyboard, where the widget itself shows nothing of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme.colours import colours_of

SHOWS_FOCUS = "showsFocus"  # property of a widget that marks by itself where the keyboard is
CLICKED = "focusByClick"  # property of the window while the keyboard follows a click, whose button may be up again
_BY_SHEET = (QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QPushButton, QRadioButton, QTabBar, QToolButton)
_WIDTH = 2  # pixels


class FocusFrame(QWidget):
    """Lies over a widget, as large as that is, and leaves the mouse to it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("focusFrame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(over.rect())
        over.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go along with another size."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Four bars along the edges."""
        painter, tint, area = QPainter(self), QColor(colours_of(self.palette()).accent), self.rect()
        painter.fillRect(0, 0, area.width(), _WIDTH, tint)
        painter.fillRect(0, area.height() - _WIDTH, area.width(), _WIDTH, tint)
        painter.fillRect(0, 0, _WIDTH, area.height(), tint)
        painter.fillRect(area.width() - _WIDTH, 0, _WIDTH, area.height(), tint)
        painter.end()


class FocusMark(QObject):
    """Follows the keyboard through a window and its dialogs; whoever clicks, or opens one, gets no frame before Tab."""

    def __init__(self, application: QApplication, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._frame: FocusFrame | None = None
        application.focusChanged.connect(self._on_changed)

    def _on_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self._window):  # it goes, and takes with it what the keyboard was in
            return
        clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton or self._window.property(CLICKED)
        clicked = clicked or (self._frame is None and _goes_in(before, now))  # from a page that was clicked to its rows
        clicked = clicked or _comes_with_window(before, now)
        if self._frame is not None and isValid(self._frame):
            self._frame.hide()
            self._frame.deleteLater()
        self._frame = None
        if now is None or clicked or now.isWindow() or isinstance(now, _BY_SHEET) or now.property(SHOWS_FOCUS):
            return
        if self._belongs(now.window()):
            self._frame = FocusFrame(now)

    def _belongs(self, window: QWidget | None) -> bool:
        while window is not None and window is not self._window:
            window = window.parentWidget()
        return window is not None


def _goes_in(before: QWidget | None, now: QWidget | None) -> bool:
    """Whether the keyboard goes from a part of a window to what lies in that."""
    if before is None or now is None or not isValid(before):
        return False
    return not before.isWindow() and before.isAncestorOf(now)


def _comes_with_window(before: QWidget | None, now: QWidget | None) -> bool:
    """Whether the keyboard comes with a window that opens or is come back to, and nobody has gone on by Tab in it."""
    if now is None or now.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
        return False
    return before is None or not isValid(before) or before.window() is not now.window()

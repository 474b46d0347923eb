"""Buttons that Enter presses where they have the focus, as Space does; Qt alone does so on some desktops only."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterPushButton(QPushButton):
    """A button with a text."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a press; all else is as ever."""
        if not _pressed(self, event):
            super().keyPressEvent(event)


class EnterToolButton(QToolButton):
    """A button of a bar."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a press; all else is as ever."""
        if not _pressed(self, event):
            super().keyPressEvent(event)


def _pressed(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Whether it was Enter, which has pressed the button; held down it presses only once."""
    if event.key() not in _ENTER:
        return False
    if not event.isAutoRepeat():
        button.click()
    return True

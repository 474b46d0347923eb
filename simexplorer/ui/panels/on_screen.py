"""A window no larger than the screen that it opens on: its buttons and its foot stay within reach."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from simexplorer.ui.theme import metrics

FRAME = QSize(12, 40)  # pixels that the frame around a window may take; nobody knows before it is shown


def room_for(available: QSize) -> QSize:
    """The largest window that leaves its frame on a screen with so much room."""
    return (available - FRAME).expandedTo(QSize(1, 1))


def give_size(window: QWidget, width: int, height: int) -> None:
    """So many pixels for letters of the usual size; more where these are larger."""
    window.resize(metrics.taller(width, window.font()), metrics.taller(height, window.font()))


def keep_on_screen(window: QWidget) -> None:
    """Make a window that is about to be shown, and its least size, no larger than its screen has room for."""
    room = room_for(window.screen().availableGeometry().size())
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    window.resize(window.size().boundedTo(room))

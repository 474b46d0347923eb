"""A window over which files and folders may be let go, and that says what would come of it while they are dragged."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from simexplorer.ui.panels.drop_frame import DropFrame
from simexplorer.ui.panels.drops import take_copy


class TakesDrops(Protocol):
    """Who opens what is let go."""

    def words_of_drop(self, data: QMimeData) -> str:
        """What letting go would do; nothing where it is not taken."""

    def take_drop(self, data: QMimeData) -> bool:
        """Open it, if it is taken."""


class DropWindow(QMainWindow):
    """The base of the window of the program."""

    opening: TakesDrops

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.drop_frame = DropFrame(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what can be opened."""
        self.drop_frame.offer(event, self.opening.words_of_drop(event.mimeData()))

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """It is dragged elsewhere, or was given up."""
        self.drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        self.drop_frame.hide()
        if self.opening.take_drop(event.mimeData()):
            take_copy(event)

"""Drops are taken as copies: whoever hands a file over for moving may delete it once the drop is accepted as a move."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def take_copy(event: QDropEvent) -> None:
    """Accept what is dragged over a widget or let go there, whatever action was proposed, as nothing but a copy."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()

"""Drops are taken as copies: whoever hands a file over for moving may delete it once the drop is accepted as a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QWidget

TAKES = "takesDrops"  # property of a widget that takes what is let go over it


def take_drops(*widgets: QWidget) -> None:
    """Have what is let go over these be for them."""
    for widget in widgets:
        widget.setProperty(TAKES, True)
        widget.setAcceptDrops(True)


def leave_drops(all_of: Callable[[type[QWidget]], Sequence[QWidget]]) -> None:
    """Have what is let go over any other field be for the window: none takes the path of a folder for text."""
    for kind in (QLineEdit, QAbstractScrollArea):
        for widget in all_of(kind):
            if not widget.property(TAKES):
                widget.setAcceptDrops(False)


def holds_files(data: QMimeData) -> bool:
    """Whether there are files in it: a link to a page is a text like others."""
    return any(url.isLocalFile() for url in data.urls())


def take_copy(event: QDropEvent) -> None:
    """Accept what is dragged over a widget or let go there, whatever action was proposed, as nothing but a copy."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()

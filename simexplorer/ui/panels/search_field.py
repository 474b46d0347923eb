"""A field of words to look for, which Escape empties."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class SearchField(QLineEdit):
    """Escape is the field's own, also where nothing is to be emptied: whoever listens leads the focus elsewhere."""

    escaped = Signal()

    def event(self, event: QEvent) -> bool:
        """Take Escape before a shortcut of the window does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        if _is_escape(event):
            self.clear()
            self.escaped.emit()
            return
        super().keyPressEvent(event)


def _is_escape(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape

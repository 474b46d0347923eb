"""A field of words to look for, which Escape empties."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class SearchField(QLineEdit):
    """Escape is the field's own while there is something to empty; otherwise it does what it does in the window.

    always : it is the field's own in any case, for whoever leads the focus elsewhere when it was ``escaped``
    """

    escaped = Signal()

    def __init__(self, *, always: bool = False) -> None:
        super().__init__()
        self._always = always

    def event(self, event: QEvent) -> bool:
        """Take Escape before a shortcut of the window does."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        if self._takes(event):
            self.clear()
            self.escaped.emit()
            return
        super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and (self._always or bool(self.text()))

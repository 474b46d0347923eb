"""Letters and digits choose an entry where entries are looked up by them, before a shortcut of the window has them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget

from simexplorer.ui.panels.table_view import TableView

_PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class TypeAhead(QObject):
    """Follows the keyboard to drop-downs, trees and tables of figures.

    Rows of documents and pairs leave these keys to the window: there they decide. Fields take what is typed anyway.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_changed)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep a letter or digit from the shortcuts."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not event.text().isalnum() or event.modifiers() & ~_PLAIN:
            return False
        event.accept()
        return True

    def _on_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if isinstance(now, QComboBox | QAbstractItemView) and not isinstance(now, TableView):
            now.installEventFilter(self)

"""Ctrl+C copies from where the keyboard is, before the window copies the rows of the view in front."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from simexplorer.ui.panels.passage_view import PassageView
from simexplorer.ui.panels.table_view import TableView

_KEYS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)


class CopyKey(QObject):
    """Follows the keyboard to texts, lists and trees, in dialogs too; fields look after the key themselves."""

    rows_wanted = Signal(object)  # TableView: the selected rows of this list; all others copy by themselves

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the key from the shortcuts; a list has its rows copied."""
        if event.type() not in _KEYS or not isinstance(event, QKeyEvent):
            return False
        if not event.matches(QKeySequence.StandardKey.Copy):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(watched, TableView):
            self.rows_wanted.emit(watched)
            return True
        return False

    def _on_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if isinstance(now, QAbstractItemView | PassageView):
            now.installEventFilter(self)

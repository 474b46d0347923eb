"""A window that asks for one document of the collection: words of its path, a list, Return."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from simexplorer.ui.models.documents_table import DocumentsTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.theme import metrics, numbers


class DocumentChooser(QDialog):
    """Emits the row that was chosen, and the words whenever they change."""

    words_changed = Signal(str)
    document_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "documentChooser", "Choose a document to compare with")
        self.setWindowTitle("Compare with")
        self.setModal(True)
        self.setMinimumSize(420, 320)  # of its own, so that its layout never asks the system for another
        give_size(self, 680, 460)
        self._awaited = self._at_once = False  # what the words find; to be chosen from as soon as it is there
        self._question = ElidedLabel("heading", Qt.TextElideMode.ElideMiddle)
        self.words = named(QLineEdit(), "chooserFilter", "Words of the path")
        self.words.setPlaceholderText("Words of its path")
        self.words.setClearButtonEnabled(True)
        self.model = DocumentsTable()
        self.view = painted_list(self.model, "chooserView", "Documents of the collection")
        self.found = label(role="muted")
        self.choose = push_button("Compare", "chooserButton", "Compare with the selected document", primary=True)
        self.choose.setDefault(True)
        self.leave = push_button("Cancel", "leaveChooserButton", "Leave everything as it is")
        row = QHBoxLayout()
        row.addWidget(self.found, 1)
        row.addWidget(self.leave)
        row.addWidget(self.choose)
        column = metrics.spaced(
            QVBoxLayout(self), metrics.GAP, (metrics.GROUP, metrics.GROUP, metrics.GROUP, metrics.GROUP)
        )
        for widget in (self._question, self.words, self.view):
            column.addWidget(widget)
        column.addLayout(row)
        self.words.textChanged.connect(self._on_words)
        self.words.installEventFilter(self)
        self.choose.clicked.connect(lambda: self._take(self.model.entry(self.view.currentIndex().row())))
        self.leave.clicked.connect(self.reject)
        self.view.opened.connect(self._take)

    def ask(self, name: str) -> None:
        """Show the window; ``name`` is the document that the chosen one is compared with."""
        self._question.say(f"Compare {name} with …")
        self.words.setFocus()
        keep_on_screen(self)
        self.open()

    def show_found(self) -> None:
        """Say how many documents there are now, with the row that Return takes selected, or taken if it was pressed."""
        count = self.model.rowCount()
        self._awaited = False
        self.found.setText(numbers.counted(count, "document"))
        if not self.view.currentIndex().isValid():
            self.view.select_row(0)
        self.choose.setEnabled(count > 0)
        at_once, self._at_once = self._at_once, False
        if at_once and self.isVisible():
            self.choose.click()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move through the list while words are typed; Return waits for what they find."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            if event.key() in steps:
                self.view.move_by(steps[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._awaited:
                self._at_once = True
                return True
        return super().eventFilter(watched, event)

    def _on_words(self, words: str) -> None:
        self.choose.setEnabled(False)  # until it is known what they find
        self._awaited, self._at_once = True, False
        self.words_changed.emit(words)

    def _take(self, entry: int) -> None:
        self.accept()
        self.document_chosen.emit(entry)

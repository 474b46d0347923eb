"""A note on a document, a pair or a group."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.panels.naming import named


class NoteDialog(SideWindow):
    """One text; saved by the button or Ctrl+Enter, an empty one takes the note away."""

    saved = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Note", "noteDialog", (440, 240), parent)
        self.text = named(QPlainTextEdit(), "noteText", "Note")
        self.text.setProperty("framed", True)
        self.text.setPlaceholderText("What you want to remember. An empty note is taken away.")
        self.text.setTabChangesFocus(True)
        self._given = ""
        self.body.addWidget(self.text, 1)
        self.cancel = self.add_button("Cancel", "cancelNoteButton")
        self.save = self.add_button("Save note", "saveNoteButton", primary=True)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._on_save)
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self._on_save)

    @property
    def is_unsaved(self) -> bool:
        """Whether it is open with other words than it was opened on."""
        return self.isVisible() and self.text.toPlainText() != self._given

    def ask(self, about: str, text: str) -> None:
        """Open it on the present note of something."""
        self.intro.setText(about)
        self._given = text
        self.text.setPlainText(text)
        self.text.selectAll()
        self.open_beside()
        self.text.setFocus()

    def _on_save(self) -> None:
        self.saved.emit(self.text.toPlainText().strip())
        self.accept()

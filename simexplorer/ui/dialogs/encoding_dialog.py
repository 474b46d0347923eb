"""Another encoding for some files or for all: what the text looks like in it stands below before anything is read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.encoding_names import ENCODING_NAMES
from simexplorer.ui.panels.naming import caption_of, label, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.theme import fonts, metrics, numbers

_MOST_CHARACTERS = 4000
_LONGEST_LINE = 500


class EncodingDialog(QDialog):
    """Asks for an encoding and whom it is for; the first of the files is shown in it."""

    looked_at = Signal(str)  # codec whose look is wanted, "" finds it out
    chosen = Signal(str, bool)  # codec, and whether it is for all text files

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "encodingDialog", "Read in another encoding")
        self.setWindowTitle("Read in another encoding")
        give_size(self, 640, 520)
        self.file = ElidedLabel("heading")
        self.present = label("", "muted", wrap=True)
        self.encoding = named(ChoiceField(), "encodingCombo", "Encoding", "How the bytes of the file become letters.")
        self.encoding.fill(ENCODING_NAMES.items())
        self.encoding.setMaxVisibleItems(24)
        self.these = named(QRadioButton(), "theseFilesRadio", "Use it for these files")
        self.all = named(
            QRadioButton("All text files but those that were given one of their own"), "allFilesRadio", "Use it for all"
        )
        self._whom = QButtonGroup(self)
        for button in (self.these, self.all):
            self._whom.addButton(button)
        self.text = named(QPlainTextEdit(), "encodingPreview", "Beginning of the file in this encoding")
        self.text.setReadOnly(True)
        fonts.write_fixed(self.text)
        self.text.setProperty("role", "card")
        self.note = label("", "muted", wrap=True)
        self.read = push_button("Read again", "readAgainButton", "Read in this encoding", "refresh-cw", primary=True)
        self.leave = push_button("Cancel", "leaveEncodingButton", "Leave everything as it is")
        self.read.setDefault(True)
        self._lay_out()
        self.encoding.currentIndexChanged.connect(self._on_encoding)
        self.read.clicked.connect(self._on_read)
        self.leave.clicked.connect(self.reject)

    def ask(self, name: str, files: int, present: str, encoding: str) -> None:
        """Open for ``files`` files of which the first is called ``name``; ``present`` says how it is read now."""
        self.file.say(name)
        self.present.setText(present)
        self.these.setText("This file only" if files == 1 else f"These {numbers.count(files)} files")
        self.these.setChecked(True)
        self.encoding.set_value(encoding)
        self.text.clear()
        self.note.setText("Reading …")
        keep_on_screen(self)
        self.open()
        self.encoding.setFocus(Qt.FocusReason.PopupFocusReason)
        self.looked_at.emit(self.encoding.value())

    def show_text(self, text: str, note: str) -> None:
        """What the file looks like; ``note`` says what is to be known of it."""
        lines = (line[:_LONGEST_LINE] for line in text[:_MOST_CHARACTERS].splitlines())
        self.text.setPlainText("\n".join(lines))
        self.note.setText(note)

    def _on_encoding(self) -> None:
        if self.isVisible():
            self.looked_at.emit(self.encoding.value())

    def _on_read(self) -> None:
        self.chosen.emit(self.encoding.value(), self.all.isChecked())
        self.accept()

    def _lay_out(self) -> None:
        whom = metrics.spaced(QVBoxLayout(), metrics.HAIR)
        whom.addWidget(self.these)
        whom.addWidget(self.all)
        form = QFormLayout()
        form.setHorizontalSpacing(metrics.GAP * 2)
        form.setVerticalSpacing(metrics.GAP)
        form.addRow(caption_of(self.encoding, "Encoding"), self.encoding)
        form.addRow(label("For"), whom)
        buttons = metrics.spaced(QHBoxLayout(), metrics.GAP)
        buttons.addWidget(self.note, 1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.read)
        whole = metrics.spaced(QVBoxLayout(self), metrics.GAP, (16, 16, 16, 16))
        whole.addWidget(self.file)
        whole.addWidget(self.present)
        whole.addSpacing(metrics.HAIR)
        whole.addLayout(form)
        whole.addSpacing(metrics.HAIR)
        whole.addWidget(self.text, 1)
        whole.addLayout(buttons)

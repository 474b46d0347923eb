"""When the program itself is at fault: what happened, ready to be copied, and the window stays open."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.theme import fonts, metrics


class CrashDialog(QDialog):
    """Shows a traceback; further ones are added below the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crashDialog")
        self.setWindowTitle("Similarity Explorer: an error in the program")
        self.setModal(False)
        give_size(self, 720, 440)
        self.text = named(QPlainTextEdit(), "crashText", "What happened")
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(2000)
        fonts.write_fixed(self.text)
        copy = push_button("Copy", "copyCrashButton", "Copy what happened", "copy")
        close = push_button("Close", "closeCrashButton", "Close and go on")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(copy)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setSpacing(metrics.GAP)
        column.addWidget(label("Something went wrong inside the program", "heading"))
        column.addWidget(
            label(
                "Your files are untouched and what was found is still there. Please send this text along.",
                "muted",
                wrap=True,
            )
        )
        column.addWidget(self.text, 1)
        column.addLayout(row)

    def report(self, traceback: str) -> None:
        """Add a traceback and show the window, once what is being painted is painted."""
        self.text.appendPlainText(traceback)
        QTimer.singleShot(0, self, self._show)

    def _show(self) -> None:
        keep_on_screen(self)
        self.show()

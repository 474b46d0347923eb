"""The window is to be closed while a report is being written: asked once, answered by itself when it is written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class ClosingBox(QMessageBox):
    """``accept`` lets the window close, and so does the button that stops the writing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QMessageBox.Icon.Information, "Close the window", "", parent=parent)
        self.setObjectName("closingDialog")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText("A report is still being written.\nThe window closes by itself when that is done.")
        self.addButton("Stop it and close", QMessageBox.ButtonRole.DestructiveRole)
        self.keep = self.addButton("Keep the window open", QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.keep)
        self.setEscapeButton(self.keep)

    def ask(self) -> bool:
        """Whether the window may close."""
        self.exec()
        closes = self.clickedButton() is not self.keep
        self.deleteLater()
        return closes

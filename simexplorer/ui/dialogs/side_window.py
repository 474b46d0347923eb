"""A window beside the work: not modal, closed by Escape, buttons at its foot."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from simexplorer.ui.panels.naming import label, push_button
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.theme import metrics


class SideWindow(QDialog):
    """Title line, a sentence, whatever the subclass adds to ``body``, and a row of buttons."""

    def __init__(self, title: str, name: str, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setModal(False)
        self.setWindowFlag(Qt.WindowType.WindowContextHelpButtonHint, False)
        give_size(self, *size)
        self.intro = label(role="muted", wrap=True)
        self.body = metrics.spaced(QVBoxLayout(), metrics.GAP)
        self.buttons = metrics.spaced(QHBoxLayout(), metrics.GAP)
        self.buttons.addStretch(1)
        whole = metrics.spaced(QVBoxLayout(self), 12, (metrics.GROUP, metrics.GROUP, metrics.GROUP, metrics.GROUP))
        whole.addWidget(self.intro)
        whole.addLayout(self.body, 1)
        whole.addLayout(self.buttons)

    def add_button(self, text: str, name: str, primary: bool = False, icon: str = "") -> QPushButton:
        """One more button at the foot; Enter presses the primary one, unless a subclass says otherwise."""
        button = push_button(text, name, text, icon, primary)
        button.setAutoDefault(False)
        button.setDefault(primary)
        self.buttons.addWidget(button)
        return button

    def open_beside(self) -> None:
        """Show it in front."""
        keep_on_screen(self)
        self.show()
        self.raise_()
        self.activateWindow()

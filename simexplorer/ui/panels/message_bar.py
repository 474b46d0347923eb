"""A sentence across the top of the views when something did not work; it waits until it is read.

A refusal waits only until the person goes on.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from simexplorer.ui.panels.naming import label, named, tool_button
from simexplorer.ui.theme import icons, metrics
from simexplorer.ui.theme.colours import colours_of


class MessageBar(QWidget):
    """Says one thing; the newest replaces the one before. Who said it takes it back where it is settled."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "messageBar", "Message")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._picture = QLabel()
        self._text = label(wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setObjectName("messageLabel")
        self.copy = tool_button("Copy", "copyMessageButton", "Copy this message", "copy", only_icon=True)
        self.dismiss = tool_button("Close", "closeMessageButton", "Close this message", "x", only_icon=True)
        row = metrics.spaced(QHBoxLayout(self), metrics.GAP, (12, 4, 8, 4))
        row.addWidget(self._picture)
        row.addWidget(self._text, 1)
        row.addWidget(self.copy)
        row.addWidget(self.dismiss)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._text.text()))
        self.dismiss.clicked.connect(self.hide)
        self._passing = False
        self._owner: object = None
        self.hide()

    def say(self, text: str, owner: object = None) -> None:
        """Show a sentence; with an ``owner`` it can be withdrawn."""
        self._passing, self._owner = False, owner
        self._text.setText(text)
        self._draw()
        self.show()

    def refuse(self, text: str, owner: object = None) -> None:
        """Say why something cannot be done; it goes when the person goes on to something else."""
        self.say(text, owner)
        self._passing = True

    def go_on(self) -> None:
        """The person turns to something else."""
        if self._passing:
            self.hide()

    def withdraw(self, owner: object) -> None:
        """Take back what this owner said, if it still stands there."""
        if self._owner == owner:
            self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_picture"):
            self._draw()

    def _draw(self) -> None:
        tint = colours_of(self.palette()).warning
        picture = icons.picture("triangle-alert", tint, metrics.ICON, self.devicePixelRatioF())
        if picture is not None:
            self._picture.setPixmap(picture)

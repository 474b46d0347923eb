"""The way from a number to the page of the lab that shows how it comes about; who opens the page finds the button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import icons


class ExplainButton(QToolButton):
    """``topic`` is the name of the page."""

    def __init__(self, topic: str, about: str) -> None:
        super().__init__()
        self.topic = topic
        named(self, f"explain_{topic}", f"{about}: show how this is computed", f"{about}: show how this is computed")
        self.setText("How?")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setProperty("quiet", True)
        icons.dress(self, "graduation-cap")

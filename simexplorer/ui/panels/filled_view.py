"""The base of views that say in words what will stand in them, until it does."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from simexplorer.ui.panels.empty_state import EmptyState
from simexplorer.ui.panels.filled_stack import FilledStack


class FilledView(QWidget):
    """Begins with the words of ``empty``; subclasses lay out what it shows later by ``fill``."""

    def __init__(self, icon: str) -> None:
        super().__init__()
        self.empty = EmptyState(icon)

    def fill(self, filled: QWidget, *, first: QWidget | None = None, above: QWidget | None = None) -> QVBoxLayout:
        """What it shows, where the keyboard goes in it, and what stands above it and the words: their column."""
        self._filled = FilledStack(self.empty, filled, first)
        return self._filled.lay_into(self, above)

    def show_filled(self, filled: bool) -> None:
        """What it shows, or the words in its place."""
        self._filled.show_filled(filled)

    @property
    def is_filled(self) -> bool:
        """Whether what it shows is in front."""
        return self._filled.is_filled

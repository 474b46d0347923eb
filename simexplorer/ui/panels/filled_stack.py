"""What a view shows, or the words in its place while there is nothing to show."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget


class FilledStack(QStackedWidget):
    """Begins with the words."""

    def __init__(self, empty: QWidget, filled: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.addWidget(empty)
        self.addWidget(filled)

    def hasHeightForWidth(self) -> bool:
        """Whatever stands above keeps its height, however many lines the words wrap into."""
        return False

    @property
    def is_filled(self) -> bool:
        """Whether the view itself is in front."""
        return self.currentIndex() == 1

    def show_filled(self, filled: bool) -> None:
        """The view itself, or the words in its place."""
        self.setCurrentIndex(1 if filled else 0)

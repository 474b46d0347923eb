"""A title that stands in one line where there is room for it, and takes more lines only where nothing else helps."""

from __future__ import annotations

from PySide6.QtCore import QSize

from simexplorer.ui.panels.naming import furnished
from simexplorer.ui.panels.told_label import ToldLabel


class WrappingTitle(ToldLabel):
    """As wide as all of its words in one line would be, if it may; as narrow as its longest word, if it must."""

    def __init__(self, text: str, role: str) -> None:
        super().__init__()
        furnished(self, text, role, wrap=True)

    @property
    def need(self) -> int:
        """Pixels of width below which it takes another line."""
        return self.fontMetrics().horizontalAdvance(self.text()) + 1

    def sizeHint(self) -> QSize:
        """All words in one line; a label that wraps would like to be about half as wide."""
        return QSize(self.need, self.fontMetrics().height())

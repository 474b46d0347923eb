"""The words of a page with its formula beside them, or below where the page is narrow."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from simexplorer.ui.lab.folding_row import FoldingRow
from simexplorer.ui.theme import metrics

_LEAST_WORDS = 300  # pixels, more where letters are larger
_MOST_WORDS = 720


class WordsBeside(QWidget):
    """A label that wraps and one more widget; as narrow as the wider of the two."""

    def __init__(self, words: QLabel, beside: QWidget) -> None:
        super().__init__()
        self._words, self._beside = words, beside
        words.setMinimumWidth(metrics.taller(_LEAST_WORDS, words.font()))
        words.setMaximumWidth(metrics.taller(_MOST_WORDS, words.font()))
        row = FoldingRow(self, metrics.GROUP)
        row.add_figure(words, 1)
        row.add_figure(beside, whole=True)

    @property
    def stacked(self) -> bool:
        """Whether the one stands below the other."""
        return self._beside.y() >= self._words.geometry().bottom()

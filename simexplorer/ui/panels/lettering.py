"""What a list writes in one font, measured and set once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QStaticText, QTextOption

from simexplorer.ui.panels.path_and_words import PathAndWords, least_beside, path_and_words
from simexplorer.ui.theme import metrics

_FIGURES = 44  # width kept for the number beside a bar
_KEPT = 512  # paths or numbers: some screens of them


class Lettering:
    """What is written in one font, first words in a thin one: what stays or comes again is measured and set once.

    A list is painted anew at every step of a drag, with mostly the same paths and numbers, and to measure a path takes
    as long as all else in its row.
    """

    def __init__(self, font: QFont) -> None:
        self.font, self.thin = QFont(font), QFont(font)
        self.thin.setWeight(QFont.Weight.Normal)
        self.measured, self.figures = QFontMetrics(self.font), metrics.grown(_FIGURES, self.font)
        self.sign = metrics.taller(metrics.SIGN, self.font)  # the side of a picture beside a word
        self._width = lru_cache(_KEPT)(self._advance)
        self._fitted = lru_cache(_KEPT)(self._fit)
        self.line = lru_cache(_KEPT)(self._line)
        self.elided = lru_cache(_KEPT)(self._elide)

    def fitted(self, path: str, words: str, room: int, told_from: Callable[[], str]) -> PathAndWords:
        """What of both is written in so many pixels; ``told_from`` gives the path beside it, asked if it matters."""
        cut = self._width(path) > room - (least_beside(path, room) if words else 0)
        return self._fitted(path, words, told_from() if cut else "", room)

    def _advance(self, path: str) -> int:
        """A method of ours: to ask one of Qt for its name, as a cache does, loads 50 MB of signatures."""
        return self.measured.horizontalAdvance(path)

    def _line(self, text: str, is_path: bool = False) -> tuple[QStaticText, float, float]:
        """A text set in one line, its width and its height; a path reads from the left whatever its letters."""
        line = QStaticText(text)
        line.setTextFormat(Qt.TextFormat.PlainText)
        if is_path:
            option = QTextOption()
            option.setTextDirection(Qt.LayoutDirection.LeftToRight)
            line.setTextOption(option)
        line.prepare(font=self.font)
        size = line.size()
        return line, size.width(), size.height()

    def _elide(self, text: str, room: int) -> str:
        """What of a text has so many pixels; the end goes."""
        return self.measured.elidedText(text, Qt.TextElideMode.ElideRight, room)

    def _fit(self, path: str, words: str, other: str, room: int) -> PathAndWords:
        return path_and_words(path, words, other, self.measured, room, QFontMetrics(self.thin))

"""A document's path and its first words in one line: how they share the room there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QStaticText

from simexplorer.ui.panels.elided_path import elided_path

_GAP = 8  # pixels between the two
_LEAST_WORDS = 56  # pixels: where fewer words have room, the path gives way
_STUB = 40  # pixels: fewer words tell nothing and are not begun
_LEAST_BESIDE = _GAP + _LEAST_WORDS  # what a path must leave to stay whole
_SHARE = 0.5  # of the room that words may have where both do not fit
_KEPT = 512  # paths or numbers: some screens of them


class PathAndWords(Struct, frozen=True):
    """What is written, each as it fits, and how far from the left the words begin."""

    path: str
    words: str = ""
    words_at: int = 0


def path_and_words(
    path: str, words: str, other: str, measured: QFontMetrics, room: int, words_measured: QFontMetrics | None = None
) -> PathAndWords:
    """The path whole and of the words what fits; where too few would, the path gives way, up to half of the room.

    The front of the path goes, but never what tells it from the path ``other`` beside it, nor the number at its end.
    ``words_measured`` : the words' own font, where it is another than the path's.
    """
    if not words:
        return PathAndWords(elided_path(path, other, measured, room))
    thin = words_measured or measured
    wanted = thin.horizontalAdvance(words)
    left = room - _GAP - measured.horizontalAdvance(path)
    shorter = path
    if left < min(wanted, _LEAST_WORDS):
        shorter = _shorter(path, other, measured, room, room - _GAP - min(wanted, int(room * _SHARE)))
        left = room - _GAP - measured.horizontalAdvance(shorter)
    if left < min(wanted, _STUB):
        return PathAndWords(elided_path(path, other, measured, room))
    return PathAndWords(shorter, thin.elidedText(words, Qt.TextElideMode.ElideRight, left), room - left)


def _shorter(path: str, other: str, measured: QFontMetrics, room: int, wanted: int) -> str:
    """The path in the wanted room, or in all of it where it would look like the other one or lose its number."""
    number = path[path.rfind("!") :] if "!" in path else ""
    wanted = max(wanted, measured.horizontalAdvance("…" + number))
    shown = elided_path(path, other, measured, wanted)
    alike = other != path and shown == elided_path(other, path, measured, wanted)
    return shown if shown.endswith(number) and not alike else elided_path(path, other, measured, room)


class Lettering:
    """What is written in one font, first words in a thin one: what stays or comes again is measured and set once.

    A list is painted anew at every step of a drag, with mostly the same paths and numbers, and to measure a path takes
    as long as all else in its row.
    """

    def __init__(self, font: QFont) -> None:
        self.font, self.thin = QFont(font), QFont(font)
        self.thin.setWeight(QFont.Weight.Normal)
        self.measured = QFontMetrics(self.font)
        self._width = lru_cache(_KEPT)(self._advance)
        self._fitted = lru_cache(_KEPT)(self._fit)
        self.line = lru_cache(_KEPT)(self._line)

    def fitted(self, path: str, words: str, room: int, told_from: Callable[[], str]) -> PathAndWords:
        """What of both is written in so many pixels; ``told_from`` gives the path beside it, asked if it matters."""
        cut = self._width(path) > room - (_LEAST_BESIDE if words else 0)
        return self._fitted(path, words, told_from() if cut else "", room)

    def _advance(self, path: str) -> int:
        """A method of ours: to ask one of Qt for its name, as a cache does, loads 50 MB of signatures."""
        return self.measured.horizontalAdvance(path)

    def _line(self, text: str) -> QStaticText:
        """A text set in one line."""
        line = QStaticText(text)
        line.setTextFormat(Qt.TextFormat.PlainText)
        line.prepare(font=self.font)
        return line

    def _fit(self, path: str, words: str, other: str, room: int) -> PathAndWords:
        return path_and_words(path, words, other, self.measured, room, QFontMetrics(self.thin))

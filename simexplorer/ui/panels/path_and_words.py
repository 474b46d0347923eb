"""A document's path and its first words in one line: how they share the room there is."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from simexplorer.ui.panels.elided_path import elided_path

_GAP = 8  # pixels between the two
_LEAST_WORDS = 56  # pixels: where fewer words have room, the path gives way
_STUB = 40  # pixels: fewer words tell nothing and are not begun
_SHARE = 0.5  # of the room that words may have where both do not fit
_LETTERS = 12  # of a path that words leave it: fewer name no file


class PathAndWords(Struct, frozen=True):
    """What is written, each as it fits, and how far from the left the words begin."""

    path: str
    words: str = ""
    words_at: int = 0


def path_and_words(
    path: str, words: str, other: str, measured: QFontMetrics, room: int, words_measured: QFontMetrics | None = None
) -> PathAndWords:
    """The path whole and of the words what fits; where too few would, the path gives way, up to half of the room.

    It keeps _LETTERS. Its front goes, but never what tells it from the path ``other`` beside it, nor the number at its
    end. Of two rows of one table, or messages of one mailbox, it gives way sooner: their front is the same.
    ``words_measured`` : the words' own font, where it is another than the path's.
    """
    if not words:
        return PathAndWords(elided_path(path, other, measured, room))
    thin = words_measured or measured
    wanted = thin.horizontalAdvance(words)
    whole = measured.horizontalAdvance(path)
    left = room - _GAP - whole
    shorter = path
    if left < min(wanted, least_beside(path, room, other) - _GAP):
        kept = min(whole, _LETTERS * measured.averageCharWidth())
        given = room - _GAP - min(wanted, int(room * _SHARE))
        shorter = _shorter(path, other, measured, room, max(given, kept))
        left = room - _GAP - measured.horizontalAdvance(shorter)
    if left < min(wanted, _STUB):
        return PathAndWords(elided_path(path, other, measured, room))
    return PathAndWords(shorter, thin.elidedText(words, Qt.TextElideMode.ElideRight, left), room - left)


def least_beside(path: str, room: int, other: str | None = None) -> int:
    """Pixels that a path must leave to words to stay whole; at most so many where the ``other`` path is not known."""
    holder = path[: path.rfind("!") + 1]
    sooner = bool(holder) and (other is None or other.startswith(holder))
    return _GAP + max(_LEAST_WORDS, int(room * _SHARE) if sooner else 0)


def _shorter(path: str, other: str, measured: QFontMetrics, room: int, wanted: int) -> str:
    """The path in the wanted room, or in all of it where it would look like the other one or lose its number."""
    number = path[path.rfind("!") :] if "!" in path else ""
    wanted = max(wanted, measured.horizontalAdvance("…" + number))
    shown = elided_path(path, other, measured, wanted)
    alike = other != path and shown == elided_path(other, path, measured, wanted)
    return shown if shown.endswith(number) and not alike else elided_path(path, other, measured, room)

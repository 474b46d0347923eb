"""Names short enough for a plot: the end of each path, as much of it as tells it from the others."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF

# a path reads from the left whatever its letters, as in lists: a picture has no direction of its own
ALIGNED = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextForceLeftToRight)
_BOTH_ENDS = "0" * 12  # where less has room, two ends are too short to be read
_FEW_WORDS = "0" * 6  # where they have less room, first words are not begun
_LEFT_OUT = "…"
_BESIDE = "\u2003"  # between a name and the first words of its document
_DEEPEST = 64  # folders: of paths that are alike for longer the names are


def short_names(paths: Sequence[str]) -> list[str]:
    """The file name of each path; where several are called the same, with as many folders as keep them apart."""
    parts = [unicodedata.normalize("NFC", path).split("/") for path in paths]  # looks alike: accents apart or not
    depth = [1] * len(parts)
    names = [_end(part, 1) for part in parts]
    for deeper in range(2, min(max(map(len, parts), default=0), _DEEPEST) + 1):
        often = Counter(names)
        alike = [place for place, name in enumerate(names) if often[name] > 1]
        if not alike:
            break
        for place in alike:
            depth[place] = deeper
            names[place] = _end(parts[place], deeper)
    return names


def names_with_words(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Each name and the first words of its document, where there are any; a file that holds all of them goes."""
    holders = {name.rpartition("!")[0] for name in names}
    front = "".join(holders) if len(holders) == 1 else ""
    return [
        f"{_LEFT_OUT + name.removeprefix(front) if front else name}{_BESIDE}{beside}" if beside else name
        for name, beside in zip(names, words, strict=True)
    ]


def width_of_names(names: Sequence[str], measured: QFontMetrics | QFontMetricsF, most: float) -> int:
    """Pixels for the longest of these, no more than ``most``."""
    return math.ceil(min(most, max(map(measured.horizontalAdvance, names), default=0.0)))


def fitting_names(names: Sequence[str], measured: QFontMetrics | QFontMetricsF, room: float) -> list[str]:
    """What fits of each; where that is the same of several, with the end of the folder, or else the front of all."""
    shown = {name: fitting_name(name, measured, room) for name in names}
    for front in (False, True):
        often = Counter(shown.values())
        for name in [name for name, text in shown.items() if often[text] > 1]:
            ended = fitting_name(name, measured, room, Qt.TextElideMode.ElideLeft)
            if front or not ended.endswith(name.rpartition("/")[2]):
                ended = _cut(name, Qt.TextElideMode.ElideRight, measured, room)
            shown[name] = ended
    return [shown[name] for name in names]


def fitting_name(
    name: str, measured: QFontMetrics | QFontMetricsF, room: float, cut: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
) -> str:
    """What fits of a short name: both its ends, or its front; of folders the first, which tells it from others.

    cut : where a folder without room is cut
    First words beside it come to an end where the room does, and go where too little is left.
    """
    name, beside, words = name.partition(_BESIDE)
    left = room - measured.horizontalAdvance(name + beside)
    if words and left >= measured.horizontalAdvance(_FEW_WORDS):
        return name + beside + _cut(words, Qt.TextElideMode.ElideRight, measured, left)
    folder, slash, rest = name.partition("/")
    if not slash or measured.horizontalAdvance(name) <= room:
        wide = room >= measured.horizontalAdvance(_BOTH_ENDS)
        return _cut(name, Qt.TextElideMode.ElideMiddle if wide else Qt.TextElideMode.ElideRight, measured, room)
    last = rest.rpartition("/")[2]
    end = f"/…/{last}" if "/" in rest else f"/{last}"
    left = room - measured.horizontalAdvance(end)
    if left < measured.horizontalAdvance("0…0.0"):
        left = room / 2
        end = "/" + _cut(last, Qt.TextElideMode.ElideLeft, measured, left - measured.horizontalAdvance("/"))
    return _cut(folder, cut, measured, left) + end


def _cut(text: str, mode: Qt.TextElideMode, measured: QFontMetrics | QFontMetricsF, room: float) -> str:
    if isinstance(measured, QFontMetricsF):
        return measured.elidedText(text, mode, room)
    return measured.elidedText(text, mode, int(room))


def _end(part: Sequence[str], depth: int) -> str:
    return "/".join(part[-depth:])

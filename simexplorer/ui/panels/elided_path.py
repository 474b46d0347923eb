"""A path cut to the room there is, so that what tells it from another one stays to be read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_LEFT_OUT = "…"


def elided_path(path: str, other: str, measured: QFontMetrics, room: int) -> str:
    """The path where it fits; else its end, and before it the last folder in which it differs from the other path.

    Versions of one collection lie under other folders by the same names: their ends alone would look alike.
    """
    if measured.horizontalAdvance(path) <= room:
        return path
    own, others = path.split("/"), other.split("/")
    shared = 0
    while shared < min(len(own), len(others)) and own[-1 - shared] == others[-1 - shared]:
        shared += 1
    if 0 < shared < len(own):
        telling, rest = own[-1 - shared], own[len(own) - shared :]
        front = _LEFT_OUT + "/" if len(own) > shared + 1 else ""
        ends = ["/".join(rest)] + [f"{_LEFT_OUT}/{rest[-1]}"] * (shared > 1)
        for end in ends:
            if measured.horizontalAdvance(f"{front}{telling}/{end}") <= room:
                return f"{front}{telling}/{end}"
        left = room - measured.horizontalAdvance(f"/{ends[-1]}")
        if left >= measured.horizontalAdvance(_LEFT_OUT + "0.0"):
            return f"{measured.elidedText(telling, Qt.TextElideMode.ElideLeft, left)}/{ends[-1]}"
    return measured.elidedText(path, Qt.TextElideMode.ElideLeft, room)

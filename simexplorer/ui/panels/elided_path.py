"""A path cut to the room there is, so that what tells it from another one stays to be read."""

from __future__ import annotations

import re
import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_LEFT_OUT = "…"
_STUMP = 8  # letters: what is left of a folder's name at the cut, up to so many, says nothing
_BOTH_ENDS = "0" * 16  # where a name has less room, two ends are too short to be read
_MODES = (
    Qt.TextElideMode.ElideLeft,
    Qt.TextElideMode.ElideRight,
    Qt.TextElideMode.ElideMiddle,
)  # an end both share tells nothing


def elided_path(path: str, other: str, measured: QFontMetrics, room: int) -> str:
    """The path where it fits; else its end, and before it the last folder in which it differs from the other path.

    Versions of one collection lie under other folders by the same names: their ends alone would look alike.
    """
    if measured.horizontalAdvance(path) <= room:
        return path
    path, other = (unicodedata.normalize("NFC", each) for each in (path, other))  # what looks alike tells nothing
    own, others = path.split("/"), other.split("/")
    shared = 0
    while shared < min(len(own), len(others)) and own[-1 - shared] == others[-1 - shared]:
        shared += 1
    shown = None
    if not shared:
        shown = _ends_apart(path, other, measured, room) or _told_apart(own[-1], others[-1], measured, room)
    elif shared < len(own):
        against = others[-1 - shared] if shared < len(others) else ""
        shown = _with_folder(own, against, shared, measured, room)
    return shown or path_end(path, measured, room)


def path_end(path: str, measured: QFontMetrics, room: int) -> str:
    """What fits of the end of a path, from a border of names on where only a stump of its name would stay.

    A name that is too long by itself keeps both its ends, where both can be read.
    """
    name = re.split("[/!]", path)[-1]
    front = _LEFT_OUT + path[-len(name) - 1] if name != path else ""
    left = room - measured.horizontalAdvance(front)
    if left >= measured.horizontalAdvance(_BOTH_ENDS) and measured.horizontalAdvance(name) > left:
        return front + measured.elidedText(name, Qt.TextElideMode.ElideMiddle, left)
    shown = measured.elidedText(path, Qt.TextElideMode.ElideLeft, room)
    if shown == path or not shown.startswith(_LEFT_OUT):
        return shown
    border = re.search("[/!].", shown)
    if border is not None and border.start() <= len(_LEFT_OUT) + _STUMP:
        return _LEFT_OUT + shown[border.start() :]
    return _LEFT_OUT + shown[1:].lstrip(".")


def _with_folder(own: list[str], against: str, shared: int, measured: QFontMetrics, room: int) -> str | None:
    """The folder that differs, whole if possible, and the name, whose front gives way where both have no room."""
    telling, rest = own[-1 - shared], own[len(own) - shared :]
    front = _LEFT_OUT + "/" if len(own) > shared + 1 else ""
    ends = ["/".join(rest)] + [f"{_LEFT_OUT}/{rest[-1]}"] * (shared > 1)
    for end in ends:
        if measured.horizontalAdvance(f"{front}{telling}/{end}") <= room:
            return f"{front}{telling}/{end}"
    for left in (room - measured.horizontalAdvance(f"/{ends[-1]}"), room // 2):
        if (folder := _told_apart(telling, against, measured, left)) is not None:
            remaining = room - measured.horizontalAdvance(f"{folder}/")
            name = ends[-1] if measured.horizontalAdvance(ends[-1]) <= remaining else rest[-1]
            shown = f"{folder}/{path_end(name, measured, remaining)}"
            if measured.horizontalAdvance(shown) <= room:
                return shown
    return None


def _ends_apart(path: str, other: str, measured: QFontMetrics, room: int) -> str | None:
    """The end of the path, unless that of the other one looks the same; then what else tells the two apart."""
    shown = path_end(path, measured, room)
    if shown.strip("…/") and shown != path_end(other, measured, room):
        return shown
    return _told_apart(path, other, measured, room)


def _told_apart(text: str, other: str, measured: QFontMetrics, room: int) -> str | None:
    """What fits of a text and is not what fits of the other one; None where that is too little to be read."""
    if measured.horizontalAdvance(text) <= room:
        return text
    if room < measured.horizontalAdvance(_LEFT_OUT + "0.0"):
        return None
    for mode in _MODES:
        shown = measured.elidedText(text, mode, room)
        if shown != measured.elidedText(other, mode, room):
            return shown
    pairs = enumerate(zip(text, other, strict=False))
    alike = next((place for place, (one, another) in pairs if one != another), min(len(text), len(other)))
    shown = measured.elidedText(_LEFT_OUT + text[alike:], Qt.TextElideMode.ElideRight, room)
    same = shown == measured.elidedText(_LEFT_OUT + other[alike:], Qt.TextElideMode.ElideRight, room)
    return None if same else shown

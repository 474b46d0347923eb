"""The paths of two texts in one line: where they are cut, what tells one from the other stays."""

from __future__ import annotations

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.elided_path import elided_path

_BETWEEN = "  ·  "


class PathPair(ElidedLabel):
    """Two paths, each with at least half of the room."""

    def __init__(self) -> None:
        super().__init__("muted")
        self._pair = ("", "")

    def say_pair(self, first: str, second: str) -> None:
        """Show these two."""
        self._pair = (first, second)
        self.say(f"{first}{_BETWEEN}{second}")

    def shown(self, room: int) -> str:
        """What fits of both: a short one leaves the other its room."""
        measured = self.fontMetrics()
        if measured.horizontalAdvance(self.text()) <= room:
            return self.text()
        left = room - measured.horizontalAdvance(_BETWEEN)
        first, second = self._pair
        needs = [measured.horizontalAdvance(path) for path in self._pair]
        parts = (max(left // 2, left - needs[1]), max(left // 2, left - needs[0]))
        return _BETWEEN.join(
            (elided_path(first, second, measured, parts[0]), elided_path(second, first, measured, parts[1]))
        )

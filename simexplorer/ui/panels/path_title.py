"""The path of one of two texts as a title: where it is cut, what tells it from the other one stays."""

from __future__ import annotations

from PySide6.QtCore import Qt

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.elided_path import elided_path


class PathTitle(ElidedLabel):
    """A path beside another one."""

    def __init__(self) -> None:
        super().__init__("section", Qt.TextElideMode.ElideLeft)
        self._other = ""

    def tell_from(self, other: str) -> None:
        """The path that stands beside it; empty where there is none."""
        self._other = other
        self.update()

    def shown(self, room: int) -> str:
        """What fits of the path."""
        return elided_path(self.text(), self._other, self.fontMetrics(), room)

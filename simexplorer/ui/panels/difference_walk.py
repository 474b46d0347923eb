"""From one difference of two texts to the next, both sides at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel

from simexplorer.pipeline.text_differences import Differences
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.theme import numbers

_NOT_YET = "No two texts are compared: select a pair first, and wait until its passages are found."
_NONE = "The two texts differ in blanks and capitals at most, or have no passage in common to go by."


class DifferenceWalk(QObject):
    """Two actions; behind the last difference comes the first.

    go : brings a character of each text into sight; counter : says which difference it is
    """

    def __init__(self, forth: QAction, back: QAction, go: Callable[[int, int], None], counter: QLabel) -> None:
        super().__init__(counter)
        self.actions = forth, back
        self._go, self._counter = go, counter
        self._found: Differences | None = None
        self._at = -1
        forth.triggered.connect(partial(self.step, 1))
        back.triggered.connect(partial(self.step, -1))

    def show(self, found: Differences | None) -> None:
        """Walk through these from now on; None while they are not known."""
        self._found, self._at = found, -1
        for action in self.actions:
            allow(action, _NOT_YET if found is None else "" if len(found) else _NONE)

    def step(self, by: int, _checked: bool = False) -> None:
        """Go on, or back."""
        found = self._found
        if found is None or not len(found):
            return
        start = self._at if self._at >= 0 else (-1 if by > 0 else 0)
        self._at = (start + by) % len(found)
        self._go(int(found.left_start[self._at]), int(found.right_start[self._at]))
        self._counter.setText(f"difference {numbers.count(self._at + 1)} of {numbers.count(len(found))}")

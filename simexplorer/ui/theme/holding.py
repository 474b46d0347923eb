"""Keeps a window from painting while much of it changes: nobody sees half of it, and nothing is painted twice."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

_HOLDS = "holds"  # property of a window: how many keep it from painting
_SIZED = "sizedWhileHeld"


def hold(window: QWidget, sized: bool = False) -> None:
    """Paint nothing from now on; several may hold at the same time. ``sized`` : the window has another size now."""
    holds = window.property(_HOLDS) or 0
    window.setProperty(_HOLDS, holds + 1)
    if sized:
        window.setProperty(_SIZED, True)
    if not holds:
        window.setUpdatesEnabled(False)


def let_go(window: QWidget) -> None:
    """Paint all of it, once nobody else holds it any more; a window that was deleted meanwhile is left alone."""
    if not isValid(window):
        return
    holds = window.property(_HOLDS) - 1
    window.setProperty(_HOLDS, holds)
    if not holds:
        window.setUpdatesEnabled(True)
        if window.property(_SIZED):
            window.setProperty(_SIZED, False)
            window.repaint()  # at once: of an update, one that became smaller while it was held may never hear


def let_go_by_parts(window: QWidget) -> Iterator[None]:
    """The same, but each of the window's parts paints in a step of its own: all at once would take too long."""
    if window.property(_HOLDS) > 1 or window.property(_SIZED):
        let_go(window)
        return
    window.setProperty(_HOLDS, 0)
    within = [part for part in window.children() if isinstance(part, QWidget) and not part.isWindow()]
    parts = [part for part in within if part.isVisible()]
    between = QRegion(window.rect())
    for part in parts:
        part.setUpdatesEnabled(False)
        between -= part.geometry()
    for held in (Qt.WidgetAttribute.WA_ForceUpdatesDisabled, Qt.WidgetAttribute.WA_UpdatesDisabled):
        window.setAttribute(held, False)  # ``setUpdatesEnabled`` would paint all of it
    window.update(between)
    for part in within:
        if not part.isVisible():  # held with its window, and nothing to paint until it is shown
            _enable(part)
    try:
        while parts:
            yield
            _enable(parts.pop())
    finally:
        for part in parts:  # nobody goes on
            _enable(part)


def _enable(part: QWidget) -> None:
    if isValid(part):
        part.setUpdatesEnabled(True)

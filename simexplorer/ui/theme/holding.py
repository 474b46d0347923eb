"""Keeps a window from painting while much of it changes: nobody sees half of it, and nothing is painted twice."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

_HOLDS = "holds"  # property of a window: how many keep it from painting


def hold(window: QWidget) -> None:
    """Paint nothing from now on; several may hold at the same time."""
    holds = window.property(_HOLDS) or 0
    window.setProperty(_HOLDS, holds + 1)
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

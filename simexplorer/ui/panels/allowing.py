"""Actions that cannot be done now are grey, and say why."""

from __future__ import annotations

from PySide6.QtGui import QAction


def allow(action: QAction, why_not: str = "") -> None:
    """Enable an action, or switch it off with the reason, which its menu shows on hovering."""
    action.setEnabled(not why_not)
    action.setToolTip(why_not)
    action.setStatusTip(why_not)

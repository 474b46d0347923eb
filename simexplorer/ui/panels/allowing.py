"""Actions that cannot be done now are grey, and say why."""

from __future__ import annotations

from PySide6.QtGui import QAction


def allow(action: QAction, why_not: str = "", tip: str = "") -> None:
    """Enable an action, or switch it off with the reason, which its menu shows on hovering in place of its tip."""
    action.setEnabled(not why_not)
    action.setToolTip(why_not or tip)
    action.setStatusTip(why_not or tip)

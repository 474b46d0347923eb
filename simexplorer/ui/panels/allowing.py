"""Actions and buttons that cannot be used now are grey, and say why."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton

from simexplorer.ui.panels.naming import named


def allow(action: QAction, why_not: str = "", tip: str = "") -> None:
    """Enable an action, or switch it off with the reason, which its menu shows on hovering in place of its tip."""
    action.setEnabled(not why_not)
    action.setToolTip(why_not or tip)
    action.setStatusTip(why_not or tip)


def allow_button(button: QAbstractButton, meaning: str, why_not: str = "") -> None:
    """Enable a named button, or switch it off with the reason in place of its meaning."""
    button.setEnabled(not why_not)
    named(button, button.objectName(), button.accessibleName(), why_not or meaning)

"""The two buttons of a dock's title, in the program's own icons: those of the system are hardly seen on dark."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QDockWidget

from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import colours_of

_ICONS = {"qt_dockwidget_floatbutton": "external-link", "qt_dockwidget_closebutton": "x"}


def dress_title(dock: QDockWidget) -> None:
    """Give both buttons their icons; Qt puts its own there again whenever the dock becomes a window or returns."""
    for name, icon in _ICONS.items():
        button = dock.findChild(QAbstractButton, name)
        if button is not None:
            icons.dress(button, icon, "muted")
            icons.tint(button, colours_of(dock.palette()))

"""The two buttons of a dock's title, in the program's own icons, which are seen on dark too, and in its words."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QDockWidget

from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.theme.tooltips import hint

_FLOAT, _CLOSE = "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"


def dress_title(dock: QDockWidget) -> None:
    """Give both buttons their icons; Qt puts its own there again whenever the dock becomes a window or returns."""
    title = dock.windowTitle()
    elsewhere = f"Put {title} back into the window" if dock.isFloating() else f"Show {title} in a window of its own"
    for name, icon, words in (
        (_FLOAT, "external-link", elsewhere),
        (_CLOSE, "x", f"Hide {title}; the View menu shows it again"),
    ):
        button = dock.findChild(QAbstractButton, name)
        if button is not None:
            icons.dress(button, icon, "muted")
            icons.tint(button, colours_of(dock.palette()))
            hint(button, words)

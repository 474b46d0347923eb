"""The two buttons of a dock's title, in the program's own icons, which are seen on dark too, and in its words."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QProxyStyle, QStyle, QStyleOption, QWidget

from simexplorer.ui.theme import icons, metrics
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.theme.letters import follow_letters
from simexplorer.ui.theme.tooltips import hint

_FLOAT, _CLOSE = "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"


class _LargerIcons(QProxyStyle):
    """Fusion with icons that grow with the letters beside them: in a title only the style says how large they are."""

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Of small icons that beside the letters of the widget."""
        usual = super().pixelMetric(metric, option, widget)
        if metric == QStyle.PixelMetric.PM_SmallIconSize and widget is not None:
            return metrics.taller(usual, widget.font())
        return usual


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


def let_title_grow(dock: QDockWidget) -> None:
    """Have title and buttons of a dock follow the letters of the window; to be called once."""
    own = dock.font()
    own.setStyleHint(QFont.StyleHint.SansSerif)  # a font of its own: Qt writes the title in what held when it was made
    dock.setFont(own)
    follow_letters(dock, _let_icons_grow)


def _let_icons_grow(dock: QDockWidget) -> None:
    """Once, and only where letters are larger than usual."""
    if metrics.taller(metrics.ICON, dock.font()) == metrics.ICON or dock.findChild(_LargerIcons) is not None:
        return
    style = _LargerIcons("Fusion")
    style.setParent(dock)
    for name in (_FLOAT, _CLOSE):
        button = dock.findChild(QAbstractButton, name)
        if button is not None:
            button.setStyle(style)

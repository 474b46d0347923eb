"""Small makers that leave no widget without a name and no label open to rich text."""

from __future__ import annotations

import re
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QToolTip, QWidget

from simexplorer.ui.panels.enter_buttons import EnterPushButton, EnterToolButton
from simexplorer.ui.panels.told_label import ToldLabel
from simexplorer.ui.theme import icons
from simexplorer.ui.theme.tooltips import hint

W = TypeVar("W", bound=QWidget)
L = TypeVar("L", bound=QLabel)


def named(widget: W, name: str, accessible: str, tooltip: str = "") -> W:
    """The widget with the name that code finds it by and the name that a screen reader says."""
    widget.setObjectName(name)
    if isinstance(widget, ToldLabel):
        widget.tell_as(accessible)
    else:
        widget.setAccessibleName(accessible)
    if tooltip:
        hint(widget, tooltip)
    return widget


def prefixed(prefix: str, name: str) -> str:
    """``settings`` and ``thresholdSpin`` as ``settingsThresholdSpin``: a field that stands in two panels."""
    return f"{prefix}{name[0].upper()}{name[1:]}" if prefix else name


def label(text: str = "", role: str = "", wrap: bool = False) -> ToldLabel:
    """A label of plain text; ``role`` is ``heading``, ``section``, ``muted``, ``figure`` or ``warning``."""
    return furnished(ToldLabel(), text, role, wrap)


def caption_of(field: QWidget, text: str, role: str = "") -> QLabel:
    """The label beside a field; hovering over it tells what the field does as it is set, as over the field itself."""
    made = furnished(_Caption(), text, role)
    made.setBuddy(field)
    return made


class _Caption(QLabel):
    def event(self, event: QEvent) -> bool:
        """A field that stands beside several others in turn tells the meaning of the one that stands there."""
        if event.type() == QEvent.Type.ToolTip and self.buddy() is not None:
            return QCoreApplication.sendEvent(self.buddy(), event)
        return super().event(event)


def furnished(made: L, text: str, role: str, wrap: bool = False) -> L:
    """The label with these words as plain text, looking as its ``role`` does."""
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def dots_end_lines(text: str) -> str:
    """Parts with dots between them: a line that they go on in begins with a part's word or its number.

    A number stays with what it counts.
    """
    return re.sub(r"(?<=[0-9]) (?=\w)", "\u00a0", text.replace(" ·", "\u00a0·"))


def rule() -> QFrame:
    """A thin line between groups."""
    line = QFrame()
    line.setProperty("role", "rule")
    return line


def push_button(text: str, name: str, accessible: str, icon: str = "", primary: bool = False) -> QPushButton:
    """A button with a text; ``primary`` marks the one thing to do next."""
    button = named(EnterPushButton(text), name, accessible)
    button.setProperty("primary", primary)
    if icon:
        icons.dress(button, icon, "on_accent" if primary else "text")
    return button


def tool_button(
    text: str, name: str, accessible: str, icon: str, tooltip: str = "", only_icon: bool = False
) -> QToolButton:
    """A button of the command bar; with ``only_icon`` the text is its fallback and tooltip."""
    button = named(EnterToolButton(), name, accessible, tooltip or accessible)
    button.setText(text)
    icons.dress(button, icon)
    known = (icons.FOLDER / f"{icon}.svg").exists()
    style = Qt.ToolButtonStyle
    if not known:
        button.setToolButtonStyle(style.ToolButtonTextOnly)
    else:
        button.setToolButtonStyle(style.ToolButtonIconOnly if only_icon else style.ToolButtonTextBesideIcon)
    if only_icon:
        button.setProperty("quiet", True)
    return button


def switch(text: str, name: str, accessible: str, icon: str, tooltip: str = "") -> QToolButton:
    """A button with an icon that is on or off, and looks it."""
    button = tool_button(text, name, accessible, icon, tooltip, only_icon=True)
    button.setProperty("quiet", False)
    button.setCheckable(True)
    return button


def fold_button(name: str, accessible: str, tooltip: str = "") -> QToolButton:
    """The line ``More`` that opens and closes what stands below it."""
    button = named(EnterToolButton(), name, accessible, tooltip)
    button.setProperty("quiet", True)
    button.setProperty("flush", True)
    button.setCheckable(True)
    button.setText("More")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    icons.dress(button, "chevron-right")
    button.toggled.connect(lambda opened: icons.dress(button, "chevron-down" if opened else "chevron-right"))
    return button


def below(button: QWidget) -> QPoint:
    """Where on the screen a menu of this button opens."""
    return button.mapToGlobal(button.rect().bottomLeft())


def say_below(button: QWidget) -> None:
    """Show the button's tooltip at once: a press is answered as hovering is."""
    QToolTip.showText(below(button), button.toolTip(), button)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at, and have it looked at."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def set_button_text(button: QAbstractButton, text: str) -> None:
    """Change what a button says, where that differs (a layout is not free)."""
    if button.text() != text:
        button.setText(text)

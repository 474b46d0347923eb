"""What a view says while it has nothing to show: why, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import label, push_button, set_button_text
from simexplorer.ui.theme import icons, metrics
from simexplorer.ui.theme.colours import colours_of

_PICTURE = 40
_LEAST_WITH_PICTURE = 190  # pixels: below it the words have the room to themselves


class EmptyState(QWidget):
    """A picture, a sentence, what to do, and at most one button that does it."""

    action_requested = Signal()

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("emptyState")
        self._icon = icon
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._picture = QLabel()
        self._title = label(role="heading", wrap=True)
        self._body = label(role="muted", wrap=True)
        self.button = push_button("", "emptyStateButton", "", primary=True)
        self._body.setMaximumWidth(480)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(metrics.GROUP, metrics.GROUP, metrics.GROUP, metrics.GROUP)
        column.setSpacing(metrics.GAP)
        column.addStretch(2)
        for widget in (self._picture, self._title, self._body):
            widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self._picture)
        column.addWidget(self._title)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._body, 100)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(metrics.GAP)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(3)
        self.button.clicked.connect(self.action_requested)
        self._draw()

    def say(self, title: str, body: str = "", button: str = "") -> None:
        """Show these words; the button only if it has a text."""
        self._title.setText(title)
        self._body.setText(body)
        set_button_text(self.button, button)
        self.button.setAccessibleName(button)
        if not button and self.button.hasFocus():
            self.setFocus()  # whatever comes in its place takes it from here
        self.button.setVisible(bool(button))

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the words go before the picture."""
        super().resizeEvent(event)
        low = event.size().height() < _LEAST_WITH_PICTURE
        self._picture.setHidden(low)
        edge = metrics.HAIR if low else metrics.GROUP
        self._column.setContentsMargins(metrics.GROUP, edge, metrics.GROUP, edge)

    def add_below(self, widget: QWidget) -> None:
        """One more thing to press, below the button."""
        self._column.insertWidget(self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignCenter)

    def words(self) -> str:
        """What it says, for tests and screen readers."""
        return f"{self._title.text()} {self._body.text()}".strip()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_picture"):
            self._draw()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = icons.picture(self._icon, colours_of(self.palette()).faint, int(_PICTURE * ratio))
        if picture is not None:
            picture.setDevicePixelRatio(ratio)
            self._picture.setPixmap(picture)

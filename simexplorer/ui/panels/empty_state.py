"""What a view says while it has nothing to show: why, and what to do about it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import label, push_button, set_button_text
from simexplorer.ui.theme import icons, metrics
from simexplorer.ui.theme.colours import colours_of

Act: TypeAlias = Callable[[], object]

_PICTURE = 40
_WIDEST = 480  # pixels of a line of words


class EmptyState(QScrollArea):
    """A picture, a sentence, what to do, and at most one button that does it; where they do not fit they scroll."""

    def __init__(self, icon: str) -> None:
        super().__init__()
        self.setObjectName("emptyState")
        self._icon = icon
        self._then: Act | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows what in it has the keyboard
        self.setWidgetResizable(True)
        content = QWidget()
        content.setObjectName("emptyStateContent")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._picture = QLabel()
        self._title = label(role="heading", wrap=True)
        self._body = label(role="muted", wrap=True)
        self.button = push_button("", "emptyStateButton", "", primary=True)
        column = self._column = metrics.spaced(
            QVBoxLayout(content), metrics.GAP, (metrics.GROUP, metrics.GROUP, metrics.GROUP, metrics.GROUP)
        )
        column.addStretch(2)
        for widget in (self._picture, self._title):
            widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(widget)
        self._words: list[QLabel] = [self._body]
        column.addLayout(_centred(self._body))
        column.addSpacing(metrics.GAP)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(3)
        self.button.clicked.connect(self._on_pressed)
        self.setWidget(content)
        self._draw()

    def say(self, title: str, body: str = "", button: str = "", then: Act | None = None) -> None:
        """Show these words; the button, only if it has a text, does ``then``."""
        self._then = then
        self._title.setText(title)
        self._body.setText(body)
        set_button_text(self.button, button)
        self.button.setAccessibleName(button)
        if not button and self.button.hasFocus():
            self.setFocus()  # whatever comes in its place takes it from here
        self.button.setVisible(bool(button))
        self.fit()

    def _on_pressed(self) -> None:
        if self._then is not None:
            self._then()

    @told_and_survived
    def showEvent(self, event: QShowEvent) -> None:
        """Words that fold on their way into sight are put in their places again: Qt sends them one size of two."""
        super().showEvent(event)
        self._column.invalidate()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the words go before the picture."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """The picture goes before anything has to be scrolled to; whoever changes what stands below calls this."""
        for words in self._words:
            words.setMaximumWidth(_even_width(words.text(), words.font().toString()))
        room, hidden = self.viewport().size(), self._picture.isHidden()
        needed = self._column.heightForWidth(room.width())
        if hidden:
            needed += _PICTURE + metrics.GAP + 2 * (metrics.GROUP - metrics.HAIR)
        low = needed > room.height()
        if low != hidden:
            self._picture.setHidden(low)
            edge = metrics.HAIR if low else metrics.GROUP
            self._column.setContentsMargins(metrics.GROUP, edge, metrics.GROUP, edge)

    def add_below(self, widget: QWidget) -> None:
        """One more thing to read or to press, below the button."""
        place = self._column.count() - 1
        if isinstance(widget, QLabel):
            self._words.append(widget)
            self._column.insertLayout(place, _centred(widget))
        else:
            self._column.insertWidget(place, widget, 0, Qt.AlignmentFlag.AlignCenter)

    def words(self) -> str:
        """What it says, for tests and screen readers."""
        return f"{self._title.text()} {self._body.text()}".strip()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_picture"):
            self._draw()

    def _draw(self) -> None:
        picture = icons.picture(self._icon, colours_of(self.palette()).faint, _PICTURE, self.devicePixelRatioF())
        if picture is not None:
            self._picture.setPixmap(picture)


def _centred(words: QLabel) -> QHBoxLayout:
    """Words in the middle, in lines that are not too long; an aligned label would not be asked for its height."""
    words.setAlignment(Qt.AlignmentFlag.AlignCenter)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(words, 100)
    row.addStretch(1)
    return row


@lru_cache(maxsize=64)
def _even_width(text: str, font_text: str) -> int:
    """The narrowest width in which these words take no more lines than in the widest: none ends with a lone word."""
    font = QFont()
    font.fromString(font_text)
    letters, wrap = QFontMetrics(font), Qt.TextFlag.TextWordWrap

    def height(width: int) -> int:
        return letters.boundingRect(QRect(0, 0, width, metrics.NO_LIMIT), wrap, text).height()

    widest = metrics.grown(_WIDEST, font)
    allowed = height(widest)
    return bisect_left(range(widest), True, key=lambda width: height(width) <= allowed)

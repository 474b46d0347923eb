"""A field for whole numbers of any length: Qt's own hold no more than 2,147,483,647."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QLineEdit, QSizePolicy

from simexplorer.pipeline.recipe import range_of
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme import numbers

_MARGIN = -4  # pixels: its number stands below those of spin boxes
_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class _PlainDigits(QRegularExpressionValidator):
    """Lets digits of any script pass as 0 to 9."""

    def validate(self, text: str, position: int) -> object:
        """Whether the digits fit, and the text in plain ones."""
        return super().validate(numbers.plain_digits(text), position)


class LongWholeField(QLineEdit):
    """Commits on Enter and when it is left; what lies out of range gives way to the number before."""

    valueChanged = Signal(object)  # int

    def __init__(self, low: int, high: int) -> None:
        super().__init__(str(low))
        self._low, self._high, self._value = low, high, low
        self.setValidator(_PlainDigits(QRegularExpression(f"[0-9]{{0,{len(str(high))}}}"), self))
        self.setTextMargins(_MARGIN, 0, 0, 0)
        self.editingFinished.connect(self._on_edited)

    def value(self) -> int:
        """The number that was entered last."""
        return self._value

    def setValue(self, value: int) -> None:
        """Show a number, the nearest one in range."""
        value = min(max(value, self._low), self._high)
        self.setText(str(value))
        self.setCursorPosition(0)  # of what is too long for the field its beginning is seen
        if value != self._value:
            self._value = value
            self.valueChanged.emit(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that step in other fields of numbers step here."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._on_edited()
        self.setValue(self._value + step)

    def _on_edited(self) -> None:
        text = self.text()
        fits = bool(text) and self._low <= int(text) <= self._high
        self.setValue(int(text) if fits else self._value)


def long_whole_field(field: str, name: str) -> LongWholeField:
    """The widget of a recipe field that is a whole number, as far as a recipe may go."""
    low, high = range_of(field)
    made = LongWholeField(int(low), int(high))
    made.setMinimumWidth(64)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    text = PARAMETER_TEXTS[field]
    return named(made, name, text.label, text.meaning)

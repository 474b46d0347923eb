"""Number fields that commit on Enter and leave the wheel to the page they stand on."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSizePolicy, QSpinBox

from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS

F = TypeVar("F", "WholeField", "DecimalField")


class WholeField(QSpinBox):
    """A whole number."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class DecimalField(QDoubleSpinBox):
    """A number with decimals."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class ChoiceField(QComboBox):
    """One of a few."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def value(self) -> str:
        """The chosen one, as the recipe spells it."""
        return str(self.currentData())

    def set_value(self, value: str) -> None:
        """Choose; a value that is not offered is added, so that no recipe is misshown."""
        if self.findData(value) < 0:
            self.addItem(value, value)
        self.setCurrentIndex(self.findData(value))


def whole_field(field: str, name: str, low: int, high: int) -> WholeField:
    """The widget of a recipe field that is a whole number."""
    made = WholeField()
    made.setRange(low, high)
    return _prepared(made, field, name)


def decimal_field(field: str, name: str, low: float, high: float, step: float, decimals: int) -> DecimalField:
    """The widget of a recipe field that is a number."""
    made = DecimalField()
    made.setDecimals(decimals)
    made.setRange(low, high)
    made.setSingleStep(step)
    return _prepared(made, field, name)


def choice_field(field: str, name: str, choices: dict[str, str]) -> ChoiceField:
    """The widget of a recipe field that is one of a few."""
    made = ChoiceField()
    for value, text in choices.items():
        made.addItem(text, value)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setMinimumContentsLength(6)
    made.setMinimumWidth(80)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    words = PARAMETER_TEXTS[field]
    return named(made, name, words.label, words.meaning)


def _prepared(made: F, field: str, name: str) -> F:
    made.setKeyboardTracking(False)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setAccelerated(True)
    made.setMinimumWidth(64)
    made.lineEdit().setTextMargins(4, 0, 0, 0)
    text = PARAMETER_TEXTS[field]
    return named(made, name, text.label, text.meaning)

"""Number fields that commit on Enter and leave the wheel to the page they stand on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QSizePolicy, QSpinBox, QWidget

from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS, ParameterText
from simexplorer.ui.theme.tooltips import tooltip_of

_MARGIN = 4  # pixels that keep a number clear of the edge
_PER_CENT = re.compile(r"[0-9]{1,15} {0,1}%?")
F = TypeVar("F", "WholeField", "DecimalField", "LengthField")


class WholeField(QSpinBox):
    """A whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _furnish(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class DecimalField(QDoubleSpinBox):
    """A number with decimals, behind a point or a comma; a share may be typed in per cent: ``80``, ``5 %``.

    What lies outside of the range can be typed and gives way to the value before: no digit is swallowed on the way.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _furnish(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def validate(self, text: str, position: int) -> Any:
        """What stands there and where the cursor is, with the decimal sign of this place."""
        text = self._with_own_point(text)
        if self._per_cent(text) is not None:
            return QValidator.State.Acceptable, text, position
        if self._begins_number(text) and self._number(text.rstrip(" %")) > self.maximum():
            return QValidator.State.Intermediate, text, position
        return super().validate(text, position)

    def valueFromText(self, text: str) -> float:
        """The number that was typed."""
        share = self._per_cent(text)
        return super().valueFromText(text) if share is None else round(share, self.decimals())

    def _with_own_point(self, text: str) -> str:
        point = self.locale().decimalPoint()
        other = "." if point == "," else ","
        return text.replace(other, point) if text.count(other) == 1 and point not in text else text

    def _begins_number(self, text: str) -> bool:
        digits = text.replace(self.locale().decimalPoint(), "", 1)
        return _PER_CENT.fullmatch(digits) is not None

    def _number(self, text: str) -> float:
        found, good = self.locale().toDouble(text)
        return found if good else 0.0

    def _per_cent(self, text: str) -> float | None:
        """The share that whole per cent of two digits mean, or a number with the sign; where shares are asked for."""
        if not (0.9 < self.maximum() <= 1.0 and self._begins_number(text)):
            return None
        signed, number = text.endswith("%"), self._number(text.rstrip(" %"))
        whole = number == int(number) and number >= 10
        share = number / 100.0
        return share if (signed or whole) and self.minimum() <= share <= self.maximum() else None


class LengthField(DecimalField):
    """A length of any size: as many decimals as it has, at most six."""

    def textFromValue(self, value: float) -> str:
        """The number without zeros at its end."""
        text = self.locale().toString(value, "f", self.decimals())
        point = self.locale().decimalPoint()
        return text.rstrip("0").rstrip(point) if point in text else text


class ChoiceField(QComboBox):
    """One of a few."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meaning = ""
        self._choices: dict[str, ParameterText] = {}

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

    def offer(self, choices: Mapping[str, ParameterText], meaning: str) -> None:
        """Offer these and no others, each with its meaning; what was chosen stays if it is among them. Says nothing.

        meaning : of the field as a whole; its tooltip tells that, and what the present choice means.
        """
        chosen, self._meaning = self.value(), meaning
        if list(choices) != [self.itemData(place) for place in range(self.count())]:
            with QSignalBlocker(self):
                self.clear()
                for place, (value, text) in enumerate(choices.items()):
                    self.addItem(text.label, value)
                    self.setItemData(place, tooltip_of(text.meaning), Qt.ItemDataRole.ToolTipRole)
                self.setCurrentIndex(max(0, self.findData(chosen)))
        self._choices = dict(choices)
        self.explain()

    def explain(self) -> None:
        """Bring the tooltip to the present choice."""
        chosen = self._choices.get(self.value())
        words = f"{self._meaning}\n\n{chosen.label}: {chosen.meaning}" if chosen else self._meaning
        self.setToolTip(tooltip_of(words))
        self.setAccessibleDescription(words)


def explained_field(field: str, name: str, choices: Mapping[str, ParameterText]) -> ChoiceField:
    """The widget of a recipe field that is one of a few, each of which has its meaning."""
    made = choice_field(field, name, {})
    made.offer(choices, PARAMETER_TEXTS[field].meaning)
    made.currentIndexChanged.connect(made.explain)
    return made


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


def length_field(field: str, name: str, low: float, high: float) -> LengthField:
    """The widget of a recipe field that is a length."""
    made = LengthField()
    made.setDecimals(6)
    made.setRange(low, high)
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


def _furnish(field: QAbstractSpinBox) -> None:
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)


def _prepared(made: F, field: str, name: str) -> F:
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setAccelerated(True)
    made.setMinimumWidth(64)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    text = PARAMETER_TEXTS[field]
    return named(made, name, text.label, text.meaning)

"""Number fields that commit on Enter, leave the wheel to the page they stand on and give back what they were given."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QHelpEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QSizePolicy, QSpinBox, QToolTip, QWidget

from simexplorer.pipeline.recipe import range_of
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS, ParameterText
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.tooltips import hint, tooltip_of

_NOT_BY_WHEEL = Qt.FocusPolicy.StrongFocus  # what the wheel gives the focus to would turn with its first step
_MARGIN = 4  # pixels that keep a number clear of the edge
_ROUNDING = 1e-6  # of the last decimal: what multiplying makes of a whole number
_PER_CENT = re.compile(r"[0-9]{1,15} {0,1}%?")
F = TypeVar("F", bound=QAbstractSpinBox)
D = TypeVar("D", bound="DecimalField")


class WholeField(QSpinBox):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__()
        _furnish(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def validate(self, text: str, position: int) -> Any:
        """What stands there and where the cursor is, in plain digits."""
        return super().validate(numbers.plain_digits(text), position)

    def fixup(self, text: str) -> str:
        """Leave what is no value as it is, and tell which values there are."""
        _tell_range(self, self.textFromValue(self.minimum()), self.textFromValue(self.maximum()))
        return text


class DecimalField(QDoubleSpinBox):
    """A number with decimals, behind a point or a comma; a share may be typed in per cent: ``80``, ``5 %``.

    What lies outside of the range can be typed and gives way to the value before: no digit is swallowed on the way,
    and the range is told beside the field.
    What was shown ``exactly`` is given back so until it is changed, though fewer digits of it can be seen.

    unit : how many of what is shown make one of what ``exact`` tells: 100 where shares are shown in per cent
    """

    def __init__(self, parent: QWidget | None = None, unit: float = 1.0) -> None:
        super().__init__(parent)
        self._unit = unit
        self._given: tuple[float, float] | None = None  # the value, and what was shown of it
        _furnish(self)
        self.valueChanged.connect(self._forget)

    @property
    def exact(self) -> float:
        """What was given, as long as it is what is shown; else what is shown, in the unit of what is given."""
        if self._given is not None and self._given[1] == self.value():
            return self._given[0]
        return self._shown

    def show_exactly(self, value: float) -> None:
        """Show as much as can be shown of a value, silently."""
        with QSignalBlocker(self):
            super().setValue(value * self._unit)
        self._given = (value, self.value())

    def take_range(self, field: str) -> None:
        """Go as far as a recipe's field may, without an end that the decimals would round out of its range."""
        grain = 10 ** self.decimals()
        low, high = (end * self._unit * grain for end in range_of(field))
        self.setRange(math.ceil(low - _ROUNDING) / grain, math.floor(high + _ROUNDING) / grain)

    def setValue(self, value: float) -> None:
        """Set what is shown, as if by hand: also where it looks the same, what was given before is gone."""
        before, given = self.value(), self.exact
        self._forget()
        super().setValue(value)
        if self.value() == before and self.exact != given:
            self.valueChanged.emit(before)

    def event(self, event: QEvent) -> bool:
        """Hovering tells all digits where some are not shown."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.exact != self._shown:
            hidden = self.locale().toString(self.exact * self._unit, "g", 12) + self.suffix()
            QToolTip.showText(event.globalPos(), tooltip_of(f"Exactly {hidden}.") + self.toolTip(), self)
            return True
        return super().event(event)

    @property
    def _shown(self) -> float:
        return self.value() if self._unit == 1.0 else round(self.value() / self._unit, 12)

    def _forget(self) -> None:
        self._given = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the value only while the field has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def validate(self, text: str, position: int) -> Any:
        """What stands there and where the cursor is, with the decimal sign of this place."""
        text = self._with_own_point(numbers.plain_digits(text))
        if self._per_cent(text) is not None:
            return QValidator.State.Acceptable, text, position
        if self._begins_number(text) and self._number(text.rstrip(" %")) > self.maximum():
            return QValidator.State.Intermediate, text, position
        return super().validate(text, position)

    def fixup(self, text: str) -> str:
        """Leave what is no value as it is, and tell which values there are."""
        _tell_range(self, self.textFromValue(self.minimum()), self.textFromValue(self.maximum()))
        return text

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

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(_NOT_BY_WHEEL)
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
        self.explain()  # whoever chooses silently, too

    def fill(self, choices: Iterable[tuple[object, str]], chosen: object = None) -> None:
        """Offer these, each as (value, text), and no others, silently: ``chosen``, or the first where that is none."""
        with QSignalBlocker(self):
            self.clear()
            for value, text in choices:
                self.addItem(text, value)
            self.setCurrentIndex(max(0, self.findData(chosen)))

    def offer(self, choices: Mapping[str, ParameterText], meaning: str) -> None:
        """Offer these and no others, each with its meaning; what was chosen stays if it is among them. Says nothing.

        meaning : of the field as a whole; its tooltip tells that, and what the present choice means.
        """
        chosen, self._meaning = self.value(), meaning
        if list(choices) != [self.itemData(place) for place in range(self.count())]:
            self.fill(((value, text.label) for value, text in choices.items()), chosen)
            for place, text in enumerate(choices.values()):
                self.setItemData(place, tooltip_of(text.meaning), Qt.ItemDataRole.ToolTipRole)
        self._choices = dict(choices)
        self.explain()

    def explain(self) -> None:
        """Bring the tooltip to the present choice, where choices have meanings."""
        if not self._choices:
            return
        chosen = self._choices.get(self.value())
        words = f"{self._meaning}\n\n{chosen.label}: {chosen.meaning}" if chosen else self._meaning
        hint(self, words)


def explained_field(field: str, name: str, choices: Mapping[str, ParameterText]) -> ChoiceField:
    """The widget of a recipe field that is one of a few, each of which has its meaning."""
    made = choice_field(field, name, {})
    made.offer(choices, PARAMETER_TEXTS[field].meaning)
    made.currentIndexChanged.connect(made.explain)
    return made


def whole_field(field: str, name: str) -> WholeField:
    """The widget of a recipe field that is a whole number, as far as a recipe may go."""
    made = WholeField()
    low, high = range_of(field)
    made.setRange(int(low), int(high))
    return _prepared(made, field, name)


def decimal_field(field: str, name: str, step: float, decimals: int, unit: float = 1.0) -> DecimalField:
    """The widget of a recipe field that is a number, as far as a recipe may go: what it refuses cannot be shown."""
    return _decimal(DecimalField(unit=unit), field, name, step, decimals)


def length_field(field: str, name: str, decimals: int = 6, unit: float = 1.0, step: float = 1.0) -> LengthField:
    """The same of a number with as few digits as it has: a length, or a share that may be tiny."""
    return _decimal(LengthField(unit=unit), field, name, step, decimals)


def _decimal(made: D, field: str, name: str, step: float, decimals: int) -> D:
    made.setDecimals(decimals)
    made.take_range(field)
    made.setSingleStep(step)
    return _prepared(made, field, name)


def choice_field(field: str, name: str, choices: dict[str, str]) -> ChoiceField:
    """The widget of a recipe field that is one of a few."""
    made = ChoiceField()
    made.fill(choices.items())
    made.setMinimumContentsLength(6)
    made.setMinimumWidth(80)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    words = PARAMETER_TEXTS[field]
    return named(made, name, words.label, words.meaning)


def _tell_range(field: QSpinBox | QDoubleSpinBox, low: str, high: str) -> None:
    words = f"From {low} to {high}{field.suffix()}."
    QToolTip.showText(field.mapToGlobal(field.rect().bottomLeft()), words, field)


def _furnish(field: QAbstractSpinBox) -> None:
    field.setFocusPolicy(_NOT_BY_WHEEL)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)


def _prepared(made: F, field: str, name: str) -> F:
    made.setAccelerated(True)
    made.setMinimumWidth(64)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    text = PARAMETER_TEXTS[field]
    return named(made, name, text.label, text.meaning)

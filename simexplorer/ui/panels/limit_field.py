"""From where on two documents count as alike: a threshold or a largest distance, in the units of the measure."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QStackedWidget

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe, range_of
from simexplorer.ui.panels.choice_texts import LIMIT_TEXTS
from simexplorer.ui.panels.naming import caption_of, label
from simexplorer.ui.panels.number_fields import DecimalField, decimal_field, length_field
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.tooltips import hint

USUAL_DISTANCE = 10.0  # Euclidean, until a person says another
USUAL_BITS = 0.1  # share of a fingerprint's bits, likewise


class LimitField(QStackedWidget):
    """One of two number fields; ``caption`` names it, ``note`` says what its value means."""

    changed = Signal()  # by hand
    moved = Signal(float)  # the limit as a similarity, by hand

    def __init__(self, threshold_name: str, distance_name: str) -> None:
        super().__init__()
        self.scale = MeasureScale()
        self.threshold: DecimalField = decimal_field("threshold", threshold_name, 0.01, 3)
        self.distance: DecimalField = length_field("max_distance", distance_name)
        self._no_distance: float | None = None  # what the recipe says of it where the measure is none
        self.caption, self.note = caption_of(self.threshold, ""), label(role="muted", wrap=True)
        for field in (self.threshold, self.distance):
            self.addWidget(field)
            field.valueChanged.connect(self._on_value)
        self.show_measure(self.scale)

    @property
    def value(self) -> float:
        """The threshold or the largest distance, in the units of the measure."""
        return self._field.exact

    @property
    def similarity(self) -> float:
        """The same as a similarity in [0, 1]."""
        return min(1.0, max(0.0, float(self.scale.similarity(self.value))))

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        distance = self.distance.exact if self.scale.is_distance else self._no_distance
        return {"threshold": self.threshold.exact, "max_distance": distance}

    def set_recipe(self, recipe: Recipe) -> None:
        """Show what a recipe says, silently."""
        self.show_measure(MeasureScale.of(recipe))
        self._no_distance = recipe.max_distance
        self.threshold.show_exactly(recipe.threshold)
        if recipe.max_distance is not None:
            self.distance.show_exactly(recipe.max_distance)
        self._say()

    def set_value(self, value: float) -> None:
        """Set the limit as if by hand, in the units of the measure."""
        self._field.setValue(value)

    def set_similarity(self, value: float) -> None:
        """Set the limit as if by hand, from a similarity in [0, 1]."""
        self.set_value(float(self.scale.value(value)))

    def take_focus(self) -> None:
        """Have the limit typed anew."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def show_measure(self, scale: MeasureScale) -> None:
        """Bring name, range and unit to a measure, silently; a value that serves it stays."""
        other = scale.measure != self.scale.measure
        self.scale = scale
        text, hamming = LIMIT_TEXTS[scale.measure], scale.measure == "hamming"
        with QSignalBlocker(self.threshold), QSignalBlocker(self.distance):
            self.distance.setDecimals(0 if hamming else 6)
            self.distance.setSuffix(" bits" if hamming else "")
            self.distance.setRange(0.0, float(scale.bits) if hamming else range_of("max_distance")[1])
            # of nothing every document holds all
            self.threshold.setMinimum(0.001 if scale.measure == "containment" else 0.0)
            if other:
                self._no_distance = None
            if other and scale.is_distance:
                self.distance.setValue(round(USUAL_BITS * scale.bits) if hamming else USUAL_DISTANCE)
        self.setCurrentWidget(self._field)
        self.caption.setText(text.label)
        self.caption.setBuddy(self._field)
        hint(self._field, text.meaning)
        self._field.setAccessibleName(text.label)
        self._say()

    @property
    def _field(self) -> DecimalField:
        return self.distance if self.scale.is_distance else self.threshold

    def _on_value(self) -> None:
        self._say()
        self.moved.emit(self.similarity)
        self.changed.emit()

    def _say(self) -> None:
        words, scale = "", self.scale
        if scale.measure == "cosine":
            words = f"an angle of at most {numbers.decimal(math.degrees(math.acos(self.value)), 1)}°"
        elif scale.measure == "hamming":
            words = f"of {scale.bits}; unrelated texts differ in about {scale.bits // 2}"
        elif scale.measure == "euclidean":
            chance = float(scale.collision_probability(self.similarity))
            words = f"one line agrees there with chance {numbers.decimal(chance, 2)}"
        elif scale.measure == "containment":
            words = "Found by an exact join: nothing is missed, bands and rows play no part."
        self.note.setText(words)
        self.note.setVisible(bool(words))

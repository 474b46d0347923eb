"""The axis below curves and histograms: similarities from 0 to 1, told in the units of the run's measure."""

from __future__ import annotations

import math

from msgspec import Struct

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import NAMES, value_words
from simexplorer.ui.theme import numbers

STEP = 0.01
_APART = 0.12  # similarities between two marks of distances
_LEAST = 0.01  # Euclidean distances are drawn up to the similarity of this


class MeasureAxis(Struct, frozen=True):
    """Where values of a measure stand on the line from 0 to 1; of distances the small ones stand at the right."""

    scale: MeasureScale = JACCARD

    @property
    def title(self) -> str:
        """What the axis shows."""
        name = NAMES[self.scale.measure][0]
        if self.scale.measure == "hamming":
            return f"{name}, bits of {self.scale.bits}"
        return name

    def marks(self, parts: int = 5) -> list[tuple[float, str]]:
        """Places and what stands there; similarities in so many parts."""
        if self.scale.measure == "hamming":
            return [(1.0 - part / 4, str(self.scale.bits * part // 4)) for part in range(5)]
        if self.scale.measure == "euclidean":
            return [(0.0, "∞"), *self._lengths()]
        return [(part / parts, numbers.decimal(part / parts, 1)) for part in range(parts + 1)]

    def words(self, similarity: float) -> str:
        """The measure's own value at a place, short."""
        value = float(self.scale.value(similarity))
        if self.scale.measure == "hamming":
            return str(round(value))
        return value_words(self.scale, value, numbers.decimal, fine=False)

    def snapped(self, similarity: float) -> float:
        """The nearest place that a dragged line may stand at."""
        if not self.scale.is_distance:
            least = STEP if self.scale.measure == "containment" else 0.0
            return max(least, round(min(max(similarity, 0.0), 1.0) / STEP) * STEP)
        value = float(self.scale.value(min(max(similarity, _LEAST), 1.0)))
        return self._placed(round(value / self._step) * self._step)

    def stepped(self, similarity: float, steps: int) -> float:
        """So many steps to the right (alike) or, below 0, to the left."""
        if not self.scale.is_distance:
            return self.snapped(similarity + steps * STEP)
        value = float(self.scale.value(max(similarity, _LEAST)))
        return self._placed(value - steps * self._step)

    @property
    def _step(self) -> float:
        """The step of a distance: a bit, or a round part of the interval."""
        if self.scale.measure == "hamming":
            return 1.0
        return float(10.0 ** math.floor(math.log10(self.scale.interval)) / 20.0)

    def _placed(self, value: float) -> float:
        most = float(self.scale.value(_LEAST)) if self.scale.measure == "euclidean" else float(self.scale.bits)
        return float(self.scale.similarity(min(max(round(value, 9), 0.0), most)))

    def _lengths(self) -> list[tuple[float, str]]:
        """Round distances that stand apart, from 0 on."""
        marks, last = [(1.0, "0")], 1.0
        decade = 10.0 ** math.floor(math.log10(self.scale.interval) - 1)
        while last > 2 * _APART:
            for digit in (1, 2, 5):
                place = float(self.scale.similarity(digit * decade))
                if last - place >= _APART and place >= _APART:
                    marks.append((place, value_words(self.scale, digit * decade, _short)))
                    last = place
            decade *= 10.0
            if float(self.scale.similarity(decade)) < _APART:
                break
        return marks


def _short(value: float, digits: int) -> str:
    text = numbers.decimal(value, digits)
    point = numbers.decimal(0.5, 1)[1]
    return text.rstrip("0").rstrip(point) if point in text else text

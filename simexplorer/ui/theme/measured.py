"""Similarities in the words of the run's measure, so that groups and their pictures speak the units of the pairs."""

from __future__ import annotations

import math

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import value_words
from simexplorer.ui.theme import numbers


def told(similarity: float, scale: MeasureScale) -> str:
    """The measure's own value of a similarity in [0, 1]: ``0.912``, ``5``, ``12.4``; where its unit is known."""
    if math.isnan(similarity):
        return numbers.UNKNOWN
    if not scale.is_distance:
        return numbers.similarity(similarity)
    value = float(f"{max(0.0, float(scale.value(similarity))):.9g}")  # turned round twice, 10 is 9.99…
    if not math.isfinite(value):
        return "∞"
    words = value_words(scale, value, numbers.similarity_as)
    return words.split(" ")[0] if scale.measure == "hamming" else words


def told_alone(similarity: float, scale: MeasureScale) -> str:
    """The same where nothing else tells the unit: ``0.912``, ``5 bits apart``, ``12.4 apart``."""
    words = told(similarity, scale)
    if not scale.is_distance or words == numbers.UNKNOWN:
        return words
    unit = "" if scale.measure != "hamming" else " bit" if words == "1" else " bits"
    return f"{words}{unit} apart"

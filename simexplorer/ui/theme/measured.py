"""Similarities in the words of the run's measure, so that groups and their pictures speak the units of the pairs."""

from __future__ import annotations

import math

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import value_beside
from simexplorer.ui.theme import numbers


def told(similarity: float, scale: MeasureScale, limit: float = math.nan) -> str:
    """The measure's own value of a similarity in [0, 1]: ``0.912``, ``5``, ``12.4``; where its unit is known.

    limit : a similarity on whose side the value is told, with as many decimals as that takes
    """
    if math.isnan(similarity):
        return numbers.UNKNOWN
    value, beside = _value(similarity, scale), _value(limit, scale)
    if not math.isfinite(value):
        return "∞"
    words = value_beside(scale, value, beside, numbers.decimal)
    return words.split(" ")[0] if scale.measure == "hamming" else words


def told_alone(similarity: float, scale: MeasureScale, limit: float = math.nan) -> str:
    """The same where nothing else tells the unit: ``0.912``, ``5 bits apart``, ``12.4 apart``."""
    words = told(similarity, scale, limit)
    if not scale.is_distance or words == numbers.UNKNOWN:
        return words
    unit = "" if scale.measure != "hamming" else " bit" if words == "1" else " bits"
    return f"{words}{unit} apart"


def _value(similarity: float, scale: MeasureScale) -> float:
    if not scale.is_distance:
        return similarity
    return float(f"{max(float(scale.value(similarity)), 0.0):.9g}")  # turned round twice, 10 is 9.99…

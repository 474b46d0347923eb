"""The exact value, the estimate and its standard error of a pair, in the units of the run's measure."""

from __future__ import annotations

import math

import numpy as np

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import value_beside, value_words
from simexplorer.pipeline.result import Pairs
from simexplorer.ui.theme import numbers

# of contained documents the signatures estimate the Jaccard similarity: the containment is counted
ESTIMATED = {"containment": "jaccard"}


def exact_value(pairs: Pairs, entry: int, scale: MeasureScale) -> float:
    """What the measure of the run says of a pair, in its own units."""
    return float(scale.values_of(pairs)[entry])


def exact_words(value: float, scale: MeasureScale, limit: float = math.nan) -> str:
    """The same in words: ``0.912``, ``5 bits``, ``12.4``; so many decimals that it stands on its side of ``limit``."""
    if math.isnan(limit):
        return value_words(scale, value, numbers.decimal)
    return value_beside(scale, value, limit, numbers.decimal)


def cell_words(value: float, scale: MeasureScale) -> str:
    """The same below a heading that names the unit: ``5``."""
    if math.isnan(value):
        return numbers.UNKNOWN
    if scale.measure == "hamming" and math.isfinite(value):
        return numbers.count(round(value))
    return exact_words(value, scale)


def estimate_words(estimate: float, error: float, scale: MeasureScale) -> str:
    """An estimate and its standard error, both in the digits of its measure: ``0.912 ± 0.031``, ``4.5 ± 1.4``."""
    if not scale.is_distance:
        return numbers.UNKNOWN if math.isnan(estimate) else numbers.estimate(estimate, error)
    if not math.isfinite(estimate):
        return "none" if math.isnan(estimate) else "beyond all"
    digits = 0 if error >= 10.0 else 1 if error >= 1.0 or scale.measure == "hamming" else 2
    return f"{numbers.decimal(estimate, digits)} ± {numbers.decimal(error, digits)}"


def error_of(pairs: Pairs, entry: int, scale: MeasureScale, length: int) -> float:
    """Standard error of a pair's estimate, in the units it is shown in."""
    return error_beside(pairs, entry, float(pairs.estimate[entry]), float(pairs.error_sd[entry]), scale, length)


def error_beside(pairs: Pairs, entry: int, estimate: float, error_sd: float, scale: MeasureScale, length: int) -> float:
    """The same where the estimate and its deviation are at hand."""
    measure = ESTIMATED.get(scale.measure, scale.measure)
    exact = float(pairs.jaccard[entry]) if measure == "jaccard" else exact_value(pairs, entry, scale)
    if pairs.spread is not None and not error_sd:
        return float(pairs.spread[entry])
    return standard_error(exact, estimate, error_sd, length, scale)


def standard_error(exact: float, estimate: float, error_sd: float, length: int, scale: MeasureScale = JACCARD) -> float:
    """Standard error of an estimate: read off the stated deviation where there is one, else by the measure's usual law.

    The deviation of a cosine is stated of its angle: a standard error of the angle is one of ``sin(angle)`` times as
    much of the cosine.
    """
    measure = ESTIMATED.get(scale.measure, scale.measure)
    if measure == "cosine":
        angle, guessed = (math.degrees(math.acos(min(1.0, max(-1.0, value)))) for value in (exact, estimate))
        degrees = _read_off(angle, guessed, error_sd)
        if degrees is None:
            degrees = 180.0 * math.sqrt(angle / 180.0 * (1.0 - angle / 180.0) / max(1, length))
        return math.radians(degrees) * math.sin(math.radians(angle))
    if (read := _read_off(exact, estimate, error_sd)) is not None:
        return read
    if measure == "jaccard":
        return math.sqrt(max(0.0, exact * (1.0 - exact)) / max(1, length))
    similarity = float(scale.similarity(exact))
    p = float(scale.collision_probability(similarity))
    spread = math.sqrt(max(0.0, p * (1.0 - p)) / max(1, length))
    if measure == "hamming":
        return scale.bits * spread
    return spread / _steepness(exact, scale.interval)


def _read_off(exact: float, estimate: float, error_sd: float) -> float | None:
    if not (error_sd and math.isfinite(error_sd) and math.isfinite(estimate)):
        return None
    return abs((estimate - exact) / error_sd)


def _steepness(distance: float, interval: float) -> float:
    """How fast the chance of random lines falls with the distance; infinite at 0, where estimates do not err."""
    if distance <= 0.0:
        return math.inf
    lost = -math.expm1(-0.5 * (interval / distance) ** 2)
    return float(2.0 / (math.sqrt(2.0 * math.pi) * interval) * np.maximum(lost, 1e-300))

"""What people call the measures, their limits and their values."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.pipeline.recipe import Recipe

Spell = Callable[[float, int], str]  # a number and its decimals
_MOST_WRITTEN = 6  # decimals of a limit that a person sets
_MOST_DECIMALS = 12  # what differs by less differs by the arithmetic alone

# the whole name, the heading of a column, what it is called inside a sentence
NAMES = {
    "jaccard": ("Jaccard similarity", "Jaccard", "Jaccard similarity"),
    "cosine": ("Cosine similarity", "Cosine", "cosine"),
    "hamming": ("Hamming distance", "Bits apart", "Hamming distance"),
    "euclidean": ("Euclidean distance", "Distance", "Euclidean distance"),
    "containment": ("Containment", "Containment", "containment"),
}
ESTIMATE_TITLES = {"cosine": "Estimated cosine", "hamming": "Estimated bits", "euclidean": "Estimated distance"}


def title_of(measure: str) -> str:
    """The heading of a column of its values."""
    return NAMES[measure][1]


def name_of(measure: str) -> str:
    """What the measure is called inside a sentence."""
    return NAMES[measure][2]


def plain(number: float, decimals: int) -> str:
    """A number as programs write it."""
    return f"{number:.{decimals}f}"


def percent_words(fraction: float, spell: Spell = plain, least: int = 0) -> str:
    """``0.9997`` as ``99.97 %``, ``0.0008`` as ``0.08 %``: 100 % only for all of it, 0 % only for nothing.

    least : decimals that are told in any case, unless it is all or nothing
    """
    if fraction <= 0.0:
        return "0 %"
    if fraction >= 1.0:
        return "100 %"
    if fraction < 0.00005:
        return f"< {spell(0.01, 2)} %"
    if fraction < 0.0095:
        return f"{spell(fraction * 100, max(least, 2 if fraction < 0.00095 else 1))} %"
    for digits in range(least, 4):
        if round(fraction * 100, digits) < 100 and 1.0 - fraction >= 0.1 ** (digits + 2):
            return f"{spell(fraction * 100, digits)} %"
    return f"> {spell(99.999, 3)} %"


def told_number(value: float, digits: int, limit: float = math.nan, *, distance: bool = False) -> tuple[float, int]:
    """What to spell of a value, and in how many decimals: the one rule of reports, window and command line.

    Nothing but a similarity of 1 is told as 1; beside a ``limit`` as many decimals as keep the value on its own side.
    """
    if math.isnan(limit) and (told := round(value, digits) + 0.0) < 1.0:  # most of what lists show; -0 is told as 0
        return told, digits
    value = round(value, _MOST_DECIMALS)
    while True:
        told = round(value, digits) + 0.0
        if not distance and value < 1.0 <= told:
            told = 1.0 - 0.1**digits
        apart = (told <= limit) != (value <= limit) if distance else (told >= limit) != (value >= limit)
        if not apart or digits == _MOST_DECIMALS:
            return told, digits
        digits += 1


def value_words(scale: MeasureScale, value: float, spell: Spell = plain, fine: bool = True) -> str:
    """One value of the measure: ``0.912``, ``5 bits``, ``12.4``; ``fine``: a third decimal and zeros in any case.

    What is not fine is a limit: in as many decimals as it was written with.
    """
    if not np.isfinite(value):
        return "far apart" if value > 0 else "unknown"
    if scale.measure == "hamming":
        whole = abs(value - round(value)) < 1e-9
        unit = "bit" if whole and round(value) == 1 else "bits"
        return f"{spell(value, 0 if whole else 1)} {unit}"
    if scale.measure == "euclidean":
        decimals = decimals_of(value) if fine else _decimals_that_tell(value, 0, decimals_of(value))
        words = spell(value, decimals)
        return words if fine or not decimals else words.rstrip("0").rstrip(".,٫")
    if fine:
        return spell(*told_number(value, 3))
    usual = 2 if round(value, 2) == round(value, 4) else 3  # two decimals would tell another value
    return spell(*told_number(value, _decimals_that_tell(value, 2, usual)))


def _decimals_that_tell(value: float, least: int, usual: int) -> int:
    """The fewest decimals, ``least`` or more, that tell a number as somebody wrote it; ``usual`` where six do not."""
    few = range(least, _MOST_WRITTEN + 1)
    return next((digits for digits in few if abs(round(value, digits) - value) < 0.1**_MOST_DECIMALS), usual)


def decimals_of(length: float) -> int:
    """Decimals that leave three digits of a length: 0.123, 12.3, 123."""
    size = abs(length)
    return 0 if size >= 100.0 or size == 0.0 else 1 if size >= 10.0 else 2 if size >= 1.0 else 3


def limit_value_words(recipe: Recipe, limit: float, spell: Spell = plain) -> str:
    """A limit alone, as ``limit_words`` tells it: ``0.80``, ``5 bits``."""
    return value_words(MeasureScale.of(recipe), limit, spell, fine=False)


def value_beside(scale: MeasureScale, value: float, limit: float, spell: Spell = plain) -> str:
    """A value on its own side of a limit, however near: ``0.7999`` where three decimals would be the limit's 0.800."""
    if scale.measure == "hamming" or not np.isfinite(value):
        return value_words(scale, value, spell)
    fewest = decimals_of(value) if scale.measure == "euclidean" else 3
    return spell(*told_number(value, fewest, limit, distance=scale.is_distance))


def limit_words(recipe: Recipe, value: float | None = None, spell: Spell = plain) -> str:
    """Which pairs count, behind a number of pairs: ``at or above 0.80``, ``within 5 bits``; ``value`` replaces it."""
    limit = limit_of(recipe) if value is None else value
    words = limit_value_words(recipe, limit, spell)
    match recipe.measure:
        case "cosine":
            return f"at or above cosine {words}"
        case "containment":
            return f"at least {words} contained"
        case "hamming":
            return f"within {words}"
        case "euclidean":
            return f"within a distance of {words}"
    return f"at or above {words}"


def past_limit_words(scale: MeasureScale) -> str:
    """Where pairs lie that are not alike enough to count."""
    return "beyond the limit" if scale.is_distance else "below the threshold"


def similarity_words(scale: MeasureScale) -> str:
    """How similarities in [0, 1] are told from the values of a distance, as a line of its own; empty for others."""
    if scale.measure == "hamming":
        return f"\nSimilarity is 1 − d / {scale.bits} of the Hamming distance d."
    if scale.measure == "euclidean":
        width = f"{scale.interval:g}"
        return f"\nSimilarity is {width} / ({width} + d) of the Euclidean distance d."
    return ""

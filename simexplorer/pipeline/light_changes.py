"""What separates a recipe from the one that was analysed: light fields act at once, heavy ones need the documents."""

from __future__ import annotations

from simexplorer.errors import ParameterError
from simexplorer.pipeline.measure_scale import require_fitting
from simexplorer.pipeline.recipe import LIGHT_FIELDS, Recipe

_OF_ANY_MEASURE = frozenset({"hamming_radius", "linkage"})  # light fields that set no limit to the measure


def heavy_changes(analysed: Recipe, wanted: Recipe) -> list[str]:
    """Names of the heavy fields in which two recipes differ, in the order of the recipe."""
    names = [name for name in Recipe.__struct_fields__ if name not in LIGHT_FIELDS]
    return [name for name in names if getattr(wanted, name) != getattr(analysed, name)]


def light_changes(analysed: Recipe, wanted: Recipe) -> list[str]:
    """Names of the light fields in which what was analysed could follow ``wanted`` and does not, in that order.

    The Hamming radius is none of them: neighbours are looked for anew each time, by the radius that is set.
    """
    made = with_light_of(analysed, wanted)
    if made is None:
        return []
    names = [name for name in Recipe.__struct_fields__ if name in LIGHT_FIELDS and name != "hamming_radius"]
    return [name for name in names if getattr(made, name) != getattr(analysed, name)]


def with_light_of(analysed: Recipe, wanted: Recipe) -> Recipe | None:
    """What was analysed with the light fields of ``wanted``; of another measure only those that do not limit it.

    None where they do not fit: more bands than the signature has, more bits than the fingerprint.
    """
    taken = LIGHT_FIELDS if wanted.measure == analysed.measure else _OF_ANY_MEASURE
    try:
        made = analysed.replace(**{name: getattr(wanted, name) for name in taken})
        require_fitting(made)
    except ParameterError:
        return None
    return made

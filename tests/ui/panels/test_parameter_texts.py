"""Every field of the recipe is explained, and every switch and choice has a name."""

from __future__ import annotations

import pytest

from simexplorer.pipeline.recipe import LINKAGES, NORMALISATIONS, Recipe
from simexplorer.ui.panels.parameter_texts import LINKAGE_TEXTS, NORMALISE_TEXTS, PARAMETER_TEXTS


@pytest.mark.parametrize("field", Recipe.__struct_fields__)
def test_every_field_of_the_recipe_has_its_tooltip(field: str) -> None:
    text = PARAMETER_TEXTS[field]
    assert text.label
    assert len(text.meaning) > 20
    assert text.meaning.rstrip().endswith((".", ")", "?", "**"))


def test_no_tooltip_is_left_of_a_field_that_is_gone() -> None:
    assert set(PARAMETER_TEXTS) == set(Recipe.__struct_fields__)


def test_every_switch_and_every_linkage_has_a_name() -> None:
    assert set(NORMALISE_TEXTS) == set(NORMALISATIONS)
    assert set(LINKAGE_TEXTS) == set(LINKAGES)


def test_average_linkage_says_what_identical_texts_count():
    assert "identical texts count once" in PARAMETER_TEXTS["linkage"].meaning

"""Every field of the recipe is explained, and every switch and choice has a name."""

from __future__ import annotations

import pytest

from simexplorer.features.normalise import normalise_text
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


@pytest.mark.parametrize(
    ("switch", "text", "becomes"),
    [("accents", "é が كَتَبَ שָׁלוֹם कुल ที่", "e か كتب שלום कल ท"), ("punctuation", "5 € + 3, 👍!", "5     3    ")],
)
def test_what_a_switch_takes_away_is_as_its_tooltip_says(switch: str, text: str, becomes: str) -> None:
    assert normalise_text(text, (switch,)) == becomes
    for named in ("Hebrew", "Hindi", "Thai", "か") if switch == "accents" else ("symbols", "€", "emoji"):
        assert named in NORMALISE_TEXTS[switch].meaning


def test_average_linkage_says_what_identical_texts_count():
    assert "identical texts count once" in PARAMETER_TEXTS["linkage"].meaning

"""Two recipes compared: what can act on the signatures at hand, and what needs the documents again."""

from __future__ import annotations

from simexplorer.pipeline.light_changes import heavy_changes, light_changes, with_light_of
from simexplorer.pipeline.recipe import LIGHT_FIELDS, Recipe


def test_heavy_changes_are_named_in_the_order_of_the_recipe_and_light_ones_are_not() -> None:
    wanted = Recipe(shingle_size=5, archives=False, threshold=0.5, bands=10, rows=4)
    assert heavy_changes(Recipe(), wanted) == ["archives", "shingle_size"]
    assert heavy_changes(Recipe(), Recipe()) == []


def test_light_fields_are_taken_over_and_heavy_ones_go_on_waiting() -> None:
    analysed = Recipe(shingle_size=7)
    wanted = Recipe(shingle_size=5, threshold=0.6, bands=10, rows=4, linkage="average", hamming_radius=5)
    made = with_light_of(analysed, wanted)
    assert made is not None
    assert {name: getattr(made, name) for name in LIGHT_FIELDS} == {n: getattr(wanted, n) for n in LIGHT_FIELDS}
    assert heavy_changes(analysed, made) == []


def test_more_bands_than_the_analysed_signature_has_do_not_fit_it() -> None:
    assert with_light_of(Recipe(hashes=64), Recipe(hashes=128, bands=32, rows=4)) is None
    assert with_light_of(Recipe(hashes=128), Recipe(hashes=128, bands=32, rows=4)) is not None


def test_the_limit_of_another_measure_is_not_taken_over() -> None:
    made = with_light_of(Recipe(threshold=0.8), Recipe(measure="cosine", threshold=0.3, linkage="complete"))
    assert made is not None
    assert (made.measure, made.threshold, made.linkage) == ("jaccard", 0.8, "complete")


def test_light_changes_are_those_that_what_was_analysed_could_follow() -> None:
    wanted = Recipe(threshold=0.6, shingle_size=5, hamming_radius=7, linkage="complete")
    assert light_changes(Recipe(), wanted) == ["threshold", "linkage"]
    assert light_changes(Recipe(), Recipe(hamming_radius=7)) == []
    assert light_changes(Recipe(), Recipe(hashes=256, bands=64, rows=4)) == []  # they fit what waits for Apply

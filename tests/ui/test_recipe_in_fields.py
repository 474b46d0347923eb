"""A recipe that is opened is the one that runs: fields that cannot show all of it change nothing in it."""

from __future__ import annotations

import os
from pathlib import Path

from pytestqt.qtbot import QtBot

from simexplorer.pipeline.measure_scale import require_fitting
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.recipe_file import recipe_text
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.number_fields import ChoiceField
from tests.ui.conftest import OpenWindow, feature, quiet, run_to_end

FINE = {
    "threshold": 0.8125,
    "seed": 5_000_000_000,
    "recall": 0.999999,
    "hamming_radius": 100,
    "boilerplate": 0.9995,
    "sketch_sigmas": 3.14159,
    "max_bytes": 1_234_567,
    "include": ("a,b/*.txt", "*.md"),
    "exclude": ("{x,y}", os.fsdecode(b"alt\xe4")),
    "normalise": ("space", "case", "nfc"),
}
RECIPES = {
    "jaccard": Recipe(**FINE, simhash_bits=128, id_bits=32, max_distance=7.25),
    "first rows": Recipe(**FINE, scheme="first-rows", first_rows=2**-16),
    "bands of its own": Recipe(**FINE, bands=7, rows=11),
    "the seed at its end": Recipe(seed=2**63 - 1, boilerplate=0.0, sketch_sigmas=100.0, max_bytes=1),
    "cosine": Recipe(**FINE, measure="cosine", scheme="hyperplane", bag=True, weights="binary"),
    "hamming": Recipe(**FINE, measure="hamming", scheme="bit-sampling", simhash_bits=128, max_distance=2.5),
    "euclidean": Recipe(
        **FINE, measure="euclidean", scheme="random-lines", interval=17.123456789123, max_distance=1e12
    ),
    "containment": Recipe(**(FINE | {"threshold": 0.0004}), measure="containment"),
    "words": Recipe(**FINE, shingle_kind="word", shingle_size=3, language="de", stop_words=True, stemming=True),
}


def open_recipe(window: MainWindow, qtbot: QtBot, recipe: Recipe, folder: Path) -> None:
    """As the menu does, from a file."""
    place = folder / "recipe.json"
    place.write_text(recipe_text(recipe), "utf-8")
    window.kept.recipe.open(os.fsencode(place))
    qtbot.waitUntil(lambda: window.run.recipe == recipe, timeout=5_000)
    quiet(window, qtbot)


def test_every_field_holds_the_very_recipe_of_the_run_and_turning_another_knob_changes_nothing_else(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window()
    for name, recipe in RECIPES.items():
        require_fitting(recipe)
        open_recipe(window, qtbot, recipe, tmp_path)
        run_to_end(window, qtbot)
        # two settings begin with it
        window.tabs.show_view("settings")
        quiet(window, qtbot)
        controller = feature(window, "SettingsController")
        assert controller.recipe() == recipe, name
        assert controller.panel.difference.text().startswith("B is A so far"), name
        controller.panel.light.linkage.set_value("complete")
        assert controller.recipe() == recipe.replace(linkage="complete"), name
        controller.panel.light.linkage.set_value(recipe.linkage)
        # those of the run are others
        window.tuning.light.linkage.set_value("star")
        quiet(window, qtbot)
        assert window.run.recipe == recipe.replace(linkage="star"), name
        window.tuning.heavy.length.setValue(8)
        quiet(window, qtbot)
        assert window.run.recipe == recipe.replace(linkage="star", shingle_size=8), name
        run_to_end(window, qtbot)
        assert window.fakes[-1].recipes[-1] == recipe.replace(linkage="star", shingle_size=8), name
        # nothing is left over that would have to be applied
        assert not window.run.heavy_changes(), name


def test_a_knob_that_is_turned_gives_what_it_shows(open_window: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window()
    open_recipe(window, qtbot, RECIPES["jaccard"], tmp_path)
    light = window.tuning.light
    light.recall.stepDown()
    assert window.run.recipe.recall == light.recall.value() == 0.9989
    light.threshold.setValue(0.812)
    assert window.run.recipe.threshold == 0.812
    quiet(window, qtbot)


def test_curve_lists_and_numbers_go_by_the_threshold_itself(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window()
    open_recipe(window, qtbot, Recipe(threshold=0.81249), tmp_path)
    run_to_end(window, qtbot)
    assert window.tuning.plot.threshold == 0.81249
    assert window.pairs.model.source.threshold == 0.81249
    window.tuning.light.radius.setValue(5)
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == 0.81249


def test_the_radius_of_an_opened_recipe_is_that_of_the_neighbours(
    analysed: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    analysed.selection.select((3,))
    quiet(analysed, qtbot)
    before = analysed.neighbours.model.rowCount()
    open_recipe(analysed, qtbot, analysed.run.recipe.replace(hamming_radius=9), tmp_path)
    assert analysed.neighbours.model.rowCount() == before + 6


def test_a_field_that_is_set_tells_of_its_own_choice(open_window: OpenWindow) -> None:
    """Of the measure and the linkage, which are set silently, as of all others."""
    window = open_window()
    for name, recipe in RECIPES.items():
        window.run.show_recipe(recipe.replace(linkage="star"))
        for field in window.tuning.findChildren(ChoiceField):
            if "\n\n" in field.accessibleDescription():
                assert f"\n\n{field.currentText()}: " in field.accessibleDescription(), (name, field.objectName())

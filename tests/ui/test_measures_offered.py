"""Every measure, scheme and weight that the window offers fits, is explained and is written with its unit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.measure_scale import SCHEMES_OF, require_fitting
from simexplorer.pipeline.recipe import MEASURES, WEIGHTS, Recipe
from simexplorer.pipeline.suggesting import preset
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.choice_texts import MEASURE_TEXTS, SCHEME_CHOICES, WEIGHT_TEXTS
from simexplorer.ui.panels.heavy_fields import HeavyFields
from tests.ui.conftest import OpenWindow, quiet


def offered(heavy: HeavyFields) -> list[str]:
    return [str(heavy.scheme.itemData(place)) for place in range(heavy.scheme.count())]


def test_every_measure_scheme_and_weight_is_offered_and_explained() -> None:
    assert set(MEASURE_TEXTS) == set(MEASURES) == set(SCHEMES_OF)
    assert set(SCHEME_CHOICES) == {scheme for schemes in SCHEMES_OF.values() for scheme in schemes}
    assert set(WEIGHT_TEXTS) == set(WEIGHTS)
    for texts in (MEASURE_TEXTS, SCHEME_CHOICES, WEIGHT_TEXTS):
        assert all(len(text.meaning) > 20 and text.meaning.endswith(".") for text in texts.values())


def test_whatever_is_chosen_makes_a_recipe_that_fits(open_window: OpenWindow) -> None:
    window = open_window()
    heavy, light = window.tuning.heavy, window.tuning.light
    for measure in (*MEASURES, *reversed(MEASURES)):
        heavy.measure.set_value(measure)
        assert offered(heavy) == list(SCHEMES_OF[measure])
        for scheme in SCHEMES_OF[measure]:
            heavy.scheme.set_value(scheme)
            recipe = Recipe().replace(**window.tuning.fields())
            require_fitting(recipe)
            assert (recipe.measure, recipe.scheme) == (measure, scheme)
            assert window.run.recipe == recipe.replace(**window.collection.fields())
            assert light.bands.value() * light.rows.value() <= recipe.signature_length
            assert heavy.bits.isHidden() == (scheme != "bbit")
            assert heavy.interval.isHidden() == (scheme != "random-lines")
            assert heavy.simhash_bits.isHidden() == (scheme not in ("simhash", "bit-sampling"))
            assert heavy.hashes.isHidden() == (scheme == "simhash")
        weighted = measure in ("cosine", "hamming", "euclidean")
        assert heavy.weights.isHidden() == (not weighted)
        assert heavy.bag.isHidden() == weighted
        assert light.bands.isHidden() == (measure == "containment")
        assert MEASURE_TEXTS[measure].label in heavy.measure.toolTip()


def test_the_bits_of_a_fingerprint_bound_the_distance(open_window: OpenWindow) -> None:
    window = open_window()
    heavy, limit = window.tuning.heavy, window.tuning.light.limit
    heavy.measure.set_value("hamming")
    heavy.simhash_bits.set_value("128")
    limit.distance.setValue(100)
    heavy.simhash_bits.set_value("32")
    assert limit.value == 32
    require_fitting(window.run.recipe)
    assert window.run.recipe.max_distance == 32


def test_limits_are_written_whole(open_window: OpenWindow) -> None:
    window = open_window()
    for measure, value, text in (
        ("hamming", 10.0, "10 bits"),
        ("hamming", 0.0, "0 bits"),
        ("euclidean", 100.0, "100"),
        ("euclidean", 2.5, "2.5"),
    ):
        window.tuning.heavy.measure.set_value(measure)
        window.tuning.light.limit.set_value(value)
        assert window.tuning.light.distance.text() == text
        window.tuning.light.distance.lineEdit().editingFinished.emit()
        assert window.tuning.light.limit.value == value


def test_keys_move_the_line_in_steps_of_the_measure(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    limit = window.tuning.light.limit
    for measure, key, before, after in (
        ("cosine", Qt.Key.Key_Right, 0.8, 0.81),
        ("hamming", Qt.Key.Key_Right, 6, 5),  # to the right is more alike: fewer bits
        ("hamming", Qt.Key.Key_PageDown, 6, 16),
        ("euclidean", Qt.Key.Key_Left, 10, 10.5),  # a twentieth of the decade of the interval, 17
        ("containment", Qt.Key.Key_Home, 0.8, 0.01),
    ):
        window.tuning.heavy.measure.set_value(measure)
        assert limit.value == before
        qtbot.keyClick(window.tuning.plot, key)
        assert limit.value == pytest.approx(after)
        assert window.tuning.plot.threshold == pytest.approx(limit.similarity)
        limit.set_value(before)


def test_a_measure_that_waits_changes_nothing_that_was_found(analysed: MainWindow, qtbot: QtBot) -> None:
    result, runs = analysed.session.result, len(analysed.fakes[0].recipes)
    rows = analysed.pairs.model.rowCount()
    analysed.tuning.heavy.measure.set_value("hamming")
    analysed.tuning.light.limit.set_value(20)
    quiet(analysed, qtbot)
    assert len(analysed.fakes[0].recipes) == runs
    assert analysed.session.result is result
    assert analysed.pairs.model.rowCount() == rows
    # its similarities are not drawn as if they were Hamming's
    assert not analysed.tuning.plot._bars.counts.any()
    assert analysed.findChild(QLabel, "fact_recall").text() == "–"
    assert analysed.bar.analyse.text() == "Apply 2 changes"
    analysed.tuning.heavy.measure.set_value("jaccard")
    assert analysed.tuning.plot._bars.counts.any()
    assert not analysed.run.heavy_changes()


def test_presets_bring_the_measure_that_their_thresholds_are_meant_for(open_window: OpenWindow) -> None:
    window = open_window()
    window.tuning.heavy.measure.set_value("euclidean")
    changed = preset("mail").apply(window.run.recipe)
    assert (changed.measure, changed.scheme, changed.threshold, changed.shingle_size) == ("jaccard", "fss", 0.8, 5)
    window.run.show_recipe(changed)
    assert window.tuning.light.limit.value == 0.8
    assert window.tuning.heavy.scheme.value() == "fss"

"""Bands and rows by each rule: the same in the panel beside the plot and in the settings that are tried."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel
from pytestqt.qtbot import QtBot

from simexplorer.search import scurve
from simexplorer.search.tuning import Costs, by_histogram, by_threshold, by_weighted_error
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.light_fields import CHOICES, LightFields
from simexplorer.ui.panels.settings_panel import SettingsPanel
from tests.ui.conftest import OpenWindow, feature, quiet


def choose(window: MainWindow, rule: str, prefix: str = "") -> None:
    """As a person does: in the list of the panel."""
    name = "settingsBandingChoiceCombo" if prefix else "bandingChoiceCombo"
    box = window.findChild(QComboBox, name)
    box.setCurrentIndex(box.findData(rule))


def settings(window: MainWindow, qtbot: QtBot) -> SettingsPanel:
    """The fields of B, in front."""
    window.tabs.show_view("settings")
    quiet(window, qtbot)
    panel = feature(window, "SettingsController").panel
    assert isinstance(panel, SettingsPanel)
    return panel


def test_every_rule_is_explained() -> None:
    from simexplorer.ui.panels.light_fields import CHOICE_MEANING

    assert list(CHOICES) == ["recall", "threshold", "weighted", "collection", "hand"]
    for words in ("Wanted recall:", "Threshold and K:", "Least weighted error:", "Least cost here:", "By hand:"):
        assert words in CHOICE_MEANING


def test_a_threshold_and_the_hashes_choose_by_the_rule_of_textbooks(open_window: OpenWindow, qtbot: QtBot) -> None:
    # K = 128, t = 0.8: -128 ln 0.8 = 28.56; 11 ln 11 = 26.4 < 28.56 <= 12 ln 12 = 29.8: 12 bands of 128 // 12 = 10
    window = open_window()
    choose(window, "threshold")
    quiet(window, qtbot)
    assert window.tuning.light.banding == (12, 10)
    assert (window.run.recipe.bands, window.run.recipe.rows) == (12, 10)
    # 0.8^10 = 0.10737; 1 - (1 - 0.10737)^12 = 0.7441: a quarter of the pairs at the threshold is missed
    assert window.findChild(QLabel, "fact_found").text() == "74 %"
    assert not window.tuning.light.recall.isVisibleTo(window.tuning)
    # it follows the threshold and the hashes
    window.tuning.light.threshold.setValue(0.9)
    window.tuning.heavy.hashes.setValue(256)
    quiet(window, qtbot)
    chosen = by_threshold(256, 0.9)
    assert window.tuning.light.banding == (chosen.bands, chosen.rows)
    assert window.tuning.light.choice.value() == "threshold"


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("hashes", [64, 128, 512])
def test_what_the_tooltip_says_of_that_rule_holds(threshold: float, hashes: int) -> None:
    chosen = by_threshold(hashes, threshold)
    found = float(scurve.collision_probability(threshold, chosen.bands, chosen.rows))
    assert 1.0 - found <= 0.37
    assert chosen.bands ** (-1.0 / chosen.rows) <= threshold


def test_two_settings_choose_as_the_panel_beside_the_plot_does(analysed: MainWindow, qtbot: QtBot) -> None:
    panel, histogram = settings(analysed, qtbot), analysed.session.result.audit.histogram
    for rule, wanted in {
        "threshold": by_threshold(128, 0.7),
        "weighted": by_weighted_error(128, 0.7, 0.2, 0.8),
        "collection": by_histogram(128, 0.7, histogram, Costs(miss=500.0)),
    }.items():
        for light, prefix in ((analysed.tuning.light, ""), (panel.light, "settings")):
            light.threshold.setValue(0.7)
            light.weight.setValue(0.8)
            light.cost.setValue(500)
            choose(analysed, rule, prefix)
            quiet(analysed, qtbot)
        assert panel.light.choice.value() == analysed.tuning.light.choice.value() == rule
        assert panel.light.banding == analysed.tuning.light.banding == (wanted.bands, wanted.rows), rule
        recipe = feature(analysed, "SettingsController").recipe()
        assert (recipe.bands, recipe.rows) == (wanted.bands, wanted.rows), rule


def test_what_a_miss_is_worth_to_b_acts_on_b_alone(analysed: MainWindow, qtbot: QtBot) -> None:
    panel, before = settings(analysed, qtbot), analysed.tuning.light.banding
    for rule, field in (("weighted", "settingsMissWeightSpin"), ("collection", "settingsMissCostSpin")):
        choose(analysed, rule, "settings")
        quiet(analysed, qtbot)
        spin, first = analysed.findChild(QDoubleSpinBox, field), panel.light.banding
        assert spin.isVisibleTo(panel)
        spin.setValue(spin.minimum())
        quiet(analysed, qtbot)
        assert panel.light.banding != first, rule
        assert analysed.tuning.light.banding == before, rule
        assert "bands" in panel.difference.text()


def shown_wish(light: LightFields) -> str:
    return light._wish_name.text() if light._wish_name.isVisibleTo(light) else ""


def test_each_rule_asks_for_what_it_goes_by(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    asked = {}
    for rule in CHOICES:
        choose(window, rule)
        asked[rule] = shown_wish(window.tuning.light)
        quiet(window, qtbot)
    assert asked == {
        "recall": "Recall wanted",
        "threshold": "",
        "weighted": "A miss weighs",
        "collection": "A miss costs",
        "hand": "",
    }


def test_a_recall_stepped_up_to_the_end_is_tried_not_refused(analysed: MainWindow, qtbot: QtBot) -> None:
    panel = settings(analysed, qtbot)
    for light in (panel.light, analysed.tuning.light):
        for _ in range(3):
            light.recall.stepUp()
        assert light.recall.text() == "0.9999"
    quiet(analysed, qtbot)
    assert analysed.session.result.recipe.recall == 0.9999
    recipe = feature(analysed, "SettingsController").recipe()
    assert recipe.recall == 0.9999
    bands, rows = panel.light.banding
    assert 1 - (1 - 0.8**rows) ** bands >= 0.9999


def test_b_says_why_it_cannot_be(analysed: MainWindow, qtbot: QtBot) -> None:
    panel = settings(analysed, qtbot)
    panel.light.bands.setValue(100)
    panel.light.rows.setValue(100)
    quiet(analysed, qtbot)
    assert "bands x rows (10000) is at most hashes (128)" in panel.difference.text()
    assert panel.difference.property("role") == "warning"
    assert not panel.try_button.isEnabled()
    assert not panel.take.isEnabled()
    choose(analysed, "recall", "settings")
    quiet(analysed, qtbot)
    assert panel.difference.property("role") == "muted"
    assert "B is A so far" in panel.difference.text()


def test_bands_of_an_opened_recipe_are_not_chosen_anew(analysed: MainWindow, qtbot: QtBot) -> None:
    light = analysed.tuning.light
    light.choice.set_value("weighted")
    quiet(analysed, qtbot)
    recipe = analysed.run.recipe
    assert recipe.bands is not None
    analysed.run.show_recipe(recipe.replace(bands=9, rows=3))
    quiet(analysed, qtbot)
    assert light.choice.value() == "hand"
    light.linkage.set_value("star")
    quiet(analysed, qtbot)
    assert (analysed.run.recipe.bands, analysed.run.recipe.rows) == (9, 3)
    # and the rule that is chosen again chooses again
    light.choice.set_value("weighted")
    quiet(analysed, qtbot)
    assert (analysed.run.recipe.bands, analysed.run.recipe.rows) == (recipe.bands, recipe.rows)

"""The curve and its knobs: dragged, stepped, typed, always in step."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import BINS, Result
from simexplorer.ui.controllers.tuning_controller import compact, roughly
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.plots.s_curve_plot import POINTS
from tests.ui.conftest import OpenWindow, quiet


def place_of(window: MainWindow, similarity: float, chance: float = 0.4) -> QPoint:
    """Where in the plot's viewport a point of the data is."""
    plot = window.tuning.plot
    scene = plot.plotItem.vb.mapViewToScene(QPointF(similarity, chance))
    return plot.mapFromScene(scene)


def test_dragging_the_line_moves_spin_box_tables_and_result(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    before, runs = lent_to_run.pairs.model.rowCount(), len(lent_to_run.fakes[0].recipes)
    port = lent_to_run.tuning.plot.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=place_of(lent_to_run, 0.8))
    for value in (0.82, 0.86, 0.9, 0.92):
        qtbot.mouseMove(port, place_of(lent_to_run, value))
        qtbot.wait(25)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=place_of(lent_to_run, 0.92))
    qtbot.waitUntil(lambda: abs(lent_to_run.tuning.light.threshold.value() - 0.92) < 0.021, timeout=5_000)
    qtbot.wait(60)
    quiet(lent_to_run, qtbot)
    value = lent_to_run.tuning.light.threshold.value()
    assert lent_to_run.session.result.recipe.threshold == pytest.approx(value)
    assert lent_to_run.pairs.model.rowCount() < before
    assert lent_to_run.pairs.model.rowCount() == int((lent_to_run.session.result.pairs.jaccard >= value).sum())
    assert value == pytest.approx(round(value, 2))
    # while the line moves, the index at hand serves; bands and rows are chosen anew when it is let go
    bands = [recipe.bands for recipe in lent_to_run.fakes[0].recipes[runs:]]
    assert bands[0] == 25
    assert 25 not in bands[bands.index(None) :]
    assert lent_to_run.session.result.recipe.bands is None
    # what no pair tells about groups is computed when the line is let go
    assert lent_to_run.fakes[0].drafts[runs]
    assert not lent_to_run.fakes[0].drafts[-1]
    assert not lent_to_run.run.drafted


def test_a_dragged_line_moves_before_what_follows_it_and_the_place_it_was_let_go_at_counts(
    lent_to_run: MainWindow, qtbot: QtBot
) -> None:
    plot, limit = lent_to_run.tuning.plot, lent_to_run.tuning.light.limit
    before = limit.similarity
    plot._line.moving = True
    plot._line.setValue(0.9)
    plot._on_dragged(())
    assert plot.threshold == 0.9
    assert limit.similarity == before
    plot._line.setValue(0.91)
    plot._line.moving = False
    plot._on_let_go(plot._line)
    assert limit.similarity == pytest.approx(0.91)
    quiet(lent_to_run, qtbot)
    assert limit.similarity == pytest.approx(0.91)
    assert lent_to_run.session.result is not None
    assert lent_to_run.session.result.recipe.threshold == pytest.approx(0.91)


def test_candidates_inside_one_folder_are_not_held_against_those_expected_across(
    lent_to_run: MainWindow, qtbot: QtBot
) -> None:
    result = lent_to_run.session.result
    assert result is not None
    fact = lent_to_run.tuning._facts["candidates"]
    assert " / " in fact.text()
    lent_to_run.session.set_result(replace(result, recipe=result.recipe.replace(reference="/known")))
    quiet(lent_to_run, qtbot)
    assert fact.text().startswith("≈ ")
    assert fact.text().endswith(" across")


def test_an_earlier_answer_does_not_show_again_while_a_later_one_is_awaited(
    lent_to_run: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, release = lent_to_run.fakes[0], {0.7: threading.Event(), 0.6: threading.Event()}
    run = fake.run

    def held(recipe: Recipe, progress: Progress, **rest: Any) -> Result:
        release[recipe.threshold].wait(10)
        return run(recipe, progress, **rest)

    monkeypatch.setattr(fake, "run", held)
    for threshold in release:
        lent_to_run.tuning.light.threshold.setValue(threshold)
        qtbot.waitUntil(lambda threshold=threshold: lent_to_run.pairs.model.source.threshold == threshold)
    release[0.7].set()
    qtbot.waitUntil(lambda: lent_to_run.session.result.recipe.threshold == 0.7)
    lent_to_run.session.turns.finish()
    assert lent_to_run.pairs.model.source.threshold == 0.6
    release[0.6].set()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.pairs.model.source.threshold == 0.6
    # what is set without a hand on the limit is not held back by what was once previewed
    monkeypatch.setattr(fake, "run", run)
    lent_to_run.run.show_recipe(lent_to_run.run.recipe.replace(threshold=0.9))
    lent_to_run.tuning.light_changed.emit()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.pairs.model.source.threshold == 0.9


def test_the_line_follows_the_spin_box(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    lent_to_run.tuning.light.threshold.setValue(0.635)
    assert lent_to_run.tuning.plot.threshold == pytest.approx(0.635)
    quiet(lent_to_run, qtbot)
    assert lent_to_run.overview.histogram is not None


def test_arrow_keys_move_the_line(lent_new: MainWindow, qtbot: QtBot) -> None:
    for key, expected in (
        (Qt.Key.Key_Right, 0.81),
        (Qt.Key.Key_Left, 0.79),
        (Qt.Key.Key_PageUp, 0.9),
        (Qt.Key.Key_Home, 0.0),
        (Qt.Key.Key_End, 1.0),
    ):
        lent_new.tuning.light.threshold.setValue(0.8)
        qtbot.keyClick(lent_new.tuning.plot, key)
        assert lent_new.tuning.light.threshold.value() == pytest.approx(expected), key
        assert lent_new.tuning.plot.threshold == pytest.approx(expected), key


def test_the_curve_is_that_of_the_bands_and_rows_shown(lent_new: MainWindow, qtbot: QtBot) -> None:
    lent_new.tuning.light.bands.setValue(20)
    lent_new.tuning.light.rows.setValue(5)
    x, y = lent_new.tuning.plot._curve.getData()
    np.testing.assert_allclose(x, POINTS)
    np.testing.assert_allclose(y, 1 - (1 - POINTS**5) ** 20, atol=1e-12)
    # Mining of Massive Datasets, 3.4.2, b = 20, r = 5: (1/20)^(1/5) = 0.549;
    # half at (1 - 2^(-1/20))^(1/5) = 0.034064^0.2 = 0.5087
    assert lent_new.findChild(QLabel, "fact_approximate").text() == "0.549"
    assert lent_new.findChild(QLabel, "fact_half").text() == "0.509"
    # 0.8^5 = 0.32768, 0.67232^20 = 0.00036: found with 99.96 %
    assert lent_new.findChild(QLabel, "fact_found").text() == "99.96 %"
    lent_new.tuning.light.rows.setValue(1)
    lent_new.tuning.light.bands.setValue(128)  # at 0.8 all but 0.2^128 = 3e-90 is found, which is not all
    qtbot.waitUntil(lambda: lent_new.findChild(QLabel, "fact_found").text() == "> 99.999 %")


def test_of_bands_that_need_more_hashes_than_there_are_nothing_is_told(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    tuning, light = lent_to_run.tuning, lent_to_run.tuning.light
    names = ("approximate", "half", "found", "missed", "needless", "candidates")

    def told() -> list[str]:
        return [tuning._facts[name].text() for name in names]

    rows = light.rows.value()
    light.show_banding(128, 2)
    lent_to_run.tuning_controller.draw()
    assert "is more than the 128 hashes" in light.used.text()
    assert set(told()) == {"–"}
    assert not light.price.text()
    figures = tuning.plot.figures()
    assert not any(figures.columns[figures.titles.index("Chance")])
    light.show_banding(25, rows)
    lent_to_run.tuning_controller.draw()
    assert "–" not in told()[:3]
    figures = tuning.plot.figures()
    assert any(figures.columns[figures.titles.index("Chance")])


def test_changing_bands_by_hand_switches_the_automatic_choice_off(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    light = lent_to_run.tuning.light
    assert light.choice.value() == "recall"
    light.bands.setValue(16)
    quiet(lent_to_run, qtbot)
    assert light.choice.value() == "hand"
    assert not light.recall.isEnabled()
    assert lent_to_run.session.result.recipe.bands == 16
    light.choice.set_value("recall")
    quiet(lent_to_run, qtbot)
    assert lent_to_run.session.result.recipe.bands is None
    assert (light.bands.value(), light.rows.value()) == (
        lent_to_run.session.result.bands,
        lent_to_run.session.result.rows,
    )


def test_bands_set_by_hand_while_an_earlier_run_goes_on_stay(
    lent_to_run: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, light, release = lent_to_run.fakes[0], lent_to_run.tuning.light, threading.Event()
    run = fake.run

    def held(recipe: Recipe, progress: Progress, **rest: Any) -> Result:
        release.wait(10)
        return run(recipe, progress, **rest)

    monkeypatch.setattr(fake, "run", held)
    light.threshold.setValue(0.7)  # for which bands are chosen
    qtbot.waitUntil(lambda: lent_to_run.run.jobs.running)
    light.bands.setValue(16)
    light.rows.setValue(8)
    release.set()
    qtbot.waitUntil(lambda: lent_to_run.session.result.recipe.threshold == 0.7)
    lent_to_run.session.turns.finish()
    assert light.banding == (16, 8)
    quiet(lent_to_run, qtbot)
    assert light.banding == (16, 8) == (lent_to_run.run.recipe.bands, lent_to_run.run.recipe.rows)
    assert (lent_to_run.session.result.recipe.bands, lent_to_run.session.result.recipe.rows) == (16, 8)


def test_a_wanted_recall_chooses_bands_before_any_run(lent_new: MainWindow, qtbot: QtBot) -> None:
    lent_new.tuning.light.recall.setValue(0.9)
    quiet(lent_new, qtbot)
    bands, rows = lent_new.tuning.light.bands.value(), lent_new.tuning.light.rows.value()
    assert 1 - (1 - 0.8**rows) ** bands >= 0.9
    assert bands * rows <= 128


@pytest.mark.parametrize("opened", [False, True])
def test_before_there_is_anything_to_count_no_number_of_pairs_is_shown(open_window: OpenWindow, opened: bool) -> None:
    window = open_window(opened=opened)
    for name in ("missed", "needless", "candidates"):
        assert window.findChild(QLabel, f"fact_{name}").text() == "after a run"
    window.tuning.kept.keep.click()
    (row,) = window.tuning.kept.rows()
    assert row.facts == "half at 0.487"
    assert row.meaning == "25 bands of 5 rows need 125 hashes; half of the pairs are found at 0.487."


def test_what_is_less_than_a_number_is_not_about_it_as_well() -> None:
    assert roughly(1e-4) == "< 0.01"
    assert roughly(13_240_000.0) == "≈ 13.2 M"


def test_that_candidates_are_told_by_a_sample_is_to_be_read_in_a_small_window(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window()
    window.resize(880, 620)
    fact, histogram = window.findChild(QLabel, "fact_candidates"), np.zeros(BINS)
    for number in (1e-4, 37_400.0, 13_240_000.0):
        histogram[-1] = number
        window.tuning_controller.foresee((histogram, 0.0))
        quiet(window, qtbot)
        assert fact.text() == f"sample: {compact(number)}"
        assert fact.fontMetrics().horizontalAdvance(fact.text()) <= fact.contentsRect().width()


def test_pairs_of_similarity_one_are_wanted_at_a_threshold_of_one(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, histogram = open_window(), np.zeros(BINS)
    histogram[-1] = 30.0
    window.tuning_controller.foresee((histogram, 30.0))
    light = window.tuning.light
    light.bands.setValue(4)
    light.rows.setValue(32)
    for threshold in (0.99, 0.995, 0.999, 1.0):
        light.threshold.setValue(threshold)
        quiet(window, qtbot)
        said = [window.findChild(QLabel, f"fact_{name}").text() for name in ("missed", "needless", "candidates")]
        assert said == ["0 of 30", "0", "sample: 30"]
    qtbot.mouseClick(window.tuning.kept.keep, Qt.MouseButton.LeftButton)
    (row,) = window.tuning.kept.rows()
    assert row.facts == "0 missed · 30 met"


def test_expected_misses_follow_the_threshold(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    said = set()
    for value in (0.6, 0.8, 0.95):
        lent_to_run.tuning.light.threshold.setValue(value)
        said.add(lent_to_run.findChild(QLabel, "fact_missed").text())
    quiet(lent_to_run, qtbot)
    assert len(said) == 3


def test_where_signatures_have_gaps_no_setting_foretells_what_is_missed(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    result, heavy, light = lent_to_run.session.result, lent_to_run.tuning.heavy, lent_to_run.tuning.light
    assert result is not None
    heavy.scheme.set_value("one-pass")
    audit = replace(result.audit, gaps=0.2, predicted_recall=None, predicted_missed=None)
    recipe = result.recipe.replace(scheme="one-pass")
    lent_to_run.session.set_result(replace(result, recipe=recipe, audit=audit))
    quiet(lent_to_run, qtbot)
    facts = {name: lent_to_run.tuning._facts[name] for name in ("found", "missed", "needless", "candidates")}
    lent_to_run.tuning.kept.keep.click()
    for bands, rows in ((result.bands, result.rows), (9, 3)):
        light.set_banding(bands, rows)
        told = {name: label.text() for name, label in facts.items()}
        own = (bands, rows) == (result.bands, result.rows)
        assert told.pop("candidates") == (f"{result.audit.candidates:,} / –" if own else "signatures have gaps")
        assert set(told.values()) == {"signatures have gaps"}
        assert [row.facts.split(" at ")[0] for row in lent_to_run.tuning.kept.rows()] == ["half"]
    # of signatures that were not made yet the plain law is told, as before any run
    heavy.scheme.set_value("minhash")
    assert "gaps" not in {label.text() for label in facts.values()}


def test_the_radius_acts_on_the_neighbours_at_once(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    lent_to_run.selection.select((3,))
    quiet(lent_to_run, qtbot)
    before = lent_to_run.neighbours.model.rowCount()
    lent_to_run.tuning.light.radius.setValue(9)
    quiet(lent_to_run, qtbot)
    assert lent_to_run.neighbours.model.rowCount() == before + 6
    assert "found by one method only" in lent_to_run.neighbours.summary()


def test_pairs_follow_the_threshold_before_the_groups_are_computed(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    jaccard = lent_to_run.session.result.pairs.jaccard
    for value in (0.95, 0.6, 0.501):
        lent_to_run.tuning.light.threshold.setValue(value)
        words, count = f"at or above {value:.2f}", int((jaccard >= value).sum())
        # together: the groups of the value before may still come in between
        qtbot.waitUntil(
            lambda words=words, count=count: (  # type: ignore[misc]
                words in lent_to_run.pairs.summary() and lent_to_run.pairs.model.rowCount() == count
            )
        )
    quiet(lent_to_run, qtbot)
    assert lent_to_run.session.result.recipe.threshold == pytest.approx(0.501)


def test_a_threshold_above_every_pair_offers_to_lower_it(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    best = float(lent_to_run.session.result.pairs.jaccard[0])
    lent_to_run.tuning.light.threshold.setValue(1.0)
    quiet(lent_to_run, qtbot)
    assert "Nothing at or above 1.00" in lent_to_run.pairs.empty.words()
    lent_to_run.pairs.empty.button.click()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.tuning.light.threshold.value() <= best
    assert lent_to_run.pairs.model.rowCount() >= 1


def test_b_bit_signatures_bend_the_curve_by_their_chance_collisions(lent_new: MainWindow) -> None:
    heavy, light = lent_new.tuning.heavy, lent_new.tuning.light
    light.set_banding(10, 8)
    assert heavy.bits.isHidden()
    heavy.scheme.set_value("bbit")
    heavy.bits.set_value("1")
    assert not heavy.bits.isHidden()
    _, chances = lent_new.tuning.plot._curve.getData()
    # one bit agrees by chance in half of the cases: p = (1 + J) / 2
    assert chances == pytest.approx(1.0 - (1.0 - ((1.0 + POINTS) / 2.0) ** 8) ** 10)
    heavy.scheme.set_value("fss")
    _, chances = lent_new.tuning.plot._curve.getData()
    assert chances == pytest.approx(1.0 - (1.0 - POINTS**8) ** 10)


def test_where_even_unlike_pairs_are_mostly_found_there_is_no_half_point_and_that_is_said(lent_new: MainWindow) -> None:
    lent_new.tuning.heavy.measure.set_value("cosine")
    lent_new.tuning.light.set_banding(25, 2)
    # at a cosine of 0 a bit agrees with chance 1/2: 1 - (1 - 1/4)^25 = 0.9992 of such pairs are found
    assert lent_new.findChild(QLabel, "fact_half").text() == "over half everywhere"
    assert "the chance is above ½ however little alike" in lent_new.findChild(QLabel, "fact_half").toolTip()
    lent_new.tuning.light.set_banding(2, 8)
    # 1 - (1 - 1/256)^2 = 0.008 there: half are found at p = (1 - 2^(-1/2))^(1/8) = 0.8577, cos(0.1423 pi) = 0.902
    assert lent_new.findChild(QLabel, "fact_half").text() == "0.902"


def test_figures_stay_whole_where_their_captions_have_no_room(qtbot: QtBot, large_letters: None) -> None:
    panel = TuningPanel()
    qtbot.addWidget(panel)
    for name, words in (("approximate", "0.525"), ("needless", "7,000"), ("candidates", "12,190 / 12,300")):
        panel.show_fact(name, words)
    panel.resize(300, 600)
    panel.show()
    area = panel.findChild(QScrollArea, "tuningScroll")
    assert area.horizontalScrollBar().maximum() > 0
    facts = panel._facts.values()
    qtbot.waitUntil(lambda: all(fact.shown(fact.contentsRect().width()) == fact.text() for fact in facts))
    for fact in facts:
        assert fact.mapTo(area.viewport(), QPoint(fact.width(), 0)).x() <= area.viewport().width()
    caption = next(one for one in panel.findChildren(QLabel) if one.text() == "Candidates / expected")
    assert caption.width() < caption.sizeHint().width()
    assert "Pairs that share a band" in caption.toolTip()


def test_the_candidates_of_contained_documents_are_told_to_the_last(analysed: MainWindow, qtbot: QtBot) -> None:
    result = analysed.session.result
    assert result is not None
    told = replace(
        result, recipe=result.recipe.replace(measure="containment"), audit=replace(result.audit, candidates=2_192)
    )
    analysed.run.show_recipe(told.recipe)
    analysed.session.set_result(told)
    quiet(analysed, qtbot)
    assert analysed.findChild(QLabel, "fact_candidates").text() == "2,192"

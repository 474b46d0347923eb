"""What plots give away: pictures, drawings, numbers, a table twin; and the two scales of counts."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.search.scurve import expected_counts
from simexplorer.ui.controllers.tuning_controller import compact, found_pairs, price_of
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.plots.effect_plot import EffectPlot
from simexplorer.ui.plots.histogram_bars import short
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.ui.plots.plot_copies import Figures, csv_of
from simexplorer.ui.plots.s_curve_plot import POINTS, KeptCurve, SCurvePlot


@pytest.fixture
def plot(qtbot: QtBot) -> SCurvePlot:
    """A curve of 20 bands of 5 rows over a made-up histogram, the threshold at 0.8."""
    made = SCurvePlot()
    qtbot.addWidget(made)
    made.resize(400, 240)
    histogram = np.zeros(100)
    histogram[:30], histogram[70:] = 10_000.0, 12.0
    made.set_histogram(histogram, 0.7, np.where(histogram == 12.0, 11.0, 0.0))
    made.set_curve(1.0 - (1.0 - POINTS**5) ** 20, 0.549, 0.509)
    made.set_threshold(0.8)
    made.shade()
    return made


def test_a_right_click_offers_picture_drawing_and_numbers(plot: SCurvePlot, qtbot: QtBot) -> None:
    plot.show()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, plot.rect().center(), plot.mapToGlobal(plot.pos()))
    plot.contextMenuEvent(event)
    assert plot.menu is not None
    actions = {action.objectName(): action for action in plot.menu.actions()}
    clipboard = QGuiApplication.clipboard()
    actions["copy_image"].trigger()
    image = clipboard.image()
    assert (image.width(), image.height()) == (800, 480)
    # dark on white, whatever the theme
    assert image.pixelColor(3, 3).lightness() > 240
    actions["copy_svg"].trigger()
    assert "<svg" in clipboard.text()
    assert bytes(clipboard.mimeData().data("image/svg+xml").data()).startswith(b"<?xml")
    actions["copy_csv"].trigger()
    rows = list(csv.DictReader(io.StringIO(clipboard.text())))
    assert len(rows) == 100
    assert float(rows[75]["Pairs"]) == 12.0
    assert float(rows[75]["Found"]) == 11.0
    plot.menu.close()


def test_copied_whole_numbers_have_all_their_digits() -> None:
    copied = csv_of(Figures(("Bytes", "Mean"), ([5_123_456_789, 2.0**40], [1 / 3, float("nan")])))
    assert copied.splitlines()[1:] == ["5123456789,0.333333333", "1099511627776,nan"]


def test_no_name_is_copied_as_a_formula() -> None:
    names = ["=HYPERLINK(A1).txt", "plain.txt", "+49 30.txt"]
    copied = csv_of(Figures(("Document", "Change"), (names, [-0.5, 1, 2])))
    assert list(csv.reader(io.StringIO(copied)))[1:] == [
        ["'=HYPERLINK(A1).txt", "-0.5"],
        ["plain.txt", "1"],
        ["'+49 30.txt", "2"],
    ]


def test_pairs_that_are_all_alike_stand_at_the_end_of_an_axis_up_to_one(qtbot: QtBot) -> None:
    plot = EffectPlot()
    qtbot.addWidget(plot)
    plot.show_effect(np.ones(3), np.array([1.0, 0.5, 0.25]), 0.8)
    (left, right), (low, high) = plot.viewRange()
    assert [left, right, low, high] == pytest.approx([0.9, 1.0, 0.2, 1.02])


def test_only_the_plot_takes_the_focus_and_not_its_viewport_without_a_name(plot: SCurvePlot, qtbot: QtBot) -> None:
    with qtbot.waitActive(plot):
        plot.show()
    parts = plot, plot.viewport()
    assert [QAccessible.queryAccessibleInterface(part).state().focusable for part in parts] == [1, 0]
    plot.clearFocus()
    plot.viewport().setFocus(Qt.FocusReason.MouseFocusReason)
    assert plot.hasFocus()
    assert not any(part.acceptDrops() for part in parts)


def test_the_shaded_parts_are_the_expected_numbers(plot: SCurvePlot) -> None:
    figures = plot.figures()
    missed, needless = (np.array(figures.columns[figures.titles.index(n)]) for n in ("Missed", "Needless"))
    expected = expected_counts(np.array(figures.columns[figures.titles.index("Pairs")]), 0.8, 20, 5)
    assert missed.sum() == pytest.approx(expected.missed, rel=1e-3)
    assert needless.sum() == pytest.approx(expected.false_candidates, rel=1e-3)
    assert not missed[:80].any()
    assert not needless[80:].any()


def test_a_threshold_inside_a_hundredth_splits_its_pairs(plot: SCurvePlot) -> None:
    plot.set_threshold(0.705)
    plot.shade()
    missed, needless = plot._shares
    chance = float(1 - (1 - 0.705**5) ** 20)
    assert missed[70] == pytest.approx(6 * (1 - chance), rel=0.02)
    assert needless[70] == pytest.approx(6 * chance, rel=0.02)


@pytest.mark.parametrize(("bits", "most"), [(64, 2), (64, 3), (32, 5), (128, 4)])
def test_pairs_right_at_a_limit_of_bits_are_shaded_as_similar_ones(plot: SCurvePlot, bits: int, most: int) -> None:
    scale = MeasureScale("hamming", bits)
    counts = np.zeros(100)
    at, beyond = (int(scale.similarity(distance) * 100) for distance in (most, most + 1))
    counts[at] += 8.0
    counts[beyond] += 8.0
    plot.set_axis(MeasureAxis(scale))
    plot.set_histogram(counts)
    plot.set_threshold(float(scale.similarity(most)))
    plot.set_curve(np.full(POINTS.size, 0.5))
    plot.shade()
    # 4 and 5 of 128 bits stand in one hundredth
    missed, needless = plot._shares
    assert missed.sum() == pytest.approx(4.0, rel=0.05)
    assert needless.sum() == pytest.approx(4.0, rel=0.05)
    assert at == beyond or (missed[at], needless[beyond]) == (4.0, 4.0)


@pytest.mark.parametrize("change", ["threshold", "bars", "curve", "found", "scale", "nothing"])
def test_the_table_twin_hears_of_whatever_changes(plot: SCurvePlot, qtbot: QtBot, change: str) -> None:
    heard: list[None] = []
    plot.figures_changed.connect(lambda: heard.append(None))
    counts, found = plot._bars.counts, plot._observed
    {
        "threshold": lambda: plot.set_threshold(0.7),
        "bars": lambda: plot.set_histogram(counts + 1.0, 0.7, found),
        "curve": lambda: plot.set_curve(1.0 - (1.0 - POINTS**4) ** 20),
        "found": lambda: plot.set_histogram(counts, 0.7, found / 2.0),
        "scale": lambda: plot.set_log(False),
        "nothing": lambda: plot.set_histogram(counts, 0.7, found),
    }[change]()
    plot.shade()
    assert bool(heard) == (change != "nothing")


def test_counts_stand_on_a_log_or_a_linear_scale(plot: SCurvePlot) -> None:
    counts = np.array([0.0, 1.0, 12.0, 10_000.0])
    # 10,000 and one more needs five decades: log10(13) / 5
    np.testing.assert_allclose(plot._bars.heights(counts)[2], np.log10(13) / 5)
    plot.set_log(False)
    # the tallest counted bar is 12, so the scale ends at 20 and the bars of unlike pairs are cut off
    np.testing.assert_allclose(plot._bars.heights(counts), [0.0, 0.05, 0.6, 1.0])
    assert not plot.log


def test_the_table_twin_follows_the_line(analysed: MainWindow, qtbot: QtBot) -> None:
    card = analysed.tuning.card
    card.as_table.click()
    assert card.shows_table
    assert card.model.rowCount() == 100
    column = card.plot.figures().titles.index("Missed")
    before = [card.model.data(card.model.index(row, column)) for row in range(100)]
    analysed.tuning.light.threshold.setValue(0.6)
    assert [card.model.data(card.model.index(row, column)) for row in range(100)] != before
    qtbot.waitUntil(analysed.is_quiet, timeout=20_000)
    analysed.overview.card.scale.click()
    assert not analysed.overview.histogram.log
    assert analysed.overview.card.findChild(QToolButton, "similarityHistogramCopy").accessibleName()


def test_kept_curves_stand_in_plot_and_table(plot: SCurvePlot) -> None:
    plot.set_kept([KeptCurve(16, 8, 2, 1.0 - (1.0 - POINTS**8) ** 16)])
    figures = plot.figures()
    chances = figures.columns[figures.titles.index("16 × 8")]
    assert chances[80] == pytest.approx(1 - (1 - 0.805**8) ** 16)
    assert plot._kept_items[0].isVisible()
    plot.set_kept([])
    assert not plot._kept_items[0].isVisible()


@pytest.mark.parametrize(("number", "text"), [(20, "20"), (1000, "1 k"), (2500, "2.5 k"), (10**6, "1 M"), (0.5, "0.5")])
def test_numbers_on_the_axis_are_short(number: float, text: str) -> None:
    assert short(number) == text


def test_curves_are_kept_used_and_removed(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    kept, light = lent_to_run.tuning.kept, lent_to_run.tuning.light
    kept.keep.click()
    light.set_banding(16, 8)
    kept.keep.click()
    assert [(row.bands, row.rows) for row in kept.rows()] == [(25, 5), (16, 8)]
    assert "missed" in kept.rows()[1].facts
    assert not kept.keep.isEnabled()
    facts = kept.rows()[0].facts
    light.threshold.setValue(0.6)
    assert kept.rows()[0].facts != facts
    kept.use_requested.emit(25, 5)
    assert (light.bands.value(), light.rows.value(), light.choice.value()) == (25, 5, "hand")
    kept.remove_requested.emit(16, 8)
    assert len(kept.rows()) == 1
    qtbot.waitUntil(lent_to_run.is_quiet, timeout=20_000)


def test_bands_and_rows_are_chosen_for_the_least_error_with_its_price(analysed: MainWindow, qtbot: QtBot) -> None:
    from simexplorer.search.tuning import Costs, by_histogram, by_weighted_error

    light = analysed.tuning.light
    light.choice.set_value("weighted")
    qtbot.waitUntil(analysed.is_quiet, timeout=60_000)
    wanted = by_weighted_error(128, 0.8, 0.1, 0.9)
    assert (light.bands.value(), light.rows.value()) == (wanted.bands, wanted.rows)
    assert analysed.session.result.recipe.bands == wanted.bands
    assert "candidate pairs" in light.price.text()
    light.choice.set_value("collection")
    light.cost.setValue(5.0)
    qtbot.waitUntil(analysed.is_quiet, timeout=60_000)
    histogram = analysed.session.result.audit.histogram
    wanted = by_histogram(128, 0.8, histogram, Costs(miss=5.0))
    assert (light.bands.value(), light.rows.value()) == (wanted.bands, wanted.rows)
    light.bands.setValue(10)
    assert light.choice.value() == "hand"
    assert not light._wish.isVisibleTo(light)
    qtbot.waitUntil(analysed.is_quiet, timeout=20_000)
    qtbot.keyClick(analysed.tuning.plot, Qt.Key.Key_Right)
    qtbot.waitUntil(analysed.is_quiet, timeout=20_000)


@pytest.mark.parametrize(
    ("number", "text"), [(13_180_813, "13.2 M"), (812, "812"), (0.001, "< 0.01"), (2.5e9, "2.5 G"), (1.2e8, "120 M")]
)
def test_numbers_of_pairs_have_three_digits(number: float, text: str) -> None:
    assert compact(number) == text


def test_the_price_is_a_share_of_comparing_all() -> None:
    assert price_of(50.0, 100.0) == "≈ 50 candidate pairs, 50 % of all"
    assert price_of(4.0, 40_000.0) == "≈ 4.0 candidate pairs, 1 in 10,000 of all"
    assert price_of(0.0, 0.0) == price_of(0.3, 40_000.0) == ""


def test_pairs_found_are_counted_by_hundredths(lent_to_run: MainWindow) -> None:
    result = lent_to_run.session.result
    counted = found_pairs(result)
    ranking = result.pairs.ranking
    expected = np.histogram(ranking, np.arange(101) / 100)[0]
    np.testing.assert_array_equal(counted, expected)
    assert counted.sum() == len(result.pairs)
    assert not np.signbit(counted).any(), "no pairs are 0, not -0"
    fewer = replace(result, pairs=result.pairs.first(200), apart=ranking[200:])
    np.testing.assert_array_equal(found_pairs(fewer), expected, "what a person left out was found all the same")

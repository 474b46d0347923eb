"""The curve and the numbers beside the knobs: they follow every turn at once, whatever else is going on."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.search import scurve
from simexplorer.search.tuning import by_recall
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.plots.s_curve_plot import POINTS
from simexplorer.ui.theme import numbers


class TuningController(QObject):
    """Draws the S-curve of the bands and rows that are set or chosen, over the collection's histogram."""

    def __init__(self, session: Session, tuning: TuningPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tuning = session, tuning
        self._recipe = Recipe()
        self._drawn: tuple[object, ...] = ()
        self._drawn_over: Result | None = None
        # fields that make no valid recipe have a curve all the same
        tuning.light_changed.connect(self.draw)
        tuning.heavy_changed.connect(self.draw)
        session.result_changed.connect(self._on_result_changed)

    def show_recipe(self, recipe: Recipe) -> None:
        """The recipe has changed: choose bands and rows, if that is wanted."""
        self._recipe = recipe
        if recipe.bands is None:
            self._tuning.light.show_banding(*chosen_banding(recipe))
        self.draw()

    def draw(self) -> None:
        """Curve, marks and numbers for the bands and rows that the fields show."""
        light = self._tuning.light
        bands, rows, threshold = light.bands.value(), light.rows.value(), light.threshold.value()
        state = (bands, rows, threshold, self._tuning.heavy.hashes.value())
        if state == self._drawn and self._session.result is self._drawn_over:
            return
        self._drawn, self._drawn_over = state, self._session.result
        light.show_use(self._tuning.heavy.hashes.value())
        half = scurve.half_point(bands, rows)
        approximate = scurve.approximate_threshold(bands, rows)
        self._tuning.plot.set_threshold(threshold)
        self._tuning.plot.set_curve(scurve.collision_probability(POINTS, bands, rows), approximate, half)
        found = float(scurve.collision_probability(np.array([threshold]), bands, rows)[0])
        self._tuning.show_fact("approximate", numbers.decimal(approximate, 3))
        self._tuning.show_fact("half", numbers.decimal(half, 3))
        self._tuning.show_fact("found", numbers.percent(found))
        self._show_expected(threshold, bands, rows)

    def _show_expected(self, threshold: float, bands: int, rows: int) -> None:
        result = self._session.result
        if result is None or not result.audit.histogram.any():
            for name in ("missed", "needless"):
                self._tuning.show_fact(name, "after a run" if result is None else numbers.UNKNOWN)
            return
        expected = scurve.expected_counts(result.audit.histogram, threshold, bands, rows)
        missed = f"{numbers.about(expected.missed)} of {numbers.about(expected.similar)}"
        self._tuning.show_fact("missed", missed)
        self._tuning.show_fact("needless", numbers.about(expected.false_candidates))

    def _on_result_changed(self) -> None:
        result = self._session.result
        self._tuning.plot.set_histogram(np.zeros(100) if result is None else result.audit.histogram)
        if result is not None and result.recipe.bands is None and result.recipe.threshold == self._recipe.threshold:
            self._tuning.light.show_banding(result.bands, result.rows)
        self.draw()


def chosen_banding(recipe: Recipe) -> tuple[int, int]:
    """The bands and rows that reach the recipe's recall at its threshold."""
    banding = by_recall(recipe.hashes, recipe.threshold, recipe.recall)
    return banding.bands, banding.rows

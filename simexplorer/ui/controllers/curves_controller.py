"""Curves that are kept to compare with the present one, each with what it would find and cost here."""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_words import value_words
from simexplorer.search import scurve
from simexplorer.ui.controllers.tuning_controller import compact
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.kept_curves import KeptRow
from simexplorer.ui.plots.s_curve_plot import MOST_KEPT, KeptCurve
from simexplorer.ui.theme import numbers


class _Kept(Struct, frozen=True):
    bands: int
    rows: int
    colour: int


class CurvesController(QObject):
    """Holds the kept curves; at most eight, one for each colour."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._tuning, self._controller = workbench.tuning, workbench.tuning_controller
        self._kept: list[_Kept] = []
        panel = self._tuning.kept
        panel.keep_requested.connect(self.keep)
        panel.remove_requested.connect(self.remove)
        panel.use_requested.connect(self._tuning.light.set_banding)
        for changed in (self._tuning.light.changed, self._tuning.heavy.changed):
            changed.connect(self._show_facts)
        workbench.session.show_with(self._show_facts)
        workbench.run.recipe_changed.connect(self._show_facts)
        for field in (self._tuning.heavy.scheme, self._tuning.heavy.bits):
            field.currentIndexChanged.connect(self._show)
        self._tuning.heavy.measure_changed.connect(self._show)

    def keep(self) -> None:
        """Keep the curve that is shown now."""
        light = self._tuning.light
        bands, rows = light.bands.value(), light.rows.value()
        free = sorted(set(range(MOST_KEPT)) - {one.colour for one in self._kept})
        if free and not any((one.bands, one.rows) == (bands, rows) for one in self._kept):
            self._kept.append(_Kept(bands, rows, free[0]))
            self._show()

    def remove(self, bands: int, rows: int) -> None:
        """Forget one."""
        self._kept = [one for one in self._kept if (one.bands, one.rows) != (bands, rows)]
        self._show()

    def _show(self) -> None:
        collision = self._controller.collision
        self._tuning.plot.set_kept(
            [
                KeptCurve(
                    one.bands,
                    one.rows,
                    one.colour,
                    scurve.collision_probability(scurve.POINTS, one.bands, one.rows, collision),
                )
                for one in self._kept
            ]
        )
        self._show_facts()

    def _show_facts(self) -> None:
        light = self._tuning.light
        present = (light.bands.value(), light.rows.value())
        same = any((one.bands, one.rows) == present for one in self._kept)
        self._tuning.kept.keep.setEnabled(not same and len(self._kept) < MOST_KEPT)
        self._tuning.kept.show_rows([self._row(one) for one in self._kept])

    def _row(self, one: _Kept) -> KeptRow:
        limit, expected = self._tuning.light.limit, self._controller.expected(one.bands, one.rows)
        at = value_words(limit.scale, limit.value, numbers.decimal, fine=False)
        place = scurve.half_point(one.bands, one.rows, self._controller.collision)
        half = value_words(limit.scale, float(limit.scale.value(place)), numbers.decimal, fine=False)
        half = "any" if math.isnan(place) else half
        cut = f"{numbers.counted(one.bands, 'band')} of {numbers.counted(one.rows, 'row')}"
        needed = numbers.counted(one.bands * one.rows, "hash", "hashes")
        need = "needs" if one.bands == 1 else "need"
        meaning = f"{cut} {need} {needed}; half of the pairs are found at {half}."
        if expected is None or self._controller.gapped:
            facts = f"half at {half}"
        else:
            facts = f"{compact(expected.missed)} missed · {compact(expected.candidates)} met"
            meaning += f" At the threshold {at}: {facts}."
        return KeptRow(one.bands, one.rows, one.colour, facts, meaning)

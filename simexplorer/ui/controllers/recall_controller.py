"""Measures the recall of the index on the collection itself, from the knobs or from the overview."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.tuning_controller import has_no_pairs
from simexplorer.ui.controllers.workbench import Workbench

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis


class RecallController(QObject):
    """One button in two places; the measuring runs where runs run, shows its progress there and can be cancelled."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._session, self._run, self._bar = workbench.session, workbench.run, workbench.bar
        workbench.tuning.measure_requested.connect(self.measure)
        workbench.overview.measure_requested.connect(self.measure)
        self._action = workbench.menus.add(
            "analysis",
            "Measure the recall on this collection",
            self.measure,
            tip="Joins all documents exactly, or draws some and computes all their partners",
            group="settings",
        )
        workbench.menus.menu("analysis").aboutToShow.connect(self._offer)

    @property
    def _able(self) -> bool:
        """Whether there is something to measure, and no run goes on."""
        result, session = self._session.result, self._session
        if result is None or session.answering is None or result.partial or session.growing or self._run.jobs.running:
            return False
        return not has_no_pairs(result)

    def _offer(self) -> None:
        self._action.setEnabled(self._able)

    def measure(self) -> None:
        """Begin, if that can be."""
        if not self._able:
            return
        real = cast("Analysis", self._session.answering)
        self._run.measure(lambda job: real.measure_recall(job.progress))

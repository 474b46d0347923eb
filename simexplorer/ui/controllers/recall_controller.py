"""Measures the recall of the index on the collection itself, from the knobs or from the overview."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

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
        workbench.menus.add(
            "analysis",
            "Measure the recall on this collection",
            self.measure,
            tip="Joins all documents exactly, or draws some and computes all their partners",
            group="settings",
        )

    def measure(self) -> None:
        """Begin, unless there is nothing to measure or a run goes on."""
        result, analysis = self._session.result, self._session.answering
        if result is None or analysis is None or result.partial or self._session.growing or self._run.jobs.running:
            return
        real = cast("Analysis", analysis)
        self._run.measure(lambda job: real.measure_recall(job.progress))

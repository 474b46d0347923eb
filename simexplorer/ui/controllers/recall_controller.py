"""Measures the recall of the index on the collection itself: of small ones at once, of others when it is asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.errors import SimExplorerError
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.tuning_controller import why_unmeasured
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.pauses import after_pause

_TIP = "Joins all documents exactly, or draws some and computes all their partners"
_PAUSE = 100  # milliseconds that a result stands before it is measured by itself
_SHINGLES, _VECTORS = 10_000_000, 400  # up to so many shingles, or documents with vectors, it takes about a second


class RecallController(QObject):
    """One button in two places; the measuring runs where runs run, shows its progress there and can be cancelled."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._session, self._run, self._bar = workbench.session, workbench.run, workbench.bar
        self._ran = False  # the documents lie ready: they were read for this window, not for one that kept its run
        self._tried: object = None  # a result whose recall could not be measured
        self.pause = after_pause(self, _PAUSE, self._measure_small)
        workbench.tuning.measure_requested.connect(self.measure)
        workbench.overview.measure_requested.connect(self.measure)
        self._action = workbench.menus.add(
            "analysis", "Measure the recall on this collection", self.measure, tip=_TIP, group="settings"
        )
        workbench.menus.menu("analysis").aboutToShow.connect(lambda: allow(self._action, self._why_not, _TIP))
        self._session.sources_changed.connect(self._on_sources_changed)
        self._session.result_changed.connect(self.pause.start)
        self._run.jobs.succeeded.connect(self._on_succeeded)
        self._run.jobs.ended.connect(self.pause.start)

    @property
    def _why_not(self) -> str:
        """Why it cannot be measured now: there is nothing to measure, or a run goes on."""
        return "A run is going on." if self._run.jobs.running else why_unmeasured(self._session)

    def _on_sources_changed(self) -> None:
        self._ran = False

    def _on_succeeded(self, found: object) -> None:
        self._ran = self._ran or isinstance(found, Result)

    def measure(self) -> None:
        """Begin, if that can be."""
        analysis = self._session.answering
        if analysis is None or self._why_not:
            return
        self._run.measure(lambda job: analysis.measure_recall(job.progress))

    def _measure_small(self) -> None:
        """Begin without being asked where it is over at once and nothing is known yet."""
        result, analysis = self._session.result, self._session.answering
        ready = self._ran and not self._why_not and not self._run.drafted
        if not ready or analysis is None or result is None or result is self._tried or not is_small(result):
            return

        def work(job: Job) -> Result | None:
            try:
                return analysis.measure_recall(job.progress)
            except SimExplorerError:  # a file that is gone, say: whoever asks is told
                self._tried = result
                return None

        self._run.measure(work, asked=False)


def is_small(result: Result) -> bool:
    """Whether the recall of this run is still to be measured, and takes about a second."""
    if result.audit.measured_interval is not None:
        return False
    if result.recipe.measure == "jaccard":
        return int(result.shingles[result.members].sum()) <= _SHINGLES
    return result.members.size <= _VECTORS

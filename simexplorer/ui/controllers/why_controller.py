"""Explains the selected pair, found or not, in a thread, once somebody looks."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.ui.controllers.lacking import lacking
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.panels.why_panel import WhyPanel, WhyShown
from simexplorer.ui.pauses import after_pause

MOST_SHINGLES = 5_000  # of each kind that are spelt out
_UNTOLD = 300  # milliseconds in which all but very long texts are explained


class WhyController(QObject):
    """Fills the tab Why."""

    def __init__(self, bench: Workbench, panel: WhyPanel) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self.panel = panel
        self.jobs = bench.jobs("why", after_painting=True).hand_to(self._on_explained, self._on_failed)
        self._asked: tuple[object, ...] = ()
        self._waiting = after_pause(self, _UNTOLD, self._say_waiting)
        bench.add_evidence("why", self.panel)
        bench.selection.changed.connect(self._look)
        bench.session.show_with(self._look)
        bench.session.running_changed.connect(self._look)
        bench.evidence_tabs.currentChanged.connect(self._look)
        self.panel.banding_wanted.connect(self._on_banding)
        self.panel.place_wanted.connect(self._on_place)
        self._look()

    def _look(self) -> None:
        bench = self._bench
        result, analysis, documents = bench.session.result, bench.session.answering, bench.selection.documents
        if result is None or len(documents) != 2 or bench.session.growing:
            lack = lacking(bench.session)
            if lack is not None:
                self._forget(lack.title, lack.body)
                return
            self._forget("Which two?", "Select a pair, or one document and then “Compare with…” from its menu.")
            return
        if analysis is None and bench.session.reads:
            self._forget("The documents are being read anew", "A pair is explained when the run has come to both.")
            return
        if analysis is None:
            self._forget("The documents are not at hand", "Analyse again: both texts are cut anew to explain a pair.")
            return
        asked = (bench.session.edition, documents)
        if bench.evidence_tabs.shown() != "why" or asked == self._asked:
            return
        self._asked = asked
        first, second = (result.documents.paths.display(row) for row in documents)

        def explain(job: Job) -> WhyShown:
            # here, because what explains brings all schemes and readers with it
            from simexplorer.pipeline.explaining import explain_pair
            from simexplorer.pipeline.shingle_runs import runs_of

            pair = explain_pair(result, analysis.reader, *documents, most=MOST_SHINGLES, heed=job.progress.check)
            runs = (runs_of(pair.shared), runs_of(pair.only_a), runs_of(pair.only_b))
            scale, limit = MeasureScale.of(result.recipe), limit_of(result.recipe)
            return WhyShown(documents, pair, first, second, runs, scale, limit)

        if self.jobs.running and not self._waiting.isActive():  # the one before takes long, and nobody waits for it
            self.jobs.start(explain)
        else:
            self.jobs.start_after(explain)
        self._waiting.start()

    def _say_waiting(self) -> None:
        """What stands here is about another pair."""
        if self.jobs.running:
            self.panel.say_nothing("Explaining this pair …", "Both texts are cut into shingles anew.")

    def _forget(self, title: str, body: str) -> None:
        self._asked = ()
        self._waiting.stop()
        self.jobs.cancel()
        self.panel.say_nothing(title, body)

    def _on_explained(self, shown: object) -> None:
        if isinstance(shown, WhyShown) and shown.documents == self._bench.selection.documents:
            self._waiting.stop()
            self.panel.show_pair(shown)

    def _on_failed(self, error: Exception) -> None:
        self._forget("This pair could not be explained", sentence_of(error))

    def _on_banding(self, bands: int, rows: int) -> None:
        light = self._bench.tuning.light
        light.show_banding(bands, rows)
        light.rows.valueChanged.emit(rows)

    def _on_place(self, in_second: bool, character: int) -> None:
        """Show a passage where it stands."""
        compare = self._bench.compare
        self._bench.evidence_tabs.show_view("compare")
        (compare.right if in_second else compare.left).view.go_to(character)

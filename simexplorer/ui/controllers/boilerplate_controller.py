"""Counts what stands in many documents, shows it as passages, and leaves it out when that is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.empty_views import say_lacking, say_not_yet
from simexplorer.ui.controllers.questions import Questions
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.listing_table import signed
from simexplorer.ui.models.passages_table import PassageRows
from simexplorer.ui.panels.boilerplate_panel import BoilerplatePanel
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.boilerplate import BoilerplateEffect, FrequentShingles, ReadablePassages

_PAUSE = 350  # milliseconds that the slider rests before the effect is computed


class _Weighed(Struct, frozen=True):
    """What leaving out would change at a share."""

    share: float
    passages: ReadablePassages
    found: BoilerplateEffect
    threshold: float


class BoilerplateController(QObject):
    """What was counted stays until other documents are read; the slider moves over it."""

    def __init__(self, workbench: Workbench, panel: BoilerplatePanel) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = panel
        workbench.add_view("boilerplate", panel)
        self._table = workbench.table(panel.passages.table)
        workbench.selection.add(panel.passages, self._table)
        workbench.files.add(panel.passages)
        self._counting = Questions(workbench, "boilerplate", panel.strip)
        self._weighing = Questions(workbench, "effect", panel.strip)
        self._frequent: FrequentShingles | None = None
        self._of: object = None
        self._leaves_some = False  # what is left out at this share is anything
        self._pause = after_pause(self, _PAUSE, self._weigh)
        self._connect()
        workbench.menus.add(
            "analysis",
            "Boilerplate",
            self.show,
            tip="Passages in many documents, and what leaving them out changes",
            group="settings",
        )
        self._say()

    def show(self) -> None:
        """Bring the view to the front."""
        self._workbench.tabs.show_view("boilerplate")

    def show_counted(self) -> None:
        """The same, and have the shingles counted if they were not yet."""
        self.show()
        if self._frequent is None and self._counting.ready and not self._counting.jobs.running:
            self.count()

    def _connect(self) -> None:
        panel = self.panel
        panel.share_changed.connect(self._on_share)
        panel.leave_out_requested.connect(self._leave_out)
        panel.take_back_requested.connect(lambda: self._leave_out(1.0))
        panel.passages.chosen.connect(self._on_passage)
        self._counting.answered.connect(self._on_counted)
        self._counting.ended.connect(self._say)
        self._weighing.answered.connect(self._on_weighed)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._say)

    def count(self) -> None:
        """Count the shingles of all documents, or analyse first where nothing was."""
        if self._session.result is None:
            self._workbench.bar.analyse.click()
            return

        def count(analysis: Analysis, result: Result, job: Job) -> FrequentShingles:
            from simexplorer.pipeline.boilerplate import find_frequent

            whole = analysis.whole(job.progress)
            return find_frequent(result, whole.reader, whole.engine, job.progress)

        self._counting.ask(count)
        self._say()

    def _on_counted(self, frequent: FrequentShingles) -> None:
        self._frequent = frequent
        self._show()
        self._pause.start()
        self._say()

    def _on_share(self, _share: float) -> None:
        if self._frequent is not None:
            self._show()
            self._pause.start()

    def _show(self) -> None:
        frequent = self._frequent
        if frequent is None:
            self._table.show(None, None)
            return
        share = self._share_of(frequent)
        passages, left_out = frequent.passages(share), frequent.ids_above(share)
        self._list(passages, frequent.found.of)
        documents = numbers.counted(frequent.found.of, "document")
        shingles = numbers.counted(int(left_out.size), "shingle")
        parts = [
            f"{shingles} in more than {numbers.percent(share)} of {documents}",
            f"{numbers.counted(len(passages), 'passage')}",
        ]
        hidden = int(frequent.found.ids.size) - frequent.spelt
        if hidden:
            parts.append(f"{numbers.counted(hidden, 'rarer shingle')} not spelt out")
        self.panel.summary.say(" · ".join(parts))
        self._leaves_some = bool(left_out.size)
        self._offer()

    def _share_of(self, frequent: FrequentShingles) -> float:
        """The share that is set, or the least that was counted."""
        return max(self.panel.share, frequent.share)

    def _offer(self) -> None:
        self.panel.leave_out.setEnabled(self._leaves_some and not self._session.running)

    def _list(self, passages: ReadablePassages, of: int) -> None:
        """Show these; the passage that is read stays chosen wherever it stands now."""
        view, table, read = self.panel.passages, self.panel.passages.table, ""
        if isinstance(table.source, PassageRows) and view.currentIndex().isValid():
            read = table.source.passages.texts[table.entry(view.currentIndex().row())]
        self._table.show(PassageRows(passages, of), None)
        if read in passages.texts:
            view.select_row(table.row_of(passages.texts.index(read)))
        else:
            self.panel.show_passage("")

    def _on_passage(self, entry: int) -> None:
        rows = self.panel.passages.table.source
        if isinstance(rows, PassageRows):
            self.panel.show_passage(rows.passages.texts[entry].strip("\r\n"))

    def _weigh(self) -> None:
        frequent = self._frequent
        if frequent is None:
            return
        share = self._share_of(frequent)
        passages, left_out = frequent.passages(share), frequent.ids_above(share)

        def weigh(analysis: Analysis, result: Result, job: Job) -> _Weighed:
            from simexplorer.pipeline.boilerplate import effect
            from simexplorer.pipeline.passage_counts import count_documents

            whole = analysis.whole(job.progress)
            counted = count_documents(passages, result, whole.reader, whole.engine, job.progress)
            found = effect(result, whole.reader, left_out, whole.engine, job.progress)
            return _Weighed(share, counted, found, limit_similarity(result.recipe))

        self._weighing.ask(weigh)

    def _on_weighed(self, weighed: _Weighed) -> None:
        frequent = self._frequent
        if frequent is None or weighed.share != self._share_of(frequent):
            return  # the slider went on: what it stands at is weighed next
        self._list(weighed.passages, frequent.found.of)
        self.panel.show_effect(weighed.found.before, weighed.found.after, weighed.threshold)
        self.panel.effect.setText(effect_words(weighed.found))

    def _leave_out(self, share: float) -> None:
        run = self._workbench.run
        run.show_recipe(run.recipe.replace(boilerplate=share))
        if run.heavy_changes():
            run.analyse()

    def _on_result_changed(self) -> None:
        result = self._session.result
        documents = None if result is None else result.documents
        if documents is not self._of and not self._session.growing:
            self._of, self._frequent = documents, None
            self.panel.show_no_effect()
            self._show()
        self._say()

    def _say(self) -> None:
        panel, result = self.panel, self._session.result
        panel.show_filled(self._frequent is not None)
        self._offer()
        busy = self._counting.jobs.running or self._session.running
        left_out = result is not None and result.recipe.boilerplate < 1.0
        panel.show_left_out(left_out)
        if result is None:
            say_not_yet(panel.empty, self._session, self._workbench.bar.analyse.click, "What do many documents share?")
        elif say_lacking(panel.empty, self._session):
            return
        elif left_out:
            share = numbers.percent(result.recipe.boilerplate)
            panel.empty.say(
                f"What more than {share} of the documents share is left out",
                "Count again to see it, or let all of it take part again.",
                "" if busy else "Count shingles",
                self.count,
            )
        else:
            panel.empty.say(
                "What do many documents share?",
                "Licence headers, navigation and signatures make unlike documents alike. Counting reads all documents "
                "once; then a slider shows what is in how many of them.",
                "" if busy else "Count shingles",
                self.count,
            )


def effect_words(found: BoilerplateEffect) -> str:
    """What leaving out changes, in a sentence or two."""
    if not found.of:
        return "There is no pair at the threshold to look at."
    change = float((found.after - found.before).mean()) if found.before.size else 0.0
    looked = numbers.counted(int(found.before.size), "pair")
    sampled = "" if found.before.size == found.of else f" (of {numbers.count(found.of)}, drawn at random)"
    every = found.falling == found.before.size
    falling = "none" if not found.falling else "all" if every else numbers.count(found.falling)
    words = (
        f"Of {looked}{sampled} {falling} would fall below the threshold; similarities change by {signed(change)} on "
        "average."
    )
    if found.emptied:
        words += f" Of {numbers.counted(found.emptied, 'document')} nothing would be left."
    return words

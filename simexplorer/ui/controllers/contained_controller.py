"""Contained documents: at once from the pairs of the run, on request from all documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from simexplorer.pipeline.result import Pairs, Result
from simexplorer.ui.controllers.empty_views import say_filtered_out, say_lacking, say_not_yet
from simexplorer.ui.controllers.lacking import lacking, not_yet
from simexplorer.ui.controllers.questions import Questions
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.controllers.tuning_controller import has_no_pairs
from simexplorer.ui.controllers.view_words import of_filter
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.contained_table import listed
from simexplorer.ui.panels.contained_panel import ContainedPanel
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.contained import Contained


_TITLE = "Documents that are part of others appear here"
_SEARCH = "Search all documents"


class ContainedController(QObject):
    """Fills the view; what a search has found stays until another run."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = ContainedPanel()
        self._table = workbench.add_list("contained", self.panel)
        self._questions = Questions(workbench, "contained", self.panel.strip)
        self._glance = workbench.jobs("glance").hand_to(self._on_glanced)
        self._found: Contained | None = None
        self._of: object = None  # documents in which it is
        self._glanced: Pairs | None = None  # of these pairs stands in the list what they tell
        self._searched = self._listed = False  # all documents; what is found stands in the list
        self.panel.search_requested.connect(self.search)
        self.panel.changed.connect(self._look)
        self._questions.answered.connect(self._on_found)
        self._questions.ended.connect(self._say)
        self._table.arranged.connect(self._on_arranged)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._say)
        self._session.pairs_leaving.connect(self._on_leaving)
        self._session.sources_changed.connect(self._say)
        workbench.tabs.currentChanged.connect(self._on_result_changed)
        workbench.filter.mask_changed.connect(self._show)
        self._say()

    def search(self) -> None:
        """Look through all documents."""
        least, shortest = self.panel.share.value(), self.panel.shortest.value()

        def find(analysis: Analysis, result: Result, job: Job) -> Contained:
            from simexplorer.pipeline.contained import find_contained

            whole = analysis.whole(job.progress)
            return find_contained(result, whole.reader, whole.engine, job.progress, least, shortest)

        self._questions.ask(find)
        self._say()

    def _on_found(self, found: Contained) -> None:
        self._glance.cancel()
        self._found, self._searched, self._glanced = found, True, None
        self._show()

    def _on_result_changed(self) -> None:
        """Look when the view is in front: a glance at a million pairs is for nobody otherwise."""
        result = self._session.result
        heavy = None if result is None else result.documents
        in_front = self._workbench.tabs.currentWidget() is self.panel
        pairs = None if result is None else result.pairs
        unseen = not in_front and self._glanced is not None and self._glanced is not pairs
        if self._of is not heavy or unseen:
            self._let_go(heavy)
        if result is not None and in_front:
            self._look()
        self._say()

    def _let_go(self, of: object) -> None:
        self._glance.cancel()
        self._of, self._searched, self._found, self._glanced, self._listed = of, False, None, None, False
        self._table.show(None, None)

    def _on_leaving(self) -> None:
        if self._glanced is not None and self._workbench.tabs.currentWidget() is not self.panel:
            self._let_go(self._of)
            self._say()

    def _look(self) -> None:
        """The pairs of the run, unless a search has found more at this share or a lower one."""
        result = self._session.result
        if result is None or self._session.growing:
            return
        if self._searched:
            self._show()
            return
        least, shortest, self._glanced = self.panel.share.value(), self.panel.shortest.value(), result.pairs

        def glance(job: Job) -> Contained:
            from simexplorer.pipeline.contained import contained_of_pairs

            job.progress.check()  # another share may have been asked for while millions of pairs were looked through
            return contained_of_pairs(result, least, shortest)

        self._glance.start(glance)

    def _on_glanced(self, found: Contained) -> None:
        self._found = found
        self._show()

    def _show(self) -> None:
        result, found = self._session.result, self._found
        if result is None or found is None:
            return
        shown = found.at_least(self.panel.share.value())
        self._listed = False
        self._table.show(listed(shown, result), self._workbench.filter.mask())

    def _on_arranged(self) -> None:
        self._listed = self._found is not None
        self._say()

    def _say(self) -> None:
        panel, found, result = self.panel, self._found, self._session.result
        lack = lacking(self._session)
        why_not = lack.words if lack else "" if self._questions.ready else not_yet(self._session)
        panel.offer_search(not why_not and not self._questions.jobs.running, why_not)
        rows = self._table.model.rowCount()
        panel.show_filled(rows > 0)
        self._workbench.tabs.show_count("contained", self._table.model.all_rows)
        if not rows:
            self._say_why(result, found)
        elif result is not None and found is not None:
            words, notice = self._summary(result, found)
            panel.sum_up(of_filter(words, self._table), OF_BEFORE if self._session.shows_before else notice)

    def _say_why(self, result: Result | None, found: Contained | None) -> None:
        """What stands in place of the list."""
        empty, session, table, panel = self.panel.empty, self._session, self._table, self.panel
        if result is None or session.growing:
            say_not_yet(empty, session, self._workbench.bar.analyse.click, _TITLE)
        elif say_lacking(empty, session):
            return
        elif not self._listed:
            empty.say(_TITLE, "Searching the pairs of the run …")
        elif table.filtered and table.model.all_rows:
            say_filtered_out(empty, self._workbench.filter.clear, "No contained document matches the filter")
        elif self._searched and found is not None:
            since = numbers.decimal(max(panel.share.value(), found.least), 2)
            text = f"None of {numbers.count(found.shortest)} different shingles or more is held by another to {since}."
            again = _SEARCH if self._asks_for_more(found) else ""
            empty.say("No document is part of another", text, again, self.search)
        elif has_no_pairs(result):
            empty.say("Nothing to compare with", "No two documents here hold different texts.")
        else:
            so_far, share = "so far " if result.partial else "", numbers.decimal(panel.share.value(), 2)
            text = "A search through all documents finds also those that are much smaller than what holds them."
            empty.say(f"No pair of the run {so_far}holds the other to {share}", text, _SEARCH, self.search)

    def _summary(self, result: Result, found: Contained) -> tuple[str, str]:
        """What stands in the list, and what it lacks: a search knows nothing below its share, nor of shorter texts."""
        share = max(self.panel.share.value(), found.least)
        joined = not self._searched and _joined(result, share)
        notice = "" if self._searched or joined else "only from the pairs of the run; a search may find more"
        if self._searched and not found.exact:
            notice = f"by signatures: {numbers.percent(found.chance)} of such pairs of like size are found"
        if self._searched and self._asks_for_more(found):
            notice = "search again"
        where = " among all, exactly" if joined else ""
        if self._searched:
            where = f", texts from {numbers.counted(found.shortest, 'shingle')}" + (", exactly" if found.exact else "")
        pairs = numbers.counted(self._table.model.all_rows, "pair")
        words = f"{pairs} with one held to {numbers.decimal(share, 2)} or more"
        return words + where, notice

    def _asks_for_more(self, found: Contained) -> bool:
        """Whether the fields ask for what the search did not look for."""
        return self.panel.share.value() < found.least or self.panel.shortest.value() != found.shortest


def _joined(result: Result, share: float) -> bool:
    """Whether the run was an exact join of all pairs from this share up: then a search finds no more."""
    recipe = result.recipe
    across = recipe.reference is not None
    return recipe.measure == "containment" and not across and not result.partial and share >= recipe.threshold

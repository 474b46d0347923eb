"""Fills the views from the result, while it grows and when it stands, and says why a view is empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.ui.controllers.evidence_controller import EvidenceController
from simexplorer.ui.controllers.filter_controller import FilterController
from simexplorer.ui.controllers.overview_figures import (
    cards_of,
    facts_of,
    histogram_source,
    histogram_title,
    notes_of,
    run_line,
)
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.view_words import ViewWords, Wishes
from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.models.clusters_table import ClusterRows
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.models.neighbours_table import NeighbourRows
from simexplorer.ui.models.pairs_table import PairRows
from simexplorer.ui.models.problems_table import ProblemRows
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.overview_panel import OverviewPanel
from simexplorer.ui.panels.view_tabs import ViewTabs
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.workspace.standing import Standing

Narrow = Callable[[ProblemRows, NDArray[np.bool_] | None], NDArray[np.bool_] | None]


class ViewsController(QObject):
    """Knows all views; each list is arranged by its own ``TableController``."""

    def __init__(
        self,
        session: Session,
        tabs: ViewTabs,
        overview: OverviewPanel,
        collection: CollectionPanel,
        pages: dict[str, ListPage],
        tables: dict[str, TableController],
        documents: FilterController,
        evidence: EvidenceController,
        selection: SelectionController,
        wishes: Wishes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tabs, self._overview, self._collection = session, tabs, overview, collection
        self._pages, self._tables, self._filter = pages, tables, documents
        self._selection = selection
        self._wishes = wishes
        self._words = ViewWords(session, pages, tables)
        self._neighbours: NeighbourRows | None = None
        self._standing: Standing | None = None
        self._paths: Paths | None = None
        self._overview_stale = False
        self._filling = False
        self.narrow_problems: Narrow = lambda _rows, mask: mask
        self.jobs = JobRunner("folders", self)
        tabs.currentChanged.connect(self._show_overview)
        self.jobs.succeeded.connect(self._on_folders)
        for controller in tables.values():
            controller.arranged.connect(self._sum_up)
        session.result_changed.connect(self._on_result_changed)
        session.sources_changed.connect(self._sum_up)
        session.running_changed.connect(self._sum_up)
        for page in pages.values():
            page.empty.action_requested.connect(self._on_act)
        documents.mask_changed.connect(self._fill)
        evidence.neighbours_found.connect(self._on_neighbours)
        self._sum_up()

    def show_view(self, name: str) -> None:
        """Bring a view to the front by name."""
        self._tabs.show_view(name)

    def show_standing(self, standing: Standing | None) -> None:
        """Show what was decided, in the rows that are there."""
        self._standing = standing
        if standing is None or standing.result is not self._session.result:
            return
        for name in ("clusters", "pairs"):
            rows = self._tables[name].model.source
            if rows is not None:
                self._tables[name].refresh(replace(rows, standing=standing))

    def close(self) -> None:
        """Stop the thread."""
        self.jobs.close()

    def _on_result_changed(self) -> None:
        result = self._session.result
        paths = None if result is None else result.documents.paths
        if paths is not self._paths:
            if paths is not None:
                self._selection.follow(self._paths, paths)
            self._paths = paths
            if paths is None:
                self.jobs.cancel()
                self._collection.show_folders(None, "")
            else:
                self.jobs.start(lambda _job: FolderIndex(paths))
            self._filter.refresh()
        self._fill()
        self._collection.show_facts("" if result is None else facts_of(result))
        self._overview_stale = True
        self._show_overview()

    def _on_folders(self, folders: object) -> None:
        if isinstance(folders, FolderIndex) and self._paths is not None:
            self._collection.show_folders(folders, "All documents")

    def _fill(self) -> None:
        """Every list anew; what is said about them once, not after each."""
        self._filling = True
        try:
            self._fill_lists()
        finally:
            self._filling = False
        self._sum_up()

    def _fill_lists(self) -> None:
        result, mask = self._session.result, self._filter.mask()
        if result is None:
            for table in self._tables.values():
                table.show(None, None)
            return
        self._tables["clusters"].show(ClusterRows.of(result, self._standing), mask)
        self._tables["pairs"].show(PairRows.of(result, standing=self._standing), mask)
        self.fill_problems()

    def fill_problems(self) -> None:
        """Show the problems anew, narrowed as they are wanted."""
        if self._session.result is not None:
            rows = ProblemRows.of(self._session.result.documents)
            self._tables["problems"].show(rows, self.narrow_problems(rows, self._filter.mask()))

    def _on_neighbours(self, found: object) -> None:
        self._neighbours = found if isinstance(found, NeighbourRows) else None
        # all neighbours of a document are shown, whatever the filter: they are the question
        self._tables["neighbours"].show(self._neighbours, None)

    def _show_overview(self) -> None:
        """The overview is drawn when it is looked at: it is the only view that sums over all documents."""
        if not self._overview_stale or (self._tabs.currentWidget() is not self._overview and self._session.result):
            return
        self._overview_stale = False
        result = self._session.result
        if result is None:
            self._overview.show_empty()
            return
        self._overview.show_cards(cards_of(result))
        self._overview.histogram.set_histogram(result.audit.histogram, result.audit.exact_from)
        self._overview.histogram.set_axis(MeasureAxis(MeasureScale.of(result.recipe)))
        self._overview.histogram.set_threshold(limit_similarity(result.recipe))
        self._overview.card.title.say(histogram_title(result))
        self._overview.show_histogram_source(histogram_source(result))
        self._overview.show_notes(notes_of(result, self._session.growing), run_line(result))

    def preview_limit(self, scale: MeasureScale, similarity: float) -> None:
        """Show the pairs at or above a similarity at once; groups follow when they are computed."""
        result = self._session.result
        if result is None or self._session.growing or MeasureScale.of(result.recipe) != scale:
            return
        if similarity >= float(scale.similarity(result.floor)):
            self._tables["pairs"].show(PairRows.of(result, similarity, self._standing), self._filter.mask())

    def _on_act(self) -> None:
        empty = self.sender()
        for name, page in self._pages.items():
            if page.empty is empty:
                self._words.act(name, self._wishes)

    def _sum_up(self) -> None:
        if self._filling:
            return
        self._words.sum_up(self._neighbours)
        self._words.begin(self._overview.empty)
        self._overview.sample.setVisible(not self._session.sources)
        for name, table in self._tables.items():
            self._tabs.show_count(name, table.model.all_rows)
        for name, page in self._pages.items():
            page.show_rows(self._tables[name].model.rowCount() > 0)

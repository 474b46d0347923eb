"""Fills the views from the result, while it grows and when it stands, and says why a view is empty."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Documents, Paths
from simexplorer.pipeline.light_changes import with_light_of
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.filter_controller import FilterController
from simexplorer.ui.controllers.overview_figures import cards_of, facts_of, histogram_source, notes_of, run_line
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.view_words import ViewWords, Wishes
from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.models import badges
from simexplorer.ui.models.clusters_table import ClusterRows
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.models.neighbours_table import NeighbourRows
from simexplorer.ui.models.pairs_table import PairRows
from simexplorer.ui.models.problems_table import ProblemRows
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.overview_panel import Card, OverviewPanel
from simexplorer.ui.panels.view_tabs import ViewTabs
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.workspace.standing import Standing

Narrow = Callable[[ProblemRows, NDArray[np.bool_] | None], NDArray[np.bool_] | None]


class ViewPlaces(Struct, frozen=True, eq=False):
    """Where a result is shown: the tabs and what stands in them, the collection beside; ``pages`` by view names."""

    tabs: ViewTabs
    overview: OverviewPanel
    collection: CollectionPanel
    pages: dict[str, ListPage]
    tables: dict[str, TableController]  # of each page


class ViewsController(QObject):
    """Knows all views; each list is arranged by its own ``TableController``."""

    led = Signal()  # to another view than was in front, by something that is about what it lists

    def __init__(
        self,
        session: Session,
        places: ViewPlaces,
        documents: FilterController,
        selection: SelectionController,
        wishes: Wishes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tabs, self._overview, self._collection = places.tabs, places.overview, places.collection
        self._pages, self._tables = places.pages, places.tables
        self._session, self._filter, self._selection = session, documents, selection
        self._words = ViewWords(session, self._pages, self._tables, wishes)
        self._neighbours: NeighbourRows | None = None
        self._standing: Standing | None = None
        self._paths: Paths | None = None
        self._problems: ProblemRows | None = None
        self._told_of: Documents | None = None  # whose facts are shown
        self._overview_stale = False
        self._cards: list[Card] = []
        self._limit: tuple[MeasureScale, float] | None = None  # last set, while no result of it is there
        self._turns = session.turns
        self.narrow_problems: Narrow = lambda _rows, mask: mask
        self.jobs = JobRunner("folders", self).hand_to(self._on_folders)
        self._tabs.currentChanged.connect(self._show_overview)
        for controller in self._tables.values():
            controller.arranged.connect(self._sum_up_soon)
        session.result_changed.connect(self._on_result_changed)
        session.sources_changed.connect(self._sum_up)
        session.running_changed.connect(self._sum_up)
        session.running_changed.connect(self._show_notes)
        documents.mask_changed.connect(self._fill_soon)
        self._sum_up()

    def show_view(self, name: str) -> None:
        """Bring a view to the front by name."""
        before = self._tabs.shown()
        self._tabs.show_view(name)
        if self._tabs.shown() != before:
            self.led.emit()

    def show_standing(self, standing: Standing | None) -> None:
        """Show what was decided, in the rows that are there."""
        self._standing = standing
        if standing is None or standing.result is not self._session.result:
            return
        for name in ("clusters", "pairs"):
            rows = self._tables[name].model.source
            if rows is not None and rows.is_of(standing.result):  # those of an older result are about to be replaced
                plain = not (badges.any_of(rows.standing) or badges.any_of(standing))
                self._tables[name].refresh(replace(rows, standing=standing), silent=plain)

    def close(self) -> None:
        """Stop the thread."""
        self.jobs.close()

    def _on_result_changed(self) -> None:
        result = self._session.result
        paths = None if result is None else result.documents.paths
        if paths is not self._paths:
            self._selection.follow(paths)
            self._paths = paths
            if paths is None:
                self.jobs.cancel()
                self._collection.show_folders(None, "")
            else:
                self.jobs.start(lambda _job: FolderIndex(paths, archives=True))
            self._filter.refresh()
        self._overview_stale = True
        self._fill_soon()
        self._turns.add(self._show_facts)

    def _on_folders(self, folders: FolderIndex) -> None:
        self._collection.show_folders(folders, "All documents")

    def _fill_soon(self) -> None:
        """Every list anew in turns, the one in front first; then what is said about them."""
        if self._filter.waits:
            return  # none shows for a moment what the filter leaves out
        fills = {"clusters": self._fill_clusters, "pairs": self._fill_pairs, "problems": self.fill_problems}
        front = self._tabs.shown()
        for name in sorted(fills, key=lambda name: name != front):
            self._turns.add(fills[name])
        self._sum_up_soon()

    def _fill_clusters(self) -> None:
        result = self._session.result
        rows = None if result is None else ClusterRows.of(result, self._standing)
        self._tables["clusters"].show(rows, self._filter.mask())

    def _fill_pairs(self) -> None:
        result = self._session.result
        similarity = None if result is None else self._previewed(result)
        self._show_pairs(None if result is None else PairRows.of(result, similarity, self._standing))

    def _show_pairs(self, rows: PairRows | None) -> None:
        """These pairs; where just the same are listed already, nothing moves."""
        table, mask = self._tables["pairs"], self._filter.mask()
        shown = table.model.source
        if rows is not None and shown is not None and table.shows(mask) and rows.lists_as(shown):
            table.refresh(rows, silent=not (badges.any_of(shown.standing) or badges.any_of(rows.standing)))
        else:
            table.show(rows, mask)

    def fill_problems(self) -> None:
        """Show the problems anew, narrowed as they are wanted."""
        result = self._session.result
        if result is None:
            self._problems = None
            self._tables["problems"].show(None, None)
            return
        if self._problems is None or self._problems.documents is not result.documents:
            self._problems = ProblemRows.of(result.documents)
        self._tables["problems"].show(self._problems, self.narrow_problems(self._problems, self._filter.mask()))

    def _show_facts(self) -> None:
        """The line about the formats of the documents, and the overview."""
        result = self._session.result
        if result is None or result.documents is not self._told_of:
            self._told_of = None if result is None else result.documents
            self._collection.show_facts("" if result is None else facts_of(result))
        self._show_overview()

    def show_neighbours(self, found: object) -> None:
        """The neighbours of the selected document: ``NeighbourRows``, or None."""
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
            self._overview.show_filled(False)
            return
        for piece in (self._count_cards, self._show_cards, self._show_figure, self._fill_overview):
            self._turns.add(piece)  # each in a turn of its own: together they are several pictures' time

    def _count_cards(self) -> None:
        result = self._session.result
        self._cards = [] if result is None else cards_of(result)

    def _show_cards(self) -> None:
        self._overview.show_cards(self._cards)

    def _fill_overview(self) -> None:
        if self._session.result is not None:
            self._overview.show_filled(True)

    def _show_figure(self) -> None:
        result = self._session.result
        if result is None:
            return
        self._overview.histogram.set_histogram(result.audit.histogram, result.audit.exact_from)
        self._overview.histogram.set_axis(MeasureAxis(MeasureScale.of(result.recipe)))
        self._overview.histogram.set_threshold(limit_similarity(result.recipe))
        self._overview.show_histogram_source(histogram_source(result))
        self._show_notes()

    def _show_notes(self) -> None:
        result = self._session.result
        if result is not None:
            before = f"All of this is {OF_BEFORE}: another one is going on." if self._session.shows_before else ""
            notes = [before, notes_of(result, self._session.growing)]
            self._overview.show_notes("\n".join(filter(None, notes)), run_line(result))

    def preview_limit(self, scale: MeasureScale, similarity: float, recipe: Recipe) -> None:
        """Show the pairs at or above a similarity at once; groups follow when they are computed.

        recipe : what the fields make, or made last; where no run follows this limit, the pairs stay as the groups are
        """
        result = self._session.result
        followed = None if result is None else with_light_of(result.recipe, recipe)
        if followed is None or not math.isclose(limit_similarity(followed), similarity):
            self._limit = None
            self._turns.add(self._fill_pairs)
            return
        self._limit = (scale, similarity)
        if result is not None and self._previewed(result) is not None:
            self._turns.add(lambda: self._preview(result, similarity), key=self._preview)

    def settle_limit(self) -> None:
        """No result of another limit is awaited: what stands is what is shown."""
        self._limit = None

    def _previewed(self, result: Result) -> float | None:
        """The limit set last, where the pairs of a result tell of it: one of an earlier limit does not hide it."""
        if self._limit is None or self._session.growing or self._session.stale or result.partial:
            return None  # groups and figures would not follow
        scale, similarity = self._limit
        inside = MeasureScale.of(result.recipe) == scale and similarity >= float(scale.similarity(result.floor))
        return similarity if inside else None

    def _preview(self, result: Result, similarity: float) -> None:
        if result is self._session.result:
            self._show_pairs(PairRows.of(result, similarity, self._standing))

    def _sum_up_soon(self) -> None:
        self._turns.add(self._sum_up)

    def _sum_up(self) -> None:
        self._words.sum_up(self._neighbours)
        self._words.begin(self._overview.empty)
        self._overview.sample.setVisible(not self._session.sources)
        for name, table in self._tables.items():
            self._tabs.show_count(name, table.model.all_rows)
        for name, page in self._pages.items():
            page.show_filled(self._tables[name].model.rowCount() > 0)

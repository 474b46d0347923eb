"""What every feature of the window builds on: its places, its shared state, its threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct, field
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow, QWidget

from simexplorer.ui.controllers.columns_controller import ColumnsController
from simexplorer.ui.controllers.evidence_controller import EvidenceController
from simexplorer.ui.controllers.export_controller import ExportController
from simexplorer.ui.controllers.file_controller import FileController
from simexplorer.ui.controllers.filter_controller import FilterController
from simexplorer.ui.controllers.opening_controller import OpeningController
from simexplorer.ui.controllers.run_controller import RunController
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.tuning_controller import TuningController
from simexplorer.ui.controllers.views_controller import ViewsController
from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.menu_bar import MenuBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.overview_panel import OverviewPanel
from simexplorer.ui.panels.pairs_panel import PairsPanel
from simexplorer.ui.panels.problems_panel import ProblemsPanel
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.panels.view_tabs import ViewTabs
from simexplorer.ui.theme.switch import ThemeSwitch
from simexplorer.view_names import EVIDENCE, MORE_VIEWS, VIEWS

Kind = TypeVar("Kind", bound=QWidget)


class Workbench(Struct, eq=False):
    """Handed to each feature's controller, which adds its views, tabs, actions and threads here.

    The window closes what is made with ``jobs`` and ``table``, and is quiet only when none of them runs.
    """

    window: QMainWindow
    settings: QSettings
    theme: ThemeSwitch
    session: Session
    # panels
    bar: CommandBar
    menus: MenuBar
    message: MessageBar
    status: StatusLine
    collection: CollectionPanel
    tuning: TuningPanel
    compare: ComparePanel
    overview: OverviewPanel
    clusters: ClustersPanel
    pairs: PairsPanel
    problems: ProblemsPanel
    tabs: ViewTabs
    evidence_tabs: ViewTabs
    # controllers
    run: RunController
    selection: SelectionController
    filter: FilterController
    evidence: EvidenceController
    views: ViewsController
    tuning_controller: TuningController
    files: FileController
    exporting: ExportController
    opening: OpeningController
    columns: ColumnsController
    lists: list[TableController] = field(default_factory=list)  # of the views that are one table each
    runners: list[JobRunner] = field(default_factory=list)
    enders: list[Callable[[], None]] = field(default_factory=list)  # called before any thread is stopped
    guards: list[Callable[[], bool]] = field(default_factory=list)  # asked whether the window may close now
    resetters: list[Callable[[], None]] = field(default_factory=list)  # called before panels are put back

    def jobs(self, name: str, *, gives_way: bool = False, after_painting: bool = False) -> JobRunner:
        """A thread of its own, closed with the window; see there."""
        runner = JobRunner(name, self.window, gives_way=gives_way, after_painting=after_painting)
        self.runners.append(runner)
        return runner

    def table(self, model: ArrayTable[Any]) -> TableController:
        """Order and filter of one more table."""
        controller = TableController(model, self.window)
        controller.tell_in(self.status)
        self.runners.append(controller.jobs)
        return controller

    def add_view(self, name: str, page: QWidget, late: bool = True) -> None:
        """A tab in the middle, by its name in ``view_names``; those of ``MORE_VIEWS`` open when they are shown."""
        self.tabs.add(name, VIEWS.get(name) or MORE_VIEWS[name], page, permanent=name in VIEWS, late=late)

    def add_list(self, name: str, page: ListPage) -> TableController:
        """A view that is one table: sorted, filtered, selected, opened and copied from like every other."""
        controller = self.table(page.view.table)
        self.add_view(name, page)
        self.selection.add(page.view, controller)
        self.files.add(page.view)
        self.columns.add(page.view)
        self.lists.append(controller)
        return controller

    def add_evidence(self, name: str, page: QWidget) -> None:
        """A tab of the evidence below."""
        self.evidence_tabs.add(name, EVIDENCE[name], page, late=True)

    def all_of(self, kind: type[Kind]) -> list[Kind]:
        """Every widget of a kind in the window, also those of pages that were not shown yet."""
        late = (*self.tabs.late, *self.evidence_tabs.late)
        found = [page for page in late if isinstance(page, kind)]
        return [*found, *(widget for top in (self.window, *late) for widget in top.findChildren(kind))]

    def close(self) -> None:
        """Let features end what must not be lost, then stop every thread that they have made."""
        for end in self.enders:
            end()
        for runner in self.runners:
            runner.close()

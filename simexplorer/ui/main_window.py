"""The window: puts panels in their places and gives each feature its controller."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QSize, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QToolBar, QVBoxLayout, QWidget

from simexplorer.ui.controllers.building import Building, Load
from simexplorer.ui.controllers.column_widths import ColumnWidths
from simexplorer.ui.controllers.columns_controller import ColumnsController
from simexplorer.ui.controllers.commands_controller import CommandsController
from simexplorer.ui.controllers.evidence_controller import EvidenceController
from simexplorer.ui.controllers.export_controller import ExportController
from simexplorer.ui.controllers.file_controller import FileController
from simexplorer.ui.controllers.filter_controller import FilterController
from simexplorer.ui.controllers.layout_controller import LayoutController
from simexplorer.ui.controllers.opening_controller import OpeningController
from simexplorer.ui.controllers.run_controller import RunController
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import MakeAnalysis, Session, make_analysis
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.tuning_controller import TuningController
from simexplorer.ui.controllers.view_words import Wishes
from simexplorer.ui.controllers.views_controller import ViewPlaces, ViewsController
from simexplorer.ui.controllers.words_controller import WordsController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.drop_window import DropWindow
from simexplorer.ui.panels.drops import leave_drops
from simexplorer.ui.panels.focus_mark import FocusMark
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.menu_bar import MenuBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.neighbours_panel import NeighboursPanel
from simexplorer.ui.panels.overview_panel import OverviewPanel
from simexplorer.ui.panels.pairs_panel import PairsPanel
from simexplorer.ui.panels.problems_panel import ProblemsPanel
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.panels.view_tabs import ViewTabs
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.holding import hold, let_go
from simexplorer.ui.theme.switch import ThemeSwitch
from simexplorer.view_names import EVIDENCE, MORE_VIEWS, VIEWS

if TYPE_CHECKING:
    from simexplorer.ui.controllers.kept_features import KeptFeatures
    from simexplorer.ui.controllers.lab_controller import LabController

TITLE = "Similarity Explorer"
_LEAST_MIDDLE = 760  # pixels; the widest page of the views


class MainWindow(DropWindow):
    """Documents in the middle, knobs and curve on the right, evidence below; one selection for all of them.

    What the first picture shows is there at once; ``building`` makes the rest, ``kept``, ``features`` and ``lab``.
    """

    opening: OpeningController
    kept: KeptFeatures
    lab: LabController

    def __init__(self, settings: QSettings, make: MakeAnalysis = make_analysis) -> None:
        super().__init__()
        self._shut = False
        self._held = False
        self.setObjectName("mainWindow")
        self.setWindowTitle(TITLE)
        self.setDockNestingEnabled(True)
        self.resize(1280, 800)
        self.setMinimumSize(QSize(880, 560))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.theme = ThemeSwitch(application, self)
        self.theme.set_mode(str(settings.value("theme", "system")))  # first: widgets are dressed once
        FocusMark(application, self)
        self.session = Session(make, self)
        self._make_panels()
        self._place_panels()
        self._make_controllers(settings)
        self.workbench = self._make_workbench(settings)
        self.commands = CommandsController(self.workbench, self.docks, self.layout_controller)
        self.words = WordsController(self.workbench)
        self.features: list[QObject] = []
        self.building = Building(self._pieces(self.workbench), self, _load_later)
        self.layout_controller.restore()
        self.setFocus()  # what has the keyboard is framed, and nobody has pressed a key by now

    def is_quiet(self) -> bool:
        """Whether nothing runs or waits in any thread of the window."""
        runners = (
            self.run.jobs,
            self.views.jobs,
            *self.evidence.runners,
            self.exporting.jobs,
            self.exporting.previews,
            *(table.jobs for table in self.tables.values()),
            *self.workbench.runners,
        )
        if not self.building.is_finished or self.session.turns.busy or self.words.busy:
            return False
        return not self.filter.busy and not any(jobs.running for jobs in runners)

    # making ----------------------------------------------------------------------------------------------------------
    def _make_panels(self) -> None:
        self.bar = CommandBar()
        self.menus = MenuBar()
        self.message = MessageBar()
        self.status = StatusLine()
        self.collection = CollectionPanel()
        self.tuning = TuningPanel()
        self.compare = ComparePanel()
        self.overview = OverviewPanel()
        self.clusters, self.pairs = ClustersPanel(), PairsPanel()
        self.neighbours, self.problems = NeighboursPanel(), ProblemsPanel()
        self.pages: dict[str, ListPage] = {
            "clusters": self.clusters,
            "pairs": self.pairs,
            "neighbours": self.neighbours,
            "problems": self.problems,
        }

    def _place_panels(self) -> None:
        self.setMenuBar(self.menus)
        self.addToolBar(_strip("Commands", "commands", self.bar))
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, _strip("Status", "statusStrip", self.status))
        self.setCentralWidget(self._centre())
        areas = Qt.DockWidgetArea
        self.setCorner(Qt.Corner.BottomLeftCorner, areas.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, areas.RightDockWidgetArea)
        self.evidence_tabs = ViewTabs("evidenceTabs", "Evidence", tuple(EVIDENCE))
        self.evidence_tabs.setTabBarAutoHide(True)
        for name, title in EVIDENCE.items():
            self.evidence_tabs.promise(name, title)
        self.evidence_tabs.add("compare", EVIDENCE["compare"], self.compare)
        left = self._dock("Collection", "collectionDock", self.collection, areas.LeftDockWidgetArea)
        right = self._dock("Tuning", "tuningDock", self.tuning, areas.RightDockWidgetArea)
        below = self._dock("Evidence", "evidenceDock", self.evidence_tabs, areas.BottomDockWidgetArea)
        self.docks = (left, below, right)
        self.widths = ColumnWidths(self, *self.docks)

    def _centre(self) -> QWidget:
        self.tabs = ViewTabs("viewTabs", "Views", (*VIEWS, *MORE_VIEWS), least_width=_LEAST_MIDDLE)
        for name, title in VIEWS.items():
            self.tabs.promise(name, title)
        self.tabs.add("overview", VIEWS["overview"], self.overview)
        for name, page in self.pages.items():
            self.tabs.add(name, VIEWS[name], page)
        centre = QWidget()
        column = metrics.spaced(QVBoxLayout(centre))
        column.addWidget(self.message)
        column.addWidget(self.tabs, 1)
        return centre

    def _dock(self, title: str, name: str, content: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = named(QDockWidget(title, self), name, title)
        dock.setWidget(content)
        features = QDockWidget.DockWidgetFeature
        dock.setFeatures(features.DockWidgetMovable | features.DockWidgetFloatable | features.DockWidgetClosable)
        self.addDockWidget(area, dock)
        return dock

    def _make_controllers(self, settings: QSettings) -> None:
        self.run = RunController(self.session, self.bar, self.collection, self.tuning, self.status, self.message, self)
        self.tables = {name: TableController(page.view.table, self) for name, page in self.pages.items()}
        for table in self.tables.values():
            table.tell_in(self.status)
        views = [page.view for page in self.pages.values()]
        self.filter = FilterController(self.session, self.bar, self.collection, self)
        self.selection = SelectionController(
            [(self.pages[name].view, table) for name, table in self.tables.items()], self
        )
        self.evidence = EvidenceController(self.session, self.selection, self.compare, self)
        limit = self.tuning.light.limit
        self.views = ViewsController(
            self.session,
            ViewPlaces(self.tabs, self.overview, self.collection, self.pages, self.tables),
            self.filter,
            self.selection,
            self._wishes(),
            self,
        )
        self.evidence.neighbours_found.connect(self.views.show_neighbours)
        self.tuning_controller = TuningController(self.session, self.tuning, self)
        self.run.recipe_changed.connect(self.tuning_controller.show_recipe)
        limit.changed.connect(self._preview_limit)
        self.run.jobs.ended.connect(self._on_run_ended)  # after the run has said whether it goes on
        self.tuning.light.radius.valueChanged.connect(self.evidence.set_radius)
        self.run.recipe_changed.connect(self.evidence.follow)
        self.files = FileController(self.session, self.selection, views, self.message, self)
        self.exporting = ExportController(self.session, self.bar, self.status, self.message, self)
        self.exporting.busy = self._is_running
        self.opening = OpeningController(self.run, self.bar, self.collection, self.message, settings, self)
        self.columns = ColumnsController(settings, self)
        for view in views:
            self.columns.add(view)
        self.layout_controller = LayoutController(self, self.bar, self.theme, self.columns, settings)
        self.overview.view_requested.connect(self.views.show_view)
        self.overview.sample_requested.connect(self._on_sample)
        self.tuning_controller.show_recipe(self.run.recipe)
        self.tuning_controller.draw()

    def _make_workbench(self, settings: QSettings) -> Workbench:
        return Workbench(
            window=self,
            settings=settings,
            theme=self.theme,
            session=self.session,
            bar=self.bar,
            menus=self.menus,
            message=self.message,
            status=self.status,
            collection=self.collection,
            tuning=self.tuning,
            compare=self.compare,
            overview=self.overview,
            clusters=self.clusters,
            pairs=self.pairs,
            problems=self.problems,
            tabs=self.tabs,
            evidence_tabs=self.evidence_tabs,
            run=self.run,
            selection=self.selection,
            filter=self.filter,
            evidence=self.evidence,
            views=self.views,
            tuning_controller=self.tuning_controller,
            files=self.files,
            exporting=self.exporting,
            opening=self.opening,
            columns=self.columns,
        )

    def _pieces(self, workbench: Workbench) -> Iterator[Load | None]:
        """The plots, then each feature: its controller adds its views, menus and threads to the workbench."""
        yield _load_plots
        self.tuning.prepare_plot()
        yield None
        self.tuning_controller.make_plot()
        yield None
        self.overview.make_plot()
        yield _load_features
        from simexplorer.ui.controllers.decided_lists import DecidedLists
        from simexplorer.ui.controllers.document_features import document_features
        from simexplorer.ui.controllers.evidence_features import evidence_features
        from simexplorer.ui.controllers.kept_features import KeptFeatures
        from simexplorer.ui.controllers.lab_controller import LabController
        from simexplorer.ui.controllers.tuning_features import tuning_features

        yield None
        self.kept = KeptFeatures(workbench)
        yield from self.kept.pieces(workbench)
        for features in (evidence_features, document_features, tuning_features):
            for feature in features(workbench):
                if feature is not None:
                    self.features.append(feature)
                yield None
        self.features.append(DecidedLists(workbench, self.kept.keeping))
        self.lab = LabController(workbench)
        self.commands.end_menus()
        yield None
        leave_drops(workbench.all_of)
        yield None  # what waits for the whole window begins in a turn of its own

    # acting ----------------------------------------------------------------------------------------------------------
    def _wishes(self) -> Wishes:
        return Wishes(
            self._open_folder,
            self.bar.analyse.click,
            self._clear_filter,
            self.tuning.light.limit.set_value,
            self.collection.table_hint.click,
            lambda name: self.views.show_view(name),  # noqa: PLW0108 - they are made after this
        )

    def _on_sample(self) -> None:
        self.opening.open_sample()
        if self.session.sources:  # whoever tries the sample wants to see what comes of it
            self.run.analyse()

    def _preview_limit(self) -> None:
        limit = self.tuning.light.limit
        self.views.preview_limit(limit.scale, limit.similarity, self.run.recipe)

    def _is_running(self) -> bool:
        return self.run.jobs.running

    def _on_run_ended(self) -> None:
        if not self._is_running():
            self.views.settle_limit()
            self.exporting.offer_cancel()

    def _open_folder(self) -> None:
        self.opening.ask_for_folder()

    def _clear_filter(self, view: str) -> None:
        self.bar.filter.clear()
        self.collection.clear_folder()
        if view == "problems":
            self.problems.clear_choices()

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Tab was pressed: only now it matters what comes after what."""
        self.commands.order_focus()
        return super().focusNextPrevChild(forwards)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size: everything is put in its place first, and painted once in a turn after that."""
        super().resizeEvent(event)
        self.widths.fit()
        if self.isVisible() and not self._held:
            self._held = True
            hold(self, sized=True)
            self.session.turns.add(self._let_paint)

    def _let_paint(self) -> None:
        self._held = False
        let_go(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the layout, stop every thread; not before a report is written, unless that is to be stopped."""
        if self._shut or (all(may() for may in self.workbench.guards) and self.exporting.may_close()):
            self.shut_down()
            event.accept()
        else:
            event.ignore()

    def shut_down(self) -> None:
        """Store the layout and stop every thread; once, whether the window is closed or the program ends around it."""
        if self._shut:
            return
        self._shut = True
        if self.building.is_finished:
            self.kept.decisions.save_open_note()
        for dialog in filter(QDialog.isVisible, self.findChildren(QDialog)):  # it would stay, and the program with it
            dialog.reject()
        self.building.blockSignals(True)  # whoever waits for the whole window need not begin now
        self.building.finish()
        self.building.close()
        self.session.turns.close()
        self.layout_controller.store()
        self.run.close()
        for close in (
            self.filter.close,
            self.evidence.close,
            self.files.close,
            self.exporting.close,
            self.views.close,
            *(table.close for table in self.tables.values()),
            self.workbench.close,
        ):
            close()
        self.commands.close()
        self.lab.close()


def _load_plots() -> None:
    """Import what the plots ask for; in a thread, where it keeps nobody waiting."""
    for name in ("s_curve_plot", "similarity_histogram"):
        import_module(f"simexplorer.ui.plots.{name}")


def _load_features() -> None:
    """Import what the features ask for."""
    for name in ("kept_features", "evidence_features", "document_features", "tuning_features", "lab_controller"):
        import_module(f"simexplorer.ui.controllers.{name}")


def _load_later() -> None:
    """Import what the map, the dialog of reports and the first ``np.unique`` of all ask for when they are wanted."""
    for name in ("ui.panels.map_panel", "ui.controllers.map_words", "reports.columns"):
        import_module(f"simexplorer.{name}")
    import_module("numpy.ma")


def _strip(title: str, name: str, content: QWidget) -> QToolBar:
    """A bar across the window that can be neither moved nor hidden."""
    bar = QToolBar(title)
    bar.setObjectName(name)
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.toggleViewAction().setVisible(False)
    bar.addWidget(content)
    return bar

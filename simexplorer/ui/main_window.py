"""The window: puts panels in their places and gives each feature its controller."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabWidget, QToolBar, QVBoxLayout, QWidget

from simexplorer.ui.controllers.evidence_controller import EvidenceController
from simexplorer.ui.controllers.export_controller import ExportController
from simexplorer.ui.controllers.file_controller import FileController
from simexplorer.ui.controllers.filter_controller import FilterController
from simexplorer.ui.controllers.layout_controller import LayoutController
from simexplorer.ui.controllers.opening_controller import OpeningController, dropped_paths
from simexplorer.ui.controllers.run_controller import RunController
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import MakeAnalysis, Session, make_analysis
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.tuning_controller import TuningController
from simexplorer.ui.controllers.view_words import Wishes
from simexplorer.ui.controllers.views_controller import TITLES, VIEWS, ViewsController
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.help_window import HelpWindow
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.neighbours_panel import NeighboursPanel
from simexplorer.ui.panels.overview_panel import OverviewPanel
from simexplorer.ui.panels.pairs_panel import PairsPanel
from simexplorer.ui.panels.problems_panel import ProblemsPanel
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.theme.switch import ThemeSwitch

TITLE = "Similarity Explorer"


class MainWindow(QMainWindow):
    """Documents in the middle, knobs and curve on the right, evidence below; one selection for all of them."""

    def __init__(self, settings: QSettings, make: MakeAnalysis = make_analysis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shut = False
        self.setObjectName("mainWindow")
        self.setWindowTitle(TITLE)
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.resize(1280, 800)
        self.setMinimumSize(QSize(880, 560))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.theme = ThemeSwitch(application, self)
        self.session = Session(make, self)
        self._make_panels()
        self._place_panels()
        self._make_controllers(settings)
        self._make_actions()
        # a folder may be let go over any part of the window: no field takes its path for text
        for widget in self.findChildren(QWidget):
            widget.setAcceptDrops(False)
        self.layout_controller.restore()
        self.tabs.tabBar().setFocus()

    def is_quiet(self) -> bool:
        """Whether nothing runs or waits in any thread of the window."""
        runners = (
            self.run.jobs,
            self.views.jobs,
            self.evidence.texts,
            self.evidence.neighbours,
            self.exporting.jobs,
            *(table.jobs for table in self.tables.values()),
        )
        return not self.filter.busy and not any(jobs.running for jobs in runners)

    # making ----------------------------------------------------------------------------------------------------------
    def _make_panels(self) -> None:
        self.bar = CommandBar()
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
        self.addToolBar(_strip("Commands", "commands", self.bar))
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, _strip("Status", "statusStrip", self.status))
        self.setCentralWidget(self._centre())
        areas = Qt.DockWidgetArea
        self.setCorner(Qt.Corner.BottomLeftCorner, areas.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, areas.RightDockWidgetArea)
        self.evidence_tabs = named(QTabWidget(), "evidenceTabs", "Evidence")
        self.evidence_tabs.setDocumentMode(True)
        self.evidence_tabs.setTabBarAutoHide(True)
        self.evidence_tabs.addTab(self.compare, "Compare")
        self.collection.setMinimumWidth(208)
        self.tuning.setMinimumWidth(288)
        left = self._dock("Collection", "collectionDock", self.collection, areas.LeftDockWidgetArea)
        right = self._dock("Tuning", "tuningDock", self.tuning, areas.RightDockWidgetArea)
        below = self._dock("Evidence", "evidenceDock", self.evidence_tabs, areas.BottomDockWidgetArea)
        self.resizeDocks([left, right], [244, 304], Qt.Orientation.Horizontal)
        self.resizeDocks([below], [296], Qt.Orientation.Vertical)
        self.docks = (left, below, right)

    def _centre(self) -> QWidget:
        self.tabs = named(QTabWidget(), "viewTabs", "Views")
        self.tabs.tabBar().setObjectName("viewTabBar")
        self.tabs.tabBar().setAccessibleName("Views")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setExpanding(False)
        for name, title in zip(VIEWS, TITLES, strict=True):
            self.tabs.addTab(self.pages.get(name) or self.overview, title)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
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
        views = [page.view for page in self.pages.values()]
        self.filter = FilterController(self.session, self.bar, self.collection, self)
        self.selection = SelectionController(
            [(self.pages[name].view, table) for name, table in self.tables.items()], self
        )
        self.evidence = EvidenceController(self.session, self.selection, self.compare, self)
        self.views = ViewsController(
            self.session,
            self.tabs,
            self.overview,
            self.collection,
            self.pages,
            self.tables,
            self.filter,
            self.evidence,
            self.selection,
            Wishes(self.bar.analyse.click, self._clear_filter, self.tuning.light.set_threshold, self._show_problems),
            self,
        )
        self.tuning_controller = TuningController(self.session, self.tuning, self)
        self.run.recipe_changed.connect(self.tuning_controller.show_recipe)
        self.tuning.light.threshold.valueChanged.connect(self.views.preview_threshold)
        self.tuning.light.radius.valueChanged.connect(self.evidence.set_radius)
        self.files = FileController(self.session, self.selection, views, self.message, self)
        self.exporting = ExportController(self.session, self.bar, self.status, self.message, self)
        self.opening = OpeningController(self.run, self.bar, self.collection, self.message, settings, self)
        self.layout_controller = LayoutController(self, self.bar, self.theme, views, settings)
        self.overview.view_requested.connect(self.views.show_view)
        self.overview.sample_requested.connect(self.opening.open_sample)
        self.overview.empty.action_requested.connect(self._on_begin)
        self.tuning_controller.show_recipe(self.run.recipe)
        self.tuning_controller.draw()

    def _make_actions(self) -> None:
        self.shortcuts: list[tuple[str, str]] = []
        for action in self.opening.actions.values():
            self._add_action(action)
        for keys, text, act in (
            ("F5", "Analyse, or apply changes", self.bar.analyse.click),
            ("Esc", "Cancel and keep what is done", self.run.cancel),
            ("Ctrl+F", "Filter by path", self._focus_filter),
            ("Ctrl+L", "Threshold", self._focus_threshold),
            ("N", "Next row of the view", lambda: self._move(1)),
            ("P", "Previous row of the view", lambda: self._move(-1)),
            ("Ctrl+C", "Copy the selected rows", self._copy_rows),
            ("Ctrl+E", "Save a report", self.bar.export.showMenu),
            ("Ctrl+D", "Switch between light and dark", self.layout_controller.toggle_theme),
            ("Ctrl+0", "Panels and columns as on the first day", self.layout_controller.reset),
            ("?", "This window", self.show_help),
            ("F1", "This window", self.show_help),
            ("Ctrl+Q", "Quit", self.close),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(act)
            self._add_action(action)
        self.bar.panels_menu.addActions([dock.toggleViewAction() for dock in self.docks])
        self.bar.panels_menu.addSeparator()
        self.bar.panels_menu.addActions([a for a in self.actions() if a.shortcut().toString() == "Ctrl+0"])
        for place, title in enumerate(TITLES):
            action = QAction(f"View {title}", self)
            action.setShortcut(QKeySequence(f"Ctrl+{place + 1}"))
            action.setData(VIEWS[place])
            action.triggered.connect(self._on_view_action)
            self._add_action(action)
        self.shortcuts += [
            ("Return", "Open the file"),
            ("← →", "Close or open a group; move the threshold line in the plot"),
        ]
        self.help = HelpWindow(self.shortcuts, self)
        self.bar.help.clicked.connect(self.show_help)

    def _add_action(self, action: QAction) -> None:
        self.addAction(action)
        if not action.shortcut().isEmpty():
            self.shortcuts.append((action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action.text()))

    # acting ----------------------------------------------------------------------------------------------------------
    def show_help(self) -> None:
        """Open the window of shortcuts and definitions."""
        self.help.open_beside()

    def _on_begin(self) -> None:
        if self.session.sources:
            self.bar.analyse.click()
        else:
            self.opening.ask_for_folder()

    def _on_view_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.views.show_view(action.data())

    def _page_in_front(self) -> ListPage | None:
        page = self.tabs.currentWidget()
        return page if isinstance(page, ListPage) else None

    def _move(self, step: int) -> None:
        page = self._page_in_front()
        if page is not None:
            page.view.move_by(step)

    def _copy_rows(self) -> None:
        page = self._page_in_front()
        if page is not None and page.shows_rows:
            self.files.copy_rows(page.view)

    def _show_problems(self) -> None:
        self.views.show_view("problems")

    def _clear_filter(self) -> None:
        self.bar.filter.clear()
        self.collection.clear_folder()

    def _focus_filter(self) -> None:
        self.bar.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.filter.selectAll()

    def _focus_threshold(self) -> None:
        self.tuning.light.threshold.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.tuning.light.threshold.selectAll()

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what can be opened."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        if self.opening.take_drop(event.mimeData()):
            event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the layout, stop every thread."""
        self.shut_down()
        event.accept()

    def shut_down(self) -> None:
        """Store the layout and stop every thread; once, whether the window is closed or the program ends around it."""
        if self._shut:
            return
        self._shut = True
        self.layout_controller.store()
        self.run.close()
        for close in (
            self.filter.close,
            self.evidence.close,
            self.files.close,
            self.exporting.close,
            self.views.close,
            *(table.close for table in self.tables.values()),
        ):
            close()
        self.help.close()


def _strip(title: str, name: str, content: QWidget) -> QToolBar:
    """A bar across the window that can be neither moved nor hidden."""
    bar = QToolBar(title)
    bar.setObjectName(name)
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.toggleViewAction().setVisible(False)
    bar.addWidget(content)
    return bar

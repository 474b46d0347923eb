"""What the menus do that belongs to no single feature: views, rows, fields, panels, help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QDockWidget, QLineEdit

from simexplorer.ui.controllers.focus_order import FocusOrder
from simexplorer.ui.controllers.lacking import SELECT_FIRST
from simexplorer.ui.controllers.layout_controller import LayoutController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.about_dialog import AboutDialog
from simexplorer.ui.dialogs.help_window import HelpWindow
from simexplorer.ui.panels.copy_key import CopyKey
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.menu_bar import MENUS
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.panels.type_ahead import TypeAhead
from simexplorer.view_names import VIEWS

# keys that belong to widgets, not to actions
KEYS = (
    ("Return", "Open the file; from the map, show the cluster in its list"),
    ("Ctrl+C", "Copy from the text, list or table of figures that has the keyboard"),
    ("← →", "Close or open a cluster; move the threshold line in the plot, or the cut of a cluster"),
    ("↑ ↓", "Next or previous text, or cell, in the pictures of a cluster"),
    ("+ − 0", "Zoom the map, the graph or the matrix of a cluster, or show all of it"),
    ("← → ↑ ↓", "Next document of the map on that side; with Ctrl the next cluster"),
)


class CommandsController(QObject):
    """Fills the menus first; features add theirs; ``end_menus`` adds what comes last."""

    def __init__(self, workbench: Workbench, docks: Sequence[QDockWidget], layout: LayoutController) -> None:
        super().__init__(workbench.window)
        self._workbench, self._docks = workbench, docks
        self._order: FocusOrder | None = None
        self.help: HelpWindow | None = None
        self.about: AboutDialog | None = None
        TypeAhead(workbench.window)  # letters and digits are keys of menus
        CopyKey(workbench.window).rows_wanted.connect(self._copy_rows_of)
        menus, bar = workbench.menus, workbench.bar
        for action in workbench.opening.actions.values():
            menus.put("file", action)
        menus.menu("file").addSeparator()
        menus.put("file", workbench.exporting.action)
        menus.add("edit", "Copy the selected rows", self._copy_rows, "Ctrl+C")
        menus.add("edit", "Filter by path", partial(_focus, bar.filter), "Ctrl+F")
        menus.add("edit", "Threshold", self._go_to_threshold, "Ctrl+L")
        menus.add("edit", "Next row of the view", partial(self._move, 1), "N").setAutoRepeat(True)
        menus.add("edit", "Previous row of the view", partial(self._move, -1), "P").setAutoRepeat(True)
        self._fill_view_menu(docks, layout)
        menus.add("analysis", "Analyse, or apply changes", bar.analyse.click, "F5", group="run")
        menus.add("analysis", "Cancel and keep what is done", workbench.bar.cancel.click, "Esc", group="run")
        bar.panels_menu.addActions([dock.toggleViewAction() for dock in docks])
        bar.help.clicked.connect(self.show_help)
        workbench.tabs.currentChanged.connect(workbench.message.go_on)
        workbench.files.view_requested.connect(self._go_to)
        workbench.files.copying.told.connect(workbench.status.note)
        for name in MENUS:
            menus.menu(name).aboutToShow.connect(workbench.message.go_on)

    def end_menus(self) -> None:
        """What stands at the end of the menus, and the window that lists all keys."""
        menus = self._workbench.menus
        menus.menu("file").addSeparator()
        menus.add("file", "Quit", self._workbench.window.close, "Ctrl+Q")
        shortcuts = menus.add("help", "Shortcuts and what the numbers mean", self.show_help)
        shortcuts.setShortcuts([QKeySequence("F1"), QKeySequence("?")])
        menus.menu("help").addSeparator()
        self.about = AboutDialog(self._workbench.window)
        menus.add("help", "About Similarity Explorer", self.about.open_beside)
        self._order = FocusOrder(self._workbench, self._docks)
        self.help = HelpWindow((*menus.shortcuts(), ("In lists and pictures", KEYS)), self._workbench.window)

    def show_help(self) -> None:
        """Open the window of shortcuts and definitions."""
        if self.help is not None:
            self.help.open_beside()

    def show_view(self, name: str) -> None:
        """Bring a view, or a tab of the evidence, to the front by its name."""
        self._workbench.tabs.show_view(name)
        self._workbench.evidence_tabs.show_view(name)

    def order_focus(self) -> None:
        """Have Tab go through what is there now as one reads it."""
        if self._order is not None:
            self._order.renew()

    def close(self) -> None:
        """Close the windows of the help."""
        for window in (self.help, self.about):
            if window is not None:
                window.close()

    def _fill_view_menu(self, docks: Sequence[QDockWidget], layout: LayoutController) -> None:
        menus = self._workbench.menus
        for place, (name, title) in enumerate(VIEWS.items()):
            menus.add("view", title, partial(self._go_to, name), f"Ctrl+{place + 1}", group="views")
        for dock in docks:
            menus.put("view", dock.toggleViewAction())
        menus.add("view", "Reset panels and columns", partial(self._reset, layout), "Ctrl+0")
        theme = self._workbench.bar.theme_menu
        theme.setTitle("Colours")
        menus.put("view", theme.menuAction(), "colours")
        menus.add("view", "Switch between light and dark", layout.toggle_theme, "Ctrl+D", group="colours")

    def _reset(self, layout: LayoutController) -> None:
        for let_go in self._workbench.resetters:
            let_go()
        layout.reset()

    def _go_to(self, name: str) -> None:
        """To a view by menu or key: arrows move in it at once."""
        self._workbench.tabs.show_view(name)
        if self._order is not None:
            self._order.enter()

    def _go_to_threshold(self) -> None:
        """To the limit, also where the panel that holds it was closed."""
        self._docks[-1].show()
        self._workbench.tuning.light.limit.take_focus()

    def _page_in_front(self) -> ListPage | None:
        page = self._workbench.tabs.currentWidget()
        return page if isinstance(page, ListPage) else None

    def _move(self, step: int) -> None:
        page = self._page_in_front()
        if page is not None:
            page.view.move_by(step)

    def _copy_rows(self) -> None:
        page = self._page_in_front()
        if page is None or not page.is_filled:
            self._workbench.status.note("There are no rows to be copied in this view.")
        else:
            self._copy_rows_of(page.view)

    def _copy_rows_of(self, view: TableView) -> None:
        if view.selectionModel().hasSelection():
            self._workbench.files.copying.copy(view)
        else:
            self._workbench.status.note(SELECT_FIRST)


def _focus(field: QLineEdit | QAbstractSpinBox) -> None:
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
    field.selectAll()

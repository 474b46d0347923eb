"""Groups of near-duplicates, their members below each."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from simexplorer.ui.models.clusters_table import ClustersTable
from simexplorer.ui.panels.cell_painter import ClusterCellPainter
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import named, tool_button
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import metrics

_AROUND = 10  # pixels beside the chevron of a heading that open and close it too


class ClustersView(TableView):
    """A table whose headings open and close."""

    def __init__(self, model: ClustersTable) -> None:
        super().__init__(model)
        self.clusters = model
        self.cells = ClusterCellPainter(self)
        named(self, "clustersView", "Clusters of near-duplicates")

    def show_selected(self, entry: int | None) -> None:
        """As for every table; the group of a member that is to be shown opens."""
        if entry is not None and entry >= 0:
            heading = self.clusters.heading_of(entry)
            if self.table.row_of(heading) >= 0:
                self.clusters.set_open(heading, True)
        super().show_selected(entry)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the chevron opens or closes the group."""
        index = self.indexAt(event.position().toPoint())
        reach = _AROUND + metrics.taller(metrics.SIGN, self.font())
        near = event.position().x() - self.columnViewportPosition(0) < reach
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.column() == 0 and near:
            entry = self.table.entry(index.row())
            if entry < 0:
                self._turn(entry)
                return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        current = self.currentIndex()
        if current.isValid() and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            entry = self.table.entry(current.row())
            if entry >= 0 and event.key() == Qt.Key.Key_Left:
                row = self.table.row_of(self.clusters.heading_of(entry))
                self.setCurrentIndex(self.table.index(row, 0))
            elif entry < 0:
                self.clusters.set_open(entry, event.key() == Qt.Key.Key_Right)
            return
        super().keyPressEvent(event)

    def _on_double_click(self, index: QModelIndex) -> None:
        entry = self.table.entry(index.row())
        if entry < 0:
            self._turn(entry)
        else:
            super()._on_double_click(index)

    def set_all_open(self, opened: bool) -> None:
        """Open or close all groups; whoever stands on a row stays on it, or on the heading of what has closed."""
        current = self.currentIndex()
        chosen = self.table.entry(current.row()) if self.selectionModel().isSelected(current) else None
        self.clusters.set_all_open(opened)
        if chosen is not None:
            self.show_selected(chosen if opened else self.clusters.heading_of(chosen))

    def _turn(self, heading: int) -> None:
        """Open a group, or close it; a member that is selected gives way to the heading, as Qt would select nothing."""
        closes, row, current = self.clusters.is_open(heading), self.table.row_of(heading), self.currentIndex()
        inside = current.row() > row and self.clusters.heading_of(self.table.entry(current.row())) == heading
        if closes and inside:
            self.select_row(row)
        self.clusters.set_open(heading, not closes)


class ClustersPanel(ListPage):
    """The list of groups with buttons that open and close all of them."""

    def __init__(self) -> None:
        self.model = ClustersTable()
        self.list = ClustersView(self.model)
        super().__init__(self.list, "layers")
        self.model.setParent(self)
        self.open_all = tool_button(
            "Open all", "openGroupsButton", "Show the members of all clusters", "plus", only_icon=True
        )
        self.close_all = tool_button(
            "Close all", "closeGroupsButton", "Hide the members of all clusters", "minus", only_icon=True
        )
        for button in (self.open_all, self.close_all):
            self.heading_row.addWidget(button)
        self.open_all.clicked.connect(lambda: self.list.set_all_open(True))
        self.close_all.clicked.connect(lambda: self.list.set_all_open(False))

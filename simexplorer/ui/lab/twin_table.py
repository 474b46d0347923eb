"""The table twin of a page: all that its pictures show as plain tables, for screen readers and for copying."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.tabbed_text import tabbed_text
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.metrics import GAP, row_height, spaced

MOST_ROWS = 500  # a table is read, not searched: its heading says how many more there are
_SHOWN_ROWS = 14


class Twin(Struct, frozen=True):
    """One table: its title, the titles of its columns, and rows of as many texts."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class TwinTable(QTableWidget):
    """One of them; what is selected of it can be copied."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copying takes all that is selected: Qt takes the current cell alone."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.selectedRanges():
            QGuiApplication.clipboard().setText(self.selected_text())
            return
        super().keyPressEvent(event)

    def selected_text(self) -> str:
        """The selected block tab-separated under its headings; of a single cell what stands in it."""
        (block,) = self.selectedRanges()
        if block.rowCount() == block.columnCount() == 1:
            return _text(self.item(block.topRow(), block.leftColumn()))
        rows = range(block.topRow(), block.bottomRow() + 1)
        return tabbed_text(self.model(), rows, range(block.leftColumn(), block.rightColumn() + 1))


class TwinTables(QWidget):
    """Tables one below the other, each under its title; anew at every step."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._tables: list[TwinTable] = []
        self._heads: list[QLabel] = []
        self._column = spaced(QVBoxLayout(self), GAP)

    def show_twins(self, twins: Sequence[Twin]) -> None:
        """Show these tables."""
        shapes = [(twin.title, tuple(twin.columns)) for twin in twins]
        if [(table.accessibleName(), self._titles(table)) for table in self._tables] != shapes:
            self._remake(twins)
        for table, head, twin in zip(self._tables, self._heads, twins, strict=True):
            head.setText(_heading(twin))
            _fill(table, twin)

    def tables(self) -> list[TwinTable]:
        """The tables as they stand."""
        return list(self._tables)

    @staticmethod
    def _titles(table: QTableWidget) -> tuple[str, ...]:
        return tuple(_text(table.horizontalHeaderItem(place)) for place in range(table.columnCount()))

    def _remake(self, twins: Sequence[Twin]) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        self._tables, self._heads = [], []
        for place, twin in enumerate(twins):
            self._heads.append(label(twin.title, "section"))
            self._column.addWidget(self._heads[-1])
            table = named(TwinTable(0, len(twin.columns)), f"labTable{place}_{self._name}", twin.title)
            table.setHorizontalHeaderLabels(list(twin.columns))
            table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
            table.verticalHeader().hide()
            table.verticalHeader().setDefaultSectionSize(row_height(table.font()))
            table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
            table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
            table.setTabKeyNavigation(False)
            table.setStyleSheet("QTableWidget::item { padding: 0 6px; }")
            self._column.addWidget(table)
            self._tables.append(table)
        self._column.addStretch(1)


def _text(item: QTableWidgetItem | None) -> str:
    return "" if item is None else item.text()


def _heading(twin: Twin) -> str:
    """Its title, and what is left out of it."""
    if len(twin.rows) <= MOST_ROWS:
        return twin.title
    return f"{twin.title}: the first {numbers.count(MOST_ROWS)} of {numbers.count(len(twin.rows))} rows"


def _fill(table: QTableWidget, twin: Twin) -> None:
    rows = list(twin.rows[:MOST_ROWS])
    table.setRowCount(len(rows))
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            item = table.item(r, c)
            if item is None:
                table.setItem(r, c, QTableWidgetItem(text))
            elif item.text() != text:
                item.setText(text)
        for c in range(len(row), table.columnCount()):
            table.takeItem(r, c)
    if len(rows) <= 60:
        table.resizeColumnsToContents()
    height = (
        table.horizontalHeader().sizeHint().height()
        + table.verticalHeader().defaultSectionSize() * min(len(rows), _SHOWN_ROWS)
        + 16
    )
    table.setFixedHeight(height)

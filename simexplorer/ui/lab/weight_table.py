"""The features of two texts with their weights; the last column multiplies them and is typed by hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import metrics, numbers

MOST = 200
_HIGHEST = 300
_FACTOR = 3
_LEAST, _FEATURE = 470, 120  # pixels of all columns, and of the first one, at least


class WeightTable(QTableWidget):
    """Rows of feature, weight in A, weight in B, factor."""

    factors_changed = Signal()  # a factor was typed

    def __init__(self, name: str) -> None:
        super().__init__(0, _FACTOR + 1)
        named(self, name, "Features and their weights")
        self.factors: dict[str, float] = {}
        self.setHorizontalHeaderLabels(["Feature", "Weight in A", "Weight in B", "Factor by hand"])
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.row_height(self.font()))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setStyleSheet("QTableWidget::item { padding: 0 6px; }")
        head = self.horizontalHeader()
        beside = sum(head.sectionSizeHint(column) for column in range(1, _FACTOR + 1))
        self._least = max(_LEAST, beside + metrics.grown(_FEATURE, self.font()))
        self.itemChanged.connect(self._on_changed)

    def sizeHint(self) -> QSize:
        """All columns, and the rows that are shown at once."""
        return QSize(self._least, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    def forget_factors(self) -> None:
        """All factors are 1 again."""
        self.factors = {}

    def show_features(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show features with their weights in A and B; factors stay with their features."""
        with QSignalBlocker(self):
            self.setRowCount(min(len(rows), MOST))
            for r, row in enumerate(rows[:MOST]):
                for c, text in enumerate((*row, self._shown(row[0]))):
                    item = self.item(r, c)
                    if item is None:
                        item = QTableWidgetItem()
                        if c < _FACTOR:
                            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                        self.setItem(r, c, item)
                    item.setText(text)
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(
            min(
                metrics.taller(_HIGHEST, self.font()),
                head + self.verticalHeader().defaultSectionSize() * max(2, self.rowCount()) + 4,
            )
        )

    def _shown(self, name: str) -> str:
        return f"{self.factors.get(name, 1.0):g}"

    def _on_changed(self, item: QTableWidgetItem) -> None:
        if item.column() != _FACTOR:
            return
        head = self.item(item.row(), 0)
        name = "" if head is None else head.text()
        typed = numbers.plain_digits(item.text())
        value, understood = QLocale().toDouble(typed)
        if not understood:
            value, understood = QLocale.c().toDouble(typed)
        if understood and abs(value) <= 1e6:
            self.factors = {**self.factors, name: float(value)}
            self.factors_changed.emit()
        else:
            with QSignalBlocker(self):
                item.setText(self._shown(name))

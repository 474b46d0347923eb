"""A handful of rows and columns of text: the first rows of a table, or what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from simexplorer.ui.models.columns import Index
from simexplorer.ui.theme.tooltips import tooltip_of

_NOWHERE = QModelIndex()


class PreviewRows(QAbstractTableModel):
    """Texts as they are, one line each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paths: frozenset[int] = frozenset()
        self.figures: frozenset[int] = frozenset()
        self._titles: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show(
        self,
        titles: Sequence[str],
        rows: Sequence[Sequence[str]],
        paths: frozenset[int] = frozenset(),
        figures: frozenset[int] = frozenset(),
    ) -> None:
        """Rows, which may be shorter than these headings; ``paths``, ``figures`` : columns that hold those."""
        self.beginResetModel()
        self.paths, self.figures = paths, figures
        self._titles = tuple(titles)
        self._rows = tuple(tuple(row) for row in rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One line of a cell; all of it on hovering."""
        # a view may ask for a row of before amid a change to fewer
        if not (0 <= index.row() < len(self._rows) and 0 <= index.column() < len(self._rows[index.row()])):
            return None
        text = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(text.split())
        return tooltip_of(text) if role == Qt.ItemDataRole.ToolTipRole and text else None

    def alignment(self, column: int) -> int:
        """Numbers end below each other, all else begins so."""
        side = Qt.AlignmentFlag.AlignRight if column in self.figures else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Headings above; numbers of rows at the side."""
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self._titles):
            if role == Qt.ItemDataRole.DisplayRole:
                return self._titles[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(section)
        return None

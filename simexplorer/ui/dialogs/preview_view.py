"""A small table to look at: nothing in it can be selected, every line of it looks like those of the large lists."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QFrame, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QVBoxLayout

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.models.preview_table import PreviewRows
from simexplorer.ui.panels.dressed_table import dress_table
from simexplorer.ui.panels.elided_path import elided_path
from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of

_PADDING = 8
_NARROWEST, _WIDEST = 60, 360  # pixels of a column at first
_LAST = 180  # of the last one, which takes what is left beyond
_MEASURED = 120  # characters of a cell, more than the widest column shows


class _LinePainter(QStyledItemDelegate):
    def __init__(self, view: QTableView, model: PreviewRows) -> None:
        super().__init__(view)
        self._model = model

    @told_and_survived
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One line of text and a thin line below."""
        colours, rect = colours_of(option.palette), option.rect
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colours.grid))
        place = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        text = shown_line(self._model, index, option.fontMetrics, place.width())
        painter.setPen(QColor(colours.text))
        figures = index.column() in self._model.figures
        painter.setFont(numbers.tabular(option.font) if figures else option.font)
        painter.drawText(place, self._model.alignment(index.column()) | int(Qt.TextFlag.TextSingleLine), text)


def shown_line(
    model: PreviewRows, index: QModelIndex | QPersistentModelIndex, measured: QFontMetrics, room: int
) -> str:
    """What of a cell has room: its beginning, of a path what tells it from the one above (of the first from the next).

    Members of a cluster stand below each other, and often begin alike.
    """
    text = index.data() or ""
    if index.column() not in model.paths:
        return measured.elidedText(text, Qt.TextElideMode.ElideRight, room)
    beside = model.index(index.row() - 1 if index.row() else 1, index.column())
    return elided_path(text, beside.data() or "", measured, room)


def preview_view(model: PreviewRows, name: str, accessible: str) -> QFrame:
    """A table over these rows, in a frame."""
    view = named(QTableView(), name, accessible)
    view.setModel(model)
    view.setItemDelegate(_LinePainter(view, model))
    dress_table(view)
    view.setSelectionMode(QTableView.SelectionMode.NoSelection)
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    heading = view.horizontalHeader()
    heading.setObjectName(f"{name}Headings")
    heading.setAccessibleName("Column headings")
    heading.setStretchLastSection(True)
    heading.setMinimumSectionSize(_NARROWEST)
    heading.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    model.modelReset.connect(lambda: _fit(view, model))
    frame = QFrame()
    frame.setProperty("role", "card")
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(1, 1, 1, 1)
    inside.addWidget(view)
    return frame


def _fit(view: QTableView, model: PreviewRows) -> None:
    """Each column as wide as what stands in it, within bounds."""
    heading = view.horizontalHeader()
    view.ensurePolished()
    last = model.columnCount() - 1
    letters = view.fontMetrics()
    for column in range(model.columnCount()):
        widest = heading.sectionSizeHint(column)
        for row in range(model.rowCount()):
            text = model.index(row, column).data() or ""
            widest = max(widest, letters.horizontalAdvance(text[:_MEASURED]) + 2 * _PADDING + 1)
        heading.resizeSection(column, min(_LAST if column == last else _WIDEST, max(_NARROWEST, widest)))

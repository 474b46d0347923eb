"""The list that every view shows: a million rows of one height, sorted by a click, selected as a whole row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyleOptionViewItem, QTableView

from simexplorer.search.distinct import distinct
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Kind
from simexplorer.ui.models.first_words import FirstWords
from simexplorer.ui.panels.column_shares import LEAST_PATH, shared_out
from simexplorer.ui.panels.dressed_table import dress_table
from simexplorer.ui.panels.empty_words import paint_when_empty
from simexplorer.ui.panels.giving_way import given_up
from simexplorer.ui.panels.name_room import MOST, long_name
from simexplorer.ui.panels.whole_page import bring_into_sight, height_in_sight, page_around
from simexplorer.ui.theme import metrics

MOST_COPIED = 100_000
_AT_ONCE = 500  # rows that are spelled in one go: some milliseconds
_MOST_KEPT = 1_000  # selected rows that a new order carries along; of more only the current one stays
_STRETCHED = (Kind.PATH, Kind.TEXT)
_TIGHT_PATH = 96  # two paths beside each other make do with it where all columns are in sight by that
_FAIR = 0.9  # of the usual width of a name: where it has less, figures give way
_SHARE_OF_TEXTS = 0.5  # of the width of the table: the least that its texts get together
_PADDING = 24  # pixels beside the words of a cell
_BESIDE_SIGN = metrics.SIGN + metrics.HAIR + 2 * metrics.GAP + 1  # pixels beside the word after a sign
_BESIDE_TITLE = 28  # pixels beside the title of the column that the list is sorted by: margins and the arrow


class PaintsRows(Protocol):
    """What paints the rows of a view; other painters may stand for the cells of some columns."""

    of_columns: dict[int, Any]

    def paint_rows(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect) -> None:
        """Paint the rows that lie in an area of the viewport; ``option`` has font, palette and state of the view."""


class TableView(QTableView):
    """A table over an ``ArrayTable``."""

    cells: PaintsRows

    chosen = Signal(int)  # entry that a person moved to
    opened = Signal(int)  # entry double-clicked or entered
    menu_wanted = Signal(QPoint)  # where, in global coordinates
    more_columns = Signal(list)  # titles of the columns that are left out for want of room

    def __init__(self, model: ArrayTable[Any]) -> None:
        super().__init__()
        self.table = model
        self.hovered_row = -1
        self.setModel(model)
        dress_table(self)
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self._set_up_headers()
        self.when_empty = ""  # said in place of rows where there are none
        self.sized_by_hand = False
        self._name = ""  # as long as most of the collection
        self.insisted: set[int] = set()  # columns that a person wants to see however little room names have
        self._left_out: set[int] = set()  # those that give way now
        self._selecting = False
        self.doubleClicked.connect(self._on_double_click)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        model.about_to_rearrange.connect(self._on_about_to_rearrange)
        model.words_changed.connect(self.viewport().update)
        model.modelReset.connect(self._fit_rows)

    # selection -------------------------------------------------------------------------------------------------------
    def show_selected(self, entry: int | None) -> None:
        """Select an entry without saying so, scrolled into view; None, or one filtered out, clears the selection."""
        row = -1 if entry is None else self.table.row_of(entry)
        self._selecting = True
        try:
            if row < 0:
                self.clearSelection()
                self.selectionModel().setCurrentIndex(QModelIndex(), QItemSelectionModel.SelectionFlag.NoUpdate)
                return
            index = self.table.index(row, 0)
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        finally:
            self._selecting = False

    @property
    def chosen_count(self) -> int:
        """How many rows are selected."""
        chosen = self.selectionModel().selection()
        return sum(chosen.at(place).height() for place in range(chosen.count()))

    def chosen_entries(self) -> list[int]:
        """The selected entries in the order shown, at most MOST_COPIED; read from ranges, not from single cells."""
        chosen = self.selectionModel().selection()
        parts = [(part.top(), part.bottom() + 1) for part in map(chosen.at, range(chosen.count()))]
        spans = [np.arange(top, min(end, top + MOST_COPIED)) for top, end in parts]
        rows = distinct(np.concatenate([np.empty(0, np.int64), *spans]))[:MOST_COPIED]
        entries: list[int] = self.table.entries(rows).tolist()
        return entries

    def move_by(self, step: int) -> None:
        """Select the next or previous row, as if by hand."""
        self.select_row(self.currentIndex().row() + step if self.currentIndex().isValid() else 0)

    def select_row(self, row: int) -> None:
        """Select a row, as if by hand; none that is not there."""
        if 0 <= row < self.table.rowCount():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.table.index(row, 0), flags)

    def spelled_rows(self) -> Iterator[list[str]]:
        """Headings and the selected rows as they stand there, tab-separated for the clipboard, some lines at a time."""
        shown = [c for c in range(len(self.table.columns)) if self.wants(c)]
        shown.sort(key=self.horizontalHeader().visualIndex)
        yield ["\t".join(self.table.heading(c).title for c in shown)]
        source, entries = self.table.source, self.chosen_entries()
        for first in range(0, len(entries) if source is not None else 0, _AT_ONCE):
            some = entries[first : first + _AT_ONCE]
            self.table.foresee(source, some)
            yield ["\t".join(self.table.text(source, entry, c) for c in shown) for entry in some]

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt makes the first cell the current one, which selects nothing: that is left to the arrow keys."""
        none = not self.currentIndex().isValid()
        self._selecting = True
        try:
            super().focusInEvent(event)
            if none:
                self.selectionModel().setCurrentIndex(QModelIndex(), QItemSelectionModel.SelectionFlag.NoUpdate)
        finally:
            self._selecting = False

    def showEvent(self, event: QShowEvent) -> None:
        """In its window, it knows who looks up first words."""
        super().showEvent(event)
        words = FirstWords.of(self)
        if words is not None:
            self.table.show_words(words)

    @told_and_survived
    def paintEvent(self, event: QPaintEvent) -> None:
        """All cells in one loop: Qt's own, which asks a delegate for each, takes as long as what is in them."""
        painter, option = QPainter(self.viewport()), QStyleOptionViewItem()
        self.initViewItemOption(option)
        try:
            self.cells.paint_rows(painter, option, event.rect())
        finally:
            painter.end()
        paint_when_empty(self, self.when_empty)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew until a person has sized a column; the current row stays in sight."""
        super().resizeEvent(event)
        current = self.visualRect(self.currentIndex())
        room = height_in_sight(self.viewport())
        if room < current.bottom() < event.oldSize().height():
            hints = QAbstractItemView.ScrollHint
            hint = hints.PositionAtTop if room < event.size().height() else hints.EnsureVisible
            self.scrollTo(self.currentIndex(), hint)
            bring_into_sight(self.viewport(), self.visualRect(self.currentIndex()))  # the last rows go no higher
        if not self.sized_by_hand:
            self.fit_columns()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The current row is chosen anew too: what was chosen may have been let go of elsewhere."""
        before = self.currentIndex()
        super().mousePressEvent(event)
        again = self.currentIndex().isValid() and self.currentIndex().row() == before.row()
        if again and self.selectionModel().isSelected(self.indexAt(event.position().toPoint())):
            self.chosen.emit(self.table.entry(before.row()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Remember the row below the mouse: all of it is lit, not one cell."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(int(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        """No row is below the mouse any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of a row: by key that of the current one, whose place Qt counts from above the headings."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        place = self.visualRect(self.currentIndex()).center() if by_key else event.pos()
        if (self.currentIndex() if by_key else self.indexAt(place)).isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.table.entry(self.currentIndex().row()))
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, _text: str) -> None:
        """Qt would look for a row that begins with a key: among millions, for as long as half a minute."""

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End lead to the first and the last row: a row is one thing here, whatever column one is in."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        rows = self.table.rowCount()
        if action in ends and rows:
            return self.table.index(ends[action] % rows, max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def fit_columns(self) -> None:
        """Numbers take what they need, texts share what is left in proportion to their usual width, or one takes it."""
        columns = [(c, column) for c, column in enumerate(self.table.columns) if self.wants(c)]
        needs = {c: self._usual(c) for c, column in columns if column.kind not in _STRETCHED}
        texts = {c: column.width for c, column in columns if column.kind in _STRETCHED}
        rest = next((c for c, column in columns if column.takes_rest), None)
        room = self.viewport().width()
        order, usual = self._order_of_giving(needs), [metrics.grown(width, self.font()) for width in texts.values()]
        gone = given_up(needs, order, room - sum(int(width * _FAIR) for width in usual))
        # that names are whole is worth more than all figures but the last
        whole = self.fontMetrics().horizontalAdvance(self._name) + _PADDING
        whole = min(whole, metrics.grown(MOST, self.font()))
        gone |= given_up(needs, order[:-1], room - sum(max(int(width * _FAIR), whole) for width in usual))
        self._leave_out(gone)
        needs = {c: width for c, width in needs.items() if c not in self._left_out}
        self._narrow_signs(needs, len(texts) * metrics.grown(LEAST_PATH, self.font()) - room)
        left = room - sum(needs.values())
        # larger letters need more, but the first numbers stay in sight, and all of them where there is room at all
        most, fair = (int(width / max(1, len(texts))) for width in (room * _SHARE_OF_TEXTS, left))
        least = max(LEAST_PATH, min(metrics.grown(LEAST_PATH, self.font()), most))
        if fair >= (_TIGHT_PATH if len(texts) > 1 else LEAST_PATH):
            least = min(least, fair)
        shares = shared_out(left, texts, rest, least, self._need_of_rest())
        with QSignalBlocker(self.horizontalHeader()):
            for c, width in (needs | shares).items():
                self.setColumnWidth(c, width)

    def _narrow_signs(self, needs: dict[int, int], without: int) -> None:
        """Words beside signs give way before the list scrolls sideways; ``without`` : what all others lack, if more."""
        for c in [c for c in needs if self.table.columns[c].longest]:
            title = self.fontMetrics().horizontalAdvance(self.table.heading(c).title) + _PADDING
            needs[c] = min(needs[c], max(title, needs[c] - without - sum(needs.values())))

    def wants(self, number: int) -> bool:
        """Whether a person wants to see a column, be there room for it or not."""
        return number in self._left_out or not self.isColumnHidden(number)

    def _order_of_giving(self, among: Iterable[int]) -> list[list[int]]:
        columns, kept = self.table.columns, {*self.insisted, self.horizontalHeader().sortIndicatorSection()}
        giving = [c for c in among if columns[c].gives_way and c not in kept]
        steps = sorted({columns[c].gives_way for c in giving})
        return [[c for c in giving if columns[c].gives_way == step] for step in steps]

    def _leave_out(self, columns: set[int]) -> None:
        if columns != self._left_out:
            changed, self._left_out = columns ^ self._left_out, columns
            for number in changed:
                self.setColumnHidden(number, number in columns)
            headings = map(self.table.heading, sorted(columns))
            self.more_columns.emit([heading.told or heading.title for heading in headings])

    def _need_of_rest(self) -> int | None:
        """The width that is enough for the column that takes the rest; None where that is not known."""
        source = self.table.source
        longest = None if source is None else self.table.longest(source)
        return None if longest is None else self.fontMetrics().horizontalAdvance(longest) + _PADDING

    def _fit_rows(self) -> None:
        """Other rows: what they need may have changed."""
        name, self._name = self._name, long_name(self.table.paths)
        if not self.sized_by_hand and (self._need_of_rest() is not None or self._name != name):
            self.fit_columns()

    def _usual(self, number: int) -> int:
        """The width that a column of numbers needs, wider where letters are large: a number must not lose a digit."""
        column, header = self.table.columns[number], self.horizontalHeader()
        usual = metrics.grown(column.width, self.font())
        if column.longest:
            usual = max(usual, _BESIDE_SIGN + self.fontMetrics().horizontalAdvance(column.longest))
        if header.sortIndicatorSection() != number:
            return usual
        return max(usual, header.fontMetrics().horizontalAdvance(self.table.heading(number).title) + _BESIDE_TITLE)

    def show_column(self, number: int, wanted: bool) -> None:
        """Show or hide a column; the others share the width, unless a person has sized them."""
        self._left_out.discard(number)
        (self.insisted.add if wanted else self.insisted.discard)(number)
        self.setColumnHidden(number, not wanted)
        if wanted and self.columnWidth(number) < self._usual(number):
            with QSignalBlocker(self.horizontalHeader()):
                self.setColumnWidth(number, self._usual(number))
        if not self.sized_by_hand:
            self.fit_columns()

    def arrangement(self) -> QByteArray:
        """Columns as ``saveState`` of the headings describes them, with those that are only left out by themselves."""
        header = self.horizontalHeader()
        if self.sized_by_hand:
            return header.saveState()
        left_out = set(self._left_out)
        self._leave_out(set())
        state = header.saveState()
        self._leave_out(left_out)
        return state

    def restore_columns(self, state: QByteArray, sized: bool, insisted: Iterable[int] = ()) -> None:
        """Columns as ``saveState`` of the headings described them; sorting stays as it is."""
        header = self.horizontalHeader()
        order, column = header.sortIndicatorOrder(), header.sortIndicatorSection()
        with QSignalBlocker(header):
            header.restoreState(state)
            header.setSortIndicator(column, order)
        self.sized_by_hand, self.insisted = sized, set(insisted)
        self._left_out.clear()
        self.more_columns.emit([])
        if not sized:
            self.fit_columns()

    def _hover(self, row: int) -> None:
        if row != self.hovered_row:
            for changed in (self.hovered_row, row):
                top = self.rowViewportPosition(changed)
                self.viewport().update(0, top, self.viewport().width(), self.verticalHeader().defaultSectionSize())
            self.hovered_row = row

    def _set_up_headers(self) -> None:
        horizontal = self.horizontalHeader()
        horizontal.setMinimumSectionSize(40)
        horizontal.setTextElideMode(Qt.TextElideMode.ElideRight)
        horizontal.setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        horizontal.setSortIndicatorClearable(True)
        horizontal.setObjectName("columnHeadings")
        horizontal.setAccessibleName("Column headings; click to sort")
        # headings ask the selection about every row of every column to draw themselves: give them an empty one
        for header in (horizontal, self.verticalHeader()):
            header.setSelectionModel(QItemSelectionModel(self.table, header))
        self.setSortingEnabled(True)
        horizontal.sectionResized.connect(self._on_section_resized)
        horizontal.sortIndicatorChanged.connect(self._on_sorted)
        for number, column in enumerate(self.table.columns):
            self.setColumnHidden(number, not column.visible)

    def _on_sorted(self, _section: int, _order: Qt.SortOrder) -> None:
        if not self.sized_by_hand:
            self.fit_columns()

    def _on_section_resized(self, _section: int, old: int, new: int) -> None:
        # from or to nothing: a column shown or hidden, or hidden anew since rows were sorted; no person chose that
        if old and new:
            self.sized_by_hand = True

    def _on_about_to_rearrange(self) -> None:
        if self.chosen_count > _MOST_KEPT:
            self.show_selected(self.table.entry(self.currentIndex().row()) if self.currentIndex().isValid() else None)

    def _on_double_click(self, index: QModelIndex) -> None:
        self.opened.emit(self.table.entry(index.row()))

    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._selecting:
            if QApplication.mouseButtons() == Qt.MouseButton.NoButton and (page := page_around(self)) is not None:
                page.ensureWidgetVisible(self, 0, 0)
            self.chosen.emit(self.table.entry(current.row()))

"""The table behind every list of the window: columns over arrays, shown through one index array."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from simexplorer.documents.listing import Paths
from simexplorer.search.distinct import distinct
from simexplorer.search.finding import place_of
from simexplorer.ui.models.columns import LEFT, RIGHT, Column, Index, Kind
from simexplorer.ui.models.first_words import FirstWords
from simexplorer.ui.models.ordering import Order, ordered_rows
from simexplorer.ui.theme.tooltips import tooltip_of

D = TypeVar("D", bound=Sized)

SHADE_ROLE = Qt.ItemDataRole.UserRole  # similarity in [0, 1] for the bar, or None
HEADING_ROLE = Qt.ItemDataRole.UserRole + 1  # True on rows that head a group

_DISPLAY = Qt.ItemDataRole.DisplayRole
_ALIGN = Qt.ItemDataRole.TextAlignmentRole
_FIRST_ORDER = Qt.ItemDataRole.InitialSortOrderRole
_RISING, _FALLING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_TOOLTIP = Qt.ItemDataRole.ToolTipRole
_ACCESSIBLE, _DESCRIPTION = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole


class ArrayTable(QAbstractTableModel, Generic[D]):
    """Shows ``data`` (arrays as long as itself) in the order of an index array; never one object a row.

    A row of the view shows an *entry*: the row of the arrays. Subclasses say what an entry's cells hold. What is
    static may be called in any thread: it reads only the arrays it is given.
    """

    columns: ClassVar[tuple[Column, ...]] = ()
    sorted_at_once: ClassVar[int] = 20_000  # up to so many rows, sorting takes less time than handing it to a thread
    about_to_rearrange = Signal()  # before a layout change: each selected row costs time in it
    sort_requested = Signal(int, bool)  # column (-1: first order), descending; asked when too long for here
    words_changed = Signal()  # other words stand beside names

    def __init__(self) -> None:
        super().__init__()
        self._data: D | None = None
        self._entries: NDArray[np.int32] | None = None
        self._count = 0
        self.sorted_by: tuple[int, bool] = (-1, False)
        self._words: FirstWords | None = None

    # what subclasses say ---------------------------------------------------------------------------------------------
    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """(size,) values that sort a column."""
        raise NotImplementedError

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(size,) rows that belong to any of the marked documents; of tables that are filtered by path."""
        raise NotImplementedError

    def text(self, data: D, entry: int, column: int) -> str:
        """What a cell says."""
        raise NotImplementedError

    def foresee(self, data: D, entries: list[int]) -> None:
        """These entries are about to be painted: what is sooner told of all of them at once can be told now."""

    def longest(self, data: D) -> str | None:  # noqa: ARG002 - for subclasses
        """What the longest cell says of the column that takes the rest of the room; None where that is not known."""
        return None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Rows of the documents that an entry is about: one, or the two of a pair."""
        raise NotImplementedError

    def documents_of_all(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of the documents that any of these entries is about, rising."""
        rows = [row for entry in entries.tolist() for row in self.documents_of(entry)]
        return distinct(np.array(rows, np.int64))

    def heading(self, section: int) -> Column:
        """A column as its heading tells it now; some tell another title for other data."""
        return self.columns[section]

    def shade(self, data: D, entry: int, column: int) -> float | None:  # noqa: ARG002 - for subclasses
        """Similarity in [0, 1] of a cell that draws a bar."""
        return None

    def heads_group(self, entry: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether the row is the heading of a group."""
        return False

    def cell_tooltip(self, data: D, entry: int, column: int) -> str | None:
        """What hovering a cell says beyond its text."""
        return self.text(data, entry, column) if self.columns[column].kind in (Kind.TEXT, Kind.PATH) else None

    def document_in(self, data: D, entry: int, column: int) -> tuple[Paths, int] | None:  # noqa: ARG002 - as above
        """Whose path a cell holds: paths and row of the document; None where it holds none."""
        return None

    def told_from(self, data: D, entry: int, column: int) -> str:
        """The path that a path must be told from where it has no room: that of the other document of a pair."""
        others = [at for at, each in enumerate(self.columns) if each.kind is Kind.PATH and at != column]
        return self.text(data, entry, others[0]) if len(others) == 1 else ""

    # first words -----------------------------------------------------------------------------------------------------
    def show_words(self, words: FirstWords) -> None:
        """Have the first words of documents beside their names, or in their tooltips."""
        if self._words is None:
            self._words = words
            words.arrived.connect(self.words_changed)

    def words_beside(self, data: D, entry: int, column: int) -> str:
        """First words that stand after the path in a cell; asked while it is painted."""
        if self._words is None:
            return ""
        document = self.document_in(data, entry, column)
        return "" if document is None else self._words.beside(*document)

    def _words_of(self, data: D, entry: int, column: int) -> str:
        document = None if self._words is None else self.document_in(data, entry, column)
        return "" if self._words is None or document is None else self._words.of_document(*document)

    # data and order --------------------------------------------------------------------------------------------------
    @property
    def source(self) -> D | None:
        """The arrays that are shown."""
        return self._data

    @property
    def paths(self) -> Paths | None:
        """Among which the rows of ``documents_of`` count: those of an earlier run, where they are listed still.

        None where there are no rows, or none that are about documents.
        """
        paths: Paths | None = getattr(self._data, "paths", None)
        return paths

    @property
    def all_rows(self) -> int:
        """Number of rows before filtering."""
        return 0 if self._data is None else len(self._data)

    @property
    def filtered_rows(self) -> int:
        """Number of rows, of those before filtering, that the filter leaves."""
        return self._count

    def show(self, data: D | None, order: Order | None = None) -> None:
        """Show these arrays in this order; the whole table is new."""
        self.beginResetModel()
        self._data = data
        self._arrange(order)
        self.endResetModel()

    def renew(self, data: D, silent: bool = False) -> None:
        """The same rows with other contents in their cells: nothing moves, whatever is selected stays so.

        silent : the cells show what they showed
        """
        self._data = data
        if self._count and not silent:
            self.dataChanged.emit(self.index(0, 0), self.index(self._count - 1, len(self.columns) - 1))

    def rearrange(self, order: Order | None) -> None:
        """The same arrays in another order: one layout change, whoever was selected stays selected."""
        if self._data is None or self._rows_after(order) != self._count:
            self.show(self._data, order)
            return
        self.about_to_rearrange.emit()
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        entries = [self.entry(index.row()) for index in held]
        self._arrange(order)
        row_of = {entry: self.row_of(entry) for entry in set(entries)}  # a row has an index in every column
        moved = [self.index(row_of[entry], index.column()) for entry, index in zip(entries, held, strict=True)]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort small tables now; of large ones ask, so that the sorting runs in a thread."""
        self.sorted_by = (column, order == Qt.SortOrder.DescendingOrder)
        self.sort_requested.emit(*self.sorted_by)

    @classmethod
    def order_for(cls, data: Any, column: int, descending: bool, documents: NDArray[np.bool_] | None) -> Order | None:
        """The index array for a sort column (-1: none) and a mask of documents (None: all); any thread may ask."""
        mask = None if documents is None else cls.matches(data, documents)
        key = None if column < 0 else cls.key(data, column)
        return ordered_rows(key, descending, mask)

    def entry(self, row: int) -> int:
        """The entry that a row of the view shows."""
        return row if self._entries is None else int(self._entries[row])

    def entries(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """(m,) the entries that rows of the view show."""
        return rows if self._entries is None else self._entries[rows].astype(np.int64)

    def row_of(self, entry: int) -> int:
        """The row of the view that shows an entry; -1 if it is filtered out."""
        if self._entries is None:
            return entry if 0 <= entry < self._count else -1
        row = place_of(self._entries, entry)
        return -1 if row is None else row

    def find(self, documents: tuple[int, ...]) -> int | None:  # noqa: ARG002 - for subclasses
        """The entry that is about exactly these documents."""
        return None

    def _arrange(self, order: Order | None) -> None:
        self._entries = order
        self._count = self._rows_after(order)

    def _rows_after(self, order: Order | None) -> int:
        return self.all_rows if order is None else order.size

    # what Qt asks ----------------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Rows shown now."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Columns, hidden ones included."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """What Qt asks of a cell: the text first, since that is asked most."""
        data, row, column = self._data, index.row(), index.column()
        if data is None or not (0 <= row < self._count and 0 <= column < len(self.columns)):
            return None
        if role == _DISPLAY:
            return self.text(data, self.entry(row), column)
        if role == _ALIGN:
            return RIGHT if self.columns[column].kind in (Kind.NUMBER, Kind.SIMILARITY) else LEFT
        if role == SHADE_ROLE:
            return self.shade(data, self.entry(row), column)
        if role == HEADING_ROLE:
            return self.heads_group(self.entry(row))
        if role == _TOOLTIP:
            entry = self.entry(row)
            parts = self.cell_tooltip(data, entry, column), self._words_of(data, entry, column)
            hint = "\n".join(part for part in parts if part)
            return tooltip_of(hint) if hint else None
        if role == _ACCESSIBLE:
            entry = self.entry(row)
            words = self.words_beside(data, entry, column)
            return f"{self.text(data, entry, column)}, {words}" if words else None
        if role == _DESCRIPTION:
            entry = self.entry(row)
            return None if self.words_beside(data, entry, column) else self._words_of(data, entry, column) or None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Titles and what they mean."""
        if orientation != Qt.Orientation.Horizontal or not (0 <= section < len(self.columns)):
            return None
        column = self.heading(section)
        if role == _DISPLAY:
            return column.title
        if role == _TOOLTIP:
            return tooltip_of(column.meaning)
        is_number = column.kind in (Kind.NUMBER, Kind.SIMILARITY)
        if role == _ALIGN:
            return RIGHT if is_number else LEFT
        if role == _FIRST_ORDER:
            return (_FALLING if is_number and not column.lowest_first else _RISING).value
        return None

"""Files that were moved away, under the act that moved them, each with a check and what would become of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, Signal

from simexplorer.ui.models.columns import RIGHT, Index
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.tooltips import tooltip_of

TITLES = ("File", "Went to", "Size", "What will happen")
FILE, WENT_TO, SIZE, WORDS = range(4)
_PLACE = {FILE: 0, WENT_TO: 1, WORDS: 2}  # in a line
_DISPLAY = Qt.ItemDataRole.DisplayRole
_CHECK = Qt.ItemDataRole.CheckStateRole
_NONE = QModelIndex()
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FILE_FLAGS = _FLAGS | Qt.ItemFlag.ItemNeverHasChildren
_FILE_WITH_CHECK = _FILE_FLAGS | Qt.ItemFlag.ItemIsUserCheckable


class MovedRows(Struct, frozen=True, eq=False):
    """What is shown.

    titles : of each act, the newest first, and where it moved to; an act of very many files stands here in parts
    begins : (acts + 1,) int64, the files of act ``k`` are those from begins[k] up to begins[k + 1]
    lines : (file, where it went, what will happen) of each file
    places : its old place and its present one, absolute; the present one is empty where it is not known
    sizes : (n,) int64 bytes, -1 unknown
    goes : (n,) bool, whether it can be put back
    """

    titles: Sequence[tuple[str, str]]
    begins: NDArray[np.int64]
    lines: Sequence[tuple[str, str, str]]
    places: Sequence[tuple[str, str]]
    sizes: NDArray[np.int64]
    goes: NDArray[np.bool_]


NOTHING = MovedRows((), np.zeros(1, np.int64), (), (), np.empty(0, np.int64), np.empty(0, np.bool_))


class MovedTree(QAbstractItemModel):
    """Acts above, files below; the check of an act is that of all its files that can go back."""

    chosen_changed = Signal()  # views paint all checks anew

    def __init__(self) -> None:
        super().__init__()
        self.rows = NOTHING
        self.checked: NDArray[np.bool_] = np.empty(0, np.bool_)
        self._begins: list[int] = [0]  # of those rows, and which can go: a view asks of each one by one
        self._goes: list[bool] = []

    def show(self, rows: MovedRows, wanted: NDArray[np.bool_]) -> None:
        """Show these, checked what is ``wanted`` (n,) and can go back."""
        self.beginResetModel()
        self.rows, self.checked = rows, rows.goes & wanted
        self._begins, self._goes = rows.begins.tolist(), rows.goes.tolist()
        self.endResetModel()
        self.chosen_changed.emit()

    def chosen(self) -> NDArray[np.int64]:
        """The checked files."""
        return np.flatnonzero(self.checked)

    def choose(self, parts: Iterable[tuple[Index, int, int]], wanted: bool | None = None) -> None:
        """Check or uncheck rows from first to last below a parent, acts with all their files.

        None: uncheck them if all are checked, else check them.
        """
        files = np.zeros(self.checked.size, np.bool_)
        begins = self.rows.begins
        for above, first, last in parts:
            if above.isValid():
                files[begins[above.row()] + first : begins[above.row()] + last + 1] = True
            else:
                files[begins[first] : begins[last + 1]] = True
        files &= self.rows.goes
        if wanted is None:
            wanted = not self.checked[files].all()
        if files.any():
            self.checked[files] = wanted
            self._tell()

    def choose_all(self, wanted: bool) -> None:
        """Check or uncheck all."""
        self.checked = self.rows.goes.copy() if wanted else np.zeros(self.checked.size, np.bool_)
        self._tell()

    def state_of(self, span: slice) -> Qt.CheckState | None:
        """All, some or none of those that can go back; None where none can."""
        goes = np.count_nonzero(self.rows.goes[span])
        if not goes:
            return None
        chosen = np.count_nonzero(self.checked[span])
        some = Qt.CheckState.PartiallyChecked if chosen else Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if chosen == goes else some

    # what Qt asks ----------------------------------------------------------------------------------------------------
    def index(self, row: int, column: int, parent: Index = _NONE) -> QModelIndex:
        """An act, or a file of one: those carry the number of their act from 1.

        Views may ask with indexes of what was shown before, amid a change to other rows: nothing is there.
        """
        if 0 <= column < len(TITLES) and 0 <= row < self.rowCount(parent):
            return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)
        return QModelIndex()

    def parent(self, index: Index = _NONE) -> Any:
        """The act of a file."""
        act = index.internalId() if index.isValid() else 0
        return self.createIndex(act - 1, 0, 0) if 0 < act <= len(self.rows.titles) else QModelIndex()

    def rowCount(self, parent: Index = _NONE) -> int:
        """Acts, or files of an act."""
        acts, act = len(self._begins) - 1, parent.row()
        if act < 0:
            return acts
        if parent.internalId() or parent.column() or act >= acts:
            return 0
        return self._begins[act + 1] - self._begins[act]

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: ARG002
        """The same everywhere."""
        return len(TITLES)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first cell has a check where anything can go back."""
        if not self._holds(index):
            return Qt.ItemFlag.NoItemFlags
        act, is_first = index.internalId(), index.column() == FILE
        if act:
            return _FILE_WITH_CHECK if is_first and self._goes[self._begins[act - 1] + index.row()] else _FILE_FLAGS
        with_check = is_first and self.state_of(self._span(index)) is not None
        return _FLAGS | Qt.ItemFlag.ItemIsUserCheckable if with_check else _FLAGS

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Texts, checks, and the whole text as a tip."""
        if not self._holds(index):
            return None
        if role == _DISPLAY:
            return self._text(index)
        if role == _CHECK and index.column() == FILE:
            return self.state_of(self._span(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip_of(self._tip(index))
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == SIZE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """A check by mouse or key."""
        if role != _CHECK or not self._holds(index):
            return False
        self.choose([(index.parent(), index.row(), index.row())], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Titles."""
        if orientation == Qt.Orientation.Horizontal and role == _DISPLAY:
            return TITLES[section] if 0 <= section < len(TITLES) else None
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section == SIZE else None

    def _holds(self, index: Index) -> bool:
        """Whether an index is of the rows that are shown now."""
        if not index.isValid():
            return False
        act, row, acts = index.internalId(), index.row(), len(self._begins) - 1
        return row < acts if not act else act <= acts and row < self._begins[act] - self._begins[act - 1]

    def _span(self, index: Index) -> slice:
        """The files of an index."""
        act = index.internalId()
        if act:
            row = int(self.rows.begins[act - 1]) + index.row()
            return slice(row, row + 1)
        return slice(int(self.rows.begins[index.row()]), int(self.rows.begins[index.row() + 1]))

    def _text(self, index: Index) -> str:
        span, column = self._span(index), index.column()
        if column == SIZE:
            sizes = self.rows.sizes[span]
            return numbers.size(int(sizes.sum())) if (sizes >= 0).all() else numbers.UNKNOWN
        if index.internalId():
            return str(self.rows.lines[span.start][_PLACE[column]])
        if column != WORDS:
            return self.rows.titles[index.row()][_PLACE[column]]
        goes = int(np.count_nonzero(self.rows.goes[span]))
        stay = span.stop - span.start - goes
        told = (f"{numbers.count(goes)} can go back" if goes else "", f"{numbers.count(stay)} cannot" if stay else "")
        return ", ".join(part for part in told if part)

    def _tip(self, index: Index) -> str:
        """The whole text; of a file where it was and where it is."""
        if index.internalId() and index.column() in (FILE, WENT_TO):
            place = self.rows.places[self._span(index).start][_PLACE[index.column()]]
            return place or self._text(index)
        return self._text(index)

    def _tell(self) -> None:
        """Other files are checked. Views learn which by this alone: a tree takes its time over each row between two."""
        for act in range(len(self.rows.titles)):
            self.dataChanged.emit(self.index(act, FILE), self.index(act, FILE), [_CHECK])
        self.chosen_changed.emit()

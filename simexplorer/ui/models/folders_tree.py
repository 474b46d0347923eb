"""The folders of a collection with the documents each holds; a folder's children are looked up when it is opened."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from simexplorer.ui.models.columns import RIGHT, Index
from simexplorer.ui.models.folder_index import FolderIndex, Span
from simexplorer.ui.theme import numbers

_DISPLAY = Qt.ItemDataRole.DisplayRole
_ALIGN = Qt.ItemDataRole.TextAlignmentRole


class Node(Struct, eq=False):
    """A folder in the tree. ``number`` is what Qt's indexes carry: Qt may hold an index longer than an object lives."""

    span: Span
    parent: Node | None
    place: int
    number: int
    children: list[Node] | None = None


class FoldersTree(QAbstractItemModel):
    """One line for all documents, the folders below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index: FolderIndex | None = None
        self._nodes: list[Node] = []
        self._title = ""
        self._clear()

    def show(self, index: FolderIndex | None, title: str = "") -> None:
        """Show these folders below one line of this title."""
        self.beginResetModel()
        self._index, self._title = index, title
        self._clear()
        self.endResetModel()

    def path_of(self, index: Index) -> bytes:
        """The path of a folder; empty for the line of all."""
        return b"" if self._index is None else self._index.path_of(self._node(index).span)

    def find(self, path: bytes) -> QModelIndex:
        """The folder of this path; invalid where there is none."""
        found = self.index(0, 0)
        while path and self._index is not None and self.path_of(found) != path:
            inside = (self.index(row, 0, found) for row in range(self.rowCount(found)))
            found = next((one for one in inside if path.startswith(self.path_of(one))), QModelIndex())
            if not found.isValid():
                break
        return found

    def span_of(self, index: Index) -> Span | None:
        """The folder of a line; that of all documents has depth 0. None before there are folders."""
        return None if self._index is None else self._node(index).span

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """The index of a child folder."""
        children = self._children(self._node(parent))
        if 0 <= row < len(children) and 0 <= column < 2:
            return self.createIndex(row, column, children[row].number)
        return QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> Any:  # noqa: B008
        """The index of the folder above."""
        above = self._node(index).parent
        if above is None or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.place, 0, above.number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Folders right below one."""
        return 0 if parent.column() > 0 else len(self._children(self._node(parent)))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, ARG002
        """Folder and number of documents."""
        return 2

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Name and count."""
        if not index.isValid():
            return None
        if role == _DISPLAY:
            node = self._node(index)
            if index.column():
                return numbers.count(node.span.last - node.span.first)
            return node.span.name if node.span.depth else self._title
        return RIGHT if role == _ALIGN and index.column() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Titles of the two columns."""
        if orientation == Qt.Orientation.Horizontal and role == _DISPLAY:
            return ("Folder", "Documents")[section] if 0 <= section < 2 else None
        return RIGHT if role == _ALIGN and section == 1 else None

    def _clear(self) -> None:
        span = Span(0, 0, 0, "") if self._index is None else self._index.whole
        top = Node(span, None, 0, 0, [])
        self._nodes = [top]
        if self._index is not None:
            top.children = [self._added(span, top, 0)]

    def _added(self, span: Span, parent: Node, place: int) -> Node:
        node = Node(span, parent, place, len(self._nodes))
        self._nodes.append(node)
        return node

    def _node(self, index: Index) -> Node:
        number = index.internalId() if index.isValid() else 0
        return self._nodes[number] if number < len(self._nodes) else self._nodes[0]

    def _children(self, node: Node) -> list[Node]:
        if node.children is None:
            spans = [] if self._index is None else self._index.children(node.span)
            node.children = [self._added(span, node, place) for place, span in enumerate(spans)]
        return node.children

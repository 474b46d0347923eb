"""What the layouts of the lab share: items in rows, of which a narrower page needs more."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class NarrowingLayout(QLayout):
    """Keeps items and asks ``arrange`` for their places, and for the height of all of them at a width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def arrange(self, rect: QRect, move: bool) -> int:
        """Height of all rows at the width of ``rect``; with ``move`` every item is put in its place there."""
        raise NotImplementedError

    def addItem(self, item: QLayoutItem) -> None:
        """What Qt calls to add one."""
        self._items.append(item)

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem:
        """One item; None beyond the last, as Qt wants it."""
        return self._items[index] if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def takeAt(self, index: int) -> QLayoutItem:
        """Take one item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:
        """None."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        return self.arrange(QRect(0, 0, width, 0), False)

    def setGeometry(self, rect: QRect) -> None:
        """Put every item in its place."""
        super().setGeometry(rect)
        self.arrange(rect, True)


def height_of(item: QLayoutItem, width: int) -> int:
    """Height that an item wants at this width."""
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()

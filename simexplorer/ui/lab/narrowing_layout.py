"""What the layouts of the lab share: items in rows, of which a narrower page needs more."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from simexplorer.ui.theme.metrics import GROUP


class NarrowingLayout(QLayout):
    """Keeps items and asks ``arrange`` for their places, and for the height of all of them at a width."""

    def __init__(self, parent: QWidget | None = None, between: int = GROUP) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._between = between
        self.setContentsMargins(0, 0, 0, 0)

    def arrange(self, rect: QRect, move: bool) -> int:
        """Height of all rows at the width of ``rect``; with ``move`` every item is put in its place there."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        """All in one row."""
        hints = [self._items[place].sizeHint() for place in self._shown()]
        width = sum(size.width() for size in hints) + self._between * max(0, len(hints) - 1)
        return QSize(width, max((size.height() for size in hints), default=0))

    def minimumSize(self) -> QSize:
        """The widest item alone."""
        least = [self._items[place].minimumSize() for place in self._shown()]
        return QSize(max((s.width() for s in least), default=0), max((s.height() for s in least), default=0))

    def _shown(self) -> list[int]:
        return [place for place, item in enumerate(self._items) if not item.isEmpty()]

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

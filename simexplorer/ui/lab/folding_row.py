"""Figures side by side, and below each other where the page is too narrow for them."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLayoutItem, QWidget

from simexplorer.ui.lab.narrowing_layout import NarrowingLayout, height_of
from simexplorer.ui.lab.sideways import Sideways
from simexplorer.ui.lab.wrapping_title import WrappingTitle
from simexplorer.ui.theme.metrics import GROUP


class FoldingRow(NarrowingLayout):
    """Figures aligned at the top, as many side by side as have at least the room they need.

    What is left over goes to figures with a share of it, else it stays empty.
    """

    def __init__(self, parent: QWidget | None = None, between: int = GROUP * 2) -> None:
        super().__init__(parent, between)
        self._wishes: list[tuple[int, bool]] = []  # of each item its share, and whether it stays whole

    def add_figure(self, figure: QWidget, share: int = 0, whole: bool = False) -> None:
        """One more to the right; one that is to be ``whole`` goes below the others rather than be smaller."""
        self._wishes.append((share, whole))
        self.addWidget(figure)

    def takeAt(self, index: int) -> QLayoutItem:
        """Take one item out."""
        if 0 <= index < len(self._items):
            self._wishes.pop(index)
        return super().takeAt(index)

    def expandingDirections(self) -> Qt.Orientation:
        """To the right where somebody wants what is left over."""
        return Qt.Orientation.Horizontal if any(share for share, _ in self._wishes) else Qt.Orientation(0)

    def arrange(self, rect: QRect, move: bool) -> int:
        """Row by row, aligned at the top."""
        y = rect.y()
        for row in self._rows(rect.width()):
            x, height = rect.x(), 0
            for place, width in zip(row, self._widths(row, rect.width()), strict=True):
                item = self._items[place]
                high = height_of(item, width)
                if move:
                    item.setGeometry(QRect(x, y, width, high))
                x, height = x + width + self._between, max(height, high)
            y += height + GROUP
        return max(0, y - GROUP - rect.y())

    def _rows(self, room: int) -> list[list[int]]:
        rows: list[list[int]] = []
        used = 0
        for place in self._shown():
            least = self._need(place)
            if rows and used + self._between + least <= room:
                rows[-1].append(place)
                used += self._between + least
            else:
                rows.append([place])
                used = least
        return rows

    def _need(self, place: int) -> int:
        """Pixels in which nothing of a figure has to scroll, or to wrap: rather below the others than that."""
        item, (_, whole) = self._items[place], self._wishes[place]
        figure = item.widget()
        inside: list[Sideways | WrappingTitle] = []
        if figure is not None:
            inside += [*figure.findChildren(Sideways), *figure.findChildren(WrappingTitle)]
        if isinstance(figure, Sideways):
            inside.append(figure)
        least = item.sizeHint() if whole else item.minimumSize()
        return max(least.width(), *(one.need for one in inside), 0)

    def _widths(self, row: list[int], room: int) -> list[int]:
        """Of the figures of one row: as they want it, less where there is not enough, more for those with a share."""
        least = [self._need(place) for place in row]
        if len(row) == 1:
            least = [min(least[0], room)]
        wanted = [max(low, self._items[place].sizeHint().width()) for low, place in zip(least, row, strict=True)]
        free = room - self._between * (len(row) - 1)
        if sum(wanted) > free:
            spare, longing = max(0, free - sum(least)), sum(wanted) - sum(least)
            pairs = zip(least, wanted, strict=True)
            return [low + (spare * (high - low) // longing if longing else 0) for low, high in pairs]
        shares = [self._wishes[place][0] for place in row]
        left = free - sum(wanted)
        grown = (
            width + (left * share // sum(shares) if share else 0) for width, share in zip(wanted, shares, strict=True)
        )
        return [min(width, self._items[place].maximumSize().width()) for width, place in zip(grown, row, strict=True)]

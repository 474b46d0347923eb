"""The row above a view: words take what buttons leave them; a second row is for what would not be whole beside them."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QWidget
from shiboken6 import isValid

from simexplorer.ui.theme import metrics
from simexplorer.ui.turns import Turns

_LEAST_WORDS = 140  # pixels of usual letters that a stretching item keeps before the row breaks


class _Part(Struct):
    """An item of the row; what it asks for is measured once, until something changes."""

    item: QLayoutItem
    stretch: int
    measured: tuple[QSize, int] | None = None

    @property
    def spacer(self) -> bool:
        return self.item.spacerItem() is not None

    @property
    def shown(self) -> bool:
        return self.spacer or not self.item.isEmpty()

    @property
    def natural(self) -> QSize:
        return self._measure()[0]

    @property
    def least(self) -> int:
        """The width that a row must have left for it."""
        return self._measure()[1]

    def _measure(self) -> tuple[QSize, int]:
        if self.measured is None:
            natural = self.item.sizeHint()
            width = min(natural.width(), self._least_words()) if self.stretch else natural.width()
            self.measured = natural, max(width, self.item.minimumSize().width())
        return self.measured

    def _least_words(self) -> int:
        widget, words = self.item.widget(), _LEAST_WORDS
        if widget is None or metrics.taller(words, widget.font()) <= words:
            return words
        return metrics.grown(words, widget.font())  # letters that are larger, not wide ones

    @property
    def caption(self) -> bool:
        """Whether it belongs to what follows."""
        widget = self.item.widget()
        return isinstance(widget, QLabel) and widget.buddy() is not None


class HeadingRow(QLayout):
    """As a horizontal box, but for its second row; a caption stays beside its field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._heights: dict[int, int] = {}  # by width, until something changes
        self._sizes: tuple[QSize, QSize] | None = None  # natural and least, until something changes
        self._told = QSize()  # the least size and the height as whatever is around it knows them
        self._waits = False  # whether a change is still to be looked at: nothing around it knows of that
        self._known = True  # whether it knows the heights of now at other widths too
        self._placing = False
        self._parts: list[_Part] = []
        super().__init__()
        if parent is not None:
            parent.setLayout(self)

    # filling ---------------------------------------------------------------------------------------------------------
    def addItem(self, item: QLayoutItem) -> None:
        """What Qt calls to add one."""
        self._parts.append(_Part(item, 0))
        self.invalidate()

    def addWidget(self, widget: QWidget, stretch: int = 0) -> None:
        """One more at the end; one with a stretch takes what the others leave."""
        self.insertWidget(len(self._parts), widget, stretch)

    def insertWidget(self, place: int, widget: QWidget, stretch: int = 0) -> None:
        """One more before the ``place``-th."""
        super().addWidget(widget)  # which makes the item, so that Qt may delete it with the widget
        part = self._parts.pop()
        part.stretch = stretch
        self._parts.insert(place, part)
        self.invalidate()

    def addStretch(self, stretch: int = 1) -> None:
        """Room that pushes what follows to the right."""
        spacer = QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._parts.append(_Part(spacer, stretch))
        self.invalidate()

    # what Qt asks ----------------------------------------------------------------------------------------------------
    def count(self) -> int:
        """Number of items."""
        return len(self._parts)

    def itemAt(self, index: int) -> QLayoutItem:
        """One item; None beyond the last, as Qt wants it."""
        return self._parts[index].item if 0 <= index < len(self._parts) else None  # type: ignore[return-value]

    def takeAt(self, index: int) -> QLayoutItem:
        """Take one item out."""
        return self._parts.pop(index).item if 0 <= index < len(self._parts) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:
        """As wide as there is room."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), False)
        return self._heights[width]

    def invalidate(self) -> None:
        """Something in it has changed: whether that moves anything outside of it is seen once, after all changes."""
        self._heights.clear()
        self._sizes = None
        for part in self._parts:
            part.measured = None
        whole = self.parentWidget()
        if self._placing:
            return
        if self._told.isValid() and whole is not None and whole.isVisible():
            self._waits = True
            Turns.of(whole).add(self._settle)
        else:
            self._told = QSize()
            super().invalidate()

    def _settle(self) -> None:
        """Other words of the same height are put in their places, and move nothing else."""
        if not isValid(self):
            return
        self._waits = False
        place = self.geometry()
        needed = self._needed(place.width())
        if needed.width() <= self._told.width() and needed.height() == self._told.height():
            self._known = False
            self._place(place)
        else:
            self._told = QSize()
            super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        """Put every item in its place."""
        if rect.width() != self.geometry().width() and (self._waits or not self._known):
            self._known = True
            super().invalidate()
        super().setGeometry(rect)
        self._place(rect)
        if not self._waits:
            self._told = self._needed(rect.width())

    def sizeHint(self) -> QSize:
        """All in one row."""
        return self._both()[0]

    def minimumSize(self) -> QSize:
        """The widest item alone, words as narrow as they can be."""
        return self._both()[1]

    def _both(self) -> tuple[QSize, QSize]:
        if self._sizes is None:
            margins = self.contentsMargins()
            around = QSize(margins.left() + margins.right(), margins.top() + margins.bottom())
            parts = [part for part in self._parts if part.shown]
            natural, least = [part.natural for part in parts], [part.item.minimumSize() for part in parts]
            wide = sum(size.width() for size in natural) + self.spacing() * max(0, len(parts) - 1)
            narrow = max((size.width() for size in least), default=0)
            high, low = (max((size.height() for size in sizes), default=0) for sizes in (natural, least))
            self._sizes = (QSize(wide, high) + around, QSize(narrow, low) + around)
        return self._sizes

    def _needed(self, width: int) -> QSize:
        return QSize(self.minimumSize().width(), self.heightForWidth(width))

    # placing ---------------------------------------------------------------------------------------------------------
    def _rows(self, width: int) -> list[list[_Part]]:
        rows: list[list[_Part]] = [[]]
        used = 0
        shown = [part for part in self._parts if part.shown]
        for place, part in enumerate(shown):
            together = shown[place : place + (2 if part.caption else 1)]
            wanted = sum(one.least for one in together) + self.spacing() * (len(together) - 1)
            row = rows[-1]
            two_words = sum(other.stretch > 0 and not other.spacer for other in [*row, part]) > 1
            words_cut = two_words and self._natural([*row, *together]) > width
            if row and not part.spacer and (used + wanted > width or words_cut):
                rows.append(_cut_behind_spacer(rows[-1]))
                used = sum(other.least + self.spacing() for other in rows[-1])
            if part.spacer and not rows[-1] and len(rows) > 1:
                continue
            rows[-1].append(part)
            used += part.least + self.spacing()
        for above, beneath in pairwise(rows):
            self._let_words_be_whole(above, beneath, width)
        return rows

    def _let_words_be_whole(self, above: list[_Part], beneath: list[_Part], width: int) -> None:
        """Where a row has broken anyway, more of it goes on beneath rather than that its words are cut."""
        while any(part.stretch for part in above) and not above[-1].stretch and self._natural(above) > width:
            start = len(above) - (2 if len(above) > 1 and above[-2].caption else 1)
            moved = [part for part in above[start:] if not part.spacer]
            if start == 0 or self._natural([*moved, *beneath]) > width:
                return
            del above[start:]
            beneath[:0] = moved

    def _natural(self, row: list[_Part]) -> int:
        return sum(part.natural.width() for part in row) + self.spacing() * max(0, len(row) - 1)

    def _place(self, whole: QRect) -> None:
        self._placing = True
        try:
            self._arrange(whole, True)
        finally:
            self._placing = False

    def _arrange(self, whole: QRect, move: bool) -> int:
        margins = self.contentsMargins()
        room = whole.marginsRemoved(margins)
        y = room.y()
        for row in self._rows(room.width()):
            height = max((part.natural.height() for part in row), default=0)
            x = room.x()
            for part, width in zip(row, self._widths(row, room.width()), strict=True):
                if move and not part.spacer:
                    high = min(height, part.natural.height())
                    part.item.setGeometry(QRect(QPoint(x, y + (height - high) // 2), QSize(width, high)))
                x += width + self.spacing()
            y += height + self.spacing()
        return max(0, y - self.spacing() - room.y()) + margins.top() + margins.bottom()

    def _widths(self, row: list[_Part], room: int) -> list[int]:
        """Each at its least, then words up to all that they say, the first ones first, then whoever stretches."""
        widths = [min(part.least, room) for part in row]
        left = room - sum(widths) - self.spacing() * (len(row) - 1)
        for evenly, most in (
            (False, [p.natural.width() for p in row]),
            (True, [p.item.maximumSize().width() for p in row]),
        ):
            for place, part in enumerate(row):
                if part.stretch and left > 0:
                    among = sum(1 for other in row[place:] if other.stretch) if evenly else 1
                    more = min(max(0, most[place] - widths[place]), left // among)
                    widths[place] += more
                    left -= more
        return widths


def _cut_behind_spacer(row: list[_Part]) -> list[_Part]:
    """Take what stands at the right of a row out of it: where one of these has no room, all go on together."""
    spacers = [place for place, part in enumerate(row) if part.spacer]
    if not spacers or not spacers[-1]:
        return []
    behind = row[spacers[-1] + 1 :]
    del row[spacers[-1] :]
    return behind

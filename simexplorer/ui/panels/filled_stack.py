"""What a view shows, or the words in its place while there is nothing to show."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from simexplorer.ui.panels.whole_page import WholePage, page_around


class FilledStack(QStackedWidget):
    """Begins with the words; ``first`` in the view is where the keyboard goes, its first field if that is None."""

    def __init__(self, empty: QWidget, filled: QWidget, first: QWidget | None = None) -> None:
        super().__init__()
        self._pages = (empty, filled)
        self._first = (empty, first or filled)
        self._held: list[QWidget | None] = [None, None]  # what had the keyboard when a page went
        for page in self._pages:
            self.addWidget(page)

    def hasHeightForWidth(self) -> bool:
        """Whatever stands above keeps its height, however many lines the words wrap into."""
        return False

    def lay_into(self, view: QWidget, above: QWidget | None = None) -> QVBoxLayout:
        """Give this all the room of its view; what stands ``above`` stands there in either case.

        The column of both is the answer. Where the view is lower than what they need, it scrolls.
        """
        page = QWidget()
        whole, column = QVBoxLayout(view), QVBoxLayout(page)
        for each in (whole, column):
            each.setContentsMargins(0, 0, 0, 0)
            each.setSpacing(0)
        whole.addWidget(WholePage(page))
        if above is not None:
            row = QHBoxLayout()
            row.setContentsMargins(12, 0, 12, 0)
            row.addWidget(above)
            column.addLayout(row)
        column.addWidget(self, 1)
        return column

    @property
    def is_filled(self) -> bool:
        """Whether the view itself is in front."""
        return self.currentIndex() == 1

    def show_filled(self, filled: bool) -> None:
        """The view itself, or the words in its place; the keyboard stays in it, also that of who waits for the view."""
        place, held = (1 if filled else 0), QApplication.focusWidget()
        if place == self.currentIndex():
            return
        before = self._pages[self.currentIndex()]
        inside = held is not None and (held is before or before.isAncestorOf(held))
        around = page_around(self)
        self._held[self.currentIndex()] = held if inside else None
        self.setCurrentIndex(place)
        if inside or (held is not None and around is not None and held is around.parentWidget()):
            self._focus_in(place).setFocus()

    def _focus_in(self, place: int) -> QWidget:
        """What had the keyboard when this page was in front; else where it begins."""
        held = self._held[place]
        if held is not None and held.isEnabledTo(self) and held.isVisibleTo(self):
            return held
        return self._first[place]

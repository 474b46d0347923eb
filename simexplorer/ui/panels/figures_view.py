"""A small table of figures in a view: read, copied, and its rows chosen where that means something."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.panels.dressed_table import dress_table
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.tabbed_text import tabbed_text
from simexplorer.ui.theme import metrics

_SLACK = 8  # pixels: beside its words a column has as many on either side
_MOST_WORDS = 160  # pixels of usual letters that the first column keeps where numbers must be scrolled to


class FiguresView(QTableView):
    """Rows of one height, the first column stretched."""

    row_chosen = Signal(int)

    def __init__(self, name: str, words: str) -> None:
        self._widths: list[int] | None = None  # pixels that each column needs, while contents and font stay
        self._whole = False
        super().__init__()
        self.figures = FiguresTable(self)
        self.setModel(self.figures)
        named(self, name, words)
        dress_table(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.horizontalHeader().setMinimumSectionSize(48)
        self.figures.modelReset.connect(self._on_reset)
        self.figures.dataChanged.connect(self._on_changed)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def show_whole(self) -> None:
        """As high as its rows, whatever their letters: what is around it scrolls."""
        self._whole = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Where all of it is shown, as high as its rows, and as the bar below them where its width calls for one.

        Qt tells it by whether that bar is there just now, amid the sharing of another width: what is around the table
        would grow and shrink by the bar without end, until the stack was full.
        """
        hint = super().sizeHint()
        if self._whole:
            room = self.width() - 2 * self.frameWidth()
            scrolls = self._is_complete() and sum(self._shares(room)) > room
            bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
            rows = self.horizontalHeader().sizeHint().height() + self.verticalHeader().length()
            hint.setHeight(rows + bar + 2 * self.frameWidth())
        return hint

    def choose(self, row: int) -> None:
        """Select a row silently."""
        with QSignalBlocker(self.selectionModel()):
            self.selectRow(row)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copying takes the whole table: it is small."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.as_text())
            return
        super().keyPressEvent(event)

    def as_text(self) -> str:
        """Titles and rows, tab-separated."""
        return tabbed_text(self.figures, range(self.figures.rowCount()), range(self.figures.columnCount()))

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Another font needs other widths."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._widths = None

    def _on_reset(self) -> None:
        self._widths = None
        self._share()

    def _on_changed(self) -> None:
        """Other words need other widths; figures alone, which may change with every step of a drag, keep theirs."""
        if isinstance(self.figures.value(0, 0), str):
            self._on_reset()

    def _share(self) -> None:
        """Give the columns their widths."""
        if not self._is_complete():  # Qt writes past the end of the heading where it is told of a new column
            return
        header, room, modes = self.horizontalHeader(), self.viewport().width(), QHeaderView.ResizeMode
        widths = self._shares(room)
        mode = modes.Fixed if self._has_words() or sum(widths) > room else modes.Stretch
        for column, width in enumerate(widths):
            if header.sectionResizeMode(column) != mode:
                header.setSectionResizeMode(column, mode)
            if mode == modes.Fixed and header.sectionSize(column) != width:
                header.resizeSection(column, width)
        if self._whole:
            self.updateGeometry()

    def _shares(self, room: int) -> list[int]:
        """Texts take what numbers leave, at least what they need; numbers alone share a width that suffices."""
        header, count = self.horizontalHeader(), self.figures.columnCount()
        if self._widths is None or len(self._widths) != count:  # asks every cell
            self._widths = [max(self.sizeHintForColumn(c), header.sectionSizeHint(c)) for c in range(count)]
        widths = list(self._widths)
        if self._has_words():
            most = max(_MOST_WORDS, min(metrics.grown(_MOST_WORDS, self.font()), room // 2))
            least = min(widths[0], most)
            left = room - sum(widths[1:])
            widths[0] = left if left > least - _SLACK else least
        return widths

    def _is_complete(self) -> bool:
        """Whether the heading has all columns: amid a reset it has those of before."""
        return self.horizontalHeader().count() == self.figures.columnCount()

    def _has_words(self) -> bool:
        """Whether the first column holds texts."""
        return self.figures.columnCount() > 0 and isinstance(self.figures.value(0, 0), str)

    def _on_current(self, current: QModelIndex) -> None:
        row = current.row()
        if row >= 0:
            self.row_chosen.emit(row)

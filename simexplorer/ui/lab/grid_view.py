"""Small matrices drawn cell by cell: characteristic matrices, signatures, bits, tables; rows can be moved by hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.theme.fonts import monospaced
from simexplorer.ui.theme.metrics import GAP

_LEAST_HIGH = 24  # pixels of a row, more where letters are larger
_PAD, _TIGHT = 14, 6  # pixels between two texts, and where there is little room


class Grid(Struct, frozen=True, kw_only=True):
    """What a grid shows; every sequence of cells is in rows.

    columns, rows : headings, either may be empty; cells : texts; tints : what lies behind each cell (``Tint`` or the
    number of a passage colour), missing ones are plain; row_tints : behind the headings of rows
    current : row that is being worked on; gaps : rows above which a wider space is left
    """

    cells: Sequence[Sequence[str]]
    columns: Sequence[str] = ()
    rows: Sequence[str] = ()
    tints: Sequence[Sequence[Tint | int]] = ()
    row_tints: Sequence[Tint | int] = ()
    current: int = -1
    gaps: frozenset[int] = field(default_factory=frozenset)
    mono: bool = False
    least_width: int = 28  # of a cell, in pixels

    def twin(self, title: str, corner: str = "Row") -> Twin:
        """The same as a table."""
        width = max((len(row) for row in self.cells), default=0)
        columns = list(self.columns) or [str(place + 1) for place in range(width)]
        if not self.rows:
            return Twin(title, columns, self.cells)
        return Twin(title, [corner, *columns], [[head, *row] for head, row in zip(self.rows, self.cells, strict=True)])


class GridView(QWidget):
    """Draws a ``Grid`` and keeps to its size, cells closer where there is little room.

    With ``movable`` rows can be dragged, or moved by Ctrl+↑ and Ctrl+↓.
    """

    row_moved = Signal(int, int)  # from, to: places in the order shown

    def __init__(self, name: str, says: str, movable: bool = False) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(says)
        self._grid = Grid(cells=())
        self._chosen, self._dragged = 0, -1
        self._texts: list[int] = []  # pixels of the longest text in each column
        self._widths: list[int] = []
        self._head_width, self._high = 0, _LEAST_HIGH
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_movable(movable)

    def set_movable(self, movable: bool) -> None:
        """Whether rows can be moved by hand."""
        self._movable = movable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if movable else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor if movable else Qt.CursorShape.ArrowCursor)

    @property
    def grid(self) -> Grid:
        """What is shown."""
        return self._grid

    def show_grid(self, grid: Grid) -> None:
        """Show this from now on."""
        self._grid = grid
        metrics = self.fontMetrics()
        self._high = max(_LEAST_HIGH, metrics.height())
        count = max([len(grid.columns), *(len(row) for row in grid.cells)], default=0)
        self._texts = [0] * count
        for texts in (grid.columns, *grid.cells):
            for place, text in enumerate(texts):
                self._texts[place] = max(self._texts[place], metrics.horizontalAdvance(text))
        self._head_width = max((metrics.horizontalAdvance(text) for text in grid.rows), default=-GAP) + GAP
        self._chosen = min(self._chosen, max(0, len(grid.cells) - 1))
        self._fit()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Exactly the grid."""
        return self._size(_PAD)

    def minimumSizeHint(self) -> QSize:
        """The same with cells closer together."""
        return self._size(_TIGHT)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cells as wide as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _size(self, pad: int) -> QSize:
        height = self._top() + self._high * len(self._grid.cells) + GAP * len(self._grid.gaps)
        return QSize(self._head_width + sum(self._wide(pad)) + 2, height + 2)

    def _wide(self, pad: int) -> list[int]:
        least = self._grid.least_width - (_PAD - pad)
        return [max(least, text + pad) for text in self._texts]

    def _fit(self) -> None:
        room = self.width() - self._head_width - 2
        fitting = (pad for pad in range(_PAD, _TIGHT, -1) if sum(self._wide(pad)) <= room)
        self._widths = self._wide(next(fitting, _TIGHT))

    def _top(self) -> int:
        return self._high if self._grid.columns else 1

    def _row_top(self, row: int) -> int:
        return self._top() + self._high * row + GAP * sum(1 for gap in self._grid.gaps if gap <= row)

    def _row_at(self, y: float) -> int:
        places = [row for row in range(len(self._grid.cells)) if self._row_top(row) <= y]
        return places[-1] if places else 0

    # drawing ---------------------------------------------------------------------------------------------------------
    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw headings, cells, and the frame of the row at work."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = numbers.tabular(self.font())
        if self._grid.mono:
            font = monospaced(font)
        painter.setFont(font)
        colours = colours_of(self.palette())
        painter.setPen(QColor(colours.muted))
        x = float(self._head_width)
        for place, text in enumerate(self._grid.columns):
            box = QRectF(x, 0, self._widths[place], self._high)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            x += self._widths[place]
        for row in range(len(self._grid.cells)):
            self._paint_row(painter, row, font)
        self._paint_frames(painter)
        painter.end()

    def _paint_row(self, painter: QPainter, row: int, font: QFont) -> None:
        grid, colours = self._grid, colours_of(self.palette())
        top, x = float(self._row_top(row)), float(self._head_width)
        if grid.rows:
            tint = grid.row_tints[row] if row < len(grid.row_tints) else Tint.NONE
            box = QRectF(0, top, self._head_width, self._high)
            if tint != Tint.NONE:
                painter.fillRect(box.adjusted(0, 1, -4, -1), paper_of(tint, colours))
            painter.setPen(ink_of(tint, colours) if tint != Tint.NONE else QColor(colours.muted))
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box.adjusted(0, 0, -GAP, 0), side, grid.rows[row])
        tints = grid.tints[row] if row < len(grid.tints) else ()
        for place, text in enumerate(grid.cells[row]):
            tint = tints[place] if place < len(tints) else Tint.NONE
            box = QRectF(x, top, self._widths[place], self._high)
            painter.fillRect(box, paper_of(tint, colours))
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.drawRect(box)
            painter.setPen(ink_of(tint, colours))
            if tint == Tint.HIT:
                bold = QFont(font)
                bold.setBold(True)
                painter.setFont(bold)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            painter.setFont(font)
            x += self._widths[place]

    def _paint_frames(self, painter: QPainter) -> None:
        colours = colours_of(self.palette())
        width = sum(self._widths)
        if 0 <= self._grid.current < len(self._grid.cells):
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(QRectF(self._head_width, self._row_top(self._grid.current), width, self._high))
        if self._movable and self.hasFocus() and self._grid.cells:
            painter.setPen(QPen(QColor(colours.accent), 1, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(1, self._row_top(self._chosen) + 1, self._head_width + width - 2, self._high - 2))

    # hands -----------------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a row that can be moved."""
        self._chosen = self._row_at(event.position().y())
        self._dragged = self._chosen if self._movable else -1
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A row follows the hand."""
        row = self._row_at(event.position().y())
        if self._dragged >= 0 and row != self._dragged:
            start, self._dragged, self._chosen = self._dragged, row, row
            self.row_moved.emit(start, row)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._dragged = -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """↑ and ↓ choose a row, with Ctrl they move it."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        wanted = self._chosen + step
        if step and 0 <= wanted < len(self._grid.cells):
            start, self._chosen = self._chosen, wanted
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._movable:
                self.row_moved.emit(start, wanted)
            self.update()
        elif not step:
            event.ignore()

"""Two texts written one below the other so that what they share stands in the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.character_rows import CharacterRows
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.lab.visible_text import visible
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of

if TYPE_CHECKING:
    from simexplorer.search.edit_distance import Piece

MOST, _BEFORE = 400, 100  # columns that are drawn, and of them before the piece at work
_LEAST_LINE, _BETWEEN = 24, 14  # pixels of a line, more where letters are larger; between two pairs of lines
EQUAL, DELETED, INSERTED = 2, Tint.WARNING, 1


class AlignmentView(CharacterRows):
    """Columns of one character of x above one of y; deleted and inserted ones face a gap. Wraps at its width."""

    gap = 6.0

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._columns: list[tuple[str, str, int]] = []
        self._reached = 0
        self._window = (0, 0)
        self._line = max(_LEAST_LINE, self.fontMetrics().height() + 2)

    def show_pieces(self, x: str, y: str, pieces: Sequence[Piece], reached: int) -> None:
        """Pieces of an alignment, the first ``reached`` of them in colour."""
        sizes = [_columns_of(piece) for piece in pieces]
        ends = list(accumulate(sizes))
        at_work = ends[reached - 1] - sizes[reached - 1] if reached else 0
        first = max(0, at_work - _BEFORE) if at_work > MOST - _BEFORE else 0
        columns: list[tuple[str, str, int]] = []
        for number, piece in enumerate(pieces):
            if ends[number] <= first:
                continue
            left, right = x[piece.x_start : piece.x_end], y[piece.y_start : piece.y_end]
            if piece.operation == "equal":
                part = [(a, b, number) for a, b in zip(left, right, strict=True)]
            else:
                part = [(a, "", number) for a in left] + [("", b, number) for b in right]
            columns += part[max(0, first - (ends[number] - sizes[number])) :]
            if len(columns) > MOST:
                break
        self._columns, self._reached = columns[:MOST], reached
        self._window = (first, ends[-1] if ends else 0)
        said = "; ".join(_said(x, y, piece) for piece in pieces[: min(reached, 40)])
        self.setAccessibleName(f"Alignment: {said or 'not begun'}")
        self.show_anew()

    def window_words(self) -> str:
        """Which columns are drawn, where these are not all."""
        first, count = self._window
        if len(self._columns) == count:
            return ""
        shown = f"{numbers.count(first + 1)} to {numbers.count(first + len(self._columns))}"
        return f"  Columns {shown} of {numbers.count(count)} are drawn."

    def characters(self) -> str:
        """Both texts, column by column."""
        return "".join(a + b for a, b, _ in self._columns)

    def height_of(self, in_row: int) -> int:
        """Two lines a row."""
        rows = max(1, -(-len(self._columns) // in_row))
        return rows * (2 * self._line + _BETWEEN) - _BETWEEN + 4

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw both texts."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        colours, cell, count = colours_of(self.palette()), self.cell_width(), self.in_row(self.width())
        for place, (x, y, number) in enumerate(self._columns):
            left, top = 1 + place % count * cell, 2 + place // count * (2 * self._line + _BETWEEN)
            kind = EQUAL if x and y else DELETED if x else INSERTED
            tint: Tint | int = kind if number < self._reached else Tint.NONE
            for sign, row in ((x, 0), (y, 1)):
                box = QRectF(left, top + row * self._line, cell - 1.5, self._line - 1.5)
                if sign:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(paper_of(tint, colours))
                    painter.drawRoundedRect(box, 2.5, 2.5)
                    shown = visible(sign)
                    painter.setPen(QColor(colours.muted) if shown != sign else ink_of(tint, colours))
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
                else:
                    painter.setPen(QPen(QColor(colours.field_border), 1.5))
                    middle = box.center().y()
                    painter.drawLine(int(box.left() + 4), int(middle), int(box.right() - 4), int(middle))
            if number == self._reached - 1:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.accent))
                painter.drawRect(QRectF(left, top + 2 * self._line + 1, cell, 3))
        painter.end()


def _columns_of(piece: Piece) -> int:
    return piece.x_end - piece.x_start + (0 if piece.operation == "equal" else piece.y_end - piece.y_start)


def _said(x: str, y: str, piece: Piece) -> str:
    if piece.operation == "equal":
        return f"keep {x[piece.x_start : piece.x_end]!r}"
    if piece.operation == "delete":
        return f"delete {x[piece.x_start : piece.x_end]!r}"
    return f"insert {y[piece.y_start : piece.y_end]!r}"

"""Two texts written one below the other so that what they share stands in the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.lab.visible_text import visible
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of

if TYPE_CHECKING:
    from simexplorer.search.edit_distance import Piece

MOST, _BEFORE = 400, 100  # columns that are drawn, and of them before the piece at work
_LINE, _BETWEEN = 24, 14
_MONO = ["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"]
EQUAL, DELETED, INSERTED = 2, Tint.WARNING, 1


class AlignmentView(QWidget):
    """Columns of one character of x above one of y; deleted and inserted ones face a gap. Wraps at its width."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._columns: list[tuple[str, str, int]] = []
        self._reached = 0
        self._window = (0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        font = QFont(self.font())
        font.setFamilies(_MONO)
        font.setPointSizeF(self.font().pointSizeF() * 1.1)
        self.setFont(font)

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
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.updateGeometry()
        self.update()

    def window_words(self) -> str:
        """Which columns are drawn, where these are not all."""
        first, count = self._window
        if len(self._columns) == count:
            return ""
        shown = f"{numbers.count(first + 1)} to {numbers.count(first + len(self._columns))}"
        return f"  Columns {shown} of {numbers.count(count)} are drawn."

    def _cell(self) -> float:
        metrics = QFontMetricsF(self.font())
        wide = any(ord(sign) > 0x2E7F for a, b, _ in self._columns for sign in a + b)
        return metrics.horizontalAdvance("漢" if wide else "m") + 6.0

    def _in_row(self, width: int) -> int:
        return max(1, int((width - 2) // self._cell()))

    def sizeHint(self) -> QSize:
        """All rows."""
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        rows = max(1, -(-len(self._columns) // self._in_row(width)))
        return rows * (2 * _LINE + _BETWEEN) - _BETWEEN + 4

    def resizeEvent(self, event: object) -> None:
        """Keep room for all rows."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        super().resizeEvent(event)  # type: ignore[arg-type] # Qt gives a resize event

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw both texts."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        colours, cell, count = colours_of(self.palette()), self._cell(), self._in_row(self.width())
        for place, (x, y, number) in enumerate(self._columns):
            left, top = 1 + place % count * cell, 2 + place // count * (2 * _LINE + _BETWEEN)
            kind = EQUAL if x and y else DELETED if x else INSERTED
            tint: Tint | int = kind if number < self._reached else Tint.NONE
            for sign, row in ((x, 0), (y, 1)):
                box = QRectF(left, top + row * _LINE, cell - 1.5, _LINE - 1.5)
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
                painter.drawRect(QRectF(left, top + 2 * _LINE + 1, cell, 3))
        painter.end()


def _columns_of(piece: Piece) -> int:
    return piece.x_end - piece.x_start + (0 if piece.operation == "equal" else piece.y_end - piece.y_start)


def _said(x: str, y: str, piece: Piece) -> str:
    if piece.operation == "equal":
        return f"keep {x[piece.x_start : piece.x_end]!r}"
    if piece.operation == "delete":
        return f"delete {x[piece.x_start : piece.x_end]!r}"
    return f"insert {y[piece.y_start : piece.y_end]!r}"

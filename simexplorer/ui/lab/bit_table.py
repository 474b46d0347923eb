"""Fingerprints bit by bit: blocks in colours, the key above, the interval a search still looks at, what it found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.colours import Colours, colours_of
from simexplorer.ui.theme.fonts import monospaced

_ROW, _HEAD, _NOTE, _GAP = 20, 96, 100, 10  # pixels, more where letters are larger
_LETTERS = 13.0  # pixels of a bit at most
_CLOSE = 6.75  # pixels a bit, where there is little room


class BitRows(Struct, frozen=True, kw_only=True):
    """What is drawn.

    bits : (n, f); groups : (f,) number of the colour of each column, negative for none; heads, notes : (n,) texts on
    either side; key : (f,) the row above, or None; key_head : its name; front : columns before the strong line
    live : rows that still take part (a range), the others are faint; looked_at : the row in the frame, -1 for none
    hits : rows that are an answer; differ : whether bits unlike the key's are marked in the live rows
    """

    bits: NDArray[np.bool_]
    groups: NDArray[np.int64]
    heads: Sequence[str]
    notes: Sequence[str] = ()
    key: NDArray[np.bool_] | None = None
    key_head: str = ""
    front: int = 0
    live: range = field(default_factory=lambda: range(0))
    looked_at: int = -1
    hits: frozenset[int] = frozenset()
    differ: bool = False


class BitTable(QWidget):
    """Draws ``BitRows`` and keeps to its size; many bits stand closer where there is little room."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._says = says
        self._rows = BitRows(bits=np.empty((0, 0), np.bool_), groups=np.empty(0, np.int64), heads=())
        self._measure()
        self.setAccessibleName(says)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> BitRows:
        """What is shown."""
        return self._rows

    def show_rows(self, rows: BitRows) -> None:
        """Show this from now on."""
        self._rows = rows
        self._measure()
        found = ", ".join(rows.heads[row] for row in sorted(rows.hits)) or "none"
        self.setAccessibleName(f"{self._says}; {numbers.counted(len(rows.heads), 'row')}, found: {found}")
        self.updateGeometry()
        self.update()

    def _measure(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        heads, notes = QFontMetrics(bold), self.fontMetrics()
        widest = max(map(heads.horizontalAdvance, (self._rows.key_head, *self._rows.heads)), default=0)
        self._larger = metrics.taller(100, self.font()) / 100
        self._row = max(_ROW, notes.height() + 2)
        self._head = max(_HEAD, min(widest + 8, metrics.taller(_HEAD, self.font())))
        self._note = max(_NOTE, 8 + max(map(notes.horizontalAdvance, self._rows.notes), default=0))

    def sizeHint(self) -> QSize:
        """Exactly the rows."""
        return self._size(self._wide())

    def minimumSizeHint(self) -> QSize:
        """The same with bits as close as they can be read."""
        return self._size(min(_CLOSE, self._wide()))

    def _size(self, cell: float) -> QSize:
        rows = self._rows.bits.shape[0] + (1 if self._rows.key is not None else 0)
        height = rows * self._row + (_GAP if self._rows.key is not None else 0)
        return QSize(int(self._head + self._rows.bits.shape[1] * cell + self._note), height + 4)

    def _wide(self) -> float:
        bits = self._rows.bits.shape[1]
        return self._larger * (24.0 if bits <= 8 else 18.0 if bits <= 20 else 12.0 if bits <= 34 else 8.5)

    def _cell(self) -> float:
        room: float = (self.width() - self._head - self._note) / max(1, self._rows.bits.shape[1])
        return max(min(_CLOSE, self._wide()), min(self._wide(), room))

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """The key, then the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        font = monospaced(self.font())
        font.setPixelSize(int(min(_LETTERS * self._larger, self._cell() * 1.35)))
        colours, top = colours_of(self.palette()), 2.0
        if self._rows.key is not None:
            self._paint_head(painter, top, self._rows.key_head, colours.accent)
            painter.setFont(font)
            self._paint_bits(painter, top, self._rows.key, colours, True, None)
            top += self._row + _GAP
        for row in range(self._rows.bits.shape[0]):
            self._paint_row(painter, row, top + row * self._row, font, colours)
        if self._rows.front:
            x = self._head + self._rows.front * self._cell() - 1
            painter.setPen(QPen(QColor(colours.text), 2))
            painter.drawLine(int(x), 1, int(x), self.height() - 2)
        if self._rows.looked_at >= 0:
            painter.setPen(QPen(QColor(colours.accent), 2))
            width, y = self._rows.bits.shape[1] * self._cell(), top + self._rows.looked_at * self._row + 0.5
            painter.drawRect(QRectF(self._head - 2, y, width + 3, self._row - 1))
        painter.end()

    def _paint_row(self, painter: QPainter, row: int, top: float, font: QFont, colours: Colours) -> None:
        live, hit = row in self._rows.live, row in self._rows.hits
        tone = colours.accent if hit else colours.muted if live else colours.faint
        self._paint_head(painter, top, self._rows.heads[row], tone, hit)
        painter.setFont(font)
        against = self._rows.key if self._rows.differ and live else None
        self._paint_bits(painter, top, self._rows.bits[row], colours, live, against)
        if row < len(self._rows.notes):
            x = self._head + self._rows.bits.shape[1] * self._cell() + 8
            painter.setFont(self.font())
            painter.setPen(QColor(tone))
            box = QRectF(x, top, self._note, self._row)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._rows.notes[row])

    def _paint_head(self, painter: QPainter, top: float, text: str, tone: str, bold: bool = False) -> None:
        font = QFont(self.font())
        font.setBold(bold)
        painter.setFont(font)
        painter.setPen(QColor(tone))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, self._head - 8)
        box = QRectF(0, top, self._head - 8, self._row)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_bits(
        self,
        painter: QPainter,
        top: float,
        bits: NDArray[np.bool_],
        colours: Colours,
        live: bool,
        against: NDArray[np.bool_] | None,
    ) -> None:
        cell = self._cell()
        for place, bit in enumerate(bits.tolist()):
            group = int(self._rows.groups[place])
            tint: Tint | int = Tint.FAINT if not live else group if group >= 0 else Tint.NONE
            if against is not None and bit != bool(against[place]):
                tint = Tint.HIT
            box = QRectF(self._head + place * cell, top + 1, cell, self._row - 2)
            painter.fillRect(box.adjusted(0, 0, 0.3, 0), paper_of(tint, colours))
            painter.setPen(ink_of(tint, colours))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "1" if bit else "0")

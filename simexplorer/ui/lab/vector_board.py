"""The running vector V of SimHash as bars, the votes of the feature at work above them, the bits below."""

from __future__ import annotations

from math import floor, log10

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme import numbers, passage_colours, similarity_scale
from simexplorer.ui.theme.colours import Colours, colours_of

_VOTES, _BARS, _BITS, _LINE = 22, 92, 24, 15  # pixels, more where letters are larger
_HEAD = 76  # room for the names of the rows
_NUMBERS_FROM = 32  # pixels a column must have for its number to be written


def value_words(value: float, digits: int) -> str:
    """So many decimals, and more of a smaller number that is no 0."""
    if 1e-9 <= abs(value) < 10.0**-digits:
        return numbers.decimal(value, 1 - floor(log10(abs(value)))).rstrip("0")
    return numbers.decimal(value, digits)


class VectorBoard(QWidget):
    """One column for each bit; a column where two texts' bits differ is marked."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._says = says
        self._votes: NDArray[np.uint8] | None = None
        self._vector: NDArray[np.float64] = np.zeros(1)
        self._differs: NDArray[np.bool_] = np.zeros(1, np.bool_)
        self._top = 1.0
        line = self.fontMetrics().height()
        self._votes_high, self._bits_high, self._line = (max(least, line) for least in (_VOTES, _BITS, _LINE))
        self._bars_high = _BARS + 2 * (self._line - _LINE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_vector(
        self,
        vector: NDArray[np.float64],
        votes: NDArray[np.uint8] | None,
        top: float,
        differs: NDArray[np.bool_] | None,
    ) -> None:
        """Show V (f,), the bits of the feature at work (f,) or None, bars to the scale of ``top``."""
        if vector.size != self._vector.size:
            self.updateGeometry()
        self._vector, self._votes, self._top = vector, votes, max(top, 1e-9)
        self._differs = np.zeros(vector.size, np.bool_) if differs is None else differs
        self.setAccessibleName(f"{self._says}: bits {self.bits}")
        self.update()

    @property
    def bits(self) -> str:
        """The bits that stand below the bars, first place first."""
        return "".join("1" if value > 0 else "0" for value in self._vector)

    def sizeHint(self) -> QSize:
        """Three rows."""
        return QSize(640, self._votes_high + self._bars_high + self._bits_high + 8)

    def minimumSizeHint(self) -> QSize:
        """Columns in which no bit lies on the next."""
        font = QFont(self.font())
        font.setBold(True)
        column = QFontMetrics(font).horizontalAdvance("0")
        return QSize(_HEAD + column * self._vector.size, self.sizeHint().height())

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw votes, bars and bits."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        painter.setFont(numbers.tabular(self.font()))
        painter.setPen(QColor(colours.muted))
        middle = 2 + self._votes_high + self._bars_high / 2
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for text, top, height in (
            ("votes", 2, self._votes_high),
            ("V", middle - self._bits_high / 2, self._bits_high),
            ("bit", 4 + self._votes_high + self._bars_high, self._bits_high),
        ):
            painter.drawText(QRectF(0, top, _HEAD - 10, height), right, text)
        painter.fillRect(
            QRectF(_HEAD, 2 + self._votes_high, self.width() - _HEAD, self._bars_high), QColor(colours.surface)
        )
        width = (self.width() - _HEAD) / self._vector.size
        for place in range(self._vector.size):
            self._paint_column(painter, place, _HEAD + place * width, width, colours)
        painter.setPen(QPen(QColor(colours.field_border), 1))
        painter.drawLine(_HEAD, int(middle), self.width(), int(middle))
        painter.end()

    def _paint_column(self, painter: QPainter, place: int, x: float, width: float, colours: Colours) -> None:
        value, inner = float(self._vector[place]), max(1.5, width - (3 if width > 12 else 1))
        numbered = width >= max(_NUMBERS_FROM, self.fontMetrics().horizontalAdvance("−0.0"))
        middle, half = (
            2 + self._votes_high + self._bars_high / 2,
            self._bars_high / 2 - (self._line - 1 if numbered else 2),
        )
        if self._votes is not None:
            plus = bool(self._votes[place])
            painter.setPen(QColor(colours.text if plus else colours.muted))
            painter.drawText(QRectF(x, 2, width, self._votes_high), Qt.AlignmentFlag.AlignCenter, "+" if plus else "−")
        reach = half * min(1.0, abs(value) / self._top)
        box = QRectF(x + (width - inner) / 2, middle - reach if value > 0 else middle, inner, reach)
        painter.fillRect(box, similarity_scale.colour(0.75 if value > 0 else 0.2, colours.dark))
        if numbered:
            painter.setPen(QColor(colours.text))
            y = middle - reach - self._line if value > 0 else middle + reach
            text = value_words(value, 1 if abs(value) < 100 else 0)
            if self.fontMetrics().horizontalAdvance(text) > width + 8:
                text = numbers.decimal(value, 1)
            painter.drawText(QRectF(x - 4, y, width + 8, self._line), Qt.AlignmentFlag.AlignCenter, text)
        box = QRectF(x + 0.5, 4 + self._votes_high + self._bars_high, width - 1, self._bits_high)
        if self._differs[place]:
            painter.fillRect(box, passage_colours.behind(1, colours.dark))
        font = QFont(self.font())
        font.setBold(value > 0)
        painter.setFont(font)
        painter.setPen(QColor(colours.text if value > 0 else colours.muted))
        painter.drawText(box.adjusted(-4, 0, 4, 0), Qt.AlignmentFlag.AlignCenter, "1" if value > 0 else "0")
        painter.setFont(numbers.tabular(self.font()))

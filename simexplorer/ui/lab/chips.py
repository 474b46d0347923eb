"""Short texts as chips in rows: shingles, words, features; each tinted by what it means, with a count."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.lab.wrapped_rows import WrappedRows
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.theme.fonts import monospaced

MOST = 40
_LEAST_HIGH, _BETWEEN, _PAD = 22, 6, 8  # pixels; chips are higher where letters are larger


class Chip(Struct, frozen=True):
    """A text, a remark behind it (``×2``), what it means, and whether it is framed."""

    text: str
    remark: str = ""
    tint: Tint | int = Tint.NONE
    framed: bool = False


class Chips(WrappedRows):
    """Chips, as many as make sense to look at: the last or the first; a line says how many there are besides."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__(name)
        self._says = says
        self._chips: tuple[Chip, ...] = ()
        self._before = self._after = 0
        self.setFont(monospaced(self.font()))
        self._high = max(_LEAST_HIGH, self.fontMetrics().height())
        self._line = self._high + _BETWEEN

    @property
    def texts(self) -> list[str]:
        """What the chips say."""
        return [chip.text for chip in self._chips]

    def show_chips(self, chips: Sequence[Chip], first: bool = False, of: int = 0) -> None:
        """Show the last of these, or the ``first``; ``of``: how many there are where these are a part."""
        more = max(0, max(of, len(chips)) - min(MOST, len(chips)))
        self._before, self._after = (0, more) if first else (more, 0)
        self._chips = tuple(chips[:MOST] if first else chips[-MOST:])
        self.setAccessibleName(f"{self._says}: " + ", ".join(f"{chip.text} {chip.remark}" for chip in self._chips))
        self.show_anew()

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        boxes = self._boxes(width)
        return int(boxes[-1].bottom()) + 4 + (self._line if self._after else 0) if boxes else self._line

    def _boxes(self, width: int) -> list[QRectF]:
        metrics, boxes = QFontMetricsF(self.font()), []
        x, y = 1.0, 2.0 + (self._line if self._before else 0.0)
        for chip in self._chips:
            needed = metrics.horizontalAdvance(shown(chip.text)) + 2 * _PAD + _beside(chip, metrics)
            wide = min(needed, max(width - 2.0, 1.0))
            if x > 1.0 and x + wide > width - 1:
                x, y = 1.0, y + self._line
            boxes.append(QRectF(x, y, wide, self._high))
            x += wide + 6
        return boxes

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw all chips."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        colours, metrics = colours_of(self.palette()), QFontMetricsF(self.font())
        boxes = self._boxes(self.width())
        for chip, box in zip(self._chips, boxes, strict=True):
            edge = colours.accent if chip.framed else colours.border
            painter.setPen(QPen(QColor(edge), 2 if chip.framed else 1))
            painter.setBrush(paper_of(chip.tint, colours))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(ink_of(chip.tint, colours))
            inside = box.adjusted(_PAD, 0, 0, 0)
            room = box.width() - 2 * _PAD - _beside(chip, metrics)
            text = metrics.elidedText(shown(chip.text), Qt.TextElideMode.ElideMiddle, room + 1.0)
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, text)
            if chip.remark:
                painter.setPen(QColor(colours.muted))
                inside.setLeft(inside.left() + metrics.horizontalAdvance(f"{text} "))
                painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, chip.remark)
        if self._before or self._after:
            words = (
                f"{numbers.count(self._before)} before these"
                if self._before
                else f"and {numbers.count(self._after)} more"
            )
            top = boxes[-1].bottom() + _BETWEEN if self._after else 2.0
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(2, top, self.width(), self._high), Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()


def _beside(chip: Chip, metrics: QFontMetricsF) -> float:
    """Pixels of the remark and the blank before it."""
    return metrics.horizontalAdvance(f" {chip.remark}") if chip.remark else 0.0


def shown(text: str) -> str:
    """The text with blanks and line ends as signs."""
    return text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥")

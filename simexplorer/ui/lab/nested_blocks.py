"""A construction drawn as boxes within boxes: functions at the bottom, ANDs and ORs around them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.lab.family_kinds import Blocks
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import line_of, paper_of
from simexplorer.ui.theme.colours import Colours, colours_of

_LEAST_LINE, _PAD, _SPACE = 17.0, 6.0, 5.0
_TINTS = {"and": 0, "or": 1}
_SAYS = {"and": "all {} agree", "or": "one of {} is enough"}


def shown_of(count: int, level: int) -> int:
    """How many of ``count`` boxes are drawn; the rest is three dots."""
    return min(count, 4 if level == 0 else 2)


class NestedBlocks(QWidget):
    """The blocks up to the present step strong, those to come faint."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._blocks: Blocks = ()
        self._reached = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_blocks(self, blocks: Blocks, reached: int) -> None:
        """Draw ``blocks``, the first ``reached`` of them in force."""
        self._blocks, self._reached = blocks, reached
        inside = "one function"
        for kind, count in blocks:
            inside = f"{_SAYS[kind].format(count)} of: {inside}"
        self.setAccessibleName(f"Construction, from the outside: {inside}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The whole of it."""
        size = self._size(len(self._blocks))
        return QSize(int(size.width()) + 4, int(size.height()) + 4)

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    @property
    def _head(self) -> float:
        """Height of a title."""
        return max(_LEAST_LINE, float(self.fontMetrics().height()))

    @property
    def _dot(self) -> float:
        """Side of a function at the bottom."""
        return self._head + 1

    def _size(self, level: int) -> QRectF:
        if level == 0:
            return QRectF(0, 0, self._dot, self._dot)
        inner, count = self._size(level - 1), self._blocks[level - 1][1]
        shown = shown_of(count, level - 1)
        dots = self._dot if count > shown else 0.0
        width = shown * inner.width() + (shown - 1) * _SPACE + dots + 2 * _PAD
        title = self.fontMetrics().horizontalAdvance(self._title(level)) + 2 * _PAD
        return QRectF(0, 0, max(width, title), inner.height() + self._head + 2 * _PAD)

    def _title(self, level: int) -> str:
        kind, count = self._blocks[level - 1]
        return (
            f"{kind.upper()}: {_SAYS[kind].format(count)}" if level == len(self._blocks) else f"{kind.upper()} {count}"
        )

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw from the outside in."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, QPointF(2, 2), len(self._blocks), colours_of(self.palette()))
        painter.end()

    def _draw(self, painter: QPainter, at: QPointF, level: int, colours: Colours) -> None:
        box = self._size(level).translated(at)
        if level == 0:
            painter.setPen(QPen(QColor(colours.field_border), 1))
            painter.setBrush(QColor(colours.surface))
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
            painter.setPen(QColor(colours.muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "h")
            return
        kind, count = self._blocks[level - 1]
        strong = level <= self._reached
        edge = line_of(_TINTS[kind], colours) if strong else QColor(colours.border)
        painter.setPen(QPen(edge, 1.6 if strong else 1.0))
        painter.setBrush(paper_of(_TINTS[kind], colours) if strong else QColor(colours.surface))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor(colours.text if strong else colours.faint))
        head = QRectF(box.x() + _PAD, box.y() + 3, box.width(), self._head)
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._title(level))
        inner, shown = self._size(level - 1), shown_of(count, level - 1)
        x, y = box.x() + _PAD, box.y() + self._head + _PAD
        for _ in range(shown):
            self._draw(painter, QPointF(x, y), level - 1, colours)
            x += inner.width() + _SPACE
        if count > shown:
            painter.setPen(QColor(colours.text if strong else colours.faint))
            painter.drawText(QRectF(x - 2, y, self._dot, inner.height()), Qt.AlignmentFlag.AlignCenter, "…")

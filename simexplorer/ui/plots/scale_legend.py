"""The colour scale of similarity, as a small ruler in the corner of a plot."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.theme import numbers, similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told

_WIDTH, _OF_FIGURES = 128.0, 3.6  # pixels at least; and three figures with what is between them
_BAR = 8
_EDGES = (-8.0, -4.0, 8.0, 2.0)  # of the ground around it


def width_of(font: QFont) -> float:
    """The ruler, as long as the three figures below it need."""
    return max(_WIDTH, _OF_FIGURES * QFontMetricsF(font).horizontalAdvance("0.00"))


def height_of(font: QFont) -> float:
    """Bar and figures below it."""
    return _BAR + 1 + QFontMetricsF(font).height()


def ground_of(right: float, bottom: float, font: QFont) -> QRectF:
    """What the ruler covers whose lower right corner is here."""
    width, height = width_of(font), height_of(font)
    return QRectF(right - width, bottom - height, width, height).adjusted(*_EDGES)


def draw_legend(
    painter: QPainter, right: float, bottom: float, colours: Colours, low: float = 0.0, scale: MeasureScale = JACCARD
) -> None:
    """Paint the ruler with its lower right corner here, in ``scale``: from ``low``, the first colour, to 1."""
    width, height = width_of(painter.font()), height_of(painter.font())
    left, top = right - width, bottom - height
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    ground = QColor(colours.surface)
    ground.setAlpha(225)
    painter.fillRect(ground_of(right, bottom, painter.font()), ground)
    step = width / similarity_scale.STEPS
    for place, tint in enumerate(similarity_scale.scale(colours.dark)):
        painter.fillRect(QRectF(left + place * step, top, step + 1, _BAR), tint)
    painter.setPen(QColor(colours.muted))
    room = QRectF(left, top + _BAR + 1, width, height - _BAR)
    align = Qt.AlignmentFlag
    for share, side in ((0.0, align.AlignLeft), (0.5, align.AlignHCenter), (1.0, align.AlignRight)):
        at = low + share * (1.0 - low)
        words = told(at, scale) if scale.is_distance else numbers.decimal(at, 1 if low == 0 else 2)
        painter.drawText(room, int(side | align.AlignTop), words)
    painter.restore()

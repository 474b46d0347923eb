"""The colour scale of similarity, as a small ruler in the corner of a plot."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.theme import numbers, similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told

WIDTH, HEIGHT = 128, 26
_BAR = 8


def draw_legend(
    painter: QPainter, right: float, bottom: float, colours: Colours, low: float = 0.0, scale: MeasureScale = JACCARD
) -> None:
    """Paint the ruler with its lower right corner here, in ``scale``: from ``low``, the first colour, to 1."""
    left, top = right - WIDTH, bottom - HEIGHT
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    ground = QColor(colours.surface)
    ground.setAlpha(225)
    painter.fillRect(QRectF(left - 8, top - 4, WIDTH + 16, HEIGHT + 6), ground)
    step = WIDTH / similarity_scale.STEPS
    for place, tint in enumerate(similarity_scale.scale(colours.dark)):
        painter.fillRect(QRectF(left + place * step, top, step + 1, _BAR), tint)
    painter.setPen(QColor(colours.muted))
    room = QRectF(left, top + _BAR + 1, WIDTH, HEIGHT - _BAR)
    align = Qt.AlignmentFlag
    for share, side in ((0.0, align.AlignLeft), (0.5, align.AlignHCenter), (1.0, align.AlignRight)):
        at = low + share * (1.0 - low)
        words = told(at, scale) if scale.is_distance else numbers.decimal(at, 1 if low == 0 else 2)
        painter.drawText(room, int(side | align.AlignTop), words)
    painter.restore()

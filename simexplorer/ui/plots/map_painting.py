"""What is painted over and below the cells of a map: captions, bridges, outlines, the legend, how to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from simexplorer.ui.plots.map_colours import MapLegend
from simexplorer.ui.plots.map_scene import Caption
from simexplorer.ui.plots.map_sight import Floats, MapSight
from simexplorer.ui.plots.short_names import ALIGNED, fitting_name
from simexplorer.ui.theme.colours import Colours

if TYPE_CHECKING:
    from simexplorer.pipeline.map_groups import Bridges

MOST_LINES = 200
_RAMP = 96.0
_SWATCH = 10.0
_PAD, _GAP = 6.0, 14.0


def small(font: QFont) -> QFont:
    """The font of captions and of the words below."""
    made = QFont(font)
    if font.pixelSize() > 0:
        made.setPixelSize(max(10, font.pixelSize() - 2))
    else:
        made.setPointSizeF(max(7.0, font.pointSizeF() * 0.88))
    return made


def path_of(boxes: Floats) -> QPainterPath:
    """The outline of boxes (4, k) of the screen, as one shape."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for left, top, right, bottom in np.rint(boxes.T).tolist():
        path.addRect(QRectF(left, top, max(right - left, 1.0), max(bottom - top, 1.0)))
    return path.simplified() if boxes.shape[1] > 1 else path


def outline(painter: QPainter, path: QPainterPath, colour: str, ground: str, width: float) -> None:
    """Trace a shape so that it stands out from cells of any colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tint, wide in ((ground, width + 2.0), (colour, width)):
        pen = QPen(QColor(tint), wide)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawPath(path)


def ring(painter: QPainter, box: Floats, colour: str, ground: str) -> None:
    """A frame round one cell, however small that is."""
    left, top, right, bottom = box.tolist()
    grow = max(0.0, (9.0 - min(right - left, bottom - top)) / 2)
    shape = QPainterPath()
    shape.addRect(QRectF(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow))
    outline(painter, shape, colour, ground, 2.5)


def bridge_lines(bridges: Bridges, boxes: Floats, sight: MapSight) -> Floats:
    """(4, k) lines of the screen for the most similar bridges that have an end in sight."""
    ends = []
    for places in (bridges.first, bridges.second):
        edges = sight.pixels(boxes[:, places])
        ends.append(np.stack([(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2]))
    inside = [(at[0] >= 0) & (at[0] <= sight.width) & (at[1] >= 0) & (at[1] <= sight.height) for at in ends]
    kept = np.flatnonzero(inside[0] | inside[1])[:MOST_LINES]
    return np.concatenate([ends[0][:, kept], ends[1][:, kept]])


def paint_bridges(painter: QPainter, lines: Floats, colours: Colours) -> None:
    """Lines from document to document on a ground that parts them from the cells, a dot at either end."""
    drawn = [QLineF(*ends) for ends in lines.T.tolist()]
    for tint, width in ((colours.surface, 2.6), (colours.text, 1.0)):
        painter.setPen(QPen(QColor(tint), width))
        painter.drawLines(drawn)
    pen = QPen(QColor(colours.text), 3.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints([end for line in drawn for end in (line.p1(), line.p2())])


def paint_captions(painter: QPainter, captions: list[Caption], colours: Colours) -> list[QRectF]:
    """Names on small plates in the upper left corners of what they name; returns where."""
    usual = small(painter.font())
    bold = QFont(usual)
    bold.setWeight(QFont.Weight.DemiBold)
    name_metrics, word_metrics = QFontMetricsF(bold), QFontMetricsF(usual)
    line = word_metrics.height()
    plate = QColor(colours.surface)
    plate.setAlpha(226)
    taken: list[QRectF] = []
    for caption in captions:
        left, top, right, bottom = caption.box
        room = right - left - 8.0
        if room < 40.0 or bottom - top < line + 6.0:
            continue
        name = fitting_name(caption.name, name_metrics, room - 10.0)
        fitting = [words for words in caption.words if word_metrics.horizontalAdvance(words) <= room - 10.0]
        two = bottom - top >= 2 * line + 10.0 and bool(fitting)
        words = fitting[0] if two else ""
        wide = max(name_metrics.horizontalAdvance(name), word_metrics.horizontalAdvance(words)) + 10.0
        box = QRectF(left + 4.0, top + 4.0, min(wide, room), (2 if two else 1) * line + 2.0)
        if any(box.intersects(other) for other in taken):
            continue
        taken.append(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(plate)
        painter.drawRoundedRect(box, 3.0, 3.0)
        painter.setFont(bold)
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(box.left() + 5.0, box.top() + 1.0, box.width() - 8.0, line), ALIGNED, name)
        if two:
            painter.setFont(usual)
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(box.left() + 5.0, box.top() + line, box.width() - 8.0, line), ALIGNED, words)
    return taken


def _wrapped(words: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """Words in lines of at most this width."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        elif word:
            lines.append(word)
    return lines


def headline_height(font: QFont, width: float, summary: str, notice: str) -> float:
    """Pixels of the line above a map, or of two where one has too little room."""
    metrics = QFontMetricsF(font)
    return metrics.height() + (metrics.lineSpacing() if _beside(summary, notice, metrics) > width else 0.0)


def paint_headline(painter: QPainter, room: QRectF, summary: str, notice: str, colours: Colours) -> None:
    """What there is, then what must not be overlooked: in one line, or in two where that has too little room."""
    metrics = QFontMetricsF(painter.font())
    align = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    one = _beside(summary, notice, metrics) <= room.width()
    right, below = (metrics.horizontalAdvance(summary) + _GAP, 0.0) if one else (0.0, metrics.lineSpacing())
    first, rest, tone = summary, notice, colours.warning
    if not notice and not one:
        first, *others = _wrapped(summary, metrics, room.width())
        rest, tone = " ".join(others), colours.text
    for text, box, tint in ((first, room, colours.text), (rest, room.adjusted(right, below, 0.0, below), tone)):
        painter.setPen(QColor(tint))
        painter.drawText(box, align, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width()))


def _beside(summary: str, notice: str, metrics: QFontMetricsF) -> float:
    """The width of both in one line."""
    return metrics.horizontalAdvance(summary) + (_GAP + metrics.horizontalAdvance(notice) if notice else 0.0)


def foot_heights(font: QFont, width: float, legend: MapLegend, words: str) -> tuple[float, float]:
    """Pixels that the legend below a map takes, and with all words below it."""
    metrics = QFontMetricsF(small(font))
    least = _legend_rows(metrics, width, legend) * (metrics.height() + 4.0) + 2 * _PAD
    return least, least + len(_wrapped(words, metrics, width)) * metrics.lineSpacing()


def paint_foot(painter: QPainter, room: QRectF, legend: MapLegend, words: str, colours: Colours) -> None:
    """The legend, then in words what place, area and colour say and what they do not."""
    painter.setFont(small(painter.font()))
    metrics = QFontMetricsF(painter.font())
    row = metrics.height() + 4.0
    x, y = room.left(), room.top() + _PAD
    painter.setPen(QColor(colours.text))
    if legend.ramp is not None:
        x = _paint_ramp(painter, x, y, row, legend, colours, metrics)
    for swatch, said in zip(legend.swatches, _fitting_words(metrics, room.width(), legend), strict=True):
        wide = _SWATCH + 5.0 + metrics.horizontalAdvance(said)
        if x + wide > room.right() and x > room.left():
            x, y = room.left(), y + row
        painter.fillRect(QRectF(x, y + (row - 4.0 - _SWATCH) / 2, _SWATCH, _SWATCH), QColor(swatch.colour))
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(x + _SWATCH + 5.0, y, wide, row - 4.0), int(Qt.AlignmentFlag.AlignVCenter), said)
        x += wide + _GAP
    painter.setPen(QColor(colours.muted))
    lines = _wrapped(words, metrics, room.width())
    fitting = max(0, int((room.bottom() - y - row) / metrics.lineSpacing() + 0.01))
    if 0 < fitting < len(lines):
        lines[fitting - 1] = metrics.elidedText(f"{lines[fitting - 1]} …", Qt.TextElideMode.ElideRight, room.width())
    for number, line in enumerate(lines[:fitting]):
        painter.drawText(QPointF(room.left(), y + row + metrics.ascent() + number * metrics.lineSpacing()), line)


def _paint_ramp(
    painter: QPainter, x: float, y: float, row: float, legend: MapLegend, colours: Colours, metrics: QFontMetricsF
) -> float:
    """The colours of amounts between their ends; returns where the next thing may stand."""
    assert legend.ramp is not None
    align = int(Qt.AlignmentFlag.AlignVCenter)
    painter.setPen(QColor(colours.text))
    low = metrics.horizontalAdvance(legend.low) + 5.0
    painter.drawText(QRectF(x, y, low, row - 4.0), align, legend.low)
    pixels = np.ascontiguousarray(legend.ramp)[None]
    strip = QImage(pixels.tobytes(), pixels.shape[1], 1, 3 * pixels.shape[1], QImage.Format.Format_RGB888).copy()
    painter.drawImage(QRectF(x + low, y + (row - 4.0 - _SWATCH) / 2, _RAMP, _SWATCH), strip)
    high = metrics.horizontalAdvance(legend.high) + 5.0
    painter.drawText(QRectF(x + low + _RAMP + 5.0, y, high, row - 4.0), align, legend.high)
    return x + low + _RAMP + 5.0 + high + _GAP


def _legend_rows(metrics: QFontMetricsF, width: float, legend: MapLegend) -> int:
    x, rows = 0.0, 1
    if legend.ramp is not None:
        x = _RAMP + 10.0 + metrics.horizontalAdvance(legend.low) + metrics.horizontalAdvance(legend.high) + 5.0 + _GAP
    for said in _fitting_words(metrics, width, legend):
        wide = _SWATCH + 5.0 + metrics.horizontalAdvance(said)
        if x + wide > width and x > 0:
            x, rows = 0.0, rows + 1
        x += wide + _GAP
    return rows


def _fitting_words(metrics: QFontMetricsF, width: float, legend: MapLegend) -> list[str]:
    """What stands beside each colour: of a long name both ends, as the number behind it is to be read."""
    room, middle = width - _SWATCH - 5.0, Qt.TextElideMode.ElideMiddle
    return [metrics.elidedText(swatch.words, middle, room) for swatch in legend.swatches]

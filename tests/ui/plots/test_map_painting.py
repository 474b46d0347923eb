"""The words above a map are read as a whole: in two lines where one has too little room."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from simexplorer.ui.panels.map_panel import NEAR_MEANING
from simexplorer.ui.plots.map_colours import MapLegend, Swatch
from simexplorer.ui.plots.map_painting import (
    foot_heights,
    headline_height,
    paint_bridges,
    paint_captions,
    paint_foot,
    paint_headline,
)
from simexplorer.ui.plots.map_scene import Caption
from simexplorer.ui.theme.colours import LIGHT

SUMMARY, NOTICE = "28 clusters at 0.80 hold 89 of 600 documents · 72 near others", "the run was cancelled"


class _Words(QPainter):
    """Remembers what was painted where."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.texts: list[tuple[str, QRectF]] = []

    def drawText(self, box: QRectF, _align: int, text: str) -> None:  # type: ignore[override]
        if text:
            self.texts.append((text, QRectF(box)))


@pytest.mark.parametrize("points", [9, 16])
@pytest.mark.parametrize("notice", ["", NOTICE])
@pytest.mark.parametrize(("share", "lines"), [(1.1, 1), (0.8, 2)])
def test_words_above_a_map_are_whole(qapp: QApplication, points: int, notice: str, share: float, lines: int) -> None:
    font = QFont()
    font.setPointSizeF(points)
    measured = QFontMetricsF(font)
    width = share * (measured.horizontalAdvance(f"{SUMMARY}  {notice}") + 20)
    image = QImage(2000, 200, QImage.Format.Format_RGB32)
    painter = _Words(image)
    painter.setFont(font)
    height = headline_height(font, width, SUMMARY, notice)
    paint_headline(painter, QRectF(0, 0, width, height), SUMMARY, notice, LIGHT)
    painter.end()
    assert " ".join(text for text, _ in painter.texts) == f"{SUMMARY} {notice}".strip()
    assert len({box.top() for _, box in painter.texts}) == lines
    assert all(box.left() + measured.horizontalAdvance(text) <= width for text, box in painter.texts)
    assert height >= lines * measured.height()


def test_a_name_on_a_map_reads_from_the_left_whatever_its_letters(qapp: QApplication) -> None:
    from_left = "\u200e"  # a mark that makes any reader begin at the left
    assert _caption("אבג 12 report.txt") == _caption(f"{from_left}אבג 12 report.txt")


def test_the_number_of_a_folder_is_read_in_the_legend_however_long_its_name(qapp: QApplication) -> None:
    names = [f"{'letters of the ministry and its offices ' * size}{size}" for size in (0, 1, 5)]
    legend = MapLegend("folder", tuple(Swatch("#3a84ca", f"{name} 1,20{size}") for size, name in enumerate(names)))
    room = QRectF(12.0, 0.0, 400.0, 200.0)
    image = QImage(500, 200, QImage.Format.Format_RGB32)
    painter = _Words(image)
    paint_foot(painter, room, legend, "", LIGHT)
    measured = QFontMetricsF(painter.font())
    usual = QFontMetricsF(QFont()).height()
    painter.end()
    assert [text.rpartition(" ")[2] for text, _ in painter.texts] == ["1,200", "1,201", "1,202"]
    assert painter.texts[0][0] == "0 1,200"
    assert all(box.left() + measured.horizontalAdvance(text) <= room.right() for text, box in painter.texts)
    rows = {box.top() for _, box in painter.texts}
    assert foot_heights(QFont(), room.width(), legend, "")[0] >= len(rows) * 0.8 * usual


def _caption(name: str) -> QImage:
    image = QImage(400, 60, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    paint_captions(painter, [Caption((0.0, 0.0, 400.0, 60.0), name, (f"{name} 5",))], LIGHT)
    painter.end()
    return image


def test_near_misses_are_lines_of_one_colour_and_nothing_else_is_said_of_them(qapp: QApplication) -> None:
    image = QImage(100, 40, QImage.Format.Format_RGB32)
    image.fill(LIGHT.surface)
    painter = QPainter(image)
    lines = np.array([[10.0, 10.0], [10.0, 30.0], [90.0, 90.0], [10.0, 30.0]])  # of the most and the least similar
    paint_bridges(painter, lines, LIGHT)
    painter.end()
    assert image.pixelColor(50, 10) == image.pixelColor(50, 30) != image.pixelColor(50, 20)
    assert "colour" not in NEAR_MEANING

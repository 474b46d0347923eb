"""What is pressed or pointed at in a matrix is what is drawn there, however short the names beside it are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.ui.plots import plot_copies
from simexplorer.ui.plots.plot_copies import image_of
from simexplorer.ui.plots.similarity_matrix import MatrixScene, SimilarityMatrix
from simexplorer.ui.theme.colours import LIGHT

VALUES = np.array([[1.0, 0.91, 0.82], [0.91, 1.0, 0.73], [0.82, 0.73, 1.0]])


class _Numbers(QPainter):
    """Remembers where each number of a cell is written."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.boxes: list[tuple[str, QRectF]] = []

    def drawText(self, box: QRectF, _align: int, words: str) -> None:  # type: ignore[override]
        """Cells alone write three decimals without a zero, or 1."""
        if words == "1" or words.startswith("."):
            self.boxes.append((words, QRectF(box)))


def _matrix(qtbot: QtBot, names: list[str]) -> tuple[SimilarityMatrix, list[tuple[str, QRectF]]]:
    plot = SimilarityMatrix()
    qtbot.addWidget(plot)
    plot.set_scene(MatrixScene(VALUES, names, names, np.arange(3, dtype=np.int32)))
    plot.resize(plot.minimumSize().expandedTo(QSize(900, 400)))
    boxes = _written(plot)
    assert len(boxes) == 9
    return plot, boxes


def _written(plot: SimilarityMatrix) -> list[tuple[str, QRectF]]:
    """The numbers that a painting of the plot writes, and where."""
    image = QImage(plot.size(), QImage.Format.Format_RGB32)
    painter = _Numbers(image)
    painter.setFont(plot.font())
    plot.draw(painter, LIGHT)
    painter.end()
    return painter.boxes


@pytest.mark.parametrize("long", [1, 20, 200])
def test_the_tooltip_and_a_press_tell_of_the_cell_that_is_drawn_there(qtbot: QtBot, long: int) -> None:
    plot, boxes = _matrix(qtbot, [letter * long for letter in "abc"])
    for place, (words, box) in enumerate(boxes):
        at = box.center()
        told = plot.tip_at(at.x(), at.y())
        assert told.startswith("1" if words == "1" else f"0{words}"), (words, told)
        with qtbot.waitSignal(plot.pair_chosen) as chosen:
            QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=at.toPoint())
        assert chosen.args == [place // 3, place % 3]
    assert not plot.tip_at(boxes[0][1].left() - 2.0, boxes[0][1].center().y()), "left of the first cell are names"


def test_of_a_large_cluster_whose_cells_are_enlarged_only_the_numbers_in_sight_are_written(qtbot: QtBot) -> None:
    count = 60
    values = np.arange(count * count).reshape(count, count) % 999 / 1000.0
    plot, area = SimilarityMatrix(), QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(plot)
    area.resize(500, 300)
    names = [f"n{place}" for place in range(count)]
    plot.set_scene(MatrixScene(values, names, names, np.arange(count, dtype=np.int32)[::-1].copy()))
    plot.zoom(12.0)
    area.show()
    qtbot.waitExposed(area)
    whole: list[tuple[str, QRectF]] = []
    plot.in_light(lambda: whole.extend(_written(plot)))
    assert len(whole) == count * count, "a copy holds all of it"
    for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
        assert bar.maximum() > 0
        for place in (0, bar.maximum() // 3, bar.maximum()):
            bar.setValue(place)
            seen = QRectF(plot.visibleRegion().boundingRect())
            assert _written(plot) == [cell for cell in whole if cell[1].intersects(seen)]


def test_a_picture_of_a_plot_many_screens_large_is_as_large_as_a_picture_may_be(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot, _ = _matrix(qtbot, ["a", "b", "c"])
    width, height = plot.width(), plot.height()
    usual = image_of(plot)
    assert (usual.width(), usual.height()) == (2 * width, 2 * height)
    monkeypatch.setattr(plot_copies, "_MOST_PIXELS", width * height // 4)
    small = image_of(plot)
    assert abs(small.width() - width / 2) <= 1
    assert abs(small.height() - height / 2) <= 1
    there, here = plot._names + 5, 15  # in the first cell
    assert small.pixelColor(there // 2, here // 2) == usual.pixelColor(2 * there, 2 * here), "all of the plot is on it"

"""What is pressed or pointed at in a matrix is what is drawn there, however short the names beside it are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

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
    image = QImage(plot.size(), QImage.Format.Format_RGB32)
    painter = _Numbers(image)
    painter.setFont(plot.font())
    plot.draw(painter, LIGHT)
    painter.end()
    assert len(painter.boxes) == 9
    return plot, painter.boxes


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

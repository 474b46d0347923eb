"""Pictures give their words the height that the letters ask for."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.search.dendrogram import Dendrogram
from simexplorer.ui.lab.fate_matrix import FateMatrix
from simexplorer.ui.lab.nested_blocks import NestedBlocks
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.plots import scale_legend
from simexplorer.ui.plots.dendrogram_plot import DendrogramPlot, TreeScene
from simexplorer.ui.plots.s_curve_plot import SCurvePlot
from simexplorer.ui.plots.similarity_matrix import MatrixScene, SimilarityMatrix
from simexplorer.ui.theme.colours import LIGHT
from tests.ui.plots.graphs import pixels

SIZES = [9, 14, 20]


def _letters(points: int) -> QFont:
    font = QFont()
    font.setPointSizeF(points)
    return font


@pytest.mark.parametrize("points", SIZES)
def test_the_figures_of_the_scale_are_whole(qtbot: QtBot, points: int) -> None:
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    font = _letters(points)
    painter = QPainter(image)
    painter.setFont(font)
    scale_legend.draw_legend(painter, 280.0, 90.0, LIGHT)
    painter.end()
    ground = scale_legend.ground_of(280.0, 90.0, font)
    dark = (pixels(image).sum(axis=2) < 600)[int(ground.top()) + 4 + 9 :].any(axis=1)  # below the bar
    rows = np.flatnonzero(dark)
    high = rows[-1] - rows[0] + 1
    assert high >= QFontMetricsF(font).tightBoundingRect("0").height() - 1
    assert ground.contains(QRectF(280.0 - scale_legend.width_of(font), 90.0 - scale_legend.height_of(font), 1, 1))


@pytest.mark.parametrize("points", SIZES)
def test_the_number_of_the_threshold_covers_nothing_of_the_curve(qtbot: QtBot, qapp: QApplication, points: int) -> None:
    before = qapp.font()
    qapp.setFont(_letters(points))
    try:
        plot = SCurvePlot()
        qtbot.addWidget(plot)
        plot.resize(270, 220)
        plot.show()
        qtbot.waitExposed(plot)
        plot.set_threshold(0.8)
        plot.grab()
        box = plot._label.mapRectToScene(plot._label.boundingRect())
        assert box.bottom() <= plot.getViewBox().mapViewToScene(QPointF(0.8, 1.0)).y() + 1
        assert box.top() >= plot.getViewBox().sceneBoundingRect().top() - 1
    finally:
        qapp.setFont(before)


def _tree() -> TreeScene:
    tree = Dendrogram(
        left=np.array([0, 3, 4], np.int32),
        right=np.array([1, 2, 5], np.int32),
        similarity=np.array([0.95, 0.9, 0.85]),
        sizes=np.array([2, 2, 4], np.int32),
        order=np.array([0, 1, 3, 2], np.int32),
    )
    names = ["one.txt", "two.txt", "three.txt", "four.txt"]
    return TreeScene(tree, names, names, 0.8)


@pytest.mark.parametrize("points", SIZES)
def test_names_of_a_dendrogram_do_not_lie_over_each_other(qtbot: QtBot, points: int) -> None:
    plot = DendrogramPlot()
    qtbot.addWidget(plot)
    plot.setFont(_letters(points))
    plot.set_scene(_tree())
    plot.resize(plot.minimumSize())
    plot.show()
    high = plot.fontMetrics().height()
    places = [plot._y(rank) for rank in range(4)]
    assert np.diff(places).min() > high
    assert places[0] - high / 2 >= 2 * high  # below the ticks and below what the lines say
    assert plot.height() >= places[-1] + high / 2
    for rank, place in enumerate((0, 1, 3, 2)):
        with qtbot.waitSignal(plot.leaf_chosen) as chosen:
            at = QPoint(int(plot._x(1.0)) + 40, int(places[rank]))
            QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=at)
        assert chosen.args == [place]


def test_a_dendrogram_follows_letters_that_change(qtbot: QtBot) -> None:
    plot = DendrogramPlot()
    qtbot.addWidget(plot)
    plot.setFont(_letters(9))
    plot.set_scene(_tree())
    before = plot.minimumHeight()
    plot.setFont(_letters(20))
    assert plot.minimumHeight() > before


class _Words(QPainter):
    """Remembers where words were painted."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.boxes: list[tuple[str, QRectF]] = []

    def drawText(self, box: QRectF, _align: int, words: str) -> None:  # type: ignore[override]
        self.boxes.append((words, QRectF(box)))


@pytest.mark.parametrize("points", SIZES)
def test_numbers_above_a_dendrogram_stand_apart_and_names_beside_it_are_whole(qtbot: QtBot, points: int) -> None:
    plot = DendrogramPlot()
    qtbot.addWidget(plot)
    plot.setFont(_letters(points))
    plot.set_scene(_tree())
    plot.resize(plot.minimumSize())
    image = QImage(plot.size(), QImage.Format.Format_RGB32)
    painter = _Words(image)
    painter.setFont(plot.font())
    plot.draw(painter, LIGHT)
    painter.end()
    numbers = [box for words, box in painter.boxes if words[:2] in ("0.", "1.")]
    assert len(numbers) >= 2
    assert all(not one.intersects(other) for place, one in enumerate(numbers) for other in numbers[:place])
    assert {"one.txt", "two.txt", "three.txt", "four.txt"} <= {words for words, _ in painter.boxes}


@pytest.mark.parametrize("points", SIZES)
def test_names_and_numbers_of_a_matrix_are_whole(qtbot: QtBot, points: int) -> None:
    plot = SimilarityMatrix()
    qtbot.addWidget(plot)
    plot.setFont(_letters(points))
    names = ["a-document-with-a-name.txt", "two.txt"]
    values = np.array([[1.0, 0.941], [0.941, 1.0]])
    plot.set_scene(MatrixScene(values, names, names, np.arange(2, dtype=np.int32)))
    plot.resize(plot.minimumSize().expandedTo(QSize(600, 300)))
    image = QImage(plot.size(), QImage.Format.Format_RGB32)
    painter = _Words(image)
    painter.setFont(plot.font())
    plot.draw(painter, LIGHT)
    painter.end()
    boxes = dict(painter.boxes)
    assert set(names) <= set(boxes)
    assert boxes[".941"].width() >= plot.fontMetrics().horizontalAdvance(".941")


@pytest.mark.parametrize("points", SIZES)
@pytest.mark.parametrize("count", [4, 10, 16])
def test_values_and_names_fit_the_cells_of_all_pairs(qtbot: QtBot, points: int, count: int) -> None:
    matrix = FateMatrix("matrix", "All pairs")
    qtbot.addWidget(matrix)
    matrix.setFont(_letters(points))
    names = [f"N{place}" for place in range(count)]
    tints = [[Tint.HIT] * row for row in range(count)]
    matrix.show_fates(names, tints, np.full((count, count), 0.96), (1, 0))
    matrix.resize(matrix.sizeHint())
    cell = matrix.centre_of(2, 0).y() - matrix.centre_of(1, 0).y()
    measured = matrix.fontMetrics()
    assert cell >= measured.height()
    if count <= 12:
        assert cell >= measured.horizontalAdvance("0.96")
    assert matrix.sizeHint().height() - count * cell >= measured.height()
    with qtbot.waitSignal(matrix.pair_chosen) as chosen:
        QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=matrix.centre_of(3, 1).toPoint())
    assert chosen.args == [3, 1]


def test_boxes_within_boxes_grow_with_their_titles(qtbot: QtBot) -> None:
    heights = []
    for points in SIZES:
        blocks = NestedBlocks("blocks")
        qtbot.addWidget(blocks)
        blocks.setFont(_letters(points))
        blocks.show_blocks((("and", 4), ("or", 4)), 2)
        heights.append(blocks.sizeHint().height())
        assert heights[-1] >= 3 * blocks.fontMetrics().height()  # two titles and a function
    assert heights == sorted(set(heights))

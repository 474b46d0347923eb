"""Words on coloured grounds are read in either palette: a contrast of 4.5 to 1, as WCAG 2.2 asks for text."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from pytestqt.qtbot import QtBot

from simexplorer.ui.plots.similarity_matrix import MatrixScene, SimilarityMatrix
from simexplorer.ui.theme import passage_colours, similarity_scale
from simexplorer.ui.theme.colours import DARK, LIGHT, Colours, palette_from
from simexplorer.ui.theme.contrast import ink_on
from tests.ui.theme.wcag import contrast

PALETTES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
WANTED = 4.5


def test_black_on_white_is_the_most_there_is() -> None:
    # (1 + 0.05) / (0 + 0.05) = 21; the grey #767676 on white is the known limit of 4.5: 4.54
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21.0)
    assert contrast(QColor("#767676"), QColor("#ffffff")) == pytest.approx(4.54, abs=0.005)


def test_ink_is_read_on_any_grey() -> None:
    assert all(contrast(ink_on(ground), ground) >= WANTED for ground in (QColor(v, v, v) for v in range(256)))


@PALETTES
def test_ink_is_read_on_all_colours_of_similarity_and_of_bands(colours: Colours) -> None:
    strong = [passage_colours.strong(number, colours.dark) for number in range(passage_colours.COLOURS)]
    for ground in (*similarity_scale.scale(colours.dark), *strong):
        assert contrast(ink_on(ground), ground) >= WANTED, ground.name()


class _Pens(QPainter):
    """Remembers the colour that each number of a cell is written in."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.pens: dict[str, QColor] = {}

    def drawText(self, _box: object, _align: int, words: str) -> None:  # type: ignore[override]
        """Not the names, nor the figures of the scale."""
        if words.startswith("."):
            self.pens[words] = self.pen().color()


@PALETTES
def test_the_numbers_of_a_matrix_are_read(qtbot: QtBot, colours: Colours) -> None:
    m = 12
    i, j = np.triu_indices(m, 1)
    values = np.eye(m)
    values[i, j] = values[j, i] = np.linspace(0.01, 0.99, i.size)
    plot = SimilarityMatrix()
    qtbot.addWidget(plot)
    plot.setPalette(QPalette(palette_from(colours)))
    plot.set_scene(MatrixScene(values, ["n"] * m, ["n"] * m, np.arange(m, dtype=np.int32)))
    plot.resize(900, 700)
    image = QImage(plot.size(), QImage.Format.Format_RGB32)
    painter = _Pens(image)
    painter.setFont(plot.font())
    plot.draw(painter, colours)
    painter.end()
    assert len(painter.pens) > 50
    for words, pen in painter.pens.items():
        assert contrast(pen, similarity_scale.colour(float(words), colours.dark)) >= WANTED, words

"""What of a tall tree is painted: no more than is in sight, and all of that."""

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QScrollArea

from simexplorer.search.dendrogram import dendrogram
from simexplorer.ui.plots.dendrogram_plot import DendrogramPlot, TreeScene

LEAVES, HEADER = 90, 60


def tall_plot() -> DendrogramPlot:
    """A tree of texts that join at many similarities, far from each other on the screen."""
    points = np.random.default_rng(3).random((LEAVES, 2))
    apart = np.sqrt(((points[:, None] - points[None]) ** 2).sum(2))
    tree = dendrogram(1.0 - apart / apart.max(), "average")
    names = [f"text-{place:02}" for place in range(LEAVES)]
    plot = DendrogramPlot()
    plot.set_scene(TreeScene(tree, names, names, 0.8))
    return plot


def test_a_scrolled_tree_looks_as_a_whole_one_there(qapp: QApplication) -> None:
    whole, scrolled, area = tall_plot(), tall_plot(), QScrollArea()
    area.setWidget(scrolled)
    area.setWidgetResizable(True)
    area.resize(700, 400)
    area.show()
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum() // 2)
    qapp.processEvents()
    seen = scrolled.visibleRegion().boundingRect()
    whole.resize(scrolled.size())
    whole.show()
    qapp.processEvents()
    below = QRect(seen.left(), seen.top() + HEADER, seen.width(), seen.height() - HEADER)  # numbers stand at the top
    assert seen.height() < scrolled.height() / 3
    there, here = whole.grab(below).toImage(), scrolled.grab(below).toImage()
    assert there == here
    colours = {there.pixel(x, y) for x in range(0, below.width(), 3) for y in range(0, below.height(), 3)}
    assert len(colours) > 10  # branches and names of many shades

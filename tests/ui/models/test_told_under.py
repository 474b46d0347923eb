"""Under a distance the first press on a heading brings up the nearest, in every list of pairs."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.models.answers_table import AnswersTable
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.listing_table import Field, Listing, Shape
from simexplorer.ui.models.neighbours_table import NeighbourRows, NeighboursTable
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.models.told_under import told_under
from simexplorer.ui.panels.painted_list import painted_list
from tests.ui.fakes import make_paths

PATHS, EUCLIDEAN = make_paths([b"%d.txt" % row for row in range(6)]), MeasureScale("euclidean", interval=2.0)
VALUES, ESTIMATES = np.array([3.0, 1.0, 2.0]), np.array([1.5, 2.5, 0.5])
ROWS = np.arange(3, dtype=np.int32)


def neighbours() -> NeighboursTable:
    """Distances 3, 1 and 2."""
    found, ranks, none = NeighboursTable(), np.array([3.0, 1.0, 2.0]), np.full(3, np.nan)
    bits, by = np.array([5, 6, 7], np.int16), np.zeros(3, np.uint8)
    similar = EUCLIDEAN.similarity(VALUES)
    found.show(NeighbourRows(5, PATHS, ROWS, bits, similar, ESTIMATES, ROWS, ranks, by, none, EUCLIDEAN, VALUES))
    return found


def answers() -> AnswersTable:
    """The same distances."""
    found, similar = AnswersTable(), Field(Shape.SIMILARITY, np.ones(3))
    value = Field(Shape.VALUE, VALUES, scale=EUCLIDEAN)
    estimate = Field(Shape.ESTIMATE, ESTIMATES, scale=EUCLIDEAN)
    bits, by = Field(Shape.COUNT, np.array([5, 6, 7])), Field(Shape.WORDS, np.zeros(3, np.int64), ("index",))
    found.show(Listing(PATHS, (Field(Shape.DOCUMENT, ROWS), value, similar, similar, estimate, bits, by)))
    return found


@pytest.mark.parametrize("make", [neighbours, answers])
def test_the_first_press_brings_up_the_nearest(qtbot: QtBot, make: type) -> None:
    table: ArrayTable = make()
    view = painted_list(table, "list", "A list")
    qtbot.addWidget(view)
    view.resize(1200, 300)
    view.show()
    header, names = view.horizontalHeader(), [column.name for column in table.columns]
    for name, nearest in (("jaccard", [1, 2, 0]), ("estimate", [2, 0, 1])):
        column = names.index(name)
        at = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, header.height() // 2))
        assert table.sorted_by == (column, False), name
        assert table.order_for(table.source, column, False, None).tolist() == nearest, name


def test_a_column_tells_the_measure_in_the_same_words_in_every_list() -> None:
    for measure in ("containment", "cosine", "hamming", "euclidean"):
        scale = MeasureScale(measure)
        tables = (PairsTable, NeighboursTable, AnswersTable)
        told = [
            {column.tells: told_under(column, scale) for column in table.columns if column.tells} for table in tables
        ]
        for tells, first in told[0].items():
            for other in told[1:]:
                if tells in other:
                    assert (other[tells].title, other[tells].meaning) == (first.title, first.meaning) or (
                        tells.value == "bits" and measure != "hamming"
                    ), (measure, tells)
                    assert other[tells].lowest_first == first.lowest_first, (measure, tells)
    assert all(told_under(column, JACCARD) is column for column in PairsTable.columns)

"""Figures give way to whole names, and the last of the figures stays."""

from __future__ import annotations

import string

import numpy as np
import pytest
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from simexplorer.ui.models.neighbours_table import NeighbourRows
from simexplorer.ui.models.pairs_table import PairRows
from simexplorer.ui.panels.name_room import long_name
from simexplorer.ui.panels.neighbours_panel import NeighboursPanel
from simexplorer.ui.panels.pairs_panel import PairsPanel
from tests.workspace.made import made, paths_of

MIDDLE = 742  # pixels of a list in a window of 1280


def shown(panel: PairsPanel, name: str) -> list[str]:
    """The columns in sight over pairs of documents ``archive/`` and this name, in a list of the usual width."""
    paths = {f"archive/{name} {letter}.docx": letter for letter in string.ascii_lowercase}
    panel.view.table.show(PairRows.of(made(paths, {("a", "b"): 0.9, ("c", "d"): 0.85})))
    view = panel.view
    return [column.name for number, column in enumerate(view.table.columns) if not view.isColumnHidden(number)]


@pytest.fixture
def panel(qtbot: QtBot) -> PairsPanel:
    panel = PairsPanel()
    qtbot.addWidget(panel)
    panel.show_filled(True)
    panel.resize(MIDDLE, 300)
    panel.show()
    qtbot.waitUntil(lambda: panel.view.viewport().width() == MIDDLE)
    return panel


def test_names_are_whole_before_all_figures_but_the_similarity_and_its_estimate_are_shown(panel: PairsPanel) -> None:
    all_that_fits = ["first", "second", "measure", "estimate", "i_in_j", "j_in_i"]
    assert shown(panel, "deed") == all_that_fits
    measured = QFontMetrics(panel.view.font())
    name = "Agreement"
    while measured.horizontalAdvance(f"{name} a.docx") < 215:
        name += " x"
    assert shown(panel, name) == all_that_fits[:4]
    assert "4 more" in panel.more.text()
    for column in (0, 1):
        assert panel.view.columnWidth(column) > measured.horizontalAdvance(f"{name} a.docx") + 16
    assert shown(panel, "deed") == all_that_fits
    assert shown(panel, "w" * 300) == all_that_fits[:4]


def test_ranks_of_neighbours_give_way_to_whole_names(qtbot: QtBot) -> None:
    panel = NeighboursPanel()
    qtbot.addWidget(panel)
    panel.show_filled(True)
    panel.resize(MIDDLE, 300)
    panel.show()
    view, zeros = panel.view, np.zeros(2)
    whole = zeros.astype(np.int32)

    def names_in_sight(name: str) -> list[str]:
        paths = paths_of([f"archive/{name} {letter}.docx".encode() for letter in "abc"], b"/docs")
        view.table.show(
            NeighbourRows(0, paths, whole + 1, whole, zeros, zeros, whole, zeros, whole.astype(np.uint8), zeros)
        )
        return [column.name for number, column in enumerate(view.table.columns) if not view.isColumnHidden(number)]

    qtbot.waitUntil(lambda: view.viewport().width() == MIDDLE)
    assert names_in_sight("deed")[1:3] == ["hamming", "hamming_rank"]
    assert names_in_sight("Agreement of the year about a house with a garden")[1:3] == ["hamming", "jaccard"]
    assert view.columnWidth(0) >= 290


def test_a_column_that_was_asked_for_stays_whatever_the_names(panel: PairsPanel) -> None:
    names = [column.name for column in panel.view.table.columns]
    panel.view.show_column(names.index("i_in_j"), True)
    assert "i_in_j" in shown(panel, "w" * 300)
    assert "j_in_i" not in shown(panel, "w" * 300)


def test_a_long_name_is_one_that_nine_tenths_are_no_longer_than_without_its_folders() -> None:
    # ten names of 1 to 10 letters, in order of their length: at place 10 * 9 // 10 = 9 the longest;
    # of 41, at place 41 * 9 // 10 = 36, one of the forty that are short
    names = ["n" * length for length in range(1, 11)]
    assert long_name(paths_of([f"very/long/folder/{name}".encode() for name in names], b"/docs")) == "n" * 10
    assert long_name(paths_of([b"rows.csv", b"rows.csv!123456789"], b"/docs")) == "123456789"
    one_long = [b"name"] * 40 + [b"one that is much longer"]
    assert long_name(paths_of(one_long, b"/docs")) == "name"
    assert long_name(None) == ""

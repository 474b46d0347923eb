"""What stands above the pictures of a cluster is explained where it stands."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from simexplorer.ui.models.links_table import LinksTable
from simexplorer.ui.panels.cluster_page import ClusterPage
from simexplorer.ui.plots.cluster_graph import ClusterGraph


def _tip_of(page: ClusterPage, words: str) -> str:
    (label,) = (each for each in page.findChildren(QLabel) if each.text() == words)
    return label.toolTip()


def test_figures_and_chains_say_what_they_mean(qtbot: QtBot) -> None:
    page = ClusterPage("graph", ClusterGraph(), LinksTable(), scrolled=False)
    qtbot.addWidget(page)
    summary, chain = "38 texts · weakest link 0.803", "▲ chain down to 0.585"
    page.sum_up(summary, chain)
    assert "Weakest link: what holds the cluster together." in _tip_of(page, summary)
    assert "A is not like C" in _tip_of(page, chain)
    page.sum_up(summary, "200 of 500: those nearest to the representative")
    assert "A is not like C" not in _tip_of(page, "200 of 500: those nearest to the representative")


@pytest.mark.parametrize("width", [330, 420, 520, 620, 760, 1200])
def test_what_cuts_stands_in_one_row_with_what_follows_however_narrow_the_page(qtbot: QtBot, width: int) -> None:
    page = ClusterPage("graph", ClusterGraph(), LinksTable(), scrolled=False)
    qtbot.addWidget(page)
    page.sum_up("38 texts · weakest link 0.803", "▲ chain down to 0.585")
    page.show_filled(True)
    page.resize(width, 500)
    page.show()
    QApplication.processEvents()
    (caption,) = (each for each in page.findChildren(QLabel) if each.buddy() is page.cut)
    parts = (caption, page.cut, page.weakest, page.as_table, page.copy)
    assert len({part.mapTo(page, part.rect().center()).y() // 4 for part in parts}) == 1
    assert page.copy.mapTo(page, page.copy.rect().topRight()).x() < width

"""The list of two clusters, of three documents and of two, on screen."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.models.clusters_table import ClusterRows
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from tests.workspace.made import small


def two_clusters(qtbot: QtBot) -> ClustersPanel:
    """It is removed when the test ends."""
    panel = ClustersPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.model.show(ClusterRows.of(small()))
    panel.show_filled(True)
    panel.show()
    return panel

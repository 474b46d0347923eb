"""The features of the evidence below: choosing what to compare, why a pair, the cluster in three pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.building import panel_first
from simexplorer.ui.controllers.cluster_controller import ClusterController
from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.controllers.evidence_size import EvidenceSize
from simexplorer.ui.controllers.why_controller import WhyController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.why_panel import WhyPanel


def evidence_features(bench: Workbench) -> Iterator[QObject | None]:
    """Their controllers."""
    yield CompareController(bench)
    yield from panel_first(WhyPanel, partial(WhyController, bench))
    yield ClusterController(bench)
    yield EvidenceSize(bench)

"""All verified pairs at or above the threshold."""

from __future__ import annotations

from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.panels.decision_painter import stand_beside_names
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.painted_list import painted_list


class PairsPanel(ListPage):
    """The list of pairs."""

    def __init__(self) -> None:
        self.model = PairsTable()
        view = painted_list(self.model, "pairsView", "Pairs of similar documents")
        super().__init__(view, "link")
        stand_beside_names(view)

"""Documents that are part of others, with the share that counts as contained and the search through all documents."""

from __future__ import annotations

from PySide6.QtCore import Signal

from simexplorer.ui.models.contained_table import ContainedTable
from simexplorer.ui.panels.allowing import allow_button
from simexplorer.ui.panels.decision_painter import stand_beside_names
from simexplorer.ui.panels.naming import caption_of, label, named, push_button
from simexplorer.ui.panels.number_fields import DecimalField, WholeField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.search_page import SearchPage
from simexplorer.ui.theme.letters import keep_width

SHARE_MEANING = (
    "A document counts as contained if another one holds at least this share of its shingles.\nActs at once on what "
    "was found; a lower one than was searched for acts at the next search."
)
SHORTEST_MEANING = (
    "Texts with fewer different shingles are not looked for: a few words are found in half of everything.\nActs at the "
    "next search; before the first, at once."
)
SEARCH_MEANING = (
    "Looks through all documents, whatever their size: by an exact join up to 120 million shingles, beyond by the "
    "signatures in classes of equal size, each candidate verified exactly."
)


class ContainedPanel(SearchPage):
    """The list of contained documents."""

    search_requested = Signal()
    changed = Signal()  # the share, by hand

    def __init__(self) -> None:
        self.model = ContainedTable()
        view = painted_list(self.model, "containedView", "Documents contained in others")
        super().__init__("contained", "Contained documents", view, "layers")
        stand_beside_names(view)
        self.share = DecimalField()
        self.share.setRange(0.05, 1.0)
        self.share.setSingleStep(0.05)
        self.share.setDecimals(2)
        self.share.setValue(0.9)
        named(self.share, "containedShareSpin", "Smallest share that counts as contained", SHARE_MEANING)
        self.shortest = WholeField()
        self.shortest.setRange(1, 1_000_000)
        self.shortest.setValue(50)
        named(self.shortest, "containedShortestSpin", "Shortest text that is looked for, in shingles", SHORTEST_MEANING)
        self.search = push_button(
            "Search all documents", "containedSearchButton", "Search all documents", "search", primary=True
        )
        named(self.search, "containedSearchButton", "Search all documents", SEARCH_MEANING)
        for text, field in (("Held at least", self.share), ("texts from", self.shortest)):
            keep_width(field, 84)
            self.controls.addWidget(caption_of(field, text))
            self.controls.addWidget(field)
        self.controls.addWidget(label("shingles", "muted"))
        self.controls.addStretch(1)
        self.controls.addWidget(self.search)
        self.share.valueChanged.connect(self.changed)
        self.shortest.valueChanged.connect(self.changed)
        self.search.clicked.connect(self.search_requested)

    def offer_search(self, able: bool, why_not: str = "") -> None:
        """Have all documents searched by the button, or say why they cannot be."""
        if not able and self.search.hasFocus():  # what is found can be gone through with the arrows
            (self.view if self.is_filled else self).setFocus()
        allow_button(self.search, SEARCH_MEANING, why_not)
        self.search.setEnabled(able)

"""What was said not to be duplicates: to look through, and to take back from."""

from __future__ import annotations

from simexplorer.ui.models.text_table import ApartTable
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import push_button
from simexplorer.ui.panels.painted_list import painted_list


class ApartPanel(ListPage):
    """The list, and the button that takes back what is selected."""

    def __init__(self) -> None:
        self.model = ApartTable()
        super().__init__(painted_list(self.model, "apartView", "What is not a duplicate"), "ban")
        self.back = push_button(
            "May be duplicates again", "takeBackButton", "Take the selected ones back", "rotate-ccw"
        )
        self.heading_row.addWidget(self.back)
        self.empty.say(
            "Nothing is marked as not a duplicate",
            "Select a pair, a cluster, or documents of one and press X: they are kept apart from then on, whatever "
            "the threshold, and are listed here, to be looked through and taken back.",
        )

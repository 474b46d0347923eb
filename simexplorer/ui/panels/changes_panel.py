"""What is new: a run compared with an earlier one of the same workspace."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from simexplorer.ui.models.text_table import ChangesTable
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.theme import metrics

KINDS = (("all", "Everything"), ("document", "Documents"), ("pair", "Pairs"), ("cluster", "Clusters"))


class ChangesPanel(ListPage):
    """The choice of the earlier run and of what is listed, the list, and the button that saves it."""

    run_chosen = Signal(int)
    kind_chosen = Signal(str)

    def __init__(self) -> None:
        self.model = ChangesTable()
        super().__init__(painted_list(self.model, "changesView", "What is new"), "history")
        self.runs = named(ChoiceField(), "earlierRunChoice", "The earlier run")
        self.kinds = named(ChoiceField(), "changesKindChoice", "What is listed")
        self.runs.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToContents)
        self.runs.setMinimumWidth(300)
        self.kinds.fill(KINDS)
        self.save = push_button("Save…", "saveChangesButton", "Save what is new as a report", "download")
        tools = ViewHeading()
        row = metrics.spaced(HeadingRow(tools), metrics.GAP, (12, 6, 12, 6))
        row.addWidget(label("Since", role="muted"))
        row.addWidget(self.runs)
        row.addWidget(self.kinds)
        row.addStretch(1)
        row.addWidget(self.save)
        self.page_column.insertWidget(0, tools)
        self.runs.currentIndexChanged.connect(self._on_run)
        self.kinds.currentIndexChanged.connect(lambda: self.kind_chosen.emit(self.kinds.value()))

    def show_runs(self, runs: Sequence[tuple[int, str]], chosen: int) -> None:
        """The runs to compare with as (number, words), the newest first."""
        self.runs.fill(runs, chosen)

    def chosen(self) -> int | None:
        """The number of the chosen run."""
        number = self.runs.currentData()
        return int(number) if number is not None else None

    def _on_run(self, _place: int) -> None:
        number = self.chosen()
        if number is not None:
            self.run_chosen.emit(number)

"""The list of what is not a duplicate: filled from the decisions, taken back from by selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.lacking import SELECT_FIRST
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.panels.apart_panel import ApartPanel
from simexplorer.ui.theme import moments, numbers
from simexplorer.workspace.entry import Entry, Kind
from simexplorer.workspace.standing import Standing

if TYPE_CHECKING:
    from simexplorer.workspace.apart import ApartItem


class ApartController(QObject):
    """One view of its own."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._items: list[ApartItem] = []
        self._asked: object = None
        self.panel = ApartPanel()
        self.table = workbench.add_list("apart", self.panel)
        workbench.menus.add("decide", "What is not a duplicate…", self.show)
        self.panel.back.clicked.connect(self.take_back)
        keeping.standing_changed.connect(self._fill)
        workbench.filter.mask_changed.connect(self._sum_up)

    def show(self) -> None:
        """Bring the list to the front."""
        self._bench.views.show_view("apart")

    def take_back(self) -> None:
        """The selected ones may be duplicates again."""
        chosen = [self._items[entry] for entry in self.panel.view.chosen_entries()]
        if not chosen:
            self._bench.status.note(SELECT_FIRST)
            return

        def make(_standing: Standing) -> Entry:
            from simexplorer.workspace.apart import take_back

            return take_back(chosen)

        self._keeping.decide(make)

    def _fill(self) -> None:
        standing, entries = self._keeping.standing, self._keeping.now.entries
        said = tuple(id(entry) for entry in entries if entry.kind == Kind.APART)
        asked = (id(standing.names) if standing is not None else None, said)
        if asked == self._asked:
            return
        self._asked = asked
        if standing is None or not said:
            self._show([])
            return

        def look(_kept: KeptWorkspace, _job: Job) -> list[ApartItem]:
            from simexplorer.workspace.apart import apart_items

            return apart_items(entries, standing.names)

        self._keeping.ask(look, self._show, kind="apart")

    def _show(self, items: list[ApartItem]) -> None:
        self._items = items
        result = self._bench.session.result
        lines, about = [], np.full((len(items), 2), -1)
        for place, item in enumerate(items):
            if result is not None and item.rows:
                names = [result.documents.paths.display(row) for row in item.rows[:5]]
                about[place, : min(2, len(item.rows))] = item.rows[:2]
            else:
                names = item.remembered.splitlines()
            texts, there = item.keys.shape[0], len(item.rows)
            lines.append(("  ≠  ".join(names), numbers.count(texts), numbers.count(there), moments.minute(item.at)))
        sorted_by = {
            1: np.array([item.keys.shape[0] for item in items]),
            2: np.array([len(item.rows) for item in items]),
            3: -np.arange(len(items)),
        }
        rows = TextRows.of(lines, about)
        self.table.show(TextRows(rows.count, rows.cell, about, sorted_by), None)
        self.panel.show_rows(bool(items))
        self._bench.tabs.show_count("apart", len(items))
        self._sum_up()

    def _sum_up(self) -> None:
        filtered = self._bench.filter.mask() is not None
        self.panel.sum_up(
            f"{numbers.counted(len(self._items), 'decision')} that documents are not duplicates of each other",
            "all of them, whatever the filter" if filtered else "",
        )

"""The list of what is not a duplicate: filled from the decisions, taken back from by selection."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from simexplorer.documents.listing import Paths
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
    from simexplorer.workspace.apart import ApartSets

_NAMED = 5  # documents of a set


class ApartController(QObject):
    """One view of its own."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._sets: ApartSets | None = None
        self._asked: object = None
        self.panel = ApartPanel()
        self.table = workbench.add_list("apart", self.panel)
        workbench.menus.add("decide", "What is not a duplicate…", self.show)
        self.panel.back.clicked.connect(self.take_back)
        keeping.standing_changed.connect(self._fill)
        workbench.tabs.view_shown.connect(self._fill)
        workbench.filter.mask_changed.connect(self._sum_up)

    def show(self) -> None:
        """Bring the list to the front."""
        self._bench.views.show_view("apart")

    def take_back(self) -> None:
        """The selected ones may be duplicates again."""
        sets, chosen = self._sets, self.panel.view.chosen_entries()
        if sets is None or not chosen:
            self._bench.status.note(SELECT_FIRST)
            return

        def make(_standing: Standing) -> Entry:
            from simexplorer.workspace.apart import take_back

            return take_back(sets, chosen)

        self._keeping.decide(make)

    def _fill(self, *_name: str) -> None:
        """Only while somebody looks: the list of all that was ever said takes longer than to say one thing more."""
        standing, entries = self._keeping.standing, self._keeping.now.entries
        said = tuple(id(entry) for entry in entries if entry.kind == Kind.APART)
        asked = (id(standing.names) if standing is not None else None, said)
        if asked == self._asked:
            return
        if standing is not None and said and self._bench.tabs.shown() != "apart":
            self._bench.tabs.show_count("apart", 0)  # nobody has counted them
            return
        self._asked = asked
        if standing is None or not said:
            self._show((None, None))
            return
        paths = standing.result.documents.paths

        def look(_kept: KeptWorkspace, job: Job) -> tuple[ApartSets, TextRows]:
            from simexplorer.workspace.apart import apart_sets

            sets = apart_sets(entries, standing.names, job.progress)
            return sets, _rows_of(sets, paths)

        def told(found: tuple[ApartSets, TextRows]) -> None:
            if asked == self._asked:  # else of another folder, or of what stood there before
                self._show(found)

        self._keeping.ask(look, told, kind="apart")

    def _show(self, found: tuple[ApartSets, TextRows] | tuple[None, None]) -> None:
        self._sets, rows = found
        self.table.show(rows, None)
        self.panel.show_filled(self._count > 0)
        self._bench.tabs.show_count("apart", self._count)
        self._sum_up()

    @property
    def _count(self) -> int:
        return 0 if self._sets is None else len(self._sets)

    def _sum_up(self) -> None:
        filtered = self._bench.filter.mask() is not None
        self.panel.sum_up(
            f"{numbers.counted(self._count, 'decision')} that documents are not duplicates of each other",
            "all of them, whatever the filter" if filtered else "",
        )


def _rows_of(sets: ApartSets, paths: Paths) -> TextRows:
    """The list, as it is spelled while it is painted."""
    there, first = sets.there, sets.offsets[:-1]
    about = np.full((len(sets), 2), -1)
    for place in range(2):
        about[there > place, place] = sets.rows[first[there > place] + place]

    def cell(row: int, column: int) -> str:
        match column:
            case 0:
                names = [paths.display(document) for document in sets.rows_of(row)[:_NAMED]]
                return _told_apart(names or sets.called(row))
            case 1:
                return numbers.count(int(sets.texts[row]))
            case 2:
                return numbers.count(int(there[row]))
            case _:
                return moments.minute(sets.said_at(row))

    return TextRows(len(sets), cell, about, {1: sets.texts, 2: there, 3: -np.arange(len(sets))})


def _told_apart(names: Sequence[str]) -> str:
    """Names below the folder that they all lie in, which follows: that they have in common tells nobody which it is."""
    folders = zip(*(name.split("/")[:-1] for name in names), strict=False)
    end = sum(len(parts[0]) + 1 for parts in takewhile(lambda parts: len({*parts}) == 1, folders))
    told = "  ≠  ".join(name[end:] for name in names)
    return f"{told}  in  {names[0][:end]}" if end else told

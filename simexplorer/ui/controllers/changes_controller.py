"""What is new since an earlier run: compared in the thread of the workspace, listed, saved."""

from __future__ import annotations

import math
import os
from bisect import bisect_left
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from simexplorer.documents.listing import Paths, shown_path
from simexplorer.errors import WorkspaceError
from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.pipeline.measure_words import limit_value_words, name_of
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.save_dialog import ask_where_to_save
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.panels.changes_panel import KINDS, ChangesPanel
from simexplorer.ui.theme import moments, numbers
from simexplorer.ui.theme.measured import told_alone
from simexplorer.workspace.run_record import RunRecord

FORMATS = "Web page (*.html);;Table (*.csv);;JSON (*.json);;Markdown (*.md)"


class _Compared(Struct, frozen=True):
    """``texts`` : what is listed, by the names of KINDS."""

    rows: Any
    texts: dict[str, TextRows]


class ChangesController(QObject):
    """One view; compares when it is looked at."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._compared: _Compared | None = None
        self._stale = True  # what is listed is of other runs
        self._unlisted = False  # so are the runs to choose from
        self._runs: tuple[RunRecord, ...] = ()
        self._earlier: int | None = None
        self._chosen: tuple[bytes, int] | None = None  # the workspace and the run in it that somebody asked for
        self._kind = "all"
        self.panel = ChangesPanel()
        self.table = workbench.add_list("changes", self.panel)
        add = workbench.menus.add
        add("analysis", "What is new since an earlier run…", self.show, "Ctrl+Shift+N", group="questions")
        self.panel.run_chosen.connect(self._on_run)
        self.panel.kind_chosen.connect(self._on_kind)
        self.panel.save.clicked.connect(self.ask_where_to_save)
        self.panel.view.chosen.connect(self._on_chosen)
        workbench.tabs.view_shown.connect(self._compare)
        keeping.changed.connect(self._on_kept)
        workbench.filter.mask_changed.connect(self._fill)
        self._say_nothing()
        self._fill()

    def show(self) -> None:
        """Bring the view to the front."""
        self._bench.views.show_view("changes")

    def ask_where_to_save(self) -> None:
        """Save what is new as a report."""
        proposed = str(Path.home() / "what-is-new.html")
        chosen = ask_where_to_save(self._bench.window, "Save what is new", proposed, FORMATS)
        if chosen:
            self.save(os.fsencode(chosen))

    def save(self, path: bytes) -> None:
        """Write what is listed, all kinds of it."""
        compared = self._compared
        if compared is None:
            return

        def write(_kept: KeptWorkspace, _job: Job) -> bytes:
            from simexplorer.reports.changes_report import write_changes

            write_changes(compared.rows.comparison, path)
            return path

        def written(path: bytes) -> None:
            self._bench.status.note(f"Written: {shown_path(path)}")

        self._keeping.withdraw()
        self._keeping.ask(write, written)

    # comparing -------------------------------------------------------------------------------------------------------
    def _on_kept(self) -> None:
        runs = self._keeping.now.runs
        if runs == self._runs:
            return
        self._runs = runs
        self._stale = self._unlisted = True
        if self._bench.session.result is None or not self._in_front:
            self._compared = None  # of other documents, or of runs before: worked out anew when it is looked at
            self._fill()
        self._compare()

    @property
    def _in_front(self) -> bool:
        """Whether somebody looks."""
        return self._bench.tabs.currentWidget() is self.panel

    def _list_runs(self) -> None:
        """Offer the runs that there are now."""
        self._unlisted = False
        earlier = [run for run in self._runs[:-1] if not run.partial]
        numbers_ = [run.number for run in earlier]
        path, wanted = self._chosen or (b"", 0)
        chosen = path == self._keeping.now.path and wanted in numbers_
        self._earlier = wanted if chosen else numbers_[-1] if numbers_ else None
        self.panel.show_runs([(run.number, _words(run)) for run in reversed(earlier)], self._earlier or 0)

    def _on_chosen(self, entry: int) -> None:
        if not self.panel.model.documents_of(entry):
            self._bench.status.note("What is gone has no text to show: it was there in the earlier run alone.")

    def _on_run(self, number: int) -> None:
        self._chosen = (self._keeping.now.path, number)
        self._earlier, self._stale = number, True
        self._compare()

    def _on_kind(self, kind: str) -> None:
        self._kind = kind
        self._fill()

    def _compare(self) -> None:
        """Only while somebody looks."""
        if not self._stale or not self._in_front:
            return
        self._stale = False
        if self._unlisted:
            self._list_runs()
        earlier = self._earlier
        if earlier is None or not self._runs:
            self._compared = None
            self._say_nothing()
            self._fill()
            return

        def look(kept: KeptWorkspace, _job: Job) -> _Compared:
            return _compared(kept, earlier)

        self.panel.empty.say("Comparing …")
        self._keeping.ask(look, self._on_compared, self._on_not_compared, kind="changes")

    def _on_not_compared(self, error: Exception) -> None:
        self._compared = None
        self.panel.empty.say("These runs could not be compared", str(error))
        self._fill()
        self._keeping.tell(error)

    def _on_compared(self, compared: _Compared) -> None:
        self._compared = compared
        self.panel.empty.say("Nothing is new", "Both runs found the same.")
        self._fill()

    def _fill(self) -> None:
        compared = self._compared
        self.panel.save.setEnabled(compared is not None)
        for choice in (self.panel.runs, self.panel.kinds):
            choice.setEnabled(bool(self._runs[1:]))
        if compared is None:
            self.table.show(None, None)
            self.panel.show_filled(False)
            self._bench.tabs.show_count("changes", 0)
            return
        self.table.show(compared.texts[self._kind], None)
        # runs tell of documents that are gone: a filter knows those that are there
        filtered = self._bench.filter.mask() is not None
        self.panel.sum_up(compared.rows.words, "all of it, whatever the filter" if filtered else "")
        self.panel.show_filled(len(compared.rows) > 0)
        self._bench.tabs.show_count("changes", len(compared.rows))

    def _say_nothing(self) -> None:
        self.panel.empty.say(
            "There is no earlier run to compare with",
            "Every press on Analyse or Apply is kept as a run of its own. Analyse again when the folder has changed, "
            "or with other parameters: what was added, removed and changed is then listed here.",
        )


def _compared(kept: KeptWorkspace, earlier: int) -> _Compared:
    """The newest run against an earlier one; rows of documents are those of the present result."""
    from simexplorer.pipeline.comparison import CHANGE_WORDS
    from simexplorer.reports.change_rows import WHAT, ChangeRows
    from simexplorer.workspace.comparison import compare

    if kept.workspace is None:
        raise WorkspaceError("There is not a saved workspace, so there is no earlier run.")
    later = kept.raw if kept.raw is not None else kept.workspace.result()
    rows = ChangeRows(compare(kept.workspace.result(earlier), later))
    before, now = rows.values(later=False), rows.values(later=True)
    of_later = rows.now >= 0
    scales = [MeasureScale.of(run.recipe) for run in (rows.comparison.earlier, rows.comparison.later)]
    sides = rows.comparison.earlier.documents.paths, rows.comparison.later.documents.paths

    second = np.maximum(rows.second, rows.twin)

    def cell(row: int, column: int) -> str:
        what = int(rows.what[row])
        if column < 2:
            return WHAT[what] if column == 0 else CHANGE_WORDS[int(rows.change[row])]
        if column == 3 and rows.former[row] >= 0:
            return sides[0].display(int(rows.former[row]))
        if column < 4:
            document = int((rows.first if column == 2 else second)[row])
            return sides[int(of_later[row])].display(document) if document >= 0 else ""
        value, other = (before, now) if column == 4 else (now, before)
        beside = float(other[row]) if scales[0] == scales[1] else math.nan
        return _figure(what, float(value[row]), scales[column - 4], beside)

    about = np.where(of_later[:, None], np.stack([rows.first, second], axis=1), -1)
    places = _by_path(rows.first, of_later, *sides)
    sorted_by: dict[int, NDArray[Any]] = {0: rows.what, 1: rows.change, 2: places, 4: before, 5: now}
    texts = TextRows(len(rows), cell, about, sorted_by, sides[1], (2, 3))
    kinds = enumerate(name for name, _ in KINDS[1:])
    return _Compared(rows, {"all": texts} | {name: _only(texts, np.flatnonzero(rows.what == k)) for k, name in kinds})


def _by_path(rows: NDArray[Any], of_later: NDArray[np.bool_], earlier: Paths, later: Paths) -> NDArray[np.int64]:
    """(m,) values that sort documents of two runs by their paths: of those of the earlier one, where they would stand.

    of_later : (m,) whose row each is
    """
    numbered = len(earlier) + 1  # places for those that would stand before one and the same document
    places = (rows.astype(np.int64) + 1) * numbered
    gone, of = np.unique(rows[~of_later], return_inverse=True)
    names = [later.raw(row) for row in range(len(later))] if gone.size else []
    among = [bisect_left(names, earlier.raw(row)) for row in gone.tolist()]
    places[~of_later] = (np.array(among, np.int64) * numbered + 1 + gone)[of]
    return places


def _figure(what: int, value: float, scale: MeasureScale, other: float) -> str:
    """A figure of one run; that of a pair so that it is seen whether the other run's is larger."""
    if not np.isfinite(value):
        return ""
    if what == 1:
        return told_alone(value, scale, other)
    return numbers.counted(int(value), "char" if what == 0 else "document")


def _only(texts: TextRows, kept: NDArray[np.int64]) -> TextRows:
    def cell(row: int, column: int) -> str:
        return texts.cell(int(kept[row]), column)

    sorted_by = {column: values[kept] for column, values in texts.sorted_by.items()}
    return TextRows(kept.size, cell, texts.documents[kept], sorted_by, texts.paths, texts.named_in)


def _words(run: RunRecord) -> str:
    """A run in the list of runs."""
    at = moments.minute(run.saved)
    limit = limit_value_words(run.recipe, limit_of(run.recipe), numbers.decimal)
    limit = limit if run.recipe.measure == "jaccard" else f"{name_of(run.recipe.measure)} {limit}"
    return f"run {run.number} · {at} · {numbers.counted(run.documents, 'document')} · at {limit}"

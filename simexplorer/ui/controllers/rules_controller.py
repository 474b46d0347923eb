"""The window of rules: its preview is what would be recorded, computed in the thread of the workspace."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from simexplorer.errors import DecisionError
from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct
from simexplorer.ui.controllers.decision_target import target_of
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.lacking import NOTHING_YET, nothing_to_decide
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.rules_dialog import Choice, RulesDialog
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.panels.allowing import allow, allow_button
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.theme import moments, numbers
from simexplorer.workspace.entry import Entry, Mark, now
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.standing import Standing

CHOICES = (
    ("representative of its cluster", "Keep the representative text"),
    ("newest", "Keep the newest"),
    ("oldest", "Keep the oldest"),
    ("longest", "Keep the longest text"),
    ("shortest", "Keep the shortest text"),
    ("largest", "Keep the largest file"),
    ("smallest", "Keep the smallest file"),
    ("in folder", "Keep files in folder …"),
    ("not in folder", "Keep files outside folder …"),
    ("shortest path", "Keep the shortest path"),
    ("fewest folders", "Keep the least nested file"),
    ("outside archives", "Keep files outside archives"),
)
FIRST: list[Choice] = [("representative of its cluster", b"", "")]
_TIP = "Mark by rules (Ctrl+R)"
WORDS = {Mark.KEEP: "keep", Mark.DUPLICATE: "duplicate"}


class _Wanted(Struct, frozen=True):
    """What a preview is asked for; ``clusters`` are all where it is None."""

    rules: list[Choice]
    whole: bool
    clusters: list[int] | None


class _Preview(Struct, frozen=True):
    wanted: _Wanted
    standing: Standing
    entry: Entry | None
    rows: Rows
    values: Rows


class RulesController(QObject):
    """Opens the window, fills its preview, records what it shows."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._shown: _Preview | None = None
        self.dialog = RulesDialog(CHOICES, workbench.window)
        self.dialog.set_rules(self._stored())
        self.table = workbench.table(self.dialog.model)
        self.action = workbench.menus.add("decide", "Mark by rules…", self.open, "Ctrl+R")
        self.button = tool_button("Rules…", "rulesButton", "Mark duplicates by rules", "list", _TIP, only_icon=True)
        row = workbench.clusters.heading_row
        row.insertWidget(row.count() - 2, self.button)
        self.button.clicked.connect(self.open)
        self.dialog.changed.connect(self._preview)
        self.dialog.apply_requested.connect(self._record)
        workbench.clusters.view.selectionModel().selectionChanged.connect(self._on_selected)
        keeping.standing_changed.connect(self._on_standing)
        self._on_standing()

    def open(self) -> None:
        """Open the window on the present result."""
        standing = self._keeping.standing
        if standing is None:
            self._bench.status.note(NOTHING_YET)
            return
        sources = self._bench.session.sources
        self.dialog.offer_material(sources[0] if sources else b"/", _formats_in_clusters(standing.result))
        target = target_of(self._bench.tabs.currentWidget(), (), standing.result)
        self.dialog.only_selected.setChecked(target.clusters.size > 1)
        self.dialog.open_beside()
        self._preview()

    def _preview(self) -> None:
        if not self.dialog.isVisible():
            return
        if self._keeping.standing is None:
            self._shown = None
            self.table.show(None, None)
            self.dialog.say(NOTHING_YET, 0, 0)
            return
        self.dialog.apply.setEnabled(False)  # until what it says is what stands there now
        wanted = self._wanted(self._keeping.standing)

        def look(kept: KeptWorkspace, _job: Job) -> _Preview:
            standing = kept.standing
            if standing is None:
                raise DecisionError(NOTHING_YET)
            entry = _entry(standing, wanted)
            if entry is None:
                none = np.empty(0, np.int64)
                return _Preview(wanted, standing, None, none, none)
            rows = standing.names.document_rows(entry.keys)
            order = np.lexsort((rows, standing.result.clusters.of[rows]))
            return _Preview(wanted, standing, entry, rows[order], entry.values[order].astype(np.int64))

        self._keeping.ask(look, self._show, kind="rules")

    def _show(self, preview: _Preview) -> None:
        standing, rows, values = preview.standing, preview.rows, preview.values
        if not self._is_of_now(preview):
            self._preview()
            return
        self._shown = preview
        paths, of = standing.result.documents.paths, standing.result.clusters.of
        changed = standing.result.documents.modified_ns

        def cell(row: int, column: int) -> str:
            document = int(rows[row])
            if column == 0:
                return numbers.count(int(of[document]) + 1)
            if column == 3:
                return moments.changed(int(changed[document]))
            return paths.display(document) if column == 1 else WORDS[Mark(int(values[row]))]

        about = np.stack([rows, np.full(rows.size, -1)], axis=1)
        sorted_by: dict[int, NDArray[Any]] = {0: of[rows], 1: rows, 2: values, 3: changed[rows]}
        self.table.show(TextRows(rows.size, cell, about, sorted_by, paths, (1,)), None)
        going = rows[values == Mark.DUPLICATE]
        size = int(standing.result.documents.size[going].sum())
        groups = distinct(of[rows]).size
        kept = int((values == Mark.KEEP).sum())
        words = (
            f"{numbers.counted(going.size, 'document')} in {numbers.counted(groups, 'cluster')} would be marked as "
            f"duplicates ({numbers.size(size)}), {numbers.count(kept)} kept. "
            "Nothing is moved before you say so."
        )
        if preview.entry is None:
            words = "These rules mark nothing that is not marked or decided already."
        self.dialog.say(words, going.size, kept)

    def _record(self) -> None:
        preview = self._shown
        if preview is None or not self._is_of_now(preview):
            self._preview()
            return

        def make(standing: Standing) -> Entry | None:
            if standing is not preview.standing:
                raise DecisionError("Nothing was marked: what the rules would mark has changed. Look at it again.")
            return None if preview.entry is None else replace(preview.entry, at=now())

        self._keeping.decide(make)
        stored = [[name, folder.hex(), kind] for name, folder, kind in preview.wanted.rules]
        self._bench.settings.setValue("rules", json.dumps(stored))
        self.dialog.accept()

    def _is_of_now(self, preview: _Preview) -> bool:
        return preview.standing is self._keeping.standing and preview.wanted == self._wanted(preview.standing)

    def _wanted(self, standing: Standing) -> _Wanted:
        clusters = None
        if self.dialog.only_selected.isChecked():
            target = target_of(self._bench.clusters, self._bench.selection.documents, standing.result)
            of = standing.result.clusters.of[target.all_documents(standing.result)].astype(np.int64)
            clusters = distinct(of[of >= 0]).tolist()
        return _Wanted(self.dialog.rules(), self.dialog.whole.isChecked(), clusters)

    def _stored(self) -> list[Choice]:
        try:
            told = json.loads(str(self._bench.settings.value("rules", "")))
            return [(str(name), bytes.fromhex(folder), str(kind)) for name, folder, kind in told]
        except (ValueError, TypeError):
            return FIRST

    def _on_selected(self) -> None:
        if self.dialog.isVisible() and self.dialog.only_selected.isChecked():
            self.dialog.look_again()

    def _on_standing(self) -> None:
        why_not = nothing_to_decide(self._bench.session) if self._keeping.standing is None else ""
        allow(self.action, why_not)
        allow_button(self.button, _TIP, why_not)
        self._preview()


def _formats_in_clusters(result: Result) -> list[str]:
    """Media types of what rules choose from."""
    documents = result.documents
    return [documents.formats[number] for number in distinct(documents.format[result.clusters.rows])]


def _entry(standing: Standing, wanted: _Wanted) -> Entry | None:
    """What the rules make of where everything stands."""
    from simexplorer.workspace.rules import Prefer, Rule, apply_rules

    made = [Rule(prefer=Prefer(name), folder=folder, format=kind) for name, folder, kind in wanted.rules]
    clusters = None if wanted.clusters is None else np.array(wanted.clusters, np.int64)
    return apply_rules(standing, made, clusters, whole_cluster=wanted.whole)

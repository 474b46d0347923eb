"""Keep, duplicate, not a duplicate, reviewed, note: by menu, by key, by context menu; each undone and done again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from simexplorer.ui.controllers import decision_acts as acts
from simexplorer.ui.controllers.decision_target import Target, target_of
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import Decide
from simexplorer.ui.controllers.lacking import NOTHING_YET, SELECT_FIRST, nothing_to_decide
from simexplorer.ui.controllers.run_words import outcome
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.folders_dialog import FoldersDialog
from simexplorer.ui.dialogs.note_dialog import NoteDialog
from simexplorer.ui.models import badges
from simexplorer.ui.panels import table_view
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.panels.decision_painter import DecisionPainter, place_of_decisions
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import numbers

ACTIONS = (
    ("space", "Mark as duplicate, or take the mark back", "Space", acts.toggle),
    ("keep", "Keep", "K", acts.keep),
    ("duplicate", "Duplicate", "D", acts.duplicate),
    ("first", "Keep the first of the pair, the second is a duplicate", "1", acts.keep_first),
    ("second", "Keep the second of the pair, the first is a duplicate", "2", acts.keep_second),
    ("unmark", "Take keep or duplicate back", "U", acts.unmark),
    ("apart", "Not duplicates of each other, or take that back", "X", acts.separate),
    ("review", "Reviewed, or take that back", "R", acts.review),
)
_IN_ROW_MENU = ("keep", "duplicate", "first", "second", "unmark", "apart", "review")


class DecisionsController(QObject):
    """Everything that decides about rows; what follows from it is shown in the lists."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._note_on: acts.NoteOn | None = None
        self._refused: deque[tuple[acts.NoteOn, str]] = deque()  # notes that wait for the window of notes
        self._was_refused = False  # what stands in that window
        self.actions: dict[str, QAction] = {}
        self._pairs_decided = False
        self._make_actions()
        self._make_undo()
        self.reviewed = named(label(role="muted"), "reviewedLabel", "Clusters reviewed so far")
        workbench.clusters.heading_row.insertWidget(2, self.reviewed)
        self.note, self.folders = NoteDialog(workbench.window), FoldersDialog(workbench.window)
        self.note.saved.connect(self._on_note)
        self.note.finished.connect(self._show_refused)
        workbench.guards.append(self.may_close)
        self.folders.changed.connect(self._on_folders)
        for page in (workbench.clusters, workbench.pairs):
            page.view.cells.of_columns[place_of_decisions(page.view)] = DecisionPainter(page.view)
        workbench.files.extend_menu(self._extend_menu)
        workbench.tabs.view_shown.connect(self._on_view_shown)
        for changed in (keeping.changed, keeping.standing_changed):
            changed.connect(lambda *_: workbench.session.turns.add(self._show))
        keeping.told.connect(workbench.status.note)
        keeping.replaced.connect(lambda result: workbench.status.stand(*outcome(result)))
        workbench.columns.put_back.connect(self._on_columns_put_back)
        self._on_columns_put_back()  # the columns are as a window left them where there may have been decisions
        self._on_view_shown()
        self._show()

    # deciding --------------------------------------------------------------------------------------------------------
    def target(self) -> Target | None:
        """What a decision would be about now; None while nothing can be decided."""
        standing = self._keeping.standing
        if standing is None:
            return None
        front = self._bench.tabs.currentWidget()
        found = target_of(front, self._bench.selection.documents, standing.result)
        return None if found.empty else found

    def ask_for_note(self) -> None:
        """Open the note of what is selected."""
        target, standing = self.target(), self._keeping.standing
        if target is None or standing is None:
            self._say_nothing_selected()
            return
        if self.note.is_unsaved:  # its words would give way to those of another one
            self.note.open_beside()
            self._bench.message.refuse("The note that is open is not saved yet: save it, or cancel it.")
            return
        self._show_note(acts.note_of(standing, target))

    def may_close(self) -> bool:
        """Whether no words are lost where the window closes now: those of a note that cannot be saved would be."""
        now = self._keeping.now
        lost = self._was_refused or bool(now.path and not now.writable)
        if not (self.note.is_unsaved and lost):
            return True
        self.note.open_beside()
        self._bench.message.refuse("The note that is open could not be saved: save it elsewhere, or cancel it.")
        return False

    def save_open_note(self) -> None:
        """Save what stands in the window of a note, as the program ends."""
        self._refused.clear()  # no window opens any more
        if self.note.is_unsaved:
            self.note.save.click()

    def go_to_next(self) -> None:
        """Select the next group that is not reviewed, in the order shown."""
        standing = self._keeping.standing
        table, view = self._bench.clusters.model, self._bench.clusters.view
        if standing is None:
            return
        self._bench.views.show_view("clusters")
        if table.source is None or not table.source.is_of(standing.result):
            self._bench.status.note("Which clusters are reviewed is being looked up.")
            return
        entries = table.entries(np.arange(table.rowCount()))
        headings = np.flatnonzero(entries < 0)
        to_come = headings[~standing.clusters_reviewed[~entries[headings]]]
        if to_come.size:
            at = int(np.searchsorted(to_come, view.currentIndex().row(), side="right"))
            view.setFocus()
            view.select_row(int(to_come[at % to_come.size]))
            return
        hidden = int(np.count_nonzero(~standing.clusters_reviewed))
        others = numbers.counted(hidden, "other that is not is", "others that are not are")
        self._bench.status.note(
            f"Every cluster listed is reviewed; {others} left out by the filter."
            if hidden
            else "Every cluster is reviewed."
        )

    def show_folders(self) -> None:
        """Open the list of protected folders."""
        self._show_folders()
        self.folders.open_beside()

    def _deciding(self, act: Callable[[Target], Decide]) -> Callable[[], None]:
        def decide() -> None:
            target, standing = self.target(), self._keeping.standing
            if target is None or standing is None:
                self._say_nothing_selected()
            else:
                self._keeping.decide(act(target), standing.result)
                self._tell_of_more()

        return decide

    def _tell_of_more(self) -> None:
        """Of very many selected rows only the first are decided about: the others must not be taken for settled."""
        page = self._bench.tabs.currentWidget()
        chosen = page.view.chosen_count if isinstance(page, ListPage) and page.is_filled else 0
        if chosen > table_view.MOST_COPIED:
            some, every = numbers.count(table_view.MOST_COPIED), numbers.count(chosen)
            told = f"This was about the first {some} of the {every} selected rows."
            self._bench.message.refuse(f"{told} Narrow the list, or go on with the others.")

    def _say_nothing_selected(self) -> None:
        ready = self._keeping.standing is not None
        self._bench.status.note(SELECT_FIRST if ready else NOTHING_YET)

    def _on_note(self, text: str) -> None:
        if self._note_on is None:
            return
        on = self._note_on

        def refused(error: Exception) -> None:
            self._refused.append((on, text))
            self._show_refused()
            self._keeping.tell(error)

        self._keeping.decide(acts.write_note(on, text), failed=refused)

    def _show_note(self, on: acts.NoteOn) -> None:
        self._note_on, self._was_refused = on, False
        self.note.ask(f"On {on.words}", on.text)

    def _show_refused(self) -> None:
        """Bring back the words that could not be saved, as soon as those of no other note stand in the window."""
        if self._refused and not self.note.is_unsaved:
            on, text = self._refused.popleft()
            self._show_note(on)
            self._was_refused = True
            self.note.text.setPlainText(text)

    def _on_folders(self, folders: object) -> None:
        assert isinstance(folders, tuple)
        self._keeping.decide(lambda standing: None if standing.folders == folders else acts.protect(folders))

    def _make_actions(self) -> None:
        menus, keeping = self._bench.menus, self._keeping
        for name, text, keys, act in ACTIONS:
            if name in ("apart", "review"):
                menus.menu("decide").addSeparator()
            self.actions[name] = menus.add("decide", text, self._deciding(act), keys)
        self.actions["space"].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.actions["next"] = menus.add("decide", "Next cluster that is not reviewed", self.go_to_next, "G")
        self.actions["note"] = menus.add("decide", "Write a note…", self.ask_for_note, "W")
        menus.menu("decide").addSeparator()
        self.leave_out = menus.add(
            "decide",
            "Leave out pairs that are not duplicates",
            lambda: keeping.leave_apart_out(self.leave_out.isChecked()),
        )
        self.leave_out.setCheckable(True)
        self.actions["protect"] = menus.add("decide", "Protected folders…", self.show_folders)

    # undo ------------------------------------------------------------------------------------------------------------
    def _make_undo(self) -> None:
        menus = self._bench.menus
        menus.menu("edit").addSeparator()
        self.undo = menus.add("edit", "Undo", self._keeping.undo, "Ctrl+Z")
        self.redo = menus.add("edit", "Redo", self._keeping.redo)
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        for action in (self.undo, self.redo):
            action.setAutoRepeat(True)  # one step after another

    def _show(self) -> None:
        now, standing = self._keeping.now, self._keeping.standing
        for action, name, words in ((self.undo, "Undo", now.undo_words), (self.redo, "Redo", now.redo_words)):
            allow(action, "" if words else f"There is nothing to {name.lower()}.")
            action.setText(f"{name}: {words}".replace("&", "&&") if words else name)
        self.leave_out.setChecked(now.leaves_apart_out)
        why_not = nothing_to_decide(self._bench.session) if standing is None else ""
        for action in self.actions.values():
            allow(action, why_not)
        self._bench.views.show_standing(standing)
        self._make_room(badges.any_of_pairs(standing))
        clusters = 0 if standing is None else standing.clusters_reviewed.size
        self.reviewed.setText(standing.reviewed_words(numbers.count) if standing is not None and clusters else "")
        self.reviewed.setVisible(bool(clusters))
        if self.folders.isVisible():
            self._show_folders()

    def _make_room(self, decided: bool) -> None:
        """The pairs say what was decided from the first decision on; until then their paths have the room."""
        if decided != self._pairs_decided:
            self._pairs_decided = decided
            view = self._bench.pairs.view
            view.show_column(place_of_decisions(view), decided)

    def _on_columns_put_back(self) -> None:
        self._bench.pairs.view.show_column(place_of_decisions(self._bench.pairs.view), self._pairs_decided)

    def _show_folders(self) -> None:
        standing, sources = self._keeping.standing, self._bench.session.sources
        folders = standing.folders if standing is not None else ()
        self.folders.show_folders(folders, sources[0] if sources else os.fsencode(os.getcwd()))

    # in lists --------------------------------------------------------------------------------------------------------
    def _extend_menu(self, menu: QMenu, _view: TableView, _entry: int, documents: tuple[int, ...]) -> None:
        if self._keeping.standing is None:
            return
        menu.addSeparator()
        for name in _IN_ROW_MENU:
            if len(documents) == 2 or name not in ("first", "second"):
                menu.addAction(self.actions[name])
        menu.addAction(self.actions["note"])

    def _on_view_shown(self, *_name: str) -> None:
        """Space marks in every list: where a list has the focus, and nowhere else."""
        page = self._bench.tabs.currentWidget()
        if isinstance(page, ListPage) and self.actions["space"] not in page.view.actions():
            page.view.addAction(self.actions["space"])

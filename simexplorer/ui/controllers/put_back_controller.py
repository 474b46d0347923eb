"""Putting moved files back: looked at, shown, carried out in the thread of the workspace, logged."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import shown_path
from simexplorer.errors import WorkspaceError
from simexplorer.search.distinct import distinct
from simexplorer.ui.controllers.deed_run import DeedRun
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.moved_looking import Looked, count_moved, look_at_moved, tell_lost
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.put_back_dialog import PutBackDialog
from simexplorer.ui.jobs import Job
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.theme import numbers

KEYS = "Ctrl+Shift+M"
TIP = "Put files that were moved back where they were, after a list of exactly what will happen"
NONE_AWAY = "No file was moved from here, or all are back"
READ_ONLY = "This workspace is open read-only; files are put back where its log can be written."


class _Done(Struct, frozen=True):
    """``back``, ``failed`` : where files stand again, and why others stayed, by their numbers in the log."""

    asked: int
    back: frozenset[bytes]
    failed: dict[int, str]
    looked: Looked


class PutBackController(QObject):
    """Opens the window, keeps its list current, has it carried out; its menu entry knows whether any file is away."""

    put_back = Signal(object)  # frozenset of bytes: where the files stand again
    offered = Signal(bool)  # whether any file is away

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._known: tuple[bytes, int] = (b"", 0)  # workspace and length of its log that the entry stands for
        self._looked: Looked | None = None
        # since the window was opened: why files that were tried stayed, and which were not to go
        self._failed: dict[int, str] = {}
        self._unchecked: set[int] = set()
        self.dialog = PutBackDialog(workbench.window)
        self.run = DeedRun(keeping, self.dialog, workbench.status)
        dialog = self.dialog
        self.tables = [workbench.table(model) for model in (dialog.left, dialog.deeds)]
        self.action = workbench.menus.add("decide", "Put moved files back…", self.open, KEYS, TIP)
        dialog.put_back_requested.connect(self.perform)
        dialog.finished.connect(self._on_closed)
        dialog.moved.chosen_changed.connect(self._say_what)
        keeping.changed.connect(self._on_kept)
        self._offer(0)

    def open(self) -> None:
        """Open the window with the list of what would happen now."""
        if not self.run.running:
            self._failed, self._unchecked = {}, set()
            self.dialog.say("Looking where each file is…")
        self.dialog.open_beside()
        self.look()

    def look(self) -> None:
        """Look again at what is away and what would become of it."""
        if self.dialog.isVisible() and not self.run.running:
            failed, unchecked = self._failed, self._unchecked
            self._keeping.ask(lambda kept, _job: look_at_moved(kept, failed, unchecked), self._show, kind="put back")

    def perform(self) -> None:
        """Put back what is checked."""
        looked, dialog = self._looked, self.dialog
        if looked is None or self.run.running:
            return
        chosen = [looked.returns[row].moved for row in dialog.moved.chosen().tolist()]
        self._unchecked = {one.moved.number for one in looked.returns} - {one.number for one in chosen}
        before, unchecked = self._failed, self._unchecked

        def act(kept: KeptWorkspace, job: Job) -> _Done:
            from simexplorer.workspace.putting_back import put_back

            if kept.workspace is None or kept.workspace.path != looked.workspace:
                raise WorkspaceError("The workspace whose log records these files was closed. Open it again.")
            outcomes = put_back(chosen, kept.workspace, job.progress)
            back = frozenset(outcome.moved.file for outcome in outcomes if outcome.done)
            failed = {outcome.moved.number: outcome.reason for outcome in outcomes if not outcome.done}
            return _Done(len(chosen), back, failed, look_at_moved(kept, before | failed, unchecked))

        self.run.begin(act, self._on_done, self._on_failed)

    def count_away(self) -> None:
        """Ask the log whether any file is away, and let the menu say so."""
        self._keeping.ask(lambda kept, _job: count_moved(kept), self._offer, kind="away")
        self.look()

    # what comes of it ------------------------------------------------------------------------------------------------
    def _show(self, looked: Looked) -> None:
        self._looked, dialog = looked, self.dialog
        self.tables[0].show(looked.stay, None)
        self.tables[1].show(looked.log, None)
        dialog.allow(looked.writable)
        dialog.show_moved(looked.rows, looked.wanted)
        dialog.show_counts(len(looked.returns), looked.stay.count, looked.log.count)
        self._offer(len(looked.returns))

    def _say_what(self) -> None:
        """What the checked files come to."""
        looked = self._looked
        if looked is None or looked.rows is not self.dialog.moved.rows:
            return
        rows, chosen = looked.rows, self.dialog.moved.chosen()
        stay = rows.goes.size - int(rows.goes.sum())
        if not rows.goes.size:
            words = "No file that was moved from here is away."
        elif not looked.writable:
            words = READ_ONLY
        elif chosen.size:
            sizes = rows.sizes[chosen]
            size = f" ({numbers.size(int(sizes.sum()))})" if (sizes >= 0).all() else ""
            roots = distinct(looked.root_of[chosen])
            below = looked.roots[int(roots[0])] if roots.size == 1 else f"{numbers.count(roots.size)} folders"
            words = f"{numbers.counted(chosen.size, 'file')}{size} will go back to where "
            words += f"{'it was' if chosen.size == 1 else 'they were'} in {below}."
            if all(self._is_elsewhere(looked.roots[root]) for root in roots.tolist()):
                words += " The documents that are open now lie elsewhere."
            again = int(looked.made_again[chosen].sum())
            if again:
                words += f" The folder of {numbers.count(again)} is gone and is made again."
        else:
            words = "Check the files that are to go back." if rows.goes.any() else "None of them can go back."
        if stay and rows.goes.size:
            words += f" {numbers.counted(stay, 'file')} cannot: see why under Cannot go back."
        self.dialog.say(words)

    def _is_elsewhere(self, root: str) -> bool:
        """Whether files were below a folder that holds none of the open documents and lies in none of their folders."""
        pairs = [(f"{root.rstrip('/')}/", f"{shown_path(source)}/") for source in self._bench.session.sources]
        return not any(one.startswith(other) or other.startswith(one) for one, other in pairs)

    def _on_done(self, done: _Done) -> None:
        back, failures = done.back, len(done.failed)
        self._failed = self._failed | done.failed
        self._show(done.looked)
        words = f"{numbers.counted(len(back), 'file')} put back"
        if failures:
            words += f", {numbers.count(failures)} not: see why under Cannot go back"
            self.dialog.tabs.setCurrentIndex(1)
        if rest := done.asked - len(back) - failures:
            words += f"; stopped before the other {numbers.count(rest)}"
        self._bench.status.say(f"{words}.")
        self.dialog.say(f"{words}.")
        if back:
            self.put_back.emit(back)

    def say_after(self, as_before: bool) -> None:
        """Whether the result on screen holds the files that are back as they are."""
        after = (
            "The collection on screen holds what is back as before; marks stay (U takes one back)."
            if as_before
            else "Analyse again to see the collection with them."
        )
        self.dialog.say(f"{self.dialog.summary.text()} {after}")

    def _on_failed(self, error: Exception) -> None:
        self.dialog.say(str(error))
        self._keeping.tell(error)

    def _on_closed(self) -> None:
        """What was listed as gone for good was seen: from now on the log alone tells it."""
        looked = self._looked
        if looked is None or self.run.running:
            return
        seen = frozenset(one.moved.number for one in looked.returns if not one.goes)

        def tell(kept: KeptWorkspace, _job: Job) -> int:
            tell_lost(kept, looked.workspace, seen)
            return count_moved(kept)

        if seen:
            self._keeping.ask(tell, self._offer)

    def _on_kept(self) -> None:
        now = self._keeping.now
        if (now.path, now.deeds) != self._known:
            self._known = (now.path, now.deeds)
            self.count_away()

    def _offer(self, away: int) -> None:
        allow(self.action, "" if away else NONE_AWAY, TIP)
        self.offered.emit(away > 0)

"""Moving marked duplicates: planned, shown, carried out in the thread of the workspace, logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import shown_path
from simexplorer.errors import DecisionError, WorkspaceError
from simexplorer.ui.controllers.deed_run import DeedRun
from simexplorer.ui.controllers.deed_words import log_rows
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.lacking import nothing_to_decide
from simexplorer.ui.controllers.trash import move_to_trash
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.acting_dialog import ActingDialog
from simexplorer.ui.jobs import Job, require_expected
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.tooltips import hint
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.sameness import Same, at_a_glance, holds_mail, looked_into

if TYPE_CHECKING:
    from simexplorer.workspace.actions import ActionPlan
    from simexplorer.workspace.performing import Outcome

_TIP = "Move the marked duplicates, after a list of exactly what will happen (Ctrl+M)"

_SAME = {Same.NEITHER: "other text", Same.OPEN: "…", Same.TEXT: "same text", Same.FILE: "same file"}
_NOTHING_YET = "There is nothing to move yet."
_NONE = "No document is marked as duplicate (D), or all that are were moved or said not to be duplicates"


class _Planned(Struct, frozen=True):
    plan: ActionPlan
    log: TextRows
    likeness: NDArray[np.float64]
    same: NDArray[np.int8]


class _Performed(Struct, frozen=True):
    outcomes: list[Outcome]
    gone: dict[int, bytes]  # where the files of these rows were
    planned: _Planned


class ActingController(QObject):
    """Opens the window, keeps its plan current, and has it carried out."""

    moved = Signal()  # files are somewhere else now, and the log tells of it
    put_back_requested = Signal()

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._plan: ActionPlan | None = None
        self._failures: list[tuple[str, str]] = []
        self._moved: tuple[object, dict[int, bytes]] = (None, {})  # rows of these paths that are gone, and their files
        self._unmarked: set[int] = set()  # of these rows, those whose marks were taken back
        self.dialog = ActingDialog(workbench.window)
        self.run = DeedRun(keeping, self.dialog, workbench.status)
        dialog = self.dialog
        self._comparing = workbench.jobs("same files").hand_to(self._on_compared, self._on_not_compared)
        self._same: NDArray[np.int8] = np.empty(0, np.int8)  # of each file to be moved
        self._stay = 0  # marked documents that will, but for those that were moved
        self._said = ""  # of what would be moved
        self.tables = [workbench.table(model) for model in (dialog.moves, dialog.left, dialog.deeds)]
        self.action = workbench.menus.add("decide", "Move duplicates…", self.open, "Ctrl+M")
        self.button = tool_button("Move…", "moveDuplicatesButton", "Move marked duplicates", "trash-2", _TIP)
        row = workbench.clusters.heading_row
        row.insertWidget(row.count() - 2, self.button)
        self.button.clicked.connect(self.open)
        dialog.place_changed.connect(self.plan)
        dialog.move_requested.connect(self.perform)
        dialog.back.clicked.connect(self.put_back_requested)
        keeping.standing_changed.connect(self._on_standing)
        self._on_standing()

    def open(self) -> None:
        """Open the window with the list of what would happen now."""
        if self._keeping.standing is None:
            self._bench.status.say(_NOTHING_YET)
            return
        self._failures = []
        self.dialog.open_beside()
        self.plan()

    def plan(self) -> None:
        """Look again at what would happen."""
        dialog = self.dialog
        if not dialog.isVisible() or self.run.running:
            return
        if self._keeping.standing is None:
            self._failures = []
            self._show_nothing(_NOTHING_YET)
            return
        dialog.move_now.setEnabled(False)  # until the list is that of now
        folder = dialog.place()
        if folder == b"":
            self._show_nothing("Choose the folder first.")
            return

        def look(kept: KeptWorkspace, _job: Job) -> _Planned:
            return _planned(kept, folder)

        def if_still(tell: Callable[[Any], None]) -> Callable[[Any], None]:  # nothing is offered to go elsewhere
            return lambda answer: tell(answer) if dialog.place() == folder else None

        self._keeping.ask(look, if_still(self._on_planned), if_still(self._on_refused), kind="plan")

    def perform(self) -> None:
        """Do what the list says."""
        plan = self._plan
        if plan is None or self.run.running:
            return
        if plan.standing is not self._keeping.standing:
            self.plan()
            return
        self._comparing.cancel()  # whatever is moved is read again anyway
        folder = self.dialog.place()

        def act(kept: KeptWorkspace, job: Job) -> _Performed:
            from simexplorer.pipeline.engine import ensure_kernels
            from simexplorer.workspace.performing import perform

            ensure_kernels(job.progress)
            if kept.standing is not plan.standing:
                raise DecisionError("Nothing was moved: the list is not that of now any more. Look at it again.")
            if kept.workspace is None:
                raise WorkspaceError(
                    "Files are moved with a saved workspace only: its log has to record it. "
                    "Save the workspace (Ctrl+Shift+S), then move them."
                )
            outcomes = perform(plan, kept.workspace, move_to_trash, job.progress)
            file = plan.standing.result.documents.paths.file
            gone = {outcome.row: file(outcome.row) for outcome in outcomes if outcome.done}
            return _Performed(outcomes, gone, _planned(kept, folder))

        self.run.begin(act, self._on_performed, self._on_failed)

    def take_back(self, files: frozenset[bytes]) -> bool:
        """These files are back; whether the result on screen knows all of them from before they were moved."""
        standing = self._keeping.standing
        if standing is None:
            return False
        paths = standing.result.documents.paths
        known = self._moved_of(paths)
        back = {row for row, file in known.items() if file in files}
        self._moved = (paths, {row: file for row, file in known.items() if row not in back})
        self._offer()
        self.plan()
        return len(back) == len(files)

    # what comes of it ------------------------------------------------------------------------------------------------
    def _on_planned(self, planned: _Planned) -> None:
        if planned.plan.standing is self._keeping.standing:  # else another one is asked for as soon as that is known
            self._show(planned)

    def _show(self, planned: _Planned) -> None:
        plan, likeness, dialog = planned.plan, planned.likeness, self.dialog
        self._plan, self._same = plan, planned.same
        paths = plan.standing.result.documents.paths

        def move(row: int, column: int) -> str:
            if column == 1:
                return shown_path(plan.target(int(plan.rows[row]))) or "trash"
            if column == 4:
                return _SAME[Same(self._same[row])]
            if column == 3:
                return "–" if np.isnan(likeness[row]) else numbers.similarity(likeness[row])
            return str(paths.display(int((plan.rows if column == 0 else plan.survivors)[row])))

        def left(row: int, column: int) -> str:
            place = int(still[row])
            return str(paths.display(int(plan.left[place])) if column == 0 else plan.reasons[place])

        still = np.flatnonzero(~np.isin(plan.left, _rows_of(self._moved_of(paths))))
        none = np.full(still.size, -1)
        sorted_by: dict[int, NDArray[Any]] = {
            0: plan.rows,
            2: plan.survivors,
            3: np.nan_to_num(likeness, nan=-1.0),
            4: planned.same,
        }
        about = np.stack([plan.rows, plan.survivors], axis=1)
        stay = TextRows(still.size, left, np.stack([plan.left[still], none], axis=1), paths=paths, named_in=(0,))
        if self._failures:
            stay = TextRows.of([*self._failures, *((left(k, 0), left(k, 1)) for k in range(still.size))])
        rows = (TextRows(len(plan), move, about, sorted_by, paths, (0, 2)), stay, planned.log)
        for table, data in zip(self.tables, rows, strict=True):
            table.show(data, None)
        dialog.show_counts(*(data.count for data in rows))
        if still.size and not len(plan):
            dialog.tabs.setCurrentIndex(1)
        self._stay = still.size
        self._said = _words(plan, self._same, self._stay) if len(plan) else _none_words(self._stay)
        dialog.say(self._said, len(plan))
        self._comparing.start(lambda job: (plan, looked_into(plan, planned.same, job.progress)))

    def _on_not_compared(self, error: Exception) -> None:
        """Which files are the same stays unknown; whatever is moved is read again anyway."""
        require_expected(error)

    def _on_compared(self, answer: object) -> None:
        """Which of the files to be moved are the same as those that stay: told where they are still listed."""
        assert isinstance(answer, tuple)
        plan, same = answer
        source, known = self.dialog.moves.source, self._plan
        if known is None or plan is not known or source is None or not len(known):
            return
        self._same = same
        self.tables[0].refresh(replace(source, sorted_by={**source.sorted_by, 4: same}))
        if self.dialog.summary.text() == self._said:
            self._said = _words(known, same, self._stay)
            self.dialog.say(self._said, len(known))

    def _on_performed(self, performed: _Performed) -> None:
        outcomes = performed.outcomes
        paths = performed.planned.plan.standing.result.documents.paths
        display = paths.display
        self._moved = (paths, self._moved_of(paths) | performed.gone)
        self._failures = [(display(outcome.row), outcome.reason) for outcome in outcomes if not outcome.done]
        self._show(performed.planned)
        done = len(outcomes) - len(self._failures)
        words = f"{numbers.counted(done, 'file')} moved"
        if self._failures:
            words += f", {numbers.count(len(self._failures))} left alone: see why under Stay"
            self.dialog.tabs.setCurrentIndex(1)
        plan = performed.planned.plan
        told, rest = f"{words}.", len(plan) if plan.standing is self._keeping.standing else 0
        if done:
            told += " Analyse again to see the collection without them."
            told += " Put back (Ctrl+Shift+M) returns them; undo takes back marks only."
            words += ". The lists show the collection as it was: Analyse again (F5)"
        self.dialog.say(told, rest)
        self._bench.status.say(f"{words}.")
        self._offer()
        self.moved.emit()

    def _on_failed(self, error: Exception) -> None:
        # what could not be done now can be tried again
        self.dialog.say(str(error), 0 if self._plan is None else len(self._plan))
        if isinstance(error, DecisionError):  # but not by a list of before
            self.plan()
        self._keeping.tell(error)

    def _on_refused(self, error: Exception) -> None:
        if isinstance(error, DecisionError):
            self._show_nothing(str(error))
        else:
            self._keeping.tell(error)

    def _show_nothing(self, words: str) -> None:
        self._plan = None
        for table in self.tables if self._bench.session.result is None else self.tables[:2]:
            table.show(None, None)
        log = self.dialog.deeds.source
        self.dialog.show_counts(0, 0, 0 if log is None else log.count)
        self.dialog.say(words, 0, is_planned=False)

    def _moved_of(self, paths: object) -> dict[int, bytes]:
        return self._moved[1] if self._moved[0] is paths else {}

    def _on_standing(self) -> None:
        self._offer()
        self._tell_of_undone()
        self.plan()

    def _tell_of_undone(self) -> None:
        """A mark that is taken back brings no file back that was moved for it: say so, and what does."""
        standing = self._keeping.standing
        if standing is None:
            return
        moved = _rows_of(self._moved_of(standing.result.documents.paths))
        back = set(moved[standing.marks[moved] != Mark.DUPLICATE].tolist())
        if back - self._unmarked:
            files = numbers.counted(len(back), "file that was moved stays", "files that were moved stay")
            self._bench.status.say(f"The mark is taken back; {files} away until put back (Ctrl+Shift+M).")
        self._unmarked = back

    def _offer(self) -> None:
        standing = self._keeping.standing
        going = inside = 0
        if standing is not None:
            paths, rows = standing.result.documents.paths, np.flatnonzero(standing.duplicates)
            inside = int(np.count_nonzero(paths.container[rows] >= 0))
            moved = standing.duplicates[_rows_of(self._moved_of(paths))]
            going = rows.size - inside - int(np.count_nonzero(moved))
        allow(self.action, nothing_to_decide(self._bench.session) if standing is None else "")
        self.button.setEnabled(going + inside > 0)
        self.button.setText(f"Move {numbers.count(going)}…" if going else "Move…")
        hint(self.button, f"{_TIP}{_inside_words(inside)}" if self.button.isEnabled() else _NONE)


def _rows_of(moved: dict[int, bytes]) -> NDArray[np.int64]:
    return np.fromiter(moved, np.int64, len(moved))


def _planned(kept: KeptWorkspace, folder: bytes | None) -> _Planned:
    """The plan of now, without what is gone, and the log."""
    from simexplorer.workspace.actions import plan_moves, without_missing

    if kept.standing is None:
        raise DecisionError(_NOTHING_YET)
    deeds = kept.workspace.deeds() if kept.workspace is not None else []
    plan = without_missing(plan_moves(kept.standing, folder))
    return _Planned(plan, log_rows(deeds), plan.likeness(), at_a_glance(plan))


def _inside_words(inside: int) -> str:
    if not inside:
        return ""
    those = numbers.counted(inside, "marked document lies", "marked documents lie")
    return f"\n{those} inside an archive or another file, which stays as it is, and cannot be moved."


def _words(plan: ActionPlan, same: NDArray[np.int8], stay: int) -> str:
    where = "to the trash" if not plan.folder else f"to {shown_path(plan.folder)}"
    staying = f" {numbers.counted(stay, 'marked one')} will stay." if stay else ""
    what = f"{numbers.counted(len(plan), 'file')} ({numbers.size(plan.size)})"
    return f"{what} will be moved {where}.{staying}{_sameness_words(plan, same)}"


def _sameness_words(plan: ActionPlan, same: NDArray[np.int8]) -> str:
    """How many are no copies byte for byte, those of another text first, and what of mail nobody has compared."""
    unlike, texts = (int(np.count_nonzero(same == kind)) for kind in (Same.NEITHER, Same.TEXT))
    one, many = "differs in its text from what stays for it", "differ in their text from what stays for them"
    words = f" {numbers.counted(unlike, one, many)}." if unlike else ""
    one, many = "is no exact copy: only its text is the same", "are no exact copies: only their text is the same"
    words += f" {numbers.counted(texts, one, many)}." if texts else ""
    return f"{words} Of mail, From, To and Date are not compared." if holds_mail(plan) else words


def _none_words(stay: int) -> str:
    if not stay:
        return "No file is marked as a duplicate that could be moved. Mark some in the lists (D), or by rules (Ctrl+R)."
    marked = numbers.counted(stay, "marked document")
    return f"Nothing can be moved: {marked} will stay, and why stands below. A report (Ctrl+E) lists what is marked."

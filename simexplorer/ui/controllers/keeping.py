"""What every feature knows of the workspace: where everything stands, its runs, and the queue to its thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from simexplorer.errors import Cancelled, DecisionError, SimExplorerError
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.kept_workspace import SAVE_AS, Decide, KeptWorkspace, Snapshot
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.workspace.standing import Standing

SECONDS_TO_FINISH = 20.0


def advice_on(snapshot: Snapshot) -> tuple[str, ...]:
    """What to do about a workspace that only reads, as a sentence; none where there is nothing to say."""
    reads = snapshot.notices and not snapshot.writable
    return (SAVE_AS,) if reads else ()


class Keeping(QObject):
    """Hands works to the thread of the workspace, takes its snapshots back, tells who listens."""

    changed = Signal()  # another snapshot
    standing_changed = Signal()  # other decisions, or another result to decide about
    replaced = Signal(object)  # Result that is shown in the place of another one of the same run
    told = Signal(str)  # what came of a decision, in words

    def __init__(self, session: Session, runner: JobRunner, message: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._message = session, message
        self._kept = KeptWorkspace()
        self.queue = WorkQueue(runner, self)
        self.now = Snapshot()
        self.queue.failed.connect(self.tell)
        session.show_with(self._on_result_changed)

    @property
    def standing(self) -> Standing | None:
        """Where everything stands in the result on screen; None while that is not known."""
        standing = self.now.standing
        return standing if standing is not None and standing.result is self._session.result else None

    def decide(self, make: Decide, about: Result | None = None, failed: Callable[[Any], None] | None = None) -> None:
        """Record a decision; what must not be is said, by ``failed`` if given, and nothing has changed.

        about : the result whose rows and numbers ``make`` was given; none where it was given none
        """
        self.queue.add(lambda _job: self._kept.decide(make, about), self._on_decided, failed)

    def undo(self) -> None:
        """Take the last decision back."""
        self._step(lambda kept: kept.undo(), lambda snapshot: f"Undone: {snapshot.redo_words}.")

    def redo(self) -> None:
        """Make the decision again that was undone last."""
        self._step(lambda kept: kept.redo(), lambda snapshot: f"Redone: {snapshot.undo_words}.")

    def leave_apart_out(self, leave: bool) -> None:
        """Whether what was said not to be duplicates is left out of pairs and clusters."""
        self._step(lambda kept: kept.leave_apart_out(leave))

    def ask(
        self,
        question: Callable[[KeptWorkspace, Job], Any],
        done: Callable[[Any], None],
        failed: Callable[[Any], None] | None = None,
        kind: object = None,
    ) -> None:
        """Have the thread of the workspace answer; ``done`` gets what ``question(kept, job)`` returns."""
        self.queue.add(lambda job: question(self._kept, job), done, failed, kind)

    def then(self, act: Callable[[], None]) -> None:
        """Act once all that was asked before is answered: what is kept of documents just opened is known by then.

        Not where others were opened meanwhile.
        """
        sources = self._session.sources

        def go_on(_answer: object) -> None:
            if self._session.sources is sources:
                act()

        self.ask(lambda _kept, _job: None, go_on, go_on)

    def take(self, snapshot: Snapshot) -> None:
        """Know this from now on; a result that is to be shown in another's place is."""
        before, self.now = self.now, snapshot
        session, wanted = self._session, snapshot.shown or snapshot.raw

        def gives_way(result: Result | None) -> bool:  # none is there where another folder was opened
            same = result is snapshot.raw or (result is before.shown and before.raw is snapshot.raw)
            return same and result is not None and result is not wanted

        if gives_way(session.before):
            session.before = wanted
        if wanted is not None and gives_way(session.result) and not session.growing:
            session.set_result(wanted)
            self.replaced.emit(wanted)
        if before.path == snapshot.path and before.notices and snapshot.writable > before.writable:
            self._message.hide()  # why it was read alone
        fresh = [notice for notice in snapshot.notices if notice not in before.notices]
        if fresh:
            self._message.say(" ".join([*fresh, *advice_on(snapshot)]))
        self.changed.emit()
        self.standing_changed.emit()
        result = session.result
        if result is not None and result.text_hashes.size and not self._is_known:  # another one was shown meanwhile
            self._stand()

    def tell(self, error: Exception) -> None:
        """Show what did not work; a bug goes on to the crash dialog."""
        if isinstance(error, SimExplorerError):
            show = self._message.refuse if isinstance(error, DecisionError) else self._message.say
            show(str(error), self)
        elif not isinstance(error, Cancelled):
            raise error

    def withdraw(self) -> None:
        """Take back what was told last, as somebody turns to the next thing."""
        self._message.withdraw(self)

    def finish(self) -> None:
        """Do what waits, then let go of the file."""
        self.queue.finish(SECONDS_TO_FINISH, self._kept.close)

    def _step(self, step: Callable[[KeptWorkspace], Snapshot], words: Callable[[Snapshot], str] | None = None) -> None:
        def done(snapshot: Snapshot) -> None:
            if words is not None:
                self.told.emit(words(snapshot))
            self.take(snapshot)  # who hears of it may have more to say

        self.queue.add(lambda _job: step(self._kept), done)

    def _on_decided(self, snapshot: Snapshot) -> None:
        before = self.now.entries
        self.withdraw()
        self.take(snapshot)
        fresh = snapshot.entries and (not before or snapshot.entries[-1] is not before[-1])
        self.told.emit(f"{snapshot.undo_words} (Ctrl+Z undoes it)" if fresh else "Nothing changes: it is so already.")

    @property
    def _is_known(self) -> bool:
        """Whether nothing is to be decided about that the thread of the workspace does not know."""
        result = self._session.result
        return result is None or self._session.growing or result is self.now.shown or result is self.now.raw

    def _on_result_changed(self) -> None:
        if self._is_known:
            self.standing_changed.emit()
        else:  # told when it is known; until then ``standing`` is None
            self._stand()

    def _stand(self) -> None:
        result, analysis = self._session.result, self._session.answering
        self.queue.add(lambda _job: self._kept.stand(result, analysis), self.take, kind="stand")

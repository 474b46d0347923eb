"""Files moved or put back in the thread of the workspace, while their window shows how far it is and may stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.dialogs.deed_dialog import DeedDialog
from simexplorer.ui.jobs import Job
from simexplorer.ui.panels.status_line import StatusLine, progress_text

_POLL = 100  # milliseconds


class DeedRun(QObject):
    """One act at a time; as long as it goes on, its window and the status of the main one tell how far it is."""

    def __init__(self, keeping: Keeping, dialog: DeedDialog, status: StatusLine) -> None:
        super().__init__(dialog)
        self._keeping, self._dialog, self._status = keeping, dialog, status
        self._job: Job | None = None
        self._stopped = False
        self.running = False
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL)
        self._poll.timeout.connect(self._on_poll)
        dialog.stop_requested.connect(self.stop)

    def begin(
        self, act: Callable[[KeptWorkspace, Job], Any], done: Callable[[Any], None], failed: Callable[[Any], None]
    ) -> None:
        """Have ``act`` done after all that waits; then ``done`` gets what it returned, or ``failed`` its error."""
        self.running, self._stopped = True, False
        self._dialog.set_running(True)
        self._show(ProgressState())

        def followed(kept: KeptWorkspace, job: Job) -> Any:
            self._job = job
            if self._stopped:  # before it had begun
                job.progress.cancel()
            return act(kept, job)

        def ended(tell: Callable[[Any], None]) -> Callable[[Any], None]:
            def tell_of_it(answer: Any) -> None:
                self._poll.stop()
                self.running, self._job = False, None
                self._dialog.set_running(False)
                tell(answer)

            return tell_of_it

        self._keeping.ask(followed, ended(done), ended(failed))
        self._poll.start()

    def stop(self) -> None:
        """Ask for the end after the file that is under way."""
        self._stopped = True
        if self._job is not None:
            self._job.progress.cancel()

    def _on_poll(self) -> None:
        if self._job is not None:
            self._show(self._job.progress.state())

    def _show(self, state: ProgressState) -> None:
        words = progress_text(state)
        self._dialog.show_progress(state, words)
        self._status.note(words)

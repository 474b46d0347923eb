"""Questions to the analysis from a view: one at a time, off the main thread, forgotten when the documents go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, Signal

from simexplorer.pipeline.progress import ProgressState
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, once_compiled, sentence_of
from simexplorer.ui.panels.job_strip import JobStrip

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis

Ask = Callable[["Analysis", Result, Job], Any]
QUIET_SECONDS = 0.3  # a question that takes less shows no progress


class Questions(QObject):
    """Asks the analysis and hands over its answer, unless another run has begun, or has read on, meanwhile."""

    answered = Signal(object)  # what the question returned
    ended = Signal()  # answered, failed or stopped

    def __init__(self, workbench: Workbench, name: str, strip: JobStrip) -> None:
        super().__init__(workbench.window)
        self._session, self._message, self._strip = workbench.session, workbench.message, strip
        self._of: object = None  # documents that were asked about
        self.jobs = workbench.jobs(name).hand_to(self._on_succeeded, self.say)
        self.jobs.ended.connect(self._on_ended)
        self.jobs.progressed.connect(self._on_progressed)
        strip.cancel_requested.connect(self.jobs.stop)
        self._session.running_changed.connect(self._on_running_changed)
        self._session.sources_changed.connect(self.jobs.cancel)

    @property
    def ready(self) -> bool:
        """Whether there is a finished result to ask about."""
        session = self._session
        return session.result is not None and session.answering is not None and not session.growing

    def ask(self, question: Ask) -> bool:
        """Put a question; the one before falls silent. False where there is nothing to ask yet."""
        result, analysis = self._session.result, self._session.answering
        if result is None or analysis is None or self._session.growing:
            return False
        real, self._of = cast("Analysis", analysis), result.documents
        self.jobs.start(once_compiled(lambda job: question(real, result, job)))
        return True

    def say(self, error: Exception) -> None:
        """What failed, in the message bar; raises a failure that nobody expects."""
        self._message.say(sentence_of(error))

    def _on_succeeded(self, answer: object) -> None:
        """Rows of an answer are others where the documents were listed anew, as they are while they are watched."""
        result = self._session.result
        if result is not None and result.documents is self._of:
            self.answered.emit(answer)

    def _on_progressed(self, state: ProgressState) -> None:
        if state.elapsed_seconds > QUIET_SECONDS:
            self._strip.show_progress(state)

    def _on_ended(self) -> None:
        self._strip.hide()
        self.ended.emit()

    def _on_running_changed(self) -> None:
        # a run reads other documents, or the same ones under other numbers
        if self._session.reads:
            self.jobs.cancel()

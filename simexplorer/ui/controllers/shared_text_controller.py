"""A quiet line on the first page where most pairs rest on text that many documents share, and the way to that text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import past_limit_words
from simexplorer.ui.controllers.boilerplate_controller import BoilerplateController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import once_compiled, require_expected
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.result import Result
    from simexplorer.pipeline.shared_text import SharedText

_PAUSE = 600  # milliseconds that a result stands before some of its pairs are looked at


class SharedTextController(QObject):
    """Looks while the first page is in front, once a result, in a thread that gives way to all others."""

    def __init__(self, workbench: Workbench, boilerplate: BoilerplateController) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.jobs = workbench.jobs("shared", gives_way=True).hand_to(self._on_seen, self._on_failed, self._on_cancelled)
        self._seen: Result | None = None  # the result that was looked at
        self._pause = after_pause(self, _PAUSE, self.look)
        workbench.overview.hint_followed.connect(boilerplate.show_counted)
        workbench.tabs.currentChanged.connect(self._wait)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._on_running_changed)

    @property
    def _is_seen(self) -> bool:
        """Whether these very pairs were looked at; their recall may have been measured since."""
        result, seen = self._session.result, self._seen
        if result is None or seen is None:
            return result is seen
        return result.pairs is seen.pairs and result.at_threshold == seen.at_threshold

    def look(self) -> None:
        """Look now, unless this result was looked at or something else goes on."""
        session, result = self._session, self._session.result
        analysis = session.answering
        if result is None or analysis is None or self._is_seen or session.growing or session.running:
            return
        self._seen = result
        self.jobs.start(once_compiled(lambda job: analysis.shared_text(job.progress)))

    def _wait(self) -> None:
        if self._workbench.tabs.shown() == "overview" and not self._is_seen:
            self._pause.start()

    def _on_result_changed(self) -> None:
        if not self._is_seen:
            self.jobs.cancel()
            self._seen = None
            self._workbench.overview.show_hint("")
            self._wait()

    def _on_running_changed(self) -> None:
        if self._session.running:
            self.jobs.cancel()
        else:
            self._wait()

    def _on_seen(self, shared: SharedText | None) -> None:
        result = self._session.result
        if result is None or not self._is_seen:
            return
        if shared is not None and shared.carries_most:
            self._workbench.overview.show_hint(hint_words(shared, MeasureScale.of(result.recipe)))

    def _on_failed(self, error: Exception) -> None:
        """A file that is gone tells nothing here: whoever looks closer is told why."""
        require_expected(error)

    def _on_cancelled(self) -> None:
        """A run stopped the look: where it leaves the result as it is, that is looked at when the run has ended."""
        self._seen = None
        self._wait()


def hint_words(found: SharedText, scale: MeasureScale) -> str:
    """What was seen, in one sentence with all its numbers."""
    falling = "all" if found.falling == found.pairs else numbers.count(found.falling)
    share = numbers.percent(found.share).replace(" ", "\u00a0")
    limit = f"{'go' if scale.is_distance else 'fall'} {past_limit_words(scale)}"
    return (
        f"Of {_drawn(found.pairs, found.of_pairs, 'pair')}, {falling} would {limit} without what is found in more than "
        f"{share} of {_drawn(found.documents, found.of_documents, 'document')}: a header or footer that many share, "
        "or one text in many versions."
    )


def _drawn(number: int, of: int, one: str) -> str:
    """``the 150 documents``, or ``200 documents drawn at random``."""
    counted = numbers.counted(number, one)
    return f"the {counted}" if number == of else f"{counted} drawn at random"

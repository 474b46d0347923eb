"""A watched collection: listed every few seconds in a thread; when it is at rest again, the result follows."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTime

from simexplorer.documents.watch import collection_stamp, documents_stamp, unread_stamp
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.pauses import after_pause

EVERY_SECONDS = 2.0
_REST_SHARE = 10  # a listing may take a tenth of the time
_PATIENCE = 5  # looks after which a folder that never rests is read all the same
_AFTER_FAILURE = 5  # times as long as between two looks; an update that failed waits twice as long each time it fails
_MOST_DOUBLED = 5


class WatchController(QObject):
    """The switch in the collection panel and in the menu; looks only while nothing runs."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench, self._panel = workbench, workbench.collection
        self.jobs = workbench.jobs("watch").hand_to(self._on_looked, self._on_failed, self._wait)
        self.action = workbench.menus.add("analysis", "Watch for changes", lambda: None, group="run")
        self.action.setCheckable(True)
        self._timer = after_pause(self, 0, self._look)
        self._begin_anew()
        self._stamp: tuple[Result, str] | None = None
        self._panel.watch.toggled.connect(self.watch)
        self.action.toggled.connect(self.watch)
        workbench.session.sources_changed.connect(self._begin_anew)
        workbench.session.result_changed.connect(self._on_result)
        workbench.run.run_finished.connect(self._on_run_finished)

    @property
    def watching(self) -> bool:
        """Whether it is switched on."""
        return self._panel.watch.isChecked()

    def watch(self, on: bool) -> None:
        """Switch it on or off."""
        self._panel.watch.setChecked(on)
        self.action.setChecked(on)
        self._begin_anew()
        if on:
            self._timer.start(0)
        else:
            self._timer.stop()
            self.jobs.cancel()

    def _begin_anew(self) -> None:
        """Know of no look and no update so far."""
        self._read_for = ""  # the stamp that the last update was made for
        self._last, self._unrest = "", 0
        self._failures = 0  # updates that failed since one did not
        self._again = 0.0  # when to try again; 0 is not at all
        self._panel.show_watched("")

    def _on_run_finished(self, worked: bool) -> None:
        if self.watching and not worked and self._bench.session.stale:  # the folder was to be read, and was not
            seconds = _AFTER_FAILURE * EVERY_SECONDS * 2 ** min(self._failures, _MOST_DOUBLED)
            self._failures, self._again = self._failures + 1, time.monotonic() + seconds
            self._say_failed()

    def _say_failed(self) -> None:
        clock = QTime.currentTime().addMSecs(int(1000 * (self._again - time.monotonic()))).toString("HH:mm:ss")
        self._panel.show_watched(f"failed, next try at {clock}")

    def _on_result(self) -> None:
        if not self._bench.session.stale:
            self._failures, self._again = 0, 0.0
        if self.watching and not self._timer.isActive() and not self.jobs.running:
            self._wait()

    def _wait(self, seconds: float = EVERY_SECONDS) -> None:
        if self.watching:
            self._timer.start(int(seconds * 1000))

    def _look(self) -> None:
        session = self._bench.session
        result = session.result
        if result is None or session.growing or session.running or self._bench.run.jobs.running:
            self._wait()
            return
        sources, known = session.sources, self._stamp
        before = known[1] if known is not None and known[0] is result else ""
        self.jobs.start(lambda job: _looked(sources, result, before, job))

    def _on_looked(self, looked: object) -> None:
        assert isinstance(looked, tuple)
        result, before, now, seconds = looked
        assert isinstance(result, Result)
        self._stamp = (result, before)
        self._wait(max(EVERY_SECONDS, _REST_SHARE * seconds))
        if result is not self._bench.session.result:
            return
        self._unrest = self._unrest + 1 if now != self._last and self._last else 0
        rested, self._last = now == self._last, now
        clock = QTime.currentTime().toString("HH:mm:ss")
        if time.monotonic() < self._again:
            self._say_failed()
        elif not self._again and now in (before, self._read_for):
            self._unrest = 0
            stopped = now == self._read_for and (self._bench.session.stale or result.partial)
            self._panel.show_watched(f"{'update stopped, looked' if stopped else 'no change'} at {clock}")
        elif rested or self._unrest >= _PATIENCE:
            self._read_for, self._unrest, self._again = now, 0, 0.0
            self._panel.show_watched(f"updated at {clock}")
            self._bench.run.refresh()
        else:
            self._panel.show_watched("changing …")

    def _on_failed(self, error: Exception) -> None:
        self._panel.show_watched(sentence_of(error))
        self._wait(_AFTER_FAILURE * EVERY_SECONDS)


def _looked(sources: tuple[bytes, ...], result: Result, before: str, job: Job) -> tuple[Result, str, str, float]:
    """(the result, its stamp, the stamp of what is there now, seconds that looking took)."""
    began = time.monotonic()
    documents, check = result.documents, job.progress.check
    now = collection_stamp(sources, read_options(result.recipe), lambda _count: check())
    now += unread_stamp(documents, follow=result.recipe.follow_links, check=check)
    return result, before or documents_stamp(documents), now, time.monotonic() - began

"""While a job runs, tells its threads that the window's thread comes round; where it does not, they wait for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer

from simexplorer.pipeline.giving_way import HAND, ROUND
from simexplorer.ui.jobs import JobRunner


class Pulse(QObject):
    """A timer that ticks for as long as these jobs run."""

    def __init__(self, jobs: JobRunner) -> None:
        super().__init__(jobs)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(ROUND)
        self._timer.timeout.connect(HAND.comes_round)
        jobs.started.connect(self._timer.start)
        jobs.ended.connect(self._stop)
        self.destroyed.connect(HAND.rests)

    def _stop(self) -> None:
        self._timer.stop()
        HAND.rests()

"""What asks a scan to end: Ctrl+C, a terminal that closes, the end of a time limit."""

from __future__ import annotations

from simexplorer.pipeline.progress import Progress
from simexplorer.signals import answer_signals


class Stopping:
    """Hears such signals: the first stops the run, and what was done is told; one more stops the telling too.

    run, telling : what to hand to the run, and to what keeps it and writes reports
    """

    def __init__(self) -> None:
        self.run, self.telling = Progress(), Progress()
        self._run_ended = False
        answer_signals(self._hear)

    def _hear(self, _number: int, _frame: object) -> None:
        if self._run_ended or self.run.cancelled:
            self.telling.cancel()
        self.run.cancel()

    def end_run(self) -> None:
        """From here on a signal stops the telling."""
        self._run_ended = True

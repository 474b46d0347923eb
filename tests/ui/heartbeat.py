"""How long the event loop of a window stands still, measured from inside."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer


class Heartbeat(QObject):
    """The longest time that the event loop did not come round to a timer of five milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._beat)
        self._last = time.monotonic()
        self.longest = 0.0

    def start(self) -> None:
        """Begin to measure anew."""
        self._last, self.longest = time.monotonic(), 0.0
        self._timer.start()

    def stop(self) -> float:
        """Seconds of the longest standstill since the start."""
        self._timer.stop()
        return self.longest

    def _beat(self) -> None:
        now = time.monotonic()
        self.longest = max(self.longest, now - self._last)
        self._last = now

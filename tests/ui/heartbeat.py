"""How long the event loop of a window stands still, measured from inside."""

from __future__ import annotations

import os
import time

from PySide6.QtCore import QObject, Qt, QTimer


class Heartbeat(QObject):
    """The longest time that the event loop did not come round to a timer of five milliseconds.

    Where the main thread waited for a processor, that counts as far as the threads of this process had them, and is no
    fault of the program as far as others had.
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._beat)
        self._last = _clocks()
        self.longest = 0.0

    def start(self) -> None:
        """Begin to measure anew."""
        self._last, self.longest = _clocks(), 0.0
        self._timer.start()

    def stop(self) -> float:
        """Seconds of the longest standstill since the start."""
        self._timer.stop()
        return self.longest

    def _beat(self) -> None:
        now = _clocks()
        gone, waited, used = (late - early for early, late in zip(self._last, now, strict=True))
        others = max(0.0, 1.0 - used / (gone * (os.cpu_count() or 1))) if gone else 0.0
        self.longest = max(self.longest, gone - waited * others)
        self._last = now


def _clocks() -> tuple[float, float, float]:
    """Seconds: of the clock, those in which the main thread waited for a processor, those of all threads on one."""
    try:
        with open("/proc/self/schedstat", "rb") as told:
            waited = int(told.read().split()[1]) * 1e-9
    except (OSError, IndexError):  # other systems do not tell
        waited = 0.0
    return time.monotonic(), waited, time.process_time()

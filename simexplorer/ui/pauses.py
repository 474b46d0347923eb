"""What is done once somebody has paused: a timer that every new beginning puts off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, SignalInstance


def after_pause(parent: QObject, milliseconds: int, act: Callable[..., Any] | SignalInstance) -> QTimer:
    """Calls ``act`` once, so long after it was started last."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer

"""Ctrl+C in the terminal that the window was started from, and the end of a time limit or a session."""

from __future__ import annotations

import signal
from collections.abc import Callable


class Interrupts:
    """Hears such signals and has the window closed: raised amid Qt's calls, an interrupt is lost or ends in a crash.

    heard : whether there was one; ``then`` says what it does, at once if it came before
    """

    def __init__(self) -> None:
        self.heard = False
        self._then: Callable[[], object] = lambda: None
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and (name == "SIGINT" or signal.getsignal(number) is not signal.SIG_IGN):
                signal.signal(number, self._hear)

    def then(self, close: Callable[[], object]) -> None:
        """Do this when one is heard."""
        self._then = close
        if self.heard:
            close()

    def _hear(self, _number: int, _frame: object) -> None:
        self.heard = True
        self._then()

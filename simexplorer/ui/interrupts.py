"""Ctrl+C in the terminal that the window was started from, and the end of a time limit or a session."""

from __future__ import annotations

from collections.abc import Callable

from simexplorer.signals import answer_signals


class Interrupts:
    """Hears such signals and has the window closed: raised amid Qt's calls, an interrupt is lost or ends in a crash.

    heard : whether there was one; ``then`` says what it does, at once if it came before
    """

    def __init__(self) -> None:
        self.heard = False
        self._then: Callable[[], object] = lambda: None
        answer_signals(self._hear)

    def then(self, close: Callable[[], object]) -> None:
        """Do this when one is heard."""
        self._then = close
        if self.heard:
            close()

    def _hear(self, _number: int, _frame: object) -> None:
        self.heard = True
        self._then()

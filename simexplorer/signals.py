"""The signals that ask a program to end: Ctrl+C, the end of a time limit or a session, a terminal that closes."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

Answer: TypeAlias = Callable[[int, FrameType | None], object] | signal.Handlers


def answer_signals(answer: Answer) -> None:
    """Have this called at each of them; what whoever started the program has it ignore, as nohup does, stays ignored.

    But for Ctrl+C: shells ignore it for whatever they start in the background, and it is asked for by `kill` then.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and (name == "SIGINT" or signal.getsignal(number) is not signal.SIG_IGN):
            signal.signal(number, answer)

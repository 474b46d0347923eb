"""Which threads run first where processors are scarce: those that answer a hand before those that work."""

from __future__ import annotations

import os
import sys

BEHIND_THE_HAND = 4  # niceness of what works while a person has the window in hand


def give_way(niceness: int) -> None:
    """Let others run before this thread; on Linux alone the threads of a process can be told apart."""
    if sys.platform.startswith("linux"):
        os.nice(niceness)

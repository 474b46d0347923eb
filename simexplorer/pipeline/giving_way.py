"""Which threads run first where processors are scarce: those that answer a hand before those that work."""

from __future__ import annotations

import os
import sys
import threading

BEHIND_THE_HAND = 4  # niceness of a thread that leads work while a person has the window in hand
BEHIND_WHO_LEADS = 8  # of those that do the work


def give_way(niceness: int) -> None:
    """Let others run before this thread; on Linux alone the threads of a process can be told apart.

    Counted from the main thread: one that another thread began has the niceness of that one.
    """
    if niceness and sys.platform.startswith("linux"):
        main = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, main + niceness))

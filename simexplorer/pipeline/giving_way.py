"""Which threads run first where processors are scarce: those that answer a hand before those that work.

The interpreter runs one thread at a time, whoever asks first: a thread that computes in Python gives way by itself.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time

BEHIND_THE_HAND = 4  # niceness of a thread that leads work while a person has the window in hand
BEHIND_WHO_LEADS = 8  # of those that do the work

ROUND = 4  # milliseconds: so often the thread of the hand comes round where it has nothing to do
_LATE = 2 * ROUND / 1000  # seconds after which it has something to do
_LONGEST, _NAP = 0.1, 0.002


def give_way(niceness: int) -> None:
    """Let others run before this thread; on Linux alone the threads of a process can be told apart.

    Counted from the main thread: one that another thread began has the niceness of that one.
    """
    if niceness and sys.platform.startswith("linux"):
        main = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, main + niceness))


class Hand:
    """The thread that answers a person's hand: when it last had nothing to do; infinite where there is none."""

    def __init__(self) -> None:
        self._free = math.inf

    def comes_round(self) -> None:
        """Note that the thread has nothing to do at this moment."""
        self._free = time.monotonic()

    def rests(self) -> None:
        """Note that there is nobody to give way to from now on."""
        self._free = math.inf

    def let_act(self) -> None:
        """Wait while the thread has something to do, a tenth of a second at most; called between two pieces of work."""
        end = time.monotonic() + _LONGEST
        while self._free + _LATE < time.monotonic() < end:
            time.sleep(_NAP)


HAND = Hand()

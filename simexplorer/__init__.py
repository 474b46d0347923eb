"""Similarity Explorer: open a folder of documents and see what they share."""

import os

from simexplorer.wide_instructions import leave_slow_ones_unused

__version__ = "0.1.0"

# numpy's library for matrices keeps a thread a core, which by default turn in circles for a while before they sleep
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")  # 2**4 cycles, its least
leave_slow_ones_unused()

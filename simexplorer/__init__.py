"""Similarity Explorer: open a folder of documents and see what they share."""

import os

from simexplorer.wide_instructions import leave_slow_ones_unused

__version__ = "0.1.0"

# numpy's library for matrices takes 40 MB of address space a thread, and ends the program where it gets none; what is
# multiplied here is small and takes longer on two cores than on one
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
leave_slow_ones_unused()

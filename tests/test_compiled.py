"""Kernels wait for numba until one of them is called, and are then the real ones everywhere."""

from __future__ import annotations

import subprocess
import sys

_IMPORT_ALL = """
import sys
import simexplorer.pipeline.analysis
from simexplorer.search import components
assert "numba" not in sys.modules, "numba takes half a second of every start"
early = components.find_root
import numpy as np
assert components.components(3, np.array([0], np.int32), np.array([2], np.int32)).tolist() == [0, 1, 0]
assert components.find_root.py_func.__name__ == "find_root"
assert type(early) is not type(components.find_root)
assert early(np.array([0, 0], np.int32), 1) == 0
assert early.py_func is components.find_root.py_func
"""


def test_importing_the_stages_loads_no_compiler_and_the_first_call_does():
    subprocess.run([sys.executable, "-c", _IMPORT_ALL], check=True)


_WINDOW = """
import sys
import simexplorer.ui.app
assert "numba" not in sys.modules
"""


def test_the_window_opens_without_the_compiler():
    subprocess.run([sys.executable, "-c", _WINDOW], check=True)

"""Large arrays leave no holes behind."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from simexplorer.pipeline import allocating
from simexplorer.pipeline.allocating import give_back, keep_freed_memory, return_large_arrays

_PROBE = """
import numpy as np
from simexplorer.pipeline.allocating import LARGE as size, return_large_arrays
asked = return_large_arrays()
def resident():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS")) / 1024
kept, passing = [], []
before = resident()
np.ones(16 << 20, np.uint8)  # the first large one that is freed raises the limit, left to itself
for _ in range((120 << 20) // (2 * size)):
    passing.append(np.ones(2 * size, np.uint8))
    kept.append(np.ones(size >> 4, np.uint8))
passing.clear()
print(asked, resident() - before)
"""


_FAULTS = """
import resource, sys
import numpy as np
from simexplorer.pipeline.allocating import keep_freed_memory
asked = keep_freed_memory() if sys.argv[1] == "keep" else False
def rounds(count):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(count):
        arrays = [np.ones(size, np.uint8) for size in (3 << 20, 1 << 20, 2 << 20)]
        del arrays
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
rounds(2)
print(asked, rounds(50))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
def test_what_is_kept_is_not_new_to_the_next_array() -> None:
    told = {}
    for way in ("keep", "leave"):
        command = [sys.executable, "-c", _FAULTS, way]
        told[way] = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if told["keep"][0] != "True":
        pytest.skip("another allocator than glibc's")
    assert int(told["keep"][1]) < 100  # of 6 MB are 1,500 faults a round
    assert int(told["leave"][1]) > 1000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
def test_what_is_freed_between_things_that_live_on_goes_back() -> None:
    command = [sys.executable, "-c", _PROBE]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if told[0] != "True":
        pytest.skip("another allocator than glibc's")
    assert float(told[1]) < 40  # of 120 MB only the small ones are left


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert not return_large_arrays()
    assert not keep_freed_memory()
    assert not give_back()
    monkeypatch.setattr(allocating.sys, "platform", "win32")
    assert not return_large_arrays()
    assert not keep_freed_memory()
    assert not give_back()

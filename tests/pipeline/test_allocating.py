"""Large arrays leave no holes behind."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from simexplorer.pipeline import allocating
from simexplorer.pipeline.allocating import LARGE, give_back, return_large_arrays

_PROBE = """
import sys
import numpy as np
from simexplorer.pipeline.allocating import return_large_arrays
size = int(sys.argv[1])
asked = return_large_arrays(size)
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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
@pytest.mark.parametrize("large", [LARGE, 1 << 18])
def test_what_is_freed_between_things_that_live_on_goes_back(large: int) -> None:
    command = [sys.executable, "-c", _PROBE, str(large)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if told[0] != "True":
        pytest.skip("another allocator than glibc's")
    assert float(told[1]) < 40  # of 120 MB only the small ones are left


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert not return_large_arrays()
    assert not give_back()
    monkeypatch.setattr(allocating.sys, "platform", "win32")
    assert not return_large_arrays()
    assert not give_back()

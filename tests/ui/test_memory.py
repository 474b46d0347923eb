"""Texts of modules are not kept."""

from __future__ import annotations

import subprocess
import sys

import pytest


def test_sources_of_modules_are_not_read_and_kept() -> None:
    probe = (
        "import simexplorer.ui, simexplorer.ui.jobs, wave, linecache; from simexplorer.ui.memory import spare_sources; "
    )
    probe += "print(spare_sources(), *linecache.cache)"
    told = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    if told[0] != "True":
        pytest.skip("these bindings cannot be asked to")
    assert not [path for path in told[1:] if path.endswith(("wave.py", "jobs.py"))]

"""What every test needs: a quiet Qt, reproducible hypothesis, the golden figures."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = "C.UTF-8"  # numbers look the same whatever the language of a machine
_CACHE = os.environ["SIMEXPLORER_CACHE"] = tempfile.mkdtemp(prefix="simexplorer-tests-")  # never the user's own
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")


def pytest_unconfigure() -> None:
    """Leave nothing behind among the temporary files."""
    shutil.rmtree(_CACHE, ignore_errors=True)


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """Worked examples of the sources, recomputed from first principles; errata are marked there."""
    return json.loads((Path(__file__).parent / "golden" / "golden.json").read_text())


@pytest.fixture
def handlers() -> Iterator[None]:
    """Puts back what this process does at signals."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)

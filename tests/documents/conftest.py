"""What reading is tested with: both ways to ask the system."""

from __future__ import annotations

import pytest

from simexplorer.documents import system_calls


@pytest.fixture(params=["compiled", "portable"])
def calls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system asked by kernels, and by Python where there are none for it."""
    if request.param == "portable":
        monkeypatch.setattr(system_calls, "AVAILABLE", False)
        monkeypatch.setattr(system_calls, "LISTS_FOLDERS", False)

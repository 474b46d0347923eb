"""Two texts that are nearly the same, for commands to read."""

from __future__ import annotations

from pathlib import Path

import pytest

TEXT = "The ferry leaves the harbour at seven and comes back at nine, with nets and letters and bread on board. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the two."""
    place = tmp_path / "files"
    place.mkdir()
    (place / "a.txt").write_text(TEXT * 3)
    (place / "b.txt").write_text(TEXT * 3 + "So it ends.")
    return place

"""Every worked example of the sources is used by some test, each of its figures too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
WORDS = {"seed", "source", "note", "erratum"}  # what is said about an example, no figures


@pytest.fixture(scope="module")
def tests() -> dict[Path, str]:
    """The text of all test files but this one."""
    here = Path(__file__)
    return {path: path.read_text() for path in sorted(TESTS.rglob("test_*.py")) if path != here}


def test_no_figure_is_left_out(golden: dict[str, Any], tests: dict[Path, str]) -> None:
    unused = []
    for name, example in golden.items():
        if name in ("about", "errata"):
            continue
        users = [text for text in tests.values() if f'golden["{name}"]' in text]
        fields = set(example) - WORDS
        unused += [f"{name}.{field}" for field in sorted(fields) if not any(f'"{field}"' in text for text in users)]
    assert not unused


def test_what_is_wrong_in_a_source_is_noted(golden: dict[str, Any]) -> None:
    assert len(golden["errata"]) == 5
    assert sum("erratum" in example for example in golden.values() if isinstance(example, dict)) == 4

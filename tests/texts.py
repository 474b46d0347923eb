"""The texts of what an analysis found last."""

from __future__ import annotations

from typing import Any


def text_of(analysis: Any, row: int) -> str:
    """The text of this row of its result."""
    return str(analysis.text(analysis.result.documents.paths, row))

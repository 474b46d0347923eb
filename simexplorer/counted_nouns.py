"""Numbers with what they count, as people write both: ``1 document``, ``37,169 documents``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def counted(count: float, one: str, many: str = "", spell: Callable[[Any], str] = "{:,}".format) -> str:
    """A number and its noun: of what is spelt as 1 the ``one``, else ``many``, or the one with an s."""
    number = spell(count)
    return f"{number} {one if number == '1' else many or one + 's'}"

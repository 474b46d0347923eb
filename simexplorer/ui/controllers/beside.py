"""A text that is not of the collection, shown beside one of its documents."""

from __future__ import annotations

from msgspec import Struct


class Beside(Struct, frozen=True, eq=False):
    """The text on the left, unless ``swapped``; ``row`` is the document on the other side.

    figures : the numbers between the two, in one line
    """

    title: str
    text: str
    row: int
    figures: str
    swapped: bool = False

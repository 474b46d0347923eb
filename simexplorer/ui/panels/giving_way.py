"""Which columns of a list give way where names would else be too short to be read, and the words that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simexplorer.ui.theme import numbers


def given_up(needs: Mapping[int, int], order: Sequence[Sequence[int]], room: int) -> set[int]:
    """Columns to leave out, some together, in this order, until what the others need is no more than the room."""
    left, gone = sum(needs.values()), set[int]()
    for together in order:
        if left <= room:
            break
        left -= sum(needs[column] for column in together)
        gone.update(together)
    return gone


def words_of_more(titles: Sequence[str]) -> str:
    """What a button with the sign of columns says of those that are not in sight; empty where there are none."""
    return f"{numbers.count(len(titles))} more" if titles else ""


def meaning_of_more(titles: Sequence[str]) -> str:
    """Which they are, why they are not there and how they come back."""
    return (
        f"{', '.join(titles)}: left out so that names can be read. They come back where the list is wider.\n"
        "Press to choose columns: one that is ticked stays."
    )

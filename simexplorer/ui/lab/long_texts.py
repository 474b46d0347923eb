"""A person's documents as pages take them: no more of each than can be worked through while one waits."""

from __future__ import annotations

from collections.abc import Sequence

from simexplorer.lab.material import LabText
from simexplorer.ui.lab.short_titles import short_title
from simexplorer.ui.theme import numbers

MOST_CHARACTERS = 100_000
FEW_CHARACTERS = 20_000  # on pages that draw each of them, or follow every pair through every filter


def beginnings(texts: Sequence[LabText], most: int = MOST_CHARACTERS) -> list[str]:
    """The first ``most`` characters of each."""
    return [text.text[:most] for text in texts]


def limit_words(texts: Sequence[LabText], most: int = MOST_CHARACTERS) -> str:
    """What is left out, in a sentence; "" where nothing is."""
    longer = sum(len(text.text) > most for text in texts)
    if not longer:
        return ""
    return f" Of {numbers.counted(longer, 'long document')} only the first {numbers.count(most)} characters are taken."


def title_of(text: LabText, width: int, most: int) -> str:
    """A document's title in ``width`` characters, and what of it is taken where that is not all."""
    limit = f", first {numbers.count(most)} characters" if len(text.text) > most else ""
    return f"{short_title(text.title, width)}{limit}"

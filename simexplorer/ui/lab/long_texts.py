"""A person's documents as pages take them: no more of each than can be worked through while one waits."""

from __future__ import annotations

from collections.abc import Sequence

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.material import LabText
from simexplorer.ui.lab.short_titles import short_title
from simexplorer.ui.theme import numbers

MOST_CHARACTERS = 100_000
FEW_CHARACTERS = 20_000  # on pages that draw each of them, or follow every pair through every filter
MOST_TYPED = 2 * FEW_CHARACTERS  # of a text that was typed or pasted there


def beginnings(texts: Sequence[LabText], most: int = MOST_CHARACTERS) -> list[str]:
    """The first ``most`` characters of each."""
    return [text.text[:most] for text in texts]


def limit_words(texts: Sequence[LabText], most: int = MOST_CHARACTERS) -> str:
    """What is left out, in a sentence; "" where nothing is."""
    longer = sum(len(text.text) > most for text in texts)
    if not longer:
        return ""
    return f" Of {numbers.counted(longer, 'long document')} only the first {numbers.count(most)} characters are taken."


def left_out_words(cutting: Cutting) -> str:
    """What is left out as boilerplate, or that what the run left out is not, in a sentence; "" where it left none."""
    if cutting.recipe.boilerplate >= 1.0:
        return ""
    share = numbers.percent(cutting.recipe.boilerplate)
    if cutting.left_out is None:
        return (
            f"The run left out, as boilerplate, shingles of more than {share} of the documents. Here they count: which "
            "they are is known only for texts that are cut as in the run."
        )
    shingles = numbers.counted(cutting.left_out.size, "shingle")
    return f"Left out here as in the run, as boilerplate: {shingles} found in more than {share} of the documents."


def title_of(text: LabText, width: int, most: int) -> str:
    """A document's title in ``width`` characters, and what of it is taken where that is not all."""
    limit = f", first {numbers.count(most)} characters" if len(text.text) > most else ""
    return f"{short_title(text.title, width)}{limit}"


def typed_title(which: str, length: int) -> str:
    """The title of a text of so many characters that was typed or pasted, and what of it is taken."""
    limit = f", first {numbers.count(MOST_TYPED)} of {numbers.count(length)} characters" if length > MOST_TYPED else ""
    return f"Text {which}{limit}"

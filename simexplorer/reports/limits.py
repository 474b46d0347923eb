"""Every limit that left something out of a run, in words: those of the search and those of reading."""

from __future__ import annotations

from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import Documents
from simexplorer.pipeline.frequency import by_frequency
from simexplorer.pipeline.measure_words import percent_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.inert_text import visible_text

MOST_REASONS = 8


def limits(result: Result) -> list[str]:
    """What the search did not compare, then what was not read of documents, the most frequent reasons first."""
    documents = result.documents
    frequent = by_frequency(documents.reason[documents.truncated], documents.reasons)
    said = [words for words in (boilerplate_words(result.recipe), *result.limits) if words]
    said += [
        f"{_documents(count)} read in part ({visible_text(documents.reasons[number]).rstrip('.')})."
        for number, count in frequent[:MOST_REASONS]
    ]
    if rest := sum(count for _, count in frequent[MOST_REASONS:]):
        said.append(f"{_documents(rest)} read in part for other reasons, which are listed beside the documents.")
    return said


def boilerplate_words(recipe: Recipe) -> str:
    """That similarities are not those of whole texts; empty where they are."""
    if recipe.boilerplate >= 1.0:
        return ""
    share = percent_words(recipe.boilerplate)
    return f"What more than {share} of the documents hold takes no part: every similarity is that of the rest."


def guesses(documents: Documents) -> dict[str, int]:
    """How many documents were read in each encoding that was guessed, the most frequent first."""
    if not documents.guessed.size:
        return {}
    frequent = by_frequency(documents.encoding[documents.guessed], documents.encodings)
    return {documents.encodings[code]: count for code, count in frequent}


def guessed_words(documents: Documents) -> str:
    """That encodings were guessed, and how to set them; empty where none was."""
    found = guesses(documents)
    if not found:
        return ""
    listed = [f"{name}: {count:,}" for name, count in list(found.items())[:MOST_REASONS]]
    rest = sum(found.values()) - sum(list(found.values())[:MOST_REASONS])
    listed += [f"others: {rest:,}"] if rest else []
    return (
        f"{_documents(sum(found.values()))} read in an encoding that was guessed ({', '.join(listed)}): a wrong guess "
        "makes other words of a text. scan --encoding-of, or Problems in the window, sets it."
    )


def _documents(count: int) -> str:
    return f"{counted(count, 'document')} {'was' if count == 1 else 'were'}"

"""Every limit that left something out of a run, in words: those of the search and those of reading."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.measure_words import counted
from simexplorer.pipeline.result import Result

_MOST_REASONS = 8


def limits(result: Result) -> list[str]:
    """What the search did not compare, then what was not read of documents, the most frequent reasons first."""
    documents = result.documents
    count = np.bincount(documents.reason[documents.truncated], minlength=len(documents.reasons))
    frequent = sorted(np.flatnonzero(count).tolist(), key=lambda number: (-count[number], documents.reasons[number]))
    said = [*result.capped]
    said += [
        f"{_documents(int(count[number]))} read in part ({documents.reasons[number].rstrip('.')})."
        for number in frequent[:_MOST_REASONS]
    ]
    if rest := int(count[frequent[_MOST_REASONS:]].sum()):
        said.append(f"{_documents(rest)} read in part for other reasons, which are listed beside the documents.")
    return said


def _documents(count: int) -> str:
    return f"{counted(count, 'document')} {'was' if count == 1 else 'were'}"

"""What is said of the answers to a question: the numbers of one in a line, and those that only hold the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.ui.controllers.pair_line import measured_words
from simexplorer.ui.models.pair_figures import estimate_words
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.asking import Answers


def with_holders(found: Answers, rows: NDArray[np.int32], shares: NDArray[np.float64]) -> Answers:
    """The answers and below them the documents that only hold the text; what was not counted of those is nan or -1."""
    new = np.flatnonzero(~np.isin(rows, found.rows))
    held, extra = shares[new], rows[new]
    nothing = np.full(extra.size, np.nan)
    return replace(
        found,
        rows=np.concatenate([found.rows, extra]),
        value=np.concatenate([found.value, nothing]),
        jaccard=np.concatenate([found.jaccard, nothing]),
        estimate=np.concatenate([found.estimate, nothing]),
        hamming=np.concatenate([found.hamming, np.full(extra.size, -1, np.int16)]),
        text_in_document=np.concatenate([found.text_in_document, held]),
        document_in_text=np.concatenate([found.document_in_text, nothing]),
        identical=np.concatenate([found.identical, np.zeros(extra.size, np.bool_)]),
        meets=np.concatenate([found.meets, np.full(extra.size, -1, np.int32)]),
    )


def figures_between(found: Answers, entry: int, error: float, scale: MeasureScale) -> str:
    """The numbers between the text and one answer in a line; those that were not counted are left out.

    error : standard error of the estimate, nan where it is not known; scale : of the run's measure
    """
    exact, estimate = float(found.jaccard[entry]), float(found.estimate[entry])
    parts = ["identical text"] if found.identical[entry] else []
    if scale.measure != "jaccard" and not np.isnan(found.value[entry]):
        parts.append(measured_words(float(found.value[entry]), scale))
    if not np.isnan(exact):
        parts.append(f"Jaccard {numbers.similarity(exact)}")
    if not (np.isnan(error) or np.isnan(estimate)):
        of = "estimated Jaccard" if scale.measure == "containment" else "estimate"
        parts.append(f"{of} {estimate_words(estimate, error, scale)}")
    for words, value in (("1 in 2", found.text_in_document[entry]), ("2 in 1", found.document_in_text[entry])):
        if not np.isnan(value):
            parts.append(f"{words} {numbers.similarity(float(value))}")
    if found.hamming[entry] >= 0:
        parts.append(f"Hamming {found.hamming[entry]}")
    return " · ".join(parts)

"""What a run left out, in words that a person and a script find in one place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simexplorer.reports.limits import limits
from tests.reports import results


def test_what_was_read_in_part_is_told_by_reason_the_most_frequent_first() -> None:
    small = results.small()
    documents = small.documents
    reasons = ("", "only its beginning could be read", "only the first 9 bytes were read", "empty")
    reason = np.zeros(len(documents), np.int32)
    reason[[0, 2, 4]], reason[1], reason[3] = 2, 1, 3
    cut = np.isin(reason, [1, 2])
    told = limits(replace(small, documents=replace(documents, reason=reason, reasons=reasons, truncated=cut)))
    assert told == [
        *small.capped,
        "3 documents were read in part (only the first 9 bytes were read).",
        "1 document was read in part (only its beginning could be read).",
    ]


def test_reasons_beyond_the_eight_most_frequent_are_summed_up() -> None:
    small = results.small()
    reasons = ("", *(f"reason {number}" for number in range(1, 11)))
    each = np.arange(1, 11, dtype=np.int32)
    reason = np.concatenate([each, each[:8]])  # the first eight twice, the last two once
    cut = replace(small.documents, reason=reason, reasons=reasons, truncated=np.ones(reason.size, np.bool_))
    told = limits(replace(small, documents=cut, capped=()))
    assert told[:8] == [f"2 documents were read in part (reason {number})." for number in range(1, 9)]
    assert told[8:] == ["2 documents were read in part for other reasons, which are listed beside the documents."]

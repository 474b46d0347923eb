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


def test_many_reasons_are_summed_up() -> None:
    small = results.small()
    count = len(small.documents)
    reasons = ("", *(f"reason {number}" for number in range(count)))
    cut = replace(
        small.documents, reason=np.arange(1, count + 1, dtype=np.int32), reasons=reasons, truncated=np.ones(count, bool)
    )
    told = limits(replace(small, documents=cut, capped=()))
    assert len(told) == min(count, 9)
    if count > 8:
        rest = f"{count - 8} documents were" if count > 9 else "1 document was"
        assert told[-1] == f"{rest} read in part for other reasons, which stand beside them."

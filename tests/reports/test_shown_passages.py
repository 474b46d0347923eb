from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.result import Result
from simexplorer.reports import shown_passages as shown
from simexplorer.reports.columns import Tables
from simexplorer.reports.evidence import evidence_of
from simexplorer.reports.options import Passage, ReportOptions
from tests.reports import results


def _of_sizes(sizes: list[int]) -> Result:
    result = results.small()
    characters = np.array(sizes + [1] * (len(result.documents) - len(sizes)), np.int64)
    return replace(result, documents=replace(result.documents, characters=characters))


def _asked(result: Result, pairs: int) -> tuple[list[tuple[int, int]], list[dict[str, object]]]:
    asked: list[tuple[int, int]] = []

    def evidence(i: int, j: int) -> list[Passage]:
        asked.append((i, j))
        return [Passage(left="x", right="x")]

    return asked, shown.shown_passages(Tables(result), ReportOptions(evidence=evidence, evidence_pairs=pairs))


def test_texts_that_would_take_minutes_are_not_searched_and_that_is_said() -> None:
    result = _of_sizes([shown.PAIR_ROOM] * 8)
    asked, records = _asked(result, 1)
    assert not asked
    assert records[0]["passages"] == []
    assert f"{2 * shown.PAIR_ROOM:,} characters together" in str(records[0]["why"])


def test_all_pairs_together_have_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    result = _of_sizes([100] * 8)
    monkeypatch.setattr(shown, "WHOLE_ROOM", 350)
    asked, records = _asked(result, result.at_threshold)
    assert len(records) == result.at_threshold >= 2
    assert len(asked) == 1
    assert records[0]["why"] == ""
    assert "the pairs above took most" in str(records[1]["why"])


class _Counted(str):
    """A text that counts how often it is looked through."""

    looks = 0

    def count(self, *arguments: object) -> int:
        _Counted.looks += 1
        return super().count(*arguments)  # type: ignore[arg-type]


def test_of_thousands_of_passages_only_those_shown_are_cut_out() -> None:
    sentence = "The same sentence is repeated without end, line by line.\n"
    texts = [_Counted(sentence), _Counted(sentence * 2000 + "but for the last")]
    passages = evidence_of(texts.__getitem__, results.small().recipe)(0, 1)
    assert len(passages) >= 2000
    assert passages[:3][2].left == sentence.strip()
    assert _Counted.looks == 6

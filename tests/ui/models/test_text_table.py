"""Columns of texts are sorted in the room of the texts, however long one of them is."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from simexplorer.search import finding
from simexplorer.ui.models.text_table import LeftTable, TextRows


def test_one_long_text_takes_no_room_in_all_rows_of_a_column() -> None:
    count = 20_000
    texts = [f"folder {row % 97}/document {row * 7_919 % 5_003:04d}.txt" for row in range(count)]
    texts[5] = "a" * 10_000
    rows = TextRows(count, lambda row, column: texts[row], np.full((count, 2), -1))
    tracemalloc.start()
    try:
        order = LeftTable.order_for(rows, 0, False, None)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert order is not None
    assert order.tolist() == sorted(range(count), key=texts.__getitem__)
    assert most < 50_000_000, "800 MB where each has the room of the longest"


def test_the_row_about_two_documents_is_looked_for_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the main thread, with each selection: of a million rows no copy is sorted."""
    monkeypatch.setattr(finding, "_AT_ONCE", 3)
    about = np.array([[4, -1], [2, 7], [5, 2], [-1, -1], [7, 5], [2, -1], [5, 4]])
    seen: list[int] = []

    class Watched(np.ndarray):
        def __eq__(self, other: object) -> object:
            seen.append(self.size)
            return np.asarray(self) == other

        __hash__ = None

    table = LeftTable()
    table.show(TextRows(len(about), lambda _row, _column: "", about.view(Watched)))
    asked = ((2,), (4,), (7, 2), (2, 5), (4, 5), (7,), (), (1, 2, 3))
    assert [table.find(documents) for documents in asked] == [5, 0, 1, 2, 6, None, None, None]
    assert max(seen) <= 3

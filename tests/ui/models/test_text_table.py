"""Columns of texts are sorted in the room of the texts, however long one of them is."""

from __future__ import annotations

import tracemalloc

import numpy as np

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

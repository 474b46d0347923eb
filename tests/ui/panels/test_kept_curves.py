"""The list of kept curves."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from tests.ui.conftest import OpenWindow


def test_one_band_and_one_row_are_told_in_the_singular(open_window: OpenWindow) -> None:
    tuning = open_window(opened=False).tuning
    tuning.light.set_banding(1, 1)
    tuning.kept.keep.click()
    (row,) = tuning.kept.rows()
    assert row.meaning.startswith("1 band of 1 row needs 1 hash; half of the pairs are found at ")
    use = tuning.kept.findChild(QPushButton, "useCurve1x1")
    assert use.accessibleName() == "Take 1 band of 1 row"

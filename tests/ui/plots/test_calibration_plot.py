"""The line of mean estimates: drawn where it means something."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.ui.plots.calibration_plot import in_runs


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [("0110", "0000"), ("1110", "1110"), ("0111101011", "0111100000"), ("111", "111"), ("000", "000"), ("", "")],
)
def test_pieces_of_the_line_that_are_too_short_are_left_out(wanted: str, kept: str) -> None:
    mask = np.array([sign == "1" for sign in wanted], np.bool_)
    assert "".join("01"[int(one)] for one in in_runs(mask, 3)) == kept

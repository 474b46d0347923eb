"""One signature against all of a collection."""

from __future__ import annotations

import numpy as np

from simexplorer.search.scanning import agreements


def test_the_scan_counts_positions_and_bands():
    values = np.array([[1, 2, 3, 4, 9], [1, 2, 0, 4, 9], [7, 7, 3, 4, 8]], np.uint32)
    equal, met = agreements(values, np.array([1, 2, 3, 4, 9], np.uint32), 2, 2, infinite=9)
    assert equal.tolist() == [4, 3, 2]  # the last position says nothing: both are infinite
    assert met.tolist() == [2, 1, 1]

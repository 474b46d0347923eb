"""Memory that was held and given back before a peak is begun anew does not hide what is held after it."""

from __future__ import annotations

import numpy as np

from tests.peak_memory import begin_peak, peak_megabytes


def test_a_peak_begun_anew_is_that_of_what_comes_after_it() -> None:
    assert np.ones(200 << 20, np.uint8)[-1] == 1  # held, and given back
    before = begin_peak()
    assert np.ones(100 << 20, np.uint8)[-1] == 1
    assert 95 < peak_megabytes() - before < 120

"""A drawn cluster parted as another run groups its texts."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.cluster_cutting import as_grouped


def test_texts_of_one_group_are_one_part_and_texts_in_none_stand_alone():
    cut = as_grouped(np.array([7, -1, 7, 3, -1, 3], np.int32), 0.9)
    # 7 holds two texts, 3 two, and the two that are in no group make a part each
    assert sorted(cut.sizes) == [1, 1, 2, 2]
    assert cut.labels[0] == cut.labels[2]
    assert cut.labels[3] == cut.labels[5]
    assert cut.labels[1] != cut.labels[4]
    assert cut.at == 0.9
    assert cut.offers == ()

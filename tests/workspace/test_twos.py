"""Two documents that the run did not find as a pair are decided about as one, and no other two with them."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.errors import DecisionError
from simexplorer.workspace.making import note_two, review_documents, review_pairs, review_twos, separate_twos
from tests.workspace.made import small
from tests.workspace.test_standing import after

# rows 0 and 1 are copies, 2 is like them, 3 is like 5, 4 stands alone, 6 has no text
ALL = np.array([(i, j) for i in range(6) for j in range(i, 6)])


def those(flags):
    return {tuple(two) for two in ALL[flags].tolist() if two[0] != two[1]}


def test_a_review_of_two_is_theirs_alone_and_of_copies_too():
    twos = np.array([[0, 4], [5, 2]])
    standing = after(small(), lambda s: review_twos(s, twos))
    assert those(standing.were_reviewed(*ALL.T)) == {(0, 4), (1, 4), (2, 5), (0, 1)}  # 0 and 1 are one text
    assert not standing.pairs_reviewed.any()
    back = after(small(), lambda s: review_twos(s, twos), lambda s: review_twos(s, twos[1:], False))
    assert those(back.were_reviewed(*ALL.T)) == {(0, 4), (1, 4), (0, 1)}


def test_pairs_of_the_run_are_told_alike_both_ways():
    standing = after(small(), lambda s: review_pairs(s, [1]))
    assert those(standing.were_reviewed(*ALL.T)) == {(3, 5)}
    assert after(small(), lambda s: review_twos(s, np.array([[5, 3]]))).pairs_reviewed.tolist() == [False, True, False]


def test_documents_reviewed_one_by_one_are_no_reviewed_pair_but_copies_are_one_text():
    standing = after(small(), lambda s: review_documents(s, [0, 4]))
    assert those(standing.were_reviewed(*ALL.T)) == {(0, 1)}


def test_of_several_each_two_stand_apart_and_copies_cannot():
    standing = after(small(), lambda s: separate_twos(s, np.array([[0, 4], [5, 2], [0, 1]])))
    assert those(standing.stand_apart(*ALL.T)) == {(0, 4), (1, 4), (2, 5)}
    with pytest.raises(DecisionError, match="these documents all say the same"):
        separate_twos(standing, np.array([[0, 1]]))


def test_a_note_on_two_is_a_note_on_their_pair():
    standing = after(small(), lambda s: note_two(s, np.array([4, 1]), "quoted with leave"))
    assert standing.pair_notes == {(0, 4): "quoted with leave"}
    assert not standing.notes

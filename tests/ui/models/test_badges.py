"""What was decided bears a sign on the document, on the pair and on the cluster that it is about."""

from __future__ import annotations

import numpy as np

from simexplorer.ui.models.badges import (
    APART,
    DUPLICATE,
    KEEP,
    Badge,
    Badges,
    any_of,
    any_of_pairs,
    badges_of_cluster,
    badges_of_document,
    badges_of_pair,
    cluster_keys,
    pair_keys,
    tooltip_of,
    words_of,
)
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.making import (
    mark_documents,
    note_cluster,
    review_clusters,
    separate_clusters,
    separate_documents,
)
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import made, small

CHAIN = made({f"{word}.txt": word for word in "abc"}, {("a", "b"): 0.9, ("b", "c"): 0.9})


def after(*entries: Entry) -> Standing:
    return standing_of(small(), entries)


def pictures(badges: Badges) -> list[str]:
    return [badge.picture for badge in badges]


START = after()


def test_a_cluster_told_apart_says_so_on_its_heading_and_on_each_member_but_its_representative() -> None:
    standing = after(separate_clusters(START, [1]))
    assert badges_of_cluster(standing, 1) == (APART,)
    assert badges_of_cluster(standing, 0) == ()
    head = int(standing.result.clusters.representative[1])
    assert [badges_of_document(standing, row) for row in (3, 5) if row != head] == [(APART,)]
    assert badges_of_document(standing, head) == ()
    assert badges_of_pair(standing, 1) == (APART,)
    assert cluster_keys(standing, 2).tolist() == [0, 4]
    assert any_of_pairs(standing)


def test_a_duplicate_told_apart_from_all_of_its_cluster_is_not_called_one() -> None:
    head = int(START.result.clusters.representative[1])
    (other,) = (row for row in (3, 5) if row != head)
    marked = mark_documents(START, [other], Mark.DUPLICATE)
    assert badges_of_document(after(marked), other) == (DUPLICATE,)
    standing = after(marked, separate_clusters(START, [1]))
    assert badges_of_document(standing, other) == badges_of_cluster(standing, 1) == (APART,)


def test_a_cluster_of_which_some_pairs_stand_apart_says_how_many() -> None:
    standing = standing_of(CHAIN, [separate_documents(standing_of(CHAIN, []), [0, 1])])
    (badge,) = badges_of_cluster(standing, 0)
    assert badge == Badge("ban", "1 of 2 pairs", "1 of 2 pairs not duplicates")
    assert cluster_keys(standing, 1).tolist() == [0]


def test_two_that_no_pair_joins_are_told_apart_on_the_member() -> None:
    chain = made({f"{word}.txt": word for word in "abcd"}, {("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "d"): 0.9})
    head = int(chain.clusters.representative[0])
    (far,) = (row for row in range(4) if abs(row - head) > 1)
    standing = standing_of(chain, [separate_documents(standing_of(chain, []), [head, far])])
    assert [row for row in range(4) if badges_of_document(standing, row)] == [far]
    assert any_of(standing)
    assert not any_of_pairs(standing)
    assert badges_of_cluster(standing, 0)[0].told == "1 of 4 pairs not duplicates"


def test_a_cluster_tells_how_many_are_kept_and_how_many_go() -> None:
    standing = after(mark_documents(START, [3, 5], Mark.KEEP))
    assert badges_of_cluster(standing, 1) == (KEEP,)
    standing = after(mark_documents(START, [0], Mark.KEEP))
    assert badges_of_cluster(standing, 0) == (Badge("check", "1 of 3 kept"),)
    assert cluster_keys(standing, 2).tolist() == [1, 0]
    both = [mark_documents(START, np.array([row]), mark) for row, mark in ((0, Mark.KEEP), (1, Mark.DUPLICATE))]
    assert words_of(badges_of_cluster(after(*both), 0)) == "1 of 3 duplicate, 1 of 3 kept"


def test_a_tooltip_tells_all_that_the_signs_stand_for() -> None:
    entries = [  # of the two copies one goes, whatever is said of the third text
        mark_documents(START, [1], Mark.DUPLICATE),
        mark_documents(START, [2], Mark.KEEP),
        separate_clusters(START, [0]),
        review_clusters(START, [0]),
        note_cluster(START, 0, "ask\nAnna"),
    ]
    badges = badges_of_cluster(after(*entries), 0)
    assert pictures(badges) == [APART.picture, DUPLICATE.picture, KEEP.picture, "eye", "sticky-note"]
    assert tooltip_of(badges).splitlines() == [
        "not duplicates",
        "1 of 3 duplicate",
        "1 of 3 kept",
        "reviewed",
        "ask Anna",
    ]
    assert words_of(badges_of_pair(after(*entries), 0)).startswith("not duplicates, 2nd kept")


def test_a_pair_tells_which_of_its_documents_is_kept() -> None:
    standing = after(mark_documents(START, [5], Mark.KEEP))
    assert badges_of_pair(standing, 1) == (Badge("check", "2nd", "2nd kept"),)
    assert any_of_pairs(standing)
    assert pair_keys(standing, 2).tolist() == [0, 1]
    entries = [mark_documents(START, [row], mark) for row, mark in ((3, Mark.KEEP), (5, Mark.DUPLICATE))]
    assert words_of(badges_of_pair(after(*entries), 1)) == "2nd duplicate, 1st kept"
    both = after(mark_documents(START, [3, 5], Mark.KEEP))
    assert [badge.word for badge in badges_of_pair(both, 1)] == ["1st and 2nd"]

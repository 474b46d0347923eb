"""What a key makes of what is selected: said again it is taken back, and of two it goes by those side by side."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.errors import DecisionError
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers import decision_acts as acts
from simexplorer.ui.controllers.decision_target import Target
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.standing import Standing, standing_of
from tests.workspace.made import made, small

NONE = np.empty(0, np.int64)


def clusters(*numbers: int) -> Target:
    return Target(np.array(numbers), NONE, NONE)


def documents(*rows: int) -> Target:
    return Target(NONE, np.array(rows), NONE)


def pairs(*places: int) -> Target:
    return Target(NONE, NONE, np.array(places))


class Desk:
    """A result and what was decided about it so far."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.entries: list[Entry] = []

    @property
    def standing(self) -> Standing:
        return standing_of(self.result, self.entries)

    def decide(self, decide: acts.Decide) -> str:
        entry = decide(self.standing)
        if entry is None:
            return ""
        self.entries.append(entry)
        return entry.words


@pytest.fixture
def desk() -> Desk:
    """Row 0 and 1 are copies, 2 is like them; 3 is like 5."""
    return Desk(small())


@pytest.mark.parametrize("target", [clusters(1), documents(3, 5), documents(5), pairs(1)])
def test_what_stands_apart_wholly_is_taken_back_when_it_is_said_again(desk: Desk, target: Target) -> None:
    assert desk.decide(acts.separate(target)).startswith("Not duplicates")
    assert desk.standing.apart.tolist() == [False, True, False]
    assert desk.decide(acts.separate(target)).startswith("May be duplicates again")
    assert not desk.standing.apart.any()


@pytest.mark.parametrize("target", [clusters(0, 1), documents(0, 2, 3), pairs(0, 1)])
def test_what_stands_apart_in_part_is_told_apart_wholly(desk: Desk, target: Target) -> None:
    desk.decide(acts.separate(documents(0, 2)))
    assert desk.decide(acts.separate(target)).startswith("Not duplicates")
    assert desk.decide(acts.separate(target)).startswith("May be")


def test_where_no_mark_is_to_be_taken_back_what_else_can_be_is_named(desk: Desk) -> None:
    assert desk.decide(acts.unmark(clusters(1))) == ""
    desk.decide(acts.separate(clusters(1)))
    for target in (clusters(1), documents(5), pairs(1)):
        with pytest.raises(DecisionError, match=r"no keep or duplicate .* here: X takes “not duplicates” back\."):
            desk.decide(acts.unmark(target))
    desk.decide(acts.review(pairs(1)))
    with pytest.raises(DecisionError, match=r"back, R takes “reviewed” back\."):
        desk.decide(acts.unmark(pairs(1)))
    desk.decide(acts.keep(documents(5)))
    assert desk.decide(acts.unmark(pairs(1))).startswith("Took back the mark of")


@pytest.mark.parametrize("target", [clusters(0), documents(2), pairs(0)])
def test_of_two_side_by_side_the_left_one_is_the_first(desk: Desk, target: Target) -> None:
    side_by_side = Target(target.clusters, target.documents, target.pairs, compared=(2, 1))
    desk.decide(acts.keep_first(side_by_side))
    assert desk.standing.marks.tolist()[:3] == [0, Mark.DUPLICATE, Mark.KEEP]
    desk.decide(acts.keep_second(side_by_side))
    assert desk.standing.marks.tolist()[:3] == [0, Mark.KEEP, Mark.DUPLICATE]


def test_of_pairs_the_first_is_the_first_listed(desk: Desk) -> None:
    desk.decide(acts.keep_second(pairs(0, 1)))
    assert desk.standing.marks.tolist() == [Mark.DUPLICATE, 0, Mark.KEEP, Mark.DUPLICATE, 0, Mark.KEEP, 0]


def test_without_two_documents_neither_is_the_first(desk: Desk) -> None:
    with pytest.raises(DecisionError, match="select a pair, or one member of a cluster"):
        desk.decide(acts.keep_first(clusters(0)))
    for strangers in ((0, 3), (4, 6)):
        with pytest.raises(DecisionError, match="in no cluster together"):
            desk.decide(acts.keep_first(Target(NONE, np.array(strangers), NONE, strangers)))


def test_many_texts_stand_apart_when_each_pair_does() -> None:
    words = "abcd"
    desk = Desk(made({f"{word}.txt": word for word in words}, {("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "d"): 0.9}))
    for place in range(4):
        for other in range(place + 1, 4):
            assert not desk.standing.all_stand_apart(np.arange(4))
            desk.decide(acts.separate(documents(place, other)))
    assert desk.standing.all_stand_apart(np.arange(4))
    assert not desk.standing.all_stand_apart(np.array([2, 2])), "one text is no two"

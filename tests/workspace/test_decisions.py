"""Steps are taken back and done again in their order, and a new one ends what could be done again."""

from __future__ import annotations

import pytest

from simexplorer.errors import DecisionError
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.making import protect_folders


def test_undo_and_redo_go_through_the_steps_one_by_one() -> None:
    one, two, three = (protect_folders([b"/d"] * count) for count in (1, 2, 3))
    steps, versions = Decisions(), [0]

    def stands(*entries: object, undone: int) -> None:
        assert steps.entries == list(entries)
        assert len(steps.all_entries) == len(entries) + undone
        assert steps.undo_words == (entries[-1].words if entries else None)  # type: ignore[attr-defined]
        assert (steps.redo_words is None) == (undone == 0)
        versions.append(steps.version)

    stands(undone=0)
    steps.record(one)
    stands(one, undone=0)
    steps.record(two)
    stands(one, two, undone=0)
    assert steps.undo() is two
    stands(one, undone=1)
    assert steps.undo() is one
    stands(undone=2)
    with pytest.raises(DecisionError, match="nothing to undo"):
        steps.undo()
    assert steps.redo() is one
    stands(one, undone=1)
    assert steps.redo() is two
    stands(one, two, undone=0)
    with pytest.raises(DecisionError, match="nothing to redo"):
        steps.redo()
    steps.undo()
    steps.record(three)
    stands(one, three, undone=0)
    assert len({*versions[1:]}) == len(versions) - 1, "each step can be told from the one before"


def test_a_log_that_was_read_begins_where_it_stood() -> None:
    entries = [protect_folders([b"/d"] * count) for count in (1, 2)]
    assert Decisions(entries).entries == entries
    assert Decisions(entries, 1).entries == entries[:1]
    assert Decisions(entries, 0).redo() is entries[0]

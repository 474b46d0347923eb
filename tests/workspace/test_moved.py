"""What is away is read off the log's lines alone."""

from __future__ import annotations

import base64

from hypothesis import given
from hypothesis import strategies as st

from simexplorer.workspace.moved import UNKNOWN, files_away, moved_away


def line(outcome, name, action="folder", at="2026-01-02T03:04:05+00:00", **more):
    place = base64.b64encode(name.encode()).decode()
    return {"at": at, "action": action, "path": place, "file": place, "outcome": outcome, "reason": "", **more}


def away(deeds):
    return [(one.number, one.file.decode(), one.certain, one.returning) for one in moved_away(deeds)]


def test_a_move_is_away_once_it_is_done_and_until_it_is_put_back():
    deeds = [line("begun", "a", act="1"), line("begun", "b", act="1")]
    assert away(deeds) == [(1, "a", False, False), (2, "b", False, False)]
    assert files_away(deeds) == set(), "nothing tells that they went"
    deeds += [line("done", "a", act="1", size="5"), line("left", "b", act="1")]
    assert away(deeds) == [(3, "a", True, False)]
    assert files_away(deeds) == {(b"a", 5, UNKNOWN)}
    deeds += [line("begun", "a", "back", of="3")]
    assert away(deeds) == [(3, "a", True, True)]
    assert away([*deeds, line("left", "a", "back", of="3")]) == [(3, "a", True, False)]
    lost = [*deeds, line("gone", "a", "back", of="3")]
    assert away(lost) == []  # it never comes back, and was moved away all the same
    assert files_away(lost) == files_away(deeds)
    deeds += [line("done", "a", "back", of="3")]
    assert away(deeds) == []
    assert files_away(deeds) == set()


def test_what_was_moved_twice_is_away_twice():
    deeds = [line(outcome, "a", act=act) for act in "12" for outcome in ("begun", "done")]
    assert away(deeds) == [(2, "a", True, False), (4, "a", True, False)]
    assert away([*deeds, line("done", "a", "back", of="2")]) == [(4, "a", True, False)]


def test_a_move_whose_end_is_found_later_names_its_beginning():
    deeds = [line("begun", "a"), line("begun", "a"), line("done", "a", of="1")]
    assert away(deeds) == [(2, "a", False, False), (3, "a", True, False)]


def test_lines_of_old_that_name_no_act_are_one_until_a_pause_or_another_action():
    at = "2026-01-02T03:{}+00:00"
    deeds = [
        line("done", "a", at=at.format("04:00")),
        line("done", "b", at=at.format("04:30")),
        line("done", "c", at=at.format("05:10")),
        line("done", "d", "trash", at=at.format("05:10")),
        line("done", "e", "trash", at=at.format("09:00")),
        line("done", "f", "trash", at="when the clock stood still"),
    ]
    acts = [one.act for one in moved_away(deeds)]
    assert [acts.index(act) for act in acts] == [0, 0, 0, 3, 4, 5]
    assert {one.size for one in moved_away(deeds)} == {UNKNOWN}


OUTCOMES = st.sampled_from(("begun", "done", "left"))
LINES = st.tuples(OUTCOMES, st.sampled_from("ab"), st.sampled_from(("trash", "folder", "back")), st.integers(0, 9))


@given(st.lists(LINES, max_size=12))
def test_any_log_can_be_read_and_names_lines_that_moved(told):
    deeds = [line(outcome, name, action, of=str(of)) for outcome, name, action, of in told]
    for one in moved_away(deeds):
        deed = deeds[one.number - 1]
        assert deed["action"] != "back"
        assert deed["outcome"] == ("done" if one.certain else "begun")

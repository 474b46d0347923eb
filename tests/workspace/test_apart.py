"""The list of what was said not to be duplicates: what holds, what was taken back, and how it is looked up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.errors import Cancelled
from simexplorer.pipeline.progress import Progress
from simexplorer.workspace.apart import ApartSets, apart_sets, take_back
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import SEPARATOR, Entry, Kind
from simexplorer.workspace.making import separate_pairs
from simexplorer.workspace.naming import Names
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import made, small


def rows_of(sets: ApartSets) -> list[list[int]]:
    return [sets.rows_of(place) for place in range(len(sets))]


def said_of(names: Names, sets: list[list[int]], apart: bool) -> Entry:
    """What says of several sets of rows at once that they stand apart, or (False) do no longer."""
    return Entry(
        kind=Kind.APART,
        words="",
        at="",
        keys=names.text_keys(np.concatenate(sets)),
        offsets=np.cumsum([0, *map(len, sets)]),
        values=np.full(len(sets), apart, np.uint8),
    )


def test_the_list_of_texts_apart_shows_what_holds_and_takes_it_back():
    decisions = Decisions()
    result = small()
    for pairs in ([0], [1], [0]):
        decisions.record(separate_pairs(standing_of(result, decisions.entries), pairs))
    standing = standing_of(result, decisions.entries)
    sets = apart_sets(decisions.entries, standing.names, Progress())
    assert rows_of(sets) == [[0, 2], [3, 5]]
    assert sets.called(0) == ["a/one copy.txt", "b/one.txt"]
    assert (sets.texts.tolist(), sets.there.tolist()) == ([2, 2], [2, 2])
    gone = standing_of(made({"x.txt": "alpha"}), []).names
    assert rows_of(apart_sets(decisions.entries, gone, Progress())) == [[0], []]
    decisions.record(take_back(sets, [0]))
    assert rows_of(apart_sets(decisions.entries, standing.names, Progress())) == [[3, 5]]
    assert standing_of(result, decisions.entries).apart.tolist() == [False, True, False]
    decisions.undo()
    assert len(apart_sets(decisions.entries, standing.names, Progress())) == 2


def test_what_is_taken_back_takes_its_parts_back_and_nothing_that_only_touches_it():
    names = Names(made({f"{name}.txt": name for name in "abcd"}))
    said = said_of(names, [[0, 1], [1, 2], [2, 3], [0, 1]], True)
    back = said_of(names, [[0, 1, 2], [3, 0]], False)
    assert rows_of(apart_sets([said, back], names, Progress())) == [[2, 3]]
    assert rows_of(apart_sets([back, said], names, Progress())) == [[0, 1], [2, 3], [1, 2]]
    assert rows_of(apart_sets([], names, Progress())) == []
    several = said_of(names, [[0, 1, 2], [3], [0, 1, 2, 3]], True)
    sets = apart_sets([several], names, Progress())
    assert rows_of(apart_sets([several, take_back(sets, [0])], names, Progress())) == []
    assert rows_of(apart_sets([several, take_back(sets, [1, 2])], names, Progress())) == [[0, 1, 2, 3]]


@given(
    said=st.lists(st.tuples(st.sets(st.integers(0, 5), min_size=1), st.booleans()), max_size=12), cut=st.integers(0, 12)
)
def test_the_list_is_what_no_later_set_says_again_or_takes_back(said, cut):
    names = Names(made({f"{name}.txt": name for name in "abcdef"}))
    entries = [
        replace(
            said_of(names, [sorted(texts) for texts, _ in part], True), values=np.array([v for _, v in part], np.uint8)
        )
        for part in (said[:cut], said[cut:])
        if part
    ]
    expected = [
        sorted(texts)
        for place, (texts, apart) in enumerate(said)
        if apart and not any(texts == later if again else texts <= later for later, again in said[place + 1 :])
    ]
    sets = apart_sets(entries, names, Progress())
    assert [sorted(rows) for rows in rows_of(sets)] == expected[::-1]
    assert sets.texts.tolist() == [len(texts) for texts in expected[::-1]]


class _Counted(str):
    """A text that counts how often it is cut."""

    cuts = 0

    def split(self, *about: str) -> list[str]:
        _Counted.cuts += 1
        return super().split(*about)


def test_many_sets_of_one_entry_are_looked_up_at_once_and_a_stop_is_heeded(monkeypatch):
    many = 20_000  # one by one they took minutes, and whatever was decided meanwhile waited
    names, asked = Names(made({"a.txt": "alpha"})), []
    said = Entry(
        kind=Kind.APART,
        words="",
        at="",
        keys=np.arange(4 * many, dtype=np.uint64).reshape(-1, 2),
        offsets=np.arange(0, 2 * many + 1, 2),
        values=np.ones(many, np.uint8),
        text=_Counted(SEPARATOR.join(map(str, range(many)))),
    )
    back = replace(said, values=np.zeros(many, np.uint8), text="")
    monkeypatch.setattr(names, "text_rows", lambda keys: asked.append(keys) or np.full(keys.shape[0], -1))
    sets = apart_sets([back, said], names, Progress())
    assert len(sets) == many
    assert sets.called(7) == [str(many - 8)]
    assert (_Counted.cuts, len(asked)) == (1, 1)
    assert len(apart_sets([said, back], names, Progress())) == 0
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        apart_sets([said], names, stopped)

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.table import DocumentTable, Members, _in_order_of_use
from simexplorer.documents.walk import Listing

NAMES = st.lists(st.binary(max_size=12), min_size=1, max_size=5)


def table_of(names):
    count, offsets = len(names), np.cumsum([0, *map(len, names)])
    numbers, large = np.zeros(count, np.int32), np.zeros(count, np.int64)
    return DocumentTable(
        Listing(b"".join(names), offsets, numbers, numbers, large, large, large, numbers, ("",)), [b"/"]
    )


def test_reasons_and_encodings_are_numbered_as_rows_use_them() -> None:
    codes = np.array([0, 3, 1, 3, 0, 4, 1], np.uint8)
    made, words = _in_order_of_use(codes, ("", "one", "two", "three", "four"))
    assert made.tolist() == [0, 1, 2, 1, 0, 3, 2]
    assert made.dtype == np.uint8
    assert words == ("", "three", "one", "four")
    for codes, expected in (([0, 0], ("",)), ([], ("",)), ([1], ("", "a"))):
        assert _in_order_of_use(np.array(codes, np.int32), ("", "a"))[1] == expected


@given(st.lists(st.lists(NAMES, min_size=1, max_size=4), max_size=4))
def test_members_are_named_after_their_container_and_nothing_else_moves(times):
    names = [b"a.zip", b"", "é.mbox".encode(), b"d"]
    table = table_of(names)
    for containers in times:
        found = []
        for container, members in enumerate(containers):
            lengths = np.array([len(name) for name in members], np.int64)
            found.append(Members(container, b"".join(members), lengths, {"size": lengths}))
            names += [names[container] + b"!" + name for name in members]
        rows = table.add_members(found)
        assert rows.tolist() == list(range(len(names) - rows.size, len(names)))
        assert table.column("size")[rows].tolist() == [size for one in found for size in one.lengths]
    assert [table.raw_name(row) for row in range(len(table))] == names


def test_a_member_is_told_apart_from_a_file_that_has_its_path():
    table = table_of([b"a.zip", b"a.zip!x", b"a.zip!x#2", b"b.zip", b"b!", b"c.zip!x"])
    members = [b"x", b"y", b"x#2", b"x#3"]
    lengths = np.array([len(name) for name in members], np.int64)
    rows = table.add_members([Members(at, b"".join(members), lengths, {}) for at in (0, 3)])
    names = [table.raw_name(row) for row in rows]
    assert names == [b"a.zip!" + name for name in (b"x#3", b"y", b"x#2#2", b"x#3#2")] + [
        b"b.zip!" + name for name in members
    ]
    assert len({table.raw_name(row) for row in range(len(table))}) == len(table)


def test_a_reason_that_tells_of_half_a_character_can_be_written_down():
    table = table_of([b"a"])
    number = table.reason_number("its columns are \ud83dx")
    assert table.reasons == ["", "its columns are \ufffdx"]
    assert table.reason_number("its columns are \ud83dx") == table.reason_number("its columns are \ufffdx") == number
    assert table.reason_number("another") == 2

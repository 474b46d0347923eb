"""Which document of one run stands where a document of another did."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.documents.formats import CSV, MAIL, MAILBOX, XLSX, ZIP
from simexplorer.documents.listing import Paths
from simexplorer.workspace.matching import Side, at_same_place, matched
from tests.workspace.made import documents_of, text_hash


def listed(*files: tuple[bytes, bytes, bytes]) -> Paths:
    """Paths of files: of each its folder, the name that stands before it where there are several, and its path."""
    roots = tuple(dict.fromkeys(root for root, _, _ in files))
    names = [name + path for _, name, path in files]
    return Paths(
        names=b"".join(names),
        offsets=np.cumsum([0, *map(len, names)]),
        roots=roots,
        root_of=np.array([roots.index(root) for root, _, _ in files], np.int32),
        prefix_length=np.array([len(name) for _, name, _ in files], np.int32),
        container=np.full(len(files), -1),
    )


def test_under_the_same_folders_the_spelling_tells() -> None:
    earlier = listed((b"/d", b"", b"a.txt"), (b"/d", b"", b"b.txt"))
    later = listed((b"/d", b"", b"b.txt"), (b"/d", b"", b"c.txt"), (b"/d", b"", b"a.txt"))
    assert at_same_place(earlier, later).tolist() == [1, -1, 0]


def test_a_file_that_is_spelled_otherwise_since_its_folder_was_widened_is_found() -> None:
    # /d/new/a.txt was listed as a.txt; now another file is called so
    earlier = listed((b"/d/new", b"", b"a.txt"), (b"/d/new", b"", b"b.txt"))
    later = listed((b"/d", b"", b"a.txt"), (b"/d", b"", b"new/a.txt"), (b"/d", b"", b"new/b.txt"))
    assert at_same_place(earlier, later).tolist() == [-1, 0, 1]


def test_a_folder_beside_takes_no_place_of_a_file_that_is_still_there() -> None:
    earlier = listed((b"/d/one", b"", b"a.txt"))
    later = listed((b"/d/one", b"one/", b"a.txt"), (b"/e/a", b"", b"a.txt"))
    assert at_same_place(earlier, later).tolist() == [0, -1]


def test_of_a_folder_that_was_moved_the_path_below_it_tells() -> None:
    earlier = listed((b"/old", b"", b"x/a.txt"), (b"/old", b"", b"b.txt"))
    later = listed((b"/new", b"", b"b.txt"), (b"/new", b"", b"c.txt"), (b"/new", b"", b"x/a.txt"))
    assert at_same_place(earlier, later).tolist() == [1, -1, 0]


def side(rows: dict[str, str], holds: str = CSV, own: str = CSV, *, ids: bool = False) -> Side:
    """Documents in one file ``f``, called so and saying so; holds, own : formats of the file and of what is in it."""
    files = {b"f": "", **{b"f!%s" % name.encode(): word for name, word in rows.items()}}
    documents = documents_of(dict.fromkeys(sorted(files), "x"))
    order = sorted(range(len(files)), key=lambda row: list(files)[row])
    assert order == list(range(len(files))), "names are given in the order that the helper lists them in"
    kinds = np.array([0] + [1] * len(rows), np.uint8)
    hashes = np.array([text_hash(word) if word else [0, 0] for word in files.values()], np.uint64).reshape(-1, 2)
    return Side(replace(documents, format=kinds, formats=(holds, own)), hashes, ids)


def table(words: str) -> Side:
    """Rows 100, 101 and so on of a table, each with a letter for its text, or a blank for none."""
    return side({f"{100 + number}": word.strip() for number, word in enumerate(words)})


def rows_of(earlier: str, later: str, *, hashed_alike: bool = True) -> list[int]:
    """Of each row of the later table the row of the earlier one, counted from 0; -1 for none."""
    of = matched(table(earlier), table(later), hashed_alike=hashed_alike)
    assert of[0] == 0, "the file itself"
    return [row - 1 if row > 0 else -1 for row in of[1:].tolist()]


def test_rows_that_have_numbers_for_names_are_told_by_what_they_say() -> None:
    assert rows_of("abcd", "xabcd") == [-1, 0, 1, 2, 3]
    assert rows_of("abcd", "acd") == [0, 2, 3]
    assert rows_of("abcd", "dcba") == [3, 2, 1, 0]
    assert rows_of("abcd", "xabcd", hashed_alike=False) == [0, 1, 2, 3, -1], "texts that cannot be told: the place"


def test_a_row_that_says_otherwise_is_found_by_the_row_above_it() -> None:
    assert rows_of("abcd", "abxd") == [0, 1, 2, 3]
    # x is new, the c below b says y now: by their numbers alone it would be c and x that are one
    assert rows_of("abcd", "xabyd") == [-1, 0, 1, 2, 3]
    assert rows_of("abcd", "ax") == [0, 1]
    assert rows_of("a cd", "xa cd") == [-1, 0, 1, 2, 3], "a row without a text"


def test_of_rows_that_say_the_same_those_that_kept_their_number_stay_and_the_rest_follow_in_their_order() -> None:
    assert rows_of("aab", "aaab") == [0, 1, -1, 2]
    assert rows_of("aba", "xaba") == [-1, 0, 1, 2]
    assert rows_of("aaa", "aa") == [0, 1]


@given(st.text("abc ", max_size=7), st.text("abcx ", max_size=7))
def test_as_many_rows_as_can_be_are_the_same_and_no_row_is_two(earlier: str, later: str) -> None:
    of = rows_of(earlier, later)
    found = [row for row in of if row >= 0]
    assert len(set(found)) == len(found)
    same = sum(row >= 0 and earlier[row] == word != " " for row, word in zip(of, later, strict=True))
    assert same == sum((Counter(earlier.replace(" ", "")) & Counter(later.replace(" ", ""))).values())
    if len(earlier) == len(later):  # nobody says that a row came where as many rows as before say something else
        kept = [row for row, (a, b) in enumerate(zip(earlier, later, strict=True)) if a == b]
        assert [of[row] for row in kept] == kept


@given(st.permutations("abcdefg"), st.lists(st.tuples(st.integers(0, 7), st.sampled_from("uvwxyz")), max_size=4))
def test_rows_put_between_others_are_new_and_all_others_what_they_were(
    rows: list[str], more: list[tuple[int, str]]
) -> None:
    later = list(rows)
    for place, word in more:
        later.insert(place, word)
    assert rows_of("".join(rows), "".join(later)) == [rows.index(word) if word in rows else -1 for word in later]


def test_what_has_a_name_is_told_by_its_name() -> None:
    """Ids of rows, members of archives; where ids name the rows, one without an id has a number."""
    for before, after, expected in (
        (side({"10": "a", "11": "b"}, ids=True), side({"10": "b", "11": "a"}, ids=True), [0, 1, 2]),
        (side({"10": "a", "11": "b"}, ZIP, "text/plain"), side({"10": "b", "11": "a"}, ZIP, "text/plain"), [0, 1, 2]),
        (side({"#1": "a", "#2": "b"}, ids=True), side({"#1": "x", "#2": "a", "#3": "b"}, ids=True), [0, -1, 1, 2]),
    ):
        assert matched(before, after, hashed_alike=True).tolist() == expected


def test_rows_of_sheets_stay_in_their_sheet() -> None:
    before = side({"one/10": "a", "one/11": "b", "two/10": "c"}, XLSX, XLSX)
    after = side({"one/10": "b", "two/10": "a", "two/11": "c"}, XLSX, XLSX)
    assert matched(before, after, hashed_alike=True).tolist() == [0, 2, -1, 3]
    # the first row of a sheet says otherwise: it is told by the beginning of its sheet, whatever ends the one before
    before = side({"one/10": "a", "two/10": "c", "two/11": "e"}, XLSX, XLSX)
    after = side({"one/10": "a", "one/11": "x", "two/10": "d", "two/11": "e"}, XLSX, XLSX)
    assert matched(before, after, hashed_alike=True).tolist() == [0, 1, -1, 2, 3]


def test_messages_are_numbered_and_their_attachments_with_them() -> None:
    before = side({"10": "a", "10!t.txt": "in a", "11": "b"}, MAILBOX, MAIL)
    after = side({"10": "x", "11": "a", "11!t.txt": "in a", "12": "b"}, MAILBOX, MAIL)
    assert matched(before, after, hashed_alike=True).tolist() == [0, -1, 1, 2, 3]

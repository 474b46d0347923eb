"""Lines of the log are told back as they were written, and names for files never end."""

from __future__ import annotations

import json
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from simexplorer.workspace.deeds import DONE, FOLDER, deed, number_in, path_in
from simexplorer.workspace.free_names import numbered_names


@given(st.binary(), st.integers())
def test_paths_of_any_bytes_and_numbers_are_told_back(path: bytes, number: int) -> None:
    line = json.loads(json.dumps(deed(FOLDER, "1", DONE, path=path, size=number)))
    assert path_in(line, "path") == path
    assert number_in(line, "size") == number


def test_a_line_says_nothing_of_what_is_not_known() -> None:
    line = deed(FOLDER, "1", DONE, "found there", at="now", path=b"a", size=None)
    assert line == {
        "at": "now",
        "action": "folder",
        "act": "1",
        "path": "YQ==",
        "outcome": "done",
        "reason": "found there",
    }
    assert (path_in(line, "target"), number_in(line, "size", -1)) == (b"", -1)


def test_a_number_stands_before_the_ending_and_dots_of_folders_are_none() -> None:
    assert list(islice(numbered_names(b"/a.b/c.txt"), 3)) == [b"/a.b/c.txt", b"/a.b/c (2).txt", b"/a.b/c (3).txt"]
    assert list(islice(numbered_names(b"/a.b/c"), 2)) == [b"/a.b/c", b"/a.b/c (2)"]

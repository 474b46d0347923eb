"""Which document of one run stands where a document of another did."""

from __future__ import annotations

import numpy as np

from simexplorer.documents.listing import Paths
from simexplorer.workspace.matching import at_same_place


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

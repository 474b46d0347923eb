"""Trees that one compiled call lists are those that Python walks, whatever their names, depth and size."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

from simexplorer.documents import system_calls, trees
from simexplorer.documents.folder import read_folder
from simexplorer.documents.globs import PathFilter
from simexplorer.documents.sources import resolve_sources
from simexplorer.documents.walk import walk

pytestmark = pytest.mark.skipif(not system_calls.LISTS_FOLDERS, reason="no compiled call lists folders here")


def paths_below(top):
    """All files as Python finds them, in the order of their bytes."""
    found = []
    for folder, _, names in os.walk(os.fsencode(top)):
        found += [os.path.relpath(os.path.join(folder, name), os.fsencode(top)) for name in names]
    return sorted(found)


def walked(top):
    listing = walk(resolve_sources([os.fsencode(top)]), PathFilter())
    return listing, [listing.names[a:b] for a, b in zip(listing.offsets[:-1], listing.offsets[1:], strict=True)]


def plant(top, random, files, folders):
    """Files of odd names in odd folders; returns nothing."""
    letters = [b"a", b"ab", b"a-", b"a.", b"a0", b" ", b"\xff\n", b"A", b"a" * 200, b"\xc3\xa9", b".", b"-"]
    places = [os.fsencode(top)]
    for number in range(folders):
        places.append(os.path.join(places[random.integers(len(places))], letters[number % 10] + b"%d" % number))
        os.mkdir(places[-1])
    for number in range(files):
        place = places[random.integers(len(places))]
        with open(os.path.join(place, letters[random.integers(12)] + b"_%d" % number), "wb") as file:
            file.write(b"x" * (number % 7))


@pytest.fixture
def small_room(monkeypatch):
    """Room for trees of a few rows and folders only."""
    monkeypatch.setattr(trees, "_ROWS", 9)
    monkeypatch.setattr(trees, "_FOLDERS", 3)
    monkeypatch.setattr(trees, "_ROOMS", trees._Rooms())


@pytest.mark.parametrize("seed", range(4))
def test_odd_trees_are_listed_as_python_walks_them(tmp_path, seed):
    plant(tmp_path, np.random.default_rng(seed), 120, 50)
    listing, paths = walked(tmp_path)
    assert paths == paths_below(tmp_path)
    for row, path in enumerate(paths):
        about = os.lstat(os.path.join(os.fsencode(tmp_path), path))
        told = listing.size[row], listing.modified_ns[row], listing.noted_ns[row]
        assert told == (about.st_size, about.st_mtime_ns, about.st_ctime_ns)


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_that_has_no_room_is_listed_in_pieces(tmp_path, seed, small_room):
    plant(tmp_path, np.random.default_rng(seed), 90, 40)
    assert walked(tmp_path)[1] == paths_below(tmp_path)


def test_folders_in_each_other_beyond_the_depth_of_one_call_are_listed(tmp_path):
    deep = tmp_path
    for level in range(100):
        deep = deep / f"d{level % 10}"
        deep.mkdir()
        (deep / "z").write_text(str(level))
        (deep / "a").write_text(str(level))
    assert walked(tmp_path)[1] == paths_below(tmp_path)


def test_a_folder_of_thousands_is_left_to_others_and_what_is_beside_it_is_not(tmp_path):
    for name in ("large", "small"):
        (tmp_path / "in" / name).mkdir(parents=True)
    for number in range(4000):
        (tmp_path / "in" / "large" / f"{number:040d}").touch()
    (tmp_path / "in" / "small" / "x").touch()
    tree = trees.list_below(os.fsencode(tmp_path), b"", b"in/")
    assert [tree.path(row) for row in tree.left] == [b"in/large/"]
    assert tree.path(1) == b"in/small/x"
    assert walked(tmp_path)[1] == paths_below(tmp_path)


def test_folders_are_known_by_the_same_numbers_as_elsewhere(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    tree = trees.list_below(os.fsencode(tmp_path), b"some/", b"a/")
    wanted = [read_folder(os.fsencode(tmp_path), below)[1] for below in (b"a/", b"a/b/")]
    assert tree.folders == wanted


def test_rows_begin_with_the_prefix_of_their_source(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c").write_text("four")
    tree = trees.list_below(os.fsencode(tmp_path), b"some/", b"a/")
    assert [tree.path(0), tree.size[0], len(tree)] == [b"some/a/b/c", 4, 1]


def test_a_file_or_nothing_is_no_tree(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "to").symlink_to(tmp_path)
    for name in (b"file/", b"gone/", b"to/"):
        assert trees.list_below(os.fsencode(tmp_path), b"", name) is None


def test_no_descriptor_stays_open(tmp_path, small_room):
    plant(tmp_path, np.random.default_rng(9), 60, 40)
    before = len(os.listdir("/proc/self/fd"))
    walked(tmp_path)
    assert len(os.listdir("/proc/self/fd")) == before


def test_threads_list_side_by_side(tmp_path):
    plant(tmp_path, np.random.default_rng(5), 200, 60)
    found = []
    threads = [threading.Thread(target=lambda: found.append(walked(tmp_path)[1])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [paths_below(tmp_path)] * 4

"""Folders of a map: deep enough to tell the bulk apart, each document in exactly one."""

from __future__ import annotations

import numpy as np

from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.models.map_folders import TOP, bulk_folders
from tests.ui.fakes import make_paths


def folders(*names: str) -> list[str]:
    of, words = bulk_folders(FolderIndex(make_paths([name.encode() for name in names])))
    assert of.dtype == np.int32
    return [words[number] for number in of.tolist()]


def test_folders_of_the_first_level_are_told_apart() -> None:
    assert folders("a/1", "a/2", "b/x/1", "b/x/2", "z") == ["a", "a", "b", "b", TOP]


def test_what_all_paths_begin_with_is_left_out() -> None:
    assert folders("top/in/a/1", "top/in/b/1") == ["a", "b"]


def test_a_folder_with_the_bulk_gives_way_to_what_is_in_it() -> None:
    names = [
        "usr/bin/1",
        *(f"usr/share/a/{k}" for k in range(4)),
        *(f"usr/share/b/{k}" for k in range(4)),
        "usr/share/c",
    ]
    assert folders(*names) == ["bin", *["share/a"] * 4, *["share/b"] * 4, "share"]


def test_the_bulk_without_folders_stays_one() -> None:
    assert folders("a/1", "b/1", "b/2", "b/3", "b/4") == ["a", "b", "b", "b", "b"]


def test_files_beside_all_folders_lie_in_the_top_folder() -> None:
    assert TOP == "top folder"
    assert folders("1", "2") == [TOP, TOP]
    assert folders() == []

"""Names in plots: as short as keeps them apart."""

from __future__ import annotations

from simexplorer.ui.plots.short_names import short_names


def test_a_file_name_is_enough_where_it_is_the_only_one() -> None:
    assert short_names(["a/b/one.txt", "a/c/two.txt"]) == ["one.txt", "two.txt"]


def test_namesakes_get_as_many_folders_as_tell_them_apart() -> None:
    paths = ["a/x/copyright", "b/x/copyright", "c/y/copyright", "c/y/readme"]
    assert short_names(paths) == ["a/x/copyright", "b/x/copyright", "y/copyright", "readme"]


def test_equal_paths_end() -> None:
    assert short_names(["same", "same"]) == ["same", "same"]
    assert short_names([]) == []

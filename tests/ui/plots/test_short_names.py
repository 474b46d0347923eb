"""Names in plots: as short as keeps them apart."""

from __future__ import annotations

import unicodedata

import pytest
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication

from simexplorer.ui.plots.short_names import fitting_name, fitting_names, names_with_words, short_names


def test_a_file_name_is_enough_where_it_is_the_only_one() -> None:
    assert short_names(["a/b/one.txt", "a/c/two.txt"]) == ["one.txt", "two.txt"]


def test_namesakes_get_as_many_folders_as_tell_them_apart() -> None:
    paths = ["a/x/copyright", "b/x/copyright", "c/y/copyright", "c/y/readme"]
    assert short_names(paths) == ["a/x/copyright", "b/x/copyright", "y/copyright", "readme"]


def test_names_that_only_look_alike_are_told_apart(qapp: QApplication) -> None:
    apart = unicodedata.normalize("NFD", "mac/Résumé.txt")
    assert short_names(["linux/Résumé.txt", apart]) == ["linux/Résumé.txt", "mac/Résumé.txt"]


def test_equal_paths_end() -> None:
    assert short_names(["same", "same"]) == ["same", "same"]
    assert short_names([]) == []


def test_namesakes_far_below_the_folder_that_differs_are_told_apart() -> None:
    deep = "/b/c/d/e/f/g/h/name.po"
    assert short_names(["v1" + deep, "v2" + deep]) == ["v1" + deep, "v2" + deep]


@pytest.mark.parametrize("whole", [False, True])
def test_a_name_that_is_cut_keeps_the_folder_that_tells_it_apart(qapp: QApplication, whole: bool) -> None:
    measured = QFontMetricsF(QFont()) if whole else QFontMetrics(QFont())
    room = measured.horizontalAdvance("lib-4.2.1/…/schema.py") + 2
    names = short_names([f"lib-4.2.{version}/db/backends/base/schema.py" for version in (1, 2)])
    assert [fitting_name(name, measured, room) for name in names] == ["lib-4.2.1/…/schema.py", "lib-4.2.2/…/schema.py"]
    assert fitting_name(names[0], measured, 1000) == names[0]


@pytest.mark.parametrize("room", [20, 40, 60, 90, 130])
def test_a_name_that_is_cut_stays_within_its_room(qapp: QApplication, room: int) -> None:
    measured = QFontMetricsF(QFont())
    for name in ("lib-4.2.1/db/backends/base/schema.py", "a/b", "a-long-name-of-a-document-in-no-folder.txt", "a/" * 9):
        assert measured.horizontalAdvance(fitting_name(name, measured, room)) <= room


def test_names_that_end_alike_still_differ_where_they_are_cut(qapp: QApplication) -> None:
    measured = QFontMetricsF(QFont())
    names = [f"{name}.changelog.Debian.txt" for name in ("systemd", "libsystemd0", "libpam-systemd", "libnss-systemd")]
    room = measured.horizontalAdvance("…stemd.changelog.Debian.txt") - 2
    assert len({fitting_name(name, measured, room) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("folders", "name", "like"),
    [
        (("requests-2.28.0.dist-info", "requests-2.31.0.dist-info"), "WHEEL", "…28.0.dist-info/WHEEL"),
        (("libboost-filesystem1.74.0", "libboost-program-options1.74.0"), "changelog.Debian", "libboost-filesystem1.…"),
    ],
)
def test_names_whose_folders_differ_in_the_middle_are_not_cut_to_the_same(
    qapp: QApplication, folders: tuple[str, str], name: str, like: str
) -> None:
    measured = QFontMetricsF(QFont())
    names, room = short_names([f"{folder}/{name}" for folder in folders]), measured.horizontalAdvance(like) + 1
    assert len({fitting_name(one, measured, room) for one in names}) == 1
    shown = fitting_names([*names, "alone", names[0]], measured, room)
    assert shown[0] == like
    assert len({*shown}) == 3
    assert max(map(measured.horizontalAdvance, shown)) <= room


def test_in_little_room_the_front_of_a_name_stays(qapp: QApplication) -> None:
    measured = QFontMetricsF(QFont())
    assert fitting_name("bsdutils.copyright", measured, measured.horizontalAdvance("bsdut…") + 1).startswith("bsdut")


def test_first_words_stand_beside_names_without_the_file_that_holds_them_all() -> None:
    words = ["A ship in the fog", "A ship in the night"]
    assert names_with_words(["list.mbox!1", "list.mbox!2"], words) == [
        "…!1\u2003A ship in the fog",
        "…!2\u2003A ship in the night",
    ]
    assert names_with_words(["a.mbox!1", "b.mbox!1"], words) == [
        "a.mbox!1\u2003A ship in the fog",
        "b.mbox!1\u2003A ship in the night",
    ]
    assert names_with_words(["list.mbox!1", "list.mbox!2"], ["", words[1]]) == [
        "list.mbox!1",
        "…!2\u2003A ship in the night",
    ]
    assert names_with_words(["one.txt", "two.txt"], ["", ""]) == ["one.txt", "two.txt"]


def test_words_beside_a_name_end_where_the_room_does(qapp: QApplication) -> None:
    measured = QFontMetricsF(QFont())
    (told,) = names_with_words(["list.mbox!41"], ["Re: either/or in the fog"])
    assert fitting_name(told, measured, 1000) == told
    shown = fitting_name(told, measured, measured.horizontalAdvance("…!41\u2003Re: either/or"))
    assert shown.startswith("…!41\u2003Re: eith")
    assert shown.endswith("…")
    assert fitting_name(told, measured, measured.horizontalAdvance("…!41\u2003R")) == "…!41"
    for room in (30, 60, 90, 130):
        assert measured.horizontalAdvance(fitting_name(told, measured, room)) <= room

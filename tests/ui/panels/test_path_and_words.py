"""How a path and the first words of its document share a line."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.elided_path import elided_path
from simexplorer.ui.panels.path_and_words import path_and_words

PATH, WORDS = "some/folder/list.mbox!41", "Accepted a package into the distribution"


@pytest.fixture
def measured(qtbot: QtBot) -> QFontMetrics:
    return QFontMetrics(QFont())


def test_with_room_for_both_both_are_whole(measured: QFontMetrics) -> None:
    shown = path_and_words(PATH, WORDS, "", measured, 1000)
    assert (shown.path, shown.words) == (PATH, WORDS)
    assert shown.words_at > measured.horizontalAdvance(PATH)


def test_words_give_way_before_the_path(measured: QFontMetrics) -> None:
    shown = path_and_words(PATH, WORDS, "", measured, measured.horizontalAdvance(PATH) + 90)
    assert shown.path == PATH
    assert shown.words.startswith("Acc")
    assert shown.words.endswith("…")


def test_in_little_room_the_number_stays_and_words_are_still_read(measured: QFontMetrics) -> None:
    for room in (100, 136, 160):
        shown = path_and_words(PATH, WORDS, "", measured, room)
        assert shown.path.startswith("…")
        assert shown.path.endswith("!41")
        assert len(shown.words) > 3
        assert measured.horizontalAdvance(shown.path) < shown.words_at
        assert shown.words_at + measured.horizontalAdvance(shown.words) <= room


def test_what_tells_two_paths_apart_goes_before_words(measured: QFontMetrics) -> None:
    first, second = "2019/list.mbox!41", "2020/list.mbox!41"
    room = measured.horizontalAdvance(first) + 4
    one, other = (
        path_and_words(first, WORDS, second, measured, room),
        path_and_words(second, WORDS, first, measured, room),
    )
    assert (one.path, other.path) == (first, second)  # with no stub of words where 20 pixels are left
    more = path_and_words(first, WORDS, second, measured, room + 28)
    assert (more.path, more.words[:3]) == ("2019/…!41", WORDS[:3])
    assert one.words == ""
    short = path_and_words(first, WORDS, "2019/list.mbox!7", measured, room)
    assert short.path.endswith("!41")
    assert len(short.words) > 3


def test_beside_a_row_of_the_same_table_words_take_half_of_the_room_before_its_name_is_whole(
    measured: QFontMetrics,
) -> None:
    path, same, another = "packages.csv!1872", "packages.csv!2473", "other.csv!2473"
    room = measured.horizontalAdvance(path) + 8 + 60
    shown = path_and_words(path, WORDS, same, measured, room)
    assert shown.path == "…!1872"
    assert measured.horizontalAdvance(shown.words) > room // 2
    for other in (another, ""):  # which table it is of must be read
        assert path_and_words(path, WORDS, other, measured, room).path == path
    assert path_and_words(path, "few", same, measured, room).path == path, "all of the words have room"


def test_a_short_name_is_whole_before_words_begin(measured: QFontMetrics) -> None:
    name = "002291.txt"
    wide = measured.horizontalAdvance(name)
    for room in range(wide, wide + 200, 10):
        shown = path_and_words(name, WORDS, "", measured, room)
        assert shown.path == name
        assert (shown.words != "") == (room - wide - 8 >= 40)
    long = "a very long name of a folder/report.txt"
    given = path_and_words(long, WORDS, "", measured, 2 * wide)
    assert given.path.endswith("report.txt")
    assert measured.horizontalAdvance(given.path) <= 13 * measured.averageCharWidth()


def test_without_words_a_path_is_cut_as_ever(measured: QFontMetrics) -> None:
    assert path_and_words(PATH, "", "x", measured, 80).path == elided_path(PATH, "x", measured, 80)
    assert path_and_words(PATH, WORDS, "", measured, 0).words == ""

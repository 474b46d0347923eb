"""What is left of long paths that differ in a folder only."""

from __future__ import annotations

import unicodedata

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.elided_path import elided_path, path_end

A, B = "lib-2.31.0/src/requests/models.py", "lib-2.32.0/src/requests/models.py"


@pytest.fixture
def measured(qtbot: QtBot) -> QFontMetrics:
    return QFontMetrics(QFont())


def test_a_path_that_fits_stays_whole(measured: QFontMetrics) -> None:
    assert elided_path(A, B, measured, measured.horizontalAdvance(A)) == A


def test_the_folder_that_differs_stays(measured: QFontMetrics) -> None:
    room = measured.horizontalAdvance("lib-2.31.0/…/models.py")
    assert elided_path(A, B, measured, room) == "lib-2.31.0/…/models.py"
    assert elided_path(B, A, measured, room) == "lib-2.32.0/…/models.py"
    deeper = "a/very/deep/place/" + A
    assert elided_path(deeper, "a/very/deep/place/" + B, measured, measured.horizontalAdvance("…/" + A)) == "…/" + A


def test_names_that_look_alike_keep_the_folder_that_differs(measured: QFontMetrics) -> None:
    """Of two copies one lay on a disk of macOS, which takes accents in names apart."""
    one, other = (f"{folder}/collection/sub/Résumé 2024.txt" for folder in ("linux", "macos"))
    room = measured.horizontalAdvance("linux/…/Résumé 2024.txt") + 20
    expected = elided_path(one, other, measured, room)
    assert expected.startswith("linux/")
    assert elided_path(one, unicodedata.normalize("NFD", other), measured, room) == expected
    assert elided_path(unicodedata.normalize("NFD", one), other, measured, room) == expected


def test_in_little_room_two_paths_still_differ(measured: QFontMetrics) -> None:
    room = measured.horizontalAdvance("…31.0/…/models.py") + 2
    first, second = (elided_path(one, other, measured, room) for one, other in ((A, B), (B, A)))
    assert first != second
    assert first.startswith("…")
    assert first.endswith("/…/models.py")
    assert all(measured.horizontalAdvance(text) <= room for text in (first, second))


@pytest.mark.parametrize("other", ["", "another/name.txt", A])
def test_otherwise_the_end_stays(measured: QFontMetrics, other: str) -> None:
    room = measured.horizontalAdvance("…uests/models.py") + 2
    shown = elided_path(A, other, measured, room)
    assert shown.startswith("…")
    assert shown.endswith("models.py")
    assert measured.horizontalAdvance(shown) <= room


@pytest.mark.parametrize(
    ("path", "fits", "expected"),
    [
        pytest.param("perl/unicore/lib/Age.pl", "…core/lib/Age.pl", "…/lib/Age.pl", id="from-the-border-of-a-folder"),
        pytest.param("long-folder-of-reports/a.txt", "…folder-of-reports/a.txt", None, id="unless-much-would-go"),
        pytest.param("tool-1.2.1/a.txt", "….2.1/a.txt", "…/a.txt", id="no-stump-of-a-number"),
        pytest.param("archive-of-reports.final.txt", "….final.txt", "…final.txt", id="no-full-stop-at-the-cut"),
        pytest.param("licences.csv!976", "…csv!976", "…!976", id="no-stump-of-a-table"),
        pytest.param("folder/", "…er/", "…er/", id="something-stays"),
    ],
)
def test_the_end_begins_where_it_can_be_read(
    measured: QFontMetrics, path: str, fits: str, expected: str | None
) -> None:
    room = measured.horizontalAdvance(fits) + 1
    assert path_end(path, measured, room) == (fits if expected is None else expected)
    assert path_end(path, measured, measured.horizontalAdvance(path) + 2) == path


def test_a_name_that_is_too_long_keeps_both_its_ends(measured: QFontMetrics) -> None:
    name = "Agreement 10 with Osaka Trading K.K. (not valid any more) v4.txt"
    for path, front in ((name, "Agree"), (f"2010/deep/{name}", "…/Agree"), (f"2010/all.csv!{name}", "…!Agree")):
        room = measured.horizontalAdvance("…/Agreement 10…any more) v4.txt")
        for shown in (path_end(path, measured, room), elided_path(path, "other.txt", measured, room)):
            assert shown.startswith(front)
            assert shown.endswith("v4.txt")
            assert measured.horizontalAdvance(shown) <= room


def test_no_room_is_too_little(measured: QFontMetrics) -> None:
    for room in range(80):
        assert measured.horizontalAdvance(elided_path(A, B, measured, room)) <= max(
            room, measured.horizontalAdvance("…")
        )


_NAME = "a-rather-long-name-of-a-quarterly-report.txt"


@pytest.mark.parametrize("room", [90, 132, 180, 260])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"archive/2024-01/{_NAME}", f"archive/2024-02/{_NAME}"),  # the name alone has no room
        (f"archive/2024-01/deep/down/{_NAME}", f"archive/2025-01/deep/down/{_NAME}"),
        (f"2024-reports-of-the-eastern-branch/{_NAME}", f"2025-reports-of-the-eastern-branch/{_NAME}"),
        (f"reports-of-the-eastern-1-branch-office/{_NAME}", f"reports-of-the-eastern-2-branch-office/{_NAME}"),
        (f"a/2024-{_NAME}", f"a/2025-{_NAME}"),  # names that differ at their front
    ],
)
def test_paths_that_differ_anywhere_look_different(measured: QFontMetrics, first: str, second: str, room: int) -> None:
    one, other = (elided_path(*pair, measured, room) for pair in ((first, second), (second, first)))
    assert one != other
    assert max(map(measured.horizontalAdvance, (one, other))) <= room


def test_the_front_of_a_long_name_gives_way_to_the_folder_that_differs(measured: QFontMetrics) -> None:
    first, second = f"archive/2024-01/{_NAME}", f"archive/2024-02/{_NAME}"
    shown = elided_path(first, second, measured, measured.horizontalAdvance("2024-01/…report.txt") + 1)
    assert shown == "2024-01/…report.txt"


def test_an_end_that_both_share_gives_way_to_where_they_differ(measured: QFontMetrics) -> None:
    first, second = "systemd-sysv.changelog.Debian.txt", "systemd.changelog.Debian.txt"
    room = measured.horizontalAdvance("systemd-…bian.txt") + 2
    assert elided_path(first, second, measured, room).startswith("systemd-sysv")

"""What is left of long paths that differ in a folder only."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.elided_path import elided_path

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


def test_no_room_is_too_little(measured: QFontMetrics) -> None:
    for room in range(80):
        assert measured.horizontalAdvance(elided_path(A, B, measured, room)) <= max(
            room, measured.horizontalAdvance("…")
        )

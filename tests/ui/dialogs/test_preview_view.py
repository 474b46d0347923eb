"""Small tables to look at: what is cut of a cell is not what tells it from the next one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.preview_view import shown_line
from simexplorer.ui.models.preview_table import PreviewRows


def test_paths_that_begin_alike_are_told_apart_and_words_keep_their_beginning(qtbot: QtBot) -> None:
    model, measured = PreviewRows(), QFontMetrics(QApplication.font())
    begin = "contracts/2024/a form that many letters have in common, the "
    rows = [(f"{begin}{last} version.txt", f"{begin}{last} version.txt") for last in ("first", "second", "third")]
    model.show(("Document", "Note"), rows, frozenset({0}))
    room = measured.horizontalAdvance(begin) // 2
    paths, notes = ([shown_line(model, model.index(row, c), measured, room) for row in range(3)] for c in (0, 1))
    assert len(set(paths)) == 3
    assert all(note.startswith("contracts/") for note in notes)
    for text in (*paths, *notes):
        assert measured.horizontalAdvance(text) <= room


def test_numbers_and_their_heading_end_below_each_other(qtbot: QtBot) -> None:
    model = PreviewRows()
    model.show(("Document", "Bytes"), [("a.txt", "40")], figures=frozenset({1}))
    sides = [
        model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole) for column in (0, 1)
    ]
    assert [bool(side & Qt.AlignmentFlag.AlignRight) for side in sides] == [False, True]
    model.show(("Document", "Note"), [("a.txt", "40")])
    assert not model.alignment(1) & Qt.AlignmentFlag.AlignRight

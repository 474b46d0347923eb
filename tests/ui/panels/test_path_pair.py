"""Two long paths in one line."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.path_pair import PathPair

A, B = (f"collection of versions/lib-2.{version}.0/src/requests/models.py" for version in (31, 32))


def test_both_are_told_apart_where_they_do_not_fit(qtbot: QtBot) -> None:
    names = PathPair()
    qtbot.addWidget(names)
    names.say_pair(A, B)
    wide = names.fontMetrics().horizontalAdvance
    assert names.shown(wide(f"{A}  ·  {B}")) == f"{A}  ·  {B}"
    room = wide("…/lib-2.31.0/…/models.py") * 2 + wide("  ·  ")
    assert names.shown(room) == "…/lib-2.31.0/…/models.py  ·  …/lib-2.32.0/…/models.py"
    assert names.toolTip()


def test_a_short_path_leaves_its_room_to_the_other(qtbot: QtBot) -> None:
    names = PathPair()
    qtbot.addWidget(names)
    names.say_pair("a.txt", B)
    wide = names.fontMetrics().horizontalAdvance
    shown = names.shown(wide(f"a.txt  ·  {B}") - 8)
    assert shown.startswith("a.txt  ·  …")
    assert wide(shown) > wide(f"a.txt  ·  {B}") - 40
